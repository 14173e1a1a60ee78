"""The point of least norm of a few dense points by the compiled dual active set, from scratch or from earlier weights.

It is the loop of `engine.compiled.min_norm` on a stack of one problem. A factorisation that hundreds of points have
joined and left is off by more than one made anew, so the direction is taken from that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.compiled import CANCELS, LIMIT
from gordan.engine.compiled.active_set import ActiveSet

if TYPE_CHECKING:
    from gordan.engine.oracle.columns import Columns

__all__ = ["least_norm"]

_INDEPENDENT = 2.0**-40  # of a column's length: what is left of it beyond those before it is no rounding
_CANCELLED = 1e-10  # of what is summed up: weights leave no more than rounding
_GROWN = 1.0 + 1e-9  # lengths of w that differ by less may be rounding
_MET = 1e-6  # relative gap of a solution, which mostly is a thousandth of it


def least_norm(columns: Columns, x: Array | None) -> Candidate | None:
    """The shortest Ax over the base, or weights that cancel, beginning with the points that carry weight in x.

    None where the loop does not end in time, for points that are degenerate may come and go, and where rounding has
    taken more of what it came to than it may.
    """
    check_deadline("a least-norm point")
    run = _Run(columns)
    if run.solve(None if x is None else np.flatnonzero(x)) == LIMIT:
        return None
    found = run.candidate()
    return found if run.is_sound(found) else None


class _Factorised(NamedTuple):
    """Active rows, the multipliers of the shortest w whose product with each of them is 1, QR of their columns, and w.

    With an intercept the columns are differences to the first row.
    """

    rows: Positions
    multipliers: Array
    Q: Array
    R: Array
    direction: Array


class _Run:
    """A call of the compiled loop, and what it came to."""

    def __init__(self, columns: Columns) -> None:
        whole = columns.unsigned(slice(None)) if columns.canonical.shifted else columns.X
        self._A = np.ascontiguousarray(whole, dtype=np.float64)
        self._signs = np.asarray(columns.canonical.signs, dtype=np.float64)
        self._columns, self._hull, self._set = columns, columns.blocks - 1, ActiveSet(self._A.shape[1])
        self._steps = 0

    def solve(self, active: Positions | None) -> int:
        """Run from these active points, or from scratch where they do not serve; how it ended.

        Most runs end in one call. Points of very different lengths come and go for longer: they are gone on with as
        long as every call makes w longer.
        """
        begun, length = None if active is None else self._factorised(active), 0.0
        while True:
            if begun is not None:
                lengths, length = np.linalg.norm(self._A[begun.rows], axis=1), float(np.linalg.norm(begun.direction))
                self._set.begin(begun.rows, begun.multipliers, begun.Q, begun.R, lengths)
            limit = 200 + 20 * self._A.shape[1]
            ended = self._set.solve(self._A, self._signs, hull=self._hull, decide=False, limit=limit)
            self._steps += self._set.steps
            if ended != LIMIT or (begun := self._factorised(self._set.rows)) is None:
                return ended
            if np.linalg.norm(begun.direction) <= length * _GROWN:
                return LIMIT
            check_deadline("a least-norm point")

    def _factorised(self, rows: Positions) -> _Factorised | None:
        """Those of the rows with positive multipliers; None where rows depend on one another, or none is left."""
        while self._hull < rows.size <= self._A.shape[1] + self._hull:
            points, y = self._A[rows], self._signs[rows]
            edges, right = points[self._hull :], y[self._hull :]
            if self._hull:
                edges, right = edges - points[0], right - y[0]
            Q, R = np.linalg.qr(edges.T)
            if not (np.abs(np.diag(R)) > _INDEPENDENT * np.linalg.norm(points, axis=1)[self._hull :]).all():
                return None
            along = np.linalg.solve(R.T, right)
            v = np.linalg.solve(R, along)
            u = (np.concatenate([[-v.sum()], v]) if self._hull else v) * y
            if (u > 0).all():
                return _Factorised(rows, u, Q, R, Q @ along)
            rows = rows[u > 0]
        return None

    def is_sound(self, found: Candidate) -> bool:
        """Whether both bounds of the candidate meet, or its weights cancel."""
        assert found.weights is not None
        assert found.image is not None
        upper = self._columns.norm(found.image)
        if found.lowest is None:
            rows = self._set.rows
            carried = found.weights[rows] @ np.linalg.norm(self._A[rows], axis=1)
            return bool(upper <= _CANCELLED * carried)
        return found.lowest >= (1.0 - _MET) * upper * self._columns.norm(found.direction)

    def candidate(self) -> Candidate:
        """The weights with their image, and the direction with its lowest product.

        Near the end hundreds of long points sum up to a short w, which loses the digits that its factors have kept.
        """
        columns, ended, x = self._columns, self._set, np.zeros(self._columns.size)
        rows = ended.rows
        x[rows] = ended.multipliers / ended.multipliers.sum()
        image = (self._signs[rows] * x[rows]) @ self._A[rows]
        if ended.status == CANCELS:
            return Candidate(columns.zero(), x, None, image, self._steps, kind=Kind.CERTIFICATE)
        w, lowest = ended.w, float(columns.cone.lowest(ended.margins))
        if (sharp := self._factorised(rows)) is not None:
            along = sharp.direction / np.abs(sharp.direction).max()
            least = float(columns.cone.lowest(self._signs * (self._A @ along)))
            if least * np.linalg.norm(w) > lowest * np.linalg.norm(along):
                w, lowest = along, least
        return Candidate(w, x, lowest, image, self._steps)
