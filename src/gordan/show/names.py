"""`RowNames` and `name_points`: how rows are called in a picture, and where the names stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.show.display import plain

__all__ = ["NAMED", "RowNames", "axis_names", "class_names", "name_points"]

NAMED = 12  # rows that a picture names: more of them cover each other
_POINTS = 8.0  # size of the letters
_REACHES = (11.0, 20.0, 32.0)  # from the point to the middle of its name
_CLIP = 16


@dataclass(frozen=True)
class RowNames:
    """What rows are called: by their number from 0, or by `names`, one for each; `word` is what such a name is.

    Examples
    --------
    >>> RowNames()[7], RowNames(("ann", "bob"), "patient")[1]
    ('7', 'bob')
    """

    names: Sequence[Any] | None = None
    word: str = "row"

    def __getitem__(self, row: int) -> str:
        return str(row) if self.names is None else plain(self.names[row], _CLIP)

    @property
    def how(self) -> str:
        return "number" if self.names is None else self.word

    def require(self, n: int) -> RowNames:
        """Refuse names that are too few or too many for n rows."""
        if self.names is not None and len(self.names) != n:
            raise InputError(f"row_names has {len(self.names):,} names and the problem {n:,} rows; give one for each")
        return self


def class_names(classes: Sequence[object], counts: Sequence[int]) -> list[str]:
    """The classes for a legend, each with its rows counted."""
    return [
        f"{plain(name)}: {count:,} {'row' if count == 1 else 'rows'}"
        for name, count in zip(classes, counts, strict=True)
    ]


def axis_names(names: Sequence[str], m: int) -> list[str]:
    """The names of the columns as they are drawn, x1, x2, … where they have none."""
    return [plain(name) for name in names] if len(names) == m else [f"x{j + 1}" for j in range(m)]


def name_points(ax: Any, at: Array, names: Sequence[str], *, others: Array, radii: Array | None = None) -> None:
    """Write the names beside their points, where they cover neither one another nor many of the others.

    Everything else has to be drawn already. Places are tried in eight directions and at three distances from the
    points, whose signs have these radii.
    """
    from matplotlib.patheffects import withStroke

    ax.figure.canvas.figure.draw_without_rendering()  # the layout decides how far apart the points are
    unit = ax.figure.dpi / 72.0
    pixels, crowd = (ax.transData.transform(np.reshape(points, (-1, 2))) / unit for points in (at, others))
    inside = ax.bbox.extents / unit
    sizes = np.zeros(len(names)) if radii is None else radii
    signs = np.column_stack([pixels, sizes, sizes])
    boxes: list[Array] = []
    for place, name, radius in zip(pixels, names, sizes.tolist(), strict=True):
        half = np.array([0.32 * _POINTS * len(name) + 1.0, 0.6 * _POINTS])
        best, cost = np.zeros(2), np.inf
        for reach in [radius + step for step in _REACHES]:
            for turn in range(8):
                way = np.array([np.cos(turn * np.pi / 4 + np.pi / 4), np.sin(turn * np.pi / 4 + np.pi / 4)])
                shift = way * (reach + np.abs(way) * (half - half[1]))
                middle = place + shift
                price = (reach - radius) / 10.0 + _covered(middle, half, crowd)
                price += 50.0 * sum(_meet(middle, half, box) for box in boxes)
                price += 10.0 * sum(_meet(middle, half, sign) for sign in signs)
                price += 0.0 if _within(middle, half, inside) else 200.0
                if price < cost:
                    best, cost = shift, price
        boxes.append(np.concatenate([place + best, half]))
        line = {"arrowstyle": "-", "color": "0.4", "linewidth": 0.6, "shrinkA": 0.0, "shrinkB": 3.0}
        ax.annotate(
            name,
            at[len(boxes) - 1],
            xytext=tuple(best),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=_POINTS,
            arrowprops=line if np.hypot(*best) > radius + 1.3 * _REACHES[0] + half[0] else None,
            annotation_clip=False,
            zorder=7,
            path_effects=[withStroke(linewidth=2.0, foreground="white")],
        )


def _covered(middle: Array, half: Array, crowd: Array) -> int:
    return int(np.count_nonzero((np.abs(crowd - middle) <= half + 3.0).all(axis=1)))


def _meet(middle: Array, half: Array, box: Array) -> bool:
    return bool((np.abs(middle - box[:2]) < half + box[2:]).all())


def _within(middle: Array, half: Array, inside: Array) -> bool:
    return bool((middle - half >= inside[:2]).all() and (middle + half <= inside[2:]).all())
