"""Whether A*y lies inside the cone, and how far: a lower bound of the margin from raw numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import Ball, exact, frobenius, length_at_least, times
from gordan.arithmetic.quantity import Enclosed, Rounded
from gordan.verify.conic.lowest import down, lowest
from gordan.verify.conic.raised import raised

__all__ = ["margin_at_least"]

_SHARP = 256  # bits, where doubles leave the sign open
_SMALL = 4_000_000  # entries up to which products in so many bits take seconds


def margin_at_least(problem: Any, y: Array, *, spare: float = 1.0) -> Rounded | Enclosed:
    """A lower bound of lowest(A*y)/‖y‖; `spare` as in `lowest`."""
    larger = raised(problem.A)
    A = larger.A
    # A multiple of y has the same margin; of the smallest doubles neither products nor lengths are known.
    y = raised(y).A
    z = times(exact(A.T), exact(y[:, None]))
    low = lowest(problem, Ball(z.mid[:, 0], z.rad[:, 0]), spare=spare)
    if low <= 0 and problem.m * problem.n <= _SMALL:
        return Enclosed(larger.down(_divided(lowest(problem, _sharp(A, y), spare=spare), y)))
    return Rounded(larger.down(_divided(low, y)))


def _divided(low: float, y: Array) -> float:
    """low/‖y‖, rounded down: a positive product is divided by no less than the length, a negative one by no more."""
    length = frobenius(exact(y)) if low > 0 else length_at_least(y)
    if not np.isfinite(low) or length == 0.0:
        return -np.inf
    return float(np.nextafter(low / length, -np.inf))


def _sharp(A: Any, y: Array) -> Ball:
    """The products in many bits, rounded to doubles at the end."""
    import flint

    dense = A.toarray() if hasattr(A, "toarray") else A
    with flint.ctx.workprec(_SHARP):
        z = flint.arb_mat([y.tolist()]) * flint.arb_mat(dense.tolist())
        mid = np.array([float(z[0, j].mid()) for j in range(A.shape[1])])
        off = [z[0, j] - flint.arb(value) for j, value in enumerate(mid.tolist())]
        rad = np.array([-down(-abs(each)) for each in off])
    return Ball(mid, rad)
