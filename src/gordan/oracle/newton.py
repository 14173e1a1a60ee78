"""The Newton system of an interior point on the base: x∘z = mu, w = Ax, z = A*w − tau.

Eliminating the weights leaves M dw = A g + H dtau with M = I + A D A*, D = diag(x/z), H = A D P, and one multiplier for
every block P of the base: a Schur complement of one number, or of 2 × 2 with an intercept. Where there are fewer points
than dimensions the same inverse is taken on the points' side: M⁻¹ = I − B (I + B'B)⁻¹ B' with B = A √D.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.array import Array
from gordan.oracle.base import Step

if TYPE_CHECKING:
    from gordan.oracle.columns import Columns

__all__ = ["Interior", "interior"]

_BLOCK = 2048  # rows scaled and multiplied at a time: no copy of the data is ever held
_NEGLIGIBLE = 1e-3  # M is at least I, so points that add less than this in all hardly turn a step


def interior(columns: Columns, x: Array, z: Array) -> Interior | None:
    """The factorised system, or None where rounding has made it indefinite."""
    d = x / z
    if not np.isfinite(d).all():
        return None
    factors = _by_points(columns, d) if columns.size < columns.dimension else _by_dimensions(columns, d)
    return None if factors is None else Interior(columns, x, z, d, *factors)


class Interior:
    """One factorisation and the steps taken with it."""

    def __init__(self, columns: Columns, x: Array, z: Array, d: Array, inverse: Any, exact: bool) -> None:
        self._columns, self._x, self._z, self._d = columns, x, z, d
        self._inverse, self._exact = inverse, exact
        self._blocks = columns.cone.members
        self._H = np.array([columns.combine(d * block) for block in self._blocks])
        self._Y = np.array([inverse(h) for h in self._H])
        self._schur = np.diag([float(d @ block) for block in self._blocks]) - self._H @ self._Y.T

    def step(self, mu: float, second: Step | None = None) -> Step:
        target = mu if second is None else mu - second.x * second.z
        g = target / self._z - self._x
        q = self._inverse(self._columns.combine(g))
        tau = np.linalg.solve(self._schur, self._H @ q - [float(g @ block) for block in self._blocks])
        dw = q + tau @ self._Y
        lowered = sum(t * block for t, block in zip(tau, self._blocks, strict=True))
        dz = self._columns.margins(dw) - lowered
        dx = g - self._d * dz
        if not self._exact:
            # Points were left out of M: the linear relations are restored, and only x∘z = mu is met a little less.
            dw = self._columns.combine(dx)
            dz = self._columns.margins(dw) - lowered
        return Step(dw, dx, dz)

    def tight(self) -> Array:
        length = self._columns.norm(self._columns.combine(self._x))
        tight = self._x * self._columns.dimension * length**2 > self._z
        return np.where(tight, self._x, 0.0)


def _by_dimensions(columns: Columns, d: Array) -> tuple[Any, bool] | None:
    from scipy.linalg import cho_factor, cho_solve

    kept, root = _mattering(d * columns.canonical.reach**2), np.sqrt(d)
    M = np.eye(columns.dimension)
    for start in range(0, d.size if kept is None else kept.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        rows = part if kept is None else kept[part]
        scaled = columns.unsigned(rows)
        scaled = scaled.toarray() if hasattr(scaled, "nnz") else scaled
        scaled *= root[rows, None]
        M += scaled.T @ scaled
    try:
        factor = cho_factor(M, overwrite_a=True, check_finite=False)
    except np.linalg.LinAlgError:
        return None
    return (lambda v: cho_solve(factor, v, check_finite=False)), kept is None


def _mattering(share: Array) -> Any:
    """The points that are not negligible together, None where that is all of them."""
    if float(share.min()) >= _NEGLIGIBLE:
        return None
    order = np.argsort(share)
    left_out = int(np.searchsorted(np.cumsum(share[order]), _NEGLIGIBLE))
    return np.sort(order[left_out:]) if left_out > 0.1 * share.size else None


def _by_points(columns: Columns, d: Array) -> tuple[Any, bool] | None:
    from scipy.linalg import cho_factor, cho_solve

    root = np.sqrt(d)
    K = columns.gram * root * root[:, None]
    K[np.diag_indices_from(K)] += 1.0
    try:
        factor = cho_factor(K, overwrite_a=True, check_finite=False)
    except np.linalg.LinAlgError:
        return None

    def inverse(v: Array) -> Array:
        across = cho_solve(factor, root * columns.margins(v), check_finite=False)
        return np.asarray(v - columns.combine(root * across))

    return inverse, True
