"""Whether A*y lies inside the cone, and how far: a lower bound of the margin from raw numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.array import Array
from gordan.verify.conic.ball import ROUNDED, Ball, exact, frobenius, times
from gordan.verify.conic.lowest import down, lowest
from gordan.verify.conic.raised import raised

__all__ = ["margin_at_least"]

_SHARP = 256  # bits, where doubles leave the sign open
_SMALL = 4_000_000  # entries up to which products in so many bits take seconds


def margin_at_least(problem: Any, y: Array, *, spare: float = 1.0) -> tuple[float, str]:
    """A lower bound of lowest(A*y)/‖y‖, and the arithmetic it took; `spare` as in `lowest`."""
    larger = raised(problem.A)
    A = larger.A
    z = times(exact(A.T), exact(y[:, None]))
    low = lowest(problem, Ball(z.mid[:, 0], z.rad[:, 0]), spare=spare)
    arithmetic = ROUNDED
    if low <= 0 and problem.m * problem.n <= _SMALL:
        low, arithmetic = lowest(problem, _sharp(A, y), spare=spare), "ball arithmetic"
    return larger.down(_divided(low, frobenius(exact(y)))), arithmetic


def _divided(low: float, length: float) -> float:
    """low/length, rounded down; a negative product is divided by no more than the length, which is rounded up."""
    if not np.isfinite(low) or length == 0.0:
        return -np.inf
    found = low / length if low > 0 else low / (length * (1.0 - 2.0**-30))
    return float(np.nextafter(found, -np.inf))


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
