"""Newton's method for the distance of two smooth bodies, where worst points alone come near only slowly.

With D = K − L, ½ dist² is the maximum over y of min over D of y·x, less ½‖y‖². So y* minimises the convex

    φ(y) = ½‖y‖² + h(−y),   h(v) the greatest product of v with D,   φ'(y) = y − x,   φ''(y) = I + h''(−y),

where x is the point of D lowest under y; at the minimum y = x is the point of D nearest to the origin.

1. y ← a direction that separates
2. repeat: x ← the point of D lowest under y
3.     s ← −φ''(y)⁻¹(y − x)
4.     halve s until φ(y + s) ≤ φ(y) + ¼ s·(y − x), then y ← y + s

Guarantee
    Converges from any y ≠ 0 where the bodies are apart; near the end each step doubles the digits.
Needs
    The curvature of both bodies, and a Cholesky factorisation in each step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.support import Differences
from gordan.errors import InputError
from gordan.geometry.body.base import as_doubles

__all__ = ["curvature_of", "descend", "newton_candidates", "value_at"]

_HALVINGS = 40  # smaller steps than 2⁻⁴⁰ are rounding


def newton_candidates(K: Any, L: Any, oracle: Differences, y: Array) -> Iterator[Candidate]:
    """Directions and the pairs of points they point at, beginning with y; ends where rounding allows no descent."""
    [[atom]] = oracle.worst(y)
    while True:
        yield Candidate(y, oracle.place([atom.key], [1.0]), atom.margin, atom.column)  # 2
        slope = y - atom.column
        step = _step(K, L, y, slope)  # 3
        if step is None:
            return
        found = descend(oracle, y, step, value=value_at(y, atom.margin), descent=float(step @ slope))  # 4
        if found is None:
            return
        y, atom = found


def descend(oracle: Differences, y: Array, step: Array, *, value: float, descent: float) -> tuple[Array, Atom] | None:
    """Where the halved step takes φ down by a quarter of what its model says, and the point lowest there; else None."""
    if not descent < 0.0:
        return None
    for halvings in range(_HALVINGS):
        tried = y + step * 0.5**halvings
        [[atom]] = oracle.worst(tried)
        if value_at(tried, atom.margin) <= value + 0.25 * 0.5**halvings * descent:
            return tried, atom
    return None


def value_at(y: Array, lowest: float) -> float:
    """φ(y), from the product of y with the point of D lowest under it."""
    return 0.5 * float(y @ y) - lowest


def _step(K: Any, L: Any, y: Array, slope: Array) -> Array | None:
    """Newton's step; None where a flat body, or one that misjudges its curvature, allows none."""
    second = np.eye(y.size) + curvature_of("K", K, -y) + curvature_of("L", L, y)
    try:
        step = -np.linalg.solve(second, slope)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(step, dtype=np.float64) if np.isfinite(step).all() else None


def curvature_of(name: str, body: Any, direction: Array) -> Array:
    """The second derivatives of a body's greatest product, read."""
    given, shape = as_doubles(body.curvature(direction)), (direction.size, direction.size)
    if given is None or given.shape != shape:
        what = "no real numbers" if given is None else f"an array of shape {given.shape}"
        raise InputError(f"the curvature of {name} is {what}; give a matrix of shape {shape}")
    return given
