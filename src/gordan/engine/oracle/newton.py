"""The Newton system of an interior point on the base: x∘z = mu, w = Ax, z = A*w − tau.

Eliminating the weights leaves M dw = A g + H dtau with M = I + A D A*, D = diag(x/z), H = A D P, and one multiplier for
every block P of the base: a Schur complement of one number, or of 2 × 2 with an intercept. Where there are fewer points
than dimensions the same inverse is taken on the points' side: M⁻¹ = I − B (I + B'B)⁻¹ B' with B = A √D.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import afford, check_deadline
from gordan.arithmetic.limit import afford_memory
from gordan.arithmetic.threads import all_threads
from gordan.engine.oracle.base import Step

if TYPE_CHECKING:
    from gordan.engine.oracle.columns import Columns

__all__ = ["Interior", "interior"]

Solve = Callable[[Array], Array]

_BLOCK = 2048  # rows scaled and multiplied at a time: no copy of the data is ever held
_LONG = 1 << 27  # multiplications from which one product is worth all threads: a few milliseconds
_SPEED = 1e10  # multiplications and additions in a second, on one core
_BYTES = 3 * 8  # for each entry of the system: the products, the system, and what it is made of
_NEGLIGIBLE = 1e-3  # M is at least I, so points that add less than this in all hardly turn a step


def interior(columns: Columns, x: Array, z: Array) -> Interior | None:
    """The system at this pair, or None where rounding has made it singular."""
    d = x / z
    if not np.isfinite(d).all():
        return None
    try:
        solve, exact = _by_points(columns, d) if columns.size < columns.dimension else _by_dimensions(columns, d)
        found = Interior(columns, x, z, d, solve, exact)
        return found if found.definite else None
    except np.linalg.LinAlgError:
        return None


class Interior:
    """The system at one pair and the steps taken from there."""

    def __init__(self, columns: Columns, x: Array, z: Array, d: Array, solve: Solve, exact: bool) -> None:
        self._columns, self._x, self._z, self._d = columns, x, z, d
        self._solve, self._exact = solve, exact
        self._blocks = columns.cone.members
        self._H = np.array([columns.combine(d * block) for block in self._blocks])
        # The first step's right side is known by now, and solved for along with the multipliers'.
        *rows, self._first = solve(np.vstack([self._H, -columns.combine(x)]))
        self._Y = np.array(rows)
        self._schur = np.diag([float(d @ block) for block in self._blocks]) - self._H @ self._Y.T
        self._across = np.linalg.inv(self._schur)

    @property
    def definite(self) -> bool:
        """Whether rounding has left the multipliers' system positive definite, which in exact arithmetic it is."""
        return bool(np.isfinite(self._schur).all() and (np.linalg.eigvalsh(self._schur) > 0).all())

    def step(self, mu: float, second: Step | None = None) -> Step:
        """Towards x∘z = mu."""
        if second is None and mu == 0.0:
            g, q = -self._x, self._first
        else:
            g = (mu if second is None else mu - second.x * second.z) / self._z - self._x
            [q] = self._solve(self._columns.combine(g)[None, :])
        tau = self._across @ (self._H @ q - [float(g @ block) for block in self._blocks])
        dw = q + tau @ self._Y
        lowered = sum(t * block for t, block in zip(tau, self._blocks, strict=True))
        dz = self._columns.margins(dw) - lowered
        dx = g - self._d * dz
        if not self._exact:
            # Points were left out of M: the linear relations are restored, and only x∘z = mu is met a little less.
            dw = self._columns.combine(dx)
            dz = self._columns.margins(dw) - lowered
        return Step(dw, dx, dz)


def _by_dimensions(columns: Columns, d: Array) -> tuple[Solve, bool]:
    kept, root = _mattering(d * columns.canonical.reach**2), np.sqrt(d)
    _afford(columns.dimension, d.size if kept is None else kept.size)
    M = np.eye(columns.dimension)
    for start in range(0, d.size if kept is None else kept.size, _BLOCK):
        check_deadline("a Newton step")
        part = slice(start, start + _BLOCK)
        rows: Any = part if kept is None else kept[part]
        scaled = columns.unsigned(rows)
        scaled = scaled.toarray() if hasattr(scaled, "nnz") else scaled
        scaled *= root[rows, None]
        with all_threads(scaled.size * columns.dimension > _LONG):
            M += scaled.T @ scaled
    return _factorised(M), kept is None


def _afford(side: int, added: int = 0) -> None:
    """Raise `OverBudget` if a system of this side, which so many points are added to, takes too long or too much."""
    what = f"a Newton step of {side:,} unknowns"
    afford_memory(_BYTES * side * side, what)
    afford((side / 3.0 + added) * side**2 / _SPEED, what)


def _factorised(M: Array) -> Solve:
    """M⁻¹ on rows: one factorisation serves every step taken from this pair."""
    from scipy.linalg import cho_factor, cho_solve

    factor = cho_factor(M, lower=True, overwrite_a=True, check_finite=False)
    return lambda rows: np.asarray(cho_solve(factor, rows.T, check_finite=False).T)


def _mattering(share: Array) -> Any:
    """The points that are not negligible together, None where that is all of them."""
    if float(share.min()) >= _NEGLIGIBLE:
        return None
    order = np.argsort(share)
    left_out = int(np.searchsorted(np.cumsum(share[order]), _NEGLIGIBLE))
    return np.sort(order[left_out:]) if left_out > 0.1 * share.size else None


def _by_points(columns: Columns, d: Array) -> tuple[Solve, bool]:
    _afford(d.size)
    root = np.sqrt(d)
    K = columns.gram * root * root[:, None]
    K[np.diag_indices_from(K)] += 1.0
    inside = _factorised(K)

    def solve(rows: Array) -> Array:
        across = inside(np.array([root * columns.margins(v) for v in rows]))
        return np.array([v - columns.combine(root * a) for v, a in zip(rows, across, strict=True)])

    return solve, True
