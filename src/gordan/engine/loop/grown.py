"""The point of least norm of many sparse points in few columns: first of the lowest ones, then with lower ones.

The compiled dual active set of `shortest` goes on from where it was with other points beside the active ones, of which
there are no more than columns. Only points that it is given are written out; all others are looked at once after each
of its calls.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.compiled import CANCELS, LIMIT
from gordan.engine.compiled.active_set import ActiveSet
from gordan.engine.loop.shortest import ROUNDING, LeastNorm
from gordan.engine.watch import Event

__all__ = ["grown_least_norm_point"]

_JOINING = 256  # points that join at once: looking at all others takes as long as some steps among so many
_CALLS = 200  # several times what has been seen
_LEVEL = 1e-10  # relative: below the lowest of the points it was given by less, a point is as low as they are


@np.errstate(all="ignore")
def grown_least_norm_point(X: Matrix, signs: Array, groups: list[Positions], *, decide: bool) -> LeastNorm | None:
    """The point of least norm of the sparse rows of X times their signs; None where it is not found.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> points, signs = csr_array([[2.0, 1.0], [-1.0, -2.0]]), np.array([1.0, -1.0])
    >>> grown_least_norm_point(points, signs, [np.arange(2)], decide=False).x.round(9).tolist()
    [0.5, 0.5]
    """
    began, hulls, longest = now(), len(groups), float(np.abs(X.data).max(initial=0.0))
    rounding, x = ROUNDING * (X.shape[1] + 2) * float(np.sqrt(X.shape[1])) * longest, np.zeros(signs.size)
    for rows in groups:
        x[rows] = 1.0 / rows.size
    w = np.asarray(X.T @ (signs * x))
    w /= np.abs(w).max()
    margins, active = signs * (X @ w), _Active(X.shape[1], signs, groups)
    last, best = Event(0, 1, 0.0, -np.inf, np.inf, ""), LeastNorm(x, w, margins, [])
    steps = [last]
    for calls in range(1, _CALLS + 1):
        joining = active.waiting(margins)
        if not joining.size or seconds_left() <= 0:
            return None
        status = active.solve(X[joining].toarray(), joining, decide=decide)
        if status == LIMIT:
            return None
        margins = signs * (X @ active.w)
        low, length = sum(float(margins[rows].min()) for rows in groups), float(np.linalg.norm(active.w))
        lower = low / hulls / length - rounding if length > 0 else -np.inf
        if lower > last.lower:
            best = LeastNorm(x, active.w, margins, [])
        ends = max(lower, last.lower), min(active.length / hulls + rounding, last.upper)
        last = Event(active.steps, calls + 1, now() - began, *ends, "")
        steps.append(last)
        if status == CANCELS or (decide and low > 0) or low >= active.lowest * (1.0 - _LEVEL):
            return best._replace(x=active.weights(), steps=steps)
    return None


class _Active:
    """The active points, and those that they were found among: the rows `_keys` of all, written out in `_A`."""

    def __init__(self, m: int, signs: Array, groups: list[Positions]) -> None:
        self._signs, self._groups, self._set = signs, groups, ActiveSet(m)
        self._A, self._keys = np.empty((0, m)), np.empty(0, np.int64)
        self.steps, self.lowest = 0, -np.inf

    @property
    def w(self) -> Array:
        """The direction, with a greatest entry of 1."""
        return np.array(self._set.w)

    @property
    def _active(self) -> Positions:
        """Numbers of the active points among all."""
        return self._keys[self._set.rows]

    def waiting(self, margins: Array) -> Positions:
        """The lowest points that are not active, some of each group."""
        free = margins.copy()
        free[self._active] = np.inf
        few = max(1, _JOINING // len(self._groups))
        parts = (rows[np.argpartition(free[rows], min(few, rows.size - 1))[:few]] for rows in self._groups)
        joining = np.concatenate(list(parts))
        return np.asarray(joining[free[joining] < np.inf])

    def solve(self, points: Array, keys: Positions, *, decide: bool) -> int:
        """Go on with these points in the place of those that are not active."""
        rows, hull = self._set.rows, len(self._groups) - 1
        self._A, self._keys = np.concatenate([self._A[rows], points]), np.concatenate([self._keys[rows], keys])
        rows[:] = np.arange(rows.size)
        signs = self._signs[self._keys]
        status = self._set.solve(self._A, signs, hull=hull, decide=decide, limit=200 + 20 * self._A.shape[1])
        self.steps += self._set.steps
        sides = [signs > 0, signs < 0] if hull else [slice(None)]
        self.lowest = sum(float(self._set.margins[side].min()) for side in sides)
        return status

    @property
    def length(self) -> float:
        """The length of the image of the weights."""
        return float(np.linalg.norm((self._signs[self._active] * self._shares) @ self._A[self._set.rows]))

    @property
    def _shares(self) -> Array:
        """The active points' multipliers as weights of sum 1 in each group."""
        u, signs = self._set.multipliers.copy(), self._signs[self._active]
        for own in [signs > 0, signs < 0] if len(self._groups) > 1 else [slice(None)]:
            u[own] /= u[own].sum()
        return u

    def weights(self) -> Array:
        """Those weights, of all points."""
        x = np.zeros(self._signs.size)
        x[self._active] = self._shares
        return x
