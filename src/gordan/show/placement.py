"""`name_points`: where the names of points stand in a picture, so that every one can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["NAMED", "name_points"]

NAMED = 12  # rows that a picture names: more of them cover each other
_POINTS = 8.0  # size of the letters
_REACHES = (11.0, 20.0, 32.0)  # from the point to the middle of its name
_TURNS = np.pi / 8 * np.array([2, 6, 10, 14, 0, 4, 8, 12, 1, 3, 5, 7, 9, 11, 13, 15])  # diagonals first
_WAYS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_TOGETHER = 2  # names of one spot
_LED = 3.0  # the price of a line from a name to its point
_DEAR = 20.0  # the price of a place where the name could not be read


def name_points(
    ax: Any,
    at: Array,
    names: Sequence[str],
    *,
    others: Array,
    radii: Array | None = None,
    lines: Sequence[Array] = (),
) -> int:
    """Write names beside the first points and return how many were written.

    Everything else has to be drawn already; points without a name are marked like those that have one. Places are
    tried in sixteen directions and at three distances from the points, whose signs have these radii. A name stays
    away from other names, from `lines` (the two ends of each) and from the border, covers few of the other points,
    and is reached from its point without crossing any of these; a name for which there is no such place is left out,
    and so is the third name of one spot.
    """
    ax.figure.canvas.figure.draw_without_rendering()  # the layout decides how far apart the points are
    unit = ax.figure.dpi / 72.0
    pixels, crowd, ends = (
        ax.transData.transform(np.reshape(points, (-1, 2))) / unit for points in (at, others, np.array(lines))
    )
    sizes = np.zeros(len(at)) if radii is None else radii
    sheet = _Sheet(ax.bbox.extents / unit, crowd, np.column_stack([pixels, sizes, sizes]), ends.reshape(-1, 2, 2))
    for number, name in enumerate(names):
        shift = sheet.place(number, _half(name))
        if shift is not None:
            _write(ax, name, at[number], shift, led=sheet.needs_leader(number, shift, _half(name)))
    return len(sheet.boxes)


class _Sheet:
    """What names have to stay away from, in points of 1/72 inch; a box is its middle and half its sides."""

    def __init__(self, inside: Array, crowd: Array, signs: Array, lines: Array) -> None:
        self.inside, self.crowd, self.signs, self.lines = inside, crowd, signs, lines
        self.boxes: list[Array] = []
        self.leaders: list[Array] = []

    def place(self, number: int, half: Array) -> Array | None:
        """The cheapest shift of a name from its point, or None where each is too dear."""
        at, radius = self.signs[number, :2], float(self.signs[number, 2])
        best, cost = None, _DEAR
        if sum(bool(np.hypot(*(line[0] - at)) <= radius) for line in self.leaders) >= _TOGETHER:
            return None
        for reach in _REACHES:
            for way in _WAYS:
                shift = way * (radius + reach + np.abs(way) * (half - half[1]))
                price = reach / 10.0 + self._price(at, at + shift, half)
                price += _LED if self.needs_leader(number, shift, half) else 0.0
                if price < cost:
                    best, cost = shift, price
        if best is not None:
            self.boxes.append(np.concatenate([at + best, half]))
            self.leaders.append(np.array([at, at + best]))
        return best

    def _price(self, at: Array, middle: Array, half: Array) -> float:
        low, high = middle - half, middle + half
        if (low < self.inside[:2]).any() or (high > self.inside[2:]).any():
            return _DEAR
        leader, box = np.array([at, middle]), np.concatenate([middle, half])
        if any(_meet(middle, half, other) or _crosses(leader, other) for other in self.boxes):
            return _DEAR
        if any(_crosses(line, box) or _cut(line, leader) for line in [*self.lines, *self.leaders]):
            return _DEAR
        covered = int(np.count_nonzero((np.abs(self.crowd - middle) <= half + 3.0).all(axis=1)))
        signs = np.count_nonzero((np.abs(self.signs[:, :2] - middle) < half + self.signs[:, 2:]).all(axis=1))
        return 4.0 * covered + 10.0 * int(signs)

    def needs_leader(self, number: int, shift: Array, half: Array) -> bool:
        """Whether the name is far from its point, or another one is about as near."""
        at, radius = self.signs[number, :2], self.signs[number, 2]
        away = np.linalg.norm(np.maximum(np.abs(self.signs[:, :2] - at - shift) - half, 0.0), axis=1)
        far = float(np.hypot(*shift)) > radius + 1.3 * _REACHES[0] + half[0]
        return far or bool((np.delete(away, number) <= away[number] + 2.0).any())


def _write(ax: Any, name: str, at: Array, shift: Array, *, led: bool) -> None:
    from matplotlib.patheffects import withStroke

    leader = {"arrowstyle": "-", "color": "0.4", "linewidth": 0.6, "shrinkA": 0.0, "shrinkB": 3.0}
    ax.annotate(
        name,
        at,
        xytext=tuple(shift),
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=_POINTS,
        arrowprops=leader if led else None,
        annotation_clip=False,
        zorder=7,
        path_effects=[withStroke(linewidth=2.0, foreground="white")],
    )


def _half(name: str) -> Array:
    """Half the width and height of a name; East Asian signs are as wide as they are high."""
    wide = sum(1.0 if east_asian_width(sign) in "WF" else 0.64 for sign in name)
    return np.array([0.5 * _POINTS * wide + 1.0, 0.6 * _POINTS])


def _meet(middle: Array, half: Array, box: Array) -> bool:
    return bool((np.abs(middle - box[:2]) < half + box[2:]).all())


def _crosses(line: Array, box: Array) -> bool:
    """Whether a segment enters a box: neither the axes nor the segment's normal separate them."""
    middle, half = line.mean(axis=0) - box[:2], np.abs(line[1] - line[0]) / 2.0
    normal = np.array([-half[1], half[0]]) if np.prod(line[1] - line[0]) >= 0 else half[::-1]
    apart = np.abs(middle) > half + box[2:]
    return not apart.any() and bool(abs(middle @ normal) <= box[2:] @ np.abs(normal))


def _cut(first: Array, second: Array) -> bool:
    """Whether two segments cross, each having the ends of the other strictly on both sides."""
    return _parts(first, second) and _parts(second, first)


def _parts(line: Array, ends: Array) -> bool:
    along, about = line[1] - line[0], ends - line[0]
    return bool(np.prod(along[0] * about[:, 1] - along[1] * about[:, 0]) < 0)
