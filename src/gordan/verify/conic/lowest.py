"""A lower bound of the product with every ray of a cone of mass 1: positive just inside, in ball arithmetic.

For axes it is the least entry, for (u, t) in a second-order cone t − ‖u‖, for matrices the least eigenvalue. That one
is bounded with any invertible Q, here eigenvectors in floating point: M − λI is positive definite if QᵀMQ − λQᵀQ is,
and that is plain from its rows once each diagonal entry exceeds the sum of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import Ball, divided_by_root_two
from gordan.arithmetic.sharp import Sharp
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Part

if TYPE_CHECKING:
    from flint import arb_mat

__all__ = ["down", "least", "lowest"]

_BITS = 128
_TRIES = 64  # the slack doubles with each, from the last digit of a double to far beyond any matrix


def lowest(problem: Conic, z: Ball, *, spare: float = 1.0) -> float:
    """The least bound over all parts, of a vector in the coordinates of the problem's map.

    With `spare` above 1 it is a bound that other machines, whose products are rounded otherwise, can reach too.
    """
    pieces = zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True)
    return min(least(part, Ball(z.mid[where], spare * z.rad[where]), plain, spare) for part, where, plain in pieces)


def least(part: Part, z: Ball, plain: bool = False, spare: float = 1.0) -> float:
    """The bound for one part; the entries of matrices are plain, or carry √2 off the diagonal."""
    if not (np.isfinite(z.mid).all() and np.isfinite(z.rad).all()):
        return -np.inf
    if isinstance(part, PSD):
        i, j = part.places
        entries = z if plain else divided_by_root_two(z, i != j)
        return least_eigenvalue(_square(entries.mid, part), _square(entries.rad, part), spare)
    if isinstance(part, Lorentz):
        return _beyond_length(z)
    return float(np.nextafter((z.mid - z.rad).min(), -np.inf))


def _square(values: Array, part: PSD) -> Array:
    M = np.zeros((part.n, part.n))
    i, j = part.places
    M[i, j] = M[j, i] = values
    return M


def _beyond_length(z: Ball) -> float:
    import flint

    with flint.ctx.workprec(_BITS):
        *u, t = (flint.arb(mid, rad) for mid, rad in zip(z.mid.tolist(), z.rad.tolist(), strict=True))
        # The greatest each may be: the square of a ball about zero would reach below it, and has no root.
        most = [v.abs_upper() for v in u]
        return down(t - sum((v * v for v in most), flint.arb(0)).sqrt())


def least_eigenvalue(mid: Array, rad: Array, spare: float = 1.0) -> float:
    """λ with M ≥ λI for all symmetric matrices within the radii; −∞ where none was proved."""
    import flint

    values, Q = np.linalg.eigh(mid)
    with flint.ctx.workprec(_BITS):
        basis = flint.arb_mat(Q.tolist())
        M = flint.arb_mat(
            [
                [flint.arb(a, r) for a, r in zip(row, radii, strict=True)]
                for row, radii in zip(mid.tolist(), rad.tolist(), strict=True)
            ]
        )
        E, G = basis.transpose() * M * basis, basis.transpose() * basis
        slack = max(float(np.abs(values).max()), float(rad.max())) * 2.0**-52
        for _ in range(_TRIES):
            candidate = float(values[0]) - slack
            if _dominated(E, G, candidate):
                return float(values[0]) - spare * slack
            slack = 2.0 * slack or 2.0**-1000
    return -np.inf


def _dominated(E: arb_mat, G: arb_mat, value: float) -> bool:
    """Whether every diagonal entry of E − value·G exceeds the absolute values beside it."""
    rest = E - G * value
    for i, row in enumerate(rest.tolist()):
        beside = sum((abs(entry) for j, entry in enumerate(row) if j != i), row[0] * 0)
        if not row[i] - beside > 0:
            return False
    return True


def down(value: Sharp) -> float:
    """A double below all of an arb."""
    found = float(np.nextafter(float(value.lower()), -np.inf))
    return found if found == found else -np.inf
