"""Rows that were captured while their batch was at hand, kept up to a limit of bytes, the latest longest."""

from __future__ import annotations

from collections import deque

import numpy as np

from gordan.arithmetic.array import Matrix, Positions

__all__ = ["Kept"]

_MOST = 1 << 29  # bytes: some twenty working sets of a thousand columns


class Kept:
    """Rows by their numbers.

    Examples
    --------
    >>> kept = Kept()
    >>> kept.add(np.array([4, 7]), np.array([[1.0], [2.0]]))
    >>> kept.find(np.array([7, 4])).ravel().tolist(), kept.find(np.array([5]))
    ([2.0, 1.0], None)
    """

    def __init__(self, most: int = _MOST) -> None:
        self.most, self.bytes = most, 0
        self._captures: deque[tuple[Positions, Matrix]] = deque()
        self._rows: Positions = np.empty(0, np.int64)  # sorted, with the capture and the position of each
        self._at: Positions = np.empty((0, 2), np.int64)
        self._sorted = True

    def add(self, rows: Positions, values: Matrix) -> None:
        if not rows.size:
            return
        self._captures.append((rows, values))
        self.bytes += values.nbytes
        while self.bytes > self.most and len(self._captures) > 1:
            self.bytes -= self._captures.popleft()[1].nbytes
        self._sorted = False

    def find(self, rows: Positions) -> Matrix | None:
        """The rows in the order asked for; None where one of them is not kept."""
        if not self._captures:
            return None
        self._sort()
        at = np.minimum(np.searchsorted(self._rows, rows), self._rows.size - 1)
        if bool((self._rows[at] != rows).any()):
            return None
        first = self._captures[0][1]
        values = np.empty((rows.size, first.shape[1]), dtype=first.dtype)
        which, position = self._at[at].T
        for k in np.unique(which).tolist():
            own = which == k
            values[own] = self._captures[k][1][position[own]]
        return values

    def _sort(self) -> None:
        if self._sorted:
            return
        rows = np.concatenate([capture[0] for capture in self._captures])
        at = np.concatenate(
            [np.column_stack([np.full(c[0].size, k), np.arange(c[0].size)]) for k, c in enumerate(self._captures)]
        )
        self._rows, first = np.unique(rows, return_index=True)
        self._at, self._sorted = at[first], True
