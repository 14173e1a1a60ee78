"""The Newton system of an interior point on the base: x∘z = mu, w = Ax, z = A*w − tau.

Eliminating the weights leaves M dw = A g + H dtau with M = I + A D A*, D = diag(x/z), H = A D P, and one multiplier for
every block P of the base: a Schur complement of one number, or of 2 × 2 with an intercept. Where there are fewer points
than dimensions the same inverse is taken on the points' side: M⁻¹ = I − B (I + B'B)⁻¹ B' with B = A √D.

Of points known by their products G the weights themselves are the unknowns: with dz = G dx − P dtau the step obeys
(I + √D G √D) D^−½ dx = D^−½ g + √D P dtau, and the weights of every block P keep their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import afford, check_deadline
from gordan.arithmetic.limit import afford_memory
from gordan.arithmetic.threads import all_threads
from gordan.engine.oracle.base import Step

if TYPE_CHECKING:
    from gordan.engine.oracle.columns import Columns
    from gordan.engine.oracle.gram import Gram

__all__ = ["GramInterior", "Interior", "gram_interior", "interior"]

Solve = Callable[[Array], Array]
System = TypeVar("System", bound="_Multipliers")

_BLOCK = 2048  # rows scaled and multiplied at a time: no copy of the data is ever held
_LONG = 1 << 27  # multiplications from which one product is worth all threads: a few milliseconds
_MANY = 500  # points from which a factorisation is worth all threads
_SPEED = 1e10  # multiplications and additions in a second, on one core
_BYTES = 3 * 8  # for each entry of the system: the products, the system, and what it is made of
_NEGLIGIBLE = 1e-3  # M is at least I, so points that add less than this in all hardly turn a step


def interior(columns: Columns, x: Array, z: Array) -> Interior | None:
    """The system at this pair, or None where rounding has made it singular."""
    d = x / z
    return _definite(lambda: Interior(columns, x, z, d)) if np.isfinite(d).all() else None


def gram_interior(gram: Gram, x: Array, z: Array) -> GramInterior | None:
    """The system at this pair, for points that are known by their products."""
    d = x / z
    return _definite(lambda: GramInterior(gram, x, z)) if np.isfinite(d).all() and (d > 0).all() else None


def _definite(system: Callable[[], System]) -> System | None:
    """The system, if rounding has left that of the multipliers positive definite, which in exact arithmetic it is."""
    try:
        made = system()
        sound = np.isfinite(made.schur).all() and (np.linalg.eigvalsh(made.schur) > 0).all()
        return made if sound else None
    except np.linalg.LinAlgError:
        return None


class _Multipliers:
    """The Schur complement of the multipliers at one pair (x, z), and the right sides of its steps."""

    def __init__(self, x: Array, z: Array, schur: Array) -> None:
        self._x, self._z, self.schur = x, z, schur
        self._across = np.linalg.inv(schur)

    def _right(self, mu: float, second: Step | None) -> Array:
        return (mu if second is None else mu - second.x * second.z) / self._z - self._x


class Interior(_Multipliers):
    """The system of columns at one pair, and the steps taken from there."""

    def __init__(self, columns: Columns, x: Array, z: Array, d: Array) -> None:
        self._columns, self._d = columns, d
        way = _by_points if columns.size < columns.dimension else _by_dimensions
        self._solve, self._exact = way(columns, d)
        self._blocks = columns.cone.members
        self._H = np.array([columns.combine(d * block) for block in self._blocks])
        # The first step's right side is known by now, and solved for along with the multipliers'.
        *rows, self._first = self._solve(np.vstack([self._H, -columns.combine(x)]))
        self._Y = np.array(rows)
        super().__init__(x, z, np.diag([float(d @ block) for block in self._blocks]) - self._H @ self._Y.T)

    def step(self, mu: float, second: Step | None = None) -> Step:
        """Towards x∘z = mu."""
        if second is None and mu == 0.0:
            g, q = -self._x, self._first
        else:
            g = self._right(mu, second)
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


class GramInterior(_Multipliers):
    """The system of products at one pair, and the steps taken from there."""

    def __init__(self, gram: Gram, x: Array, z: Array) -> None:
        from scipy.linalg import cho_factor

        self._gram, self._d, self._root = gram, x / z, np.sqrt(x / z)
        scale = gram.signed * self._root
        M = gram.K * scale
        M *= scale[:, None]
        M[np.diag_indices_from(M)] += 1.0
        with all_threads(gram.size > _MANY):
            # Transposed it lies in memory as the routine wants it: no second matrix of this size is made.
            self._factor = cho_factor(M.T, lower=True, overwrite_a=True, check_finite=False)
        # Where a point has little weight against its slack its step is the slack's to tell; elsewhere the system's.
        self._slack = self._d * gram.canonical.reach**2 < 1.0
        self._blocks = np.array(gram.cone.members)
        self._H = self._blocks * self._root
        self._Y = self._solve(self._H)
        super().__init__(x, z, self._H @ self._Y.T)

    def step(self, mu: float, second: Step | None = None) -> Step:
        """Towards x∘z = mu."""
        g = self._right(mu, second)
        [q] = self._solve((g / self._root)[None, :])
        tau = -self._across @ (self._H @ q)
        dx = self._root * (q + tau @ self._Y)
        dw = self._gram.combine(dx)
        dz = self._gram.margins(dw) - tau @ self._blocks
        return Step(dw, np.where(self._slack, g - self._d * dz, dx), dz)

    def _solve(self, rows: Array) -> Array:
        from scipy.linalg import cho_solve

        return np.asarray(cho_solve(self._factor, rows.T, check_finite=False).T)


def _by_dimensions(columns: Columns, d: Array) -> tuple[Solve, bool]:
    kept, root = _mattering(d * columns.canonical.reach**2), np.sqrt(d)
    _afford(columns.dimension, d.size if kept is None else kept.size)
    M = np.eye(columns.dimension)
    for start in range(0, d.size if kept is None else kept.size, _BLOCK):
        check_deadline("a Newton step")
        part = slice(start, start + _BLOCK)
        rows = part if kept is None else kept[part]
        if (points := columns.scattered) is not None:
            points = points[rows]
            points.data *= np.repeat(root[rows], np.diff(points.indptr))
            M += (points.T @ points).toarray()
            continue
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


def _mattering(share: Array) -> Positions | None:
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
