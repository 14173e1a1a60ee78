"""Both ends of the margin of a conic problem, from raw numbers: A*y inside the cone, and weights nearly in it.

Bounds on rounding have a part that does not shrink with the numbers: a map of very small ones is raised to ordinary
size by a power of two first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.ball import Ball, exact, frobenius, length_at_least, times
from gordan.arithmetic.quantity import Enclosed, Rounded
from gordan.problem import Conic
from gordan.problem.cone import PSD
from gordan.verify.conic.member import down, least, lowest

__all__ = ["Raised", "margin_at_least", "margin_at_most", "raised"]

_TINY = -200  # exponents from which products are far above the smallest doubles


class Raised(NamedTuple):
    """2^power A, without rounding, for 2^power ≥ 1."""

    A: Matrix
    power: int

    def down(self, value: float) -> float:
        """A lower bound in the units of A."""
        return value if self.power == 0 else float(np.nextafter(np.ldexp(value, -self.power), -np.inf))

    def up(self, value: float) -> float:
        """An upper bound in the units of A."""
        return value if self.power == 0 else float(np.nextafter(np.ldexp(value, -self.power), np.inf))


def raised(A: Matrix) -> Raised:
    """A as it is, or of ordinary size where even its greatest entry is tiny.

    Examples
    --------
    >>> raised(np.array([[2.0**-1000, 0.0]]))
    Raised(A=array([[0.5, 0. ]]), power=999)
    """
    sparse = hasattr(A, "nnz")
    exponent = int(np.frexp(np.abs(A.data if sparse else A).max(initial=0.0))[1])
    if exponent >= _TINY:
        return Raised(A, 0)
    if not sparse:
        return Raised(np.ldexp(A, -exponent), -exponent)
    larger = A.copy()
    larger.data = np.ldexp(A.data, -exponent)
    return Raised(larger, -exponent)


_SHARP = 256  # bits, where doubles leave the sign open
_SMALL = 4_000_000  # entries up to which products in so many bits take seconds


def margin_at_least(problem: Conic, y: Array, *, spare: float = 1.0, needed: float = 0.0) -> Rounded | Enclosed:
    """A lower bound of lowest(A*y)/‖y‖; `spare` as in `lowest`.

    The products are computed in many bits where doubles give a bound that is not positive, or below what is needed:
    an end that was stated from the sharper ones could not be reached again without them.
    """
    larger = raised(problem.A)
    A = larger.A
    # A multiple of y has the same margin; of the smallest doubles neither products nor lengths are known.
    y = raised(y).A
    z = times(exact(A.T), exact(y[:, None]))
    low = lowest(problem, Ball(z.mid[:, 0], z.rad[:, 0]), spare=spare)
    bound = larger.down(_divided(low, y))
    if (low <= 0 or bound < needed) and problem.m * problem.n <= _SMALL:
        return Enclosed(larger.down(_divided(lowest(problem, _sharp(A, y), spare=spare), y)))
    return Rounded(bound)


def _divided(low: float, y: Array) -> float:
    """low/‖y‖, rounded down: a positive product is divided by no less than the length, a negative one by no more."""
    length = frobenius(exact(y)) if low > 0 else length_at_least(y)
    if not np.isfinite(low) or length == 0.0:
        return -np.inf
    return float(np.nextafter(low / length, -np.inf))


def _sharp(A: Matrix, y: Array) -> Ball:
    """The products in many bits, rounded to doubles at the end."""
    import flint

    dense = A.toarray() if hasattr(A, "toarray") else A
    with flint.ctx.workprec(_SHARP):
        z = flint.arb_mat([y.tolist()]) * flint.arb_mat(dense.tolist())
        mid = np.array([float(z[0, j].mid()) for j in range(A.shape[1])])
        off = [z[0, j] - flint.arb(value) for j, value in enumerate(mid.tolist())]
        rad = np.array([-down(-abs(each)) for each in off])
    return Ball(mid, rad)


def margin_at_most(problem: Conic, x: Array, *, spare: float = 1.0) -> Rounded:
    """‖A(x + τe)‖/⟨e, x + τe⟩, rounded up, for a τ that brings x into the cone for certain; `spare` as in `lowest`."""
    joint = problem.cone
    # A multiple of x bounds as well; of the smallest doubles neither the shift nor the mass is known.
    x = raised(x).A
    pieces = zip(joint.parts, joint.slices, strict=True)
    low = min(least(part, exact(x[where])) for part, where in pieces)
    tau = max(-low, 0.0)
    moved = x + tau * joint.unit
    # The sum may round towards the outside of the cone; a few units more than that bring it back.
    moved = moved + 8.0 * 2.0**-53 * (float(np.abs(x).max()) + tau) * joint.size * joint.unit
    # None of these numbers is negative, so that their sum errs by fewer units than there are.
    mass = float(np.sum(joint.unit * moved)) * (1.0 - (joint.size + 8) * 2.0**-52)
    if not mass > 0.0 or not np.isfinite(mass):
        return Rounded(np.inf)
    larger = raised(problem.A)
    image = times(exact(larger.A), _in_the_maps_coordinates(problem, moved))
    length = frobenius(Ball(image.mid[:, 0], spare * image.rad[:, 0]))
    return Rounded(larger.up(float(np.nextafter(length / mass * (1.0 + 2.0**-50), np.inf))))


def _in_the_maps_coordinates(problem: Conic, x: Array) -> Ball:
    """Plain entries of matrices meet √2 times the coordinate off the diagonal."""
    factor = np.ones(problem.n)
    for part, where, plain in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        if plain and isinstance(part, PSD):
            factor[where] = part.factors
    mid = x * factor
    return Ball(mid[:, None], np.where(factor != 1.0, 4.0 * 2.0**-53 * np.abs(mid) + 2.0**-960, 0.0)[:, None])
