"""`Density`: thousands of points by the cells they lie in, a sign for each, so that none of them is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.show.display import CLASS_COLOURS, CLASS_MARKERS

__all__ = ["Density"]

_CELLS = np.array([46, 32])  # across and up: each about as large as a sign
_WIDE = 64  # more than any place up: a cell's number is of both places
_LEAST, _MOST = 5.0, 80.0  # areas of signs, in square points
_PALE = 0.45  # opacity of a sign for one row: it is seen alone


@dataclass(frozen=True, eq=False)
class Density:
    """For each class the places of its signs, which are the means of the rows in each cell, and how many those are.

    A mean lies on the same side of a hyperplane, and of its margin, as the rows it stands for; a row alone in its cell
    is where it is.

    Examples
    --------
    >>> points = np.array([[0.0, 0.0], [0.1, 0.0], [9.0, 9.0]])
    >>> density = Density.of(points, [np.array([True, True, False]), np.array([False, False, True])])
    >>> [counts.tolist() for counts in density.counts]
    [[2], [1]]
    """

    places: tuple[Array, ...]
    counts: tuple[npt.NDArray[np.int64], ...]

    @classmethod
    def of(cls, points: Array, groups: Sequence[npt.NDArray[np.bool_]]) -> Density:
        """The rows of each group, counted in a grid over all points; that of the second is shifted by half a cell."""
        low, high = points.min(axis=0), points.max(axis=0)
        step = (high / _CELLS - low / _CELLS) + (high == low)
        places, counts, about = [], [], [points[:, j] - low[j] for j in range(2)]
        for k, group in enumerate(groups):
            # About the corner: far from the origin the sums of the rows themselves would be rounded.
            across, up = (column[group] for column in about)
            cell = (across / step[0] + 0.5 * k).astype(np.int64) * _WIDE + (up / step[1] + 0.5 * k).astype(np.int64)
            count = np.bincount(cell)
            used = np.flatnonzero(count)
            sums = [np.bincount(cell, column)[used] for column in (across, up)]
            places.append(low + np.column_stack(sums) / count[used, None])
            counts.append(count[used])
        return cls(tuple(places), tuple(counts))

    @property
    def points(self) -> Array:
        """The places of all signs."""
        return np.concatenate(self.places)

    @property
    def note(self) -> str:
        rows = sum(int(count.sum()) for count in self.counts)
        signs = f"a sign is for the rows around it, larger and darker for more, up to {self._most:,}"
        return f"all {rows:,} rows are drawn: {signs}"

    @property
    def _most(self) -> int:
        return max((int(count.max()) for count in self.counts if count.size), default=1)

    def draw(self, ax: Any) -> list[Any]:
        """Draw the signs, and return one of each class in full colour for a legend."""
        from matplotlib.lines import Line2D

        handles = []
        for place, count, colour, marker in zip(self.places, self.counts, CLASS_COLOURS, CLASS_MARKERS, strict=False):
            share = np.sqrt(count / self._most)  # the bulk keeps its shape, and outliers are seen beside it
            size, opacity = _LEAST + (_MOST - _LEAST) * share, _PALE + (1.0 - _PALE) * share
            ax.scatter(*place.T, s=size, color=colour, alpha=opacity, marker=marker, linewidths=0.0, zorder=2)
            handles.append(Line2D([], [], color=colour, marker=marker, linestyle="none"))
        return handles
