"""A better hyperplane for points that no hyperplane separates: local ascent of a negative margin.

Scaled so that the lowest margin is −1, directions fill the polyhedron of all w whose margins are at least −1, and the
margin is −1/‖w‖. Its longest element is NP-hard to find. A local one takes the steps of the simplex method: along the
lowest points as long as w becomes longer, then from vertex to vertex.

1. w ← start, scaled; B ← its lowest point
2. fewer points in B than dimensions: go along the projection of w on what is orthogonal to them, or along all of that
   space's axes where w is orthogonal to it, to the first point that becomes as low; it joins B
3. else, at a vertex: go along the steepest edge, or else the best of all edges, as long as that makes w longer; the
   point that ends it takes the place of the one that was left
4. a way along which no margin changes, as that of a constant column, makes w longer and separates nothing: w and all
   later ways are orthogonal to it, so that the margin is that in the span of the points (with an intercept, of their
   differences)
5. a way that no point ends has no negative margin: the margin is 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Positions

__all__ = ["Signed", "ascend"]

_FLAT = 1e-9  # of the length: a projection so short is rounding
_LONGER = 1.0 + 1e-9  # a step that gains less changes nothing that is shown
_SAME = 1e-11  # of the products of lengths: margins that change by less along a way stay as they are
_FALLING = 1e-12  # of the fastest change: margins that fall more slowly are those of points that stay as low
_TIMES = 16  # the rounding of products, for the same: points are mostly longer than their margins change
_STEP = 300_000  # one step, in entries: the interpreter's share
_RATIO = 8  # entries, for each point of a product: the comparison of where its margin ends a way


@dataclass
class Signed:
    """Signed points a_j by products and by rows; the work done is counted, in entries of the data multiplied.

    Attributes
    ----------
    products : callable
        From directions, the rows of a matrix, to a column of margins a_j·w for each.
    rows : callable
        From numbers to the points of these numbers, dense.
    entries : int
        Of the data: what one product costs.
    labels : array or None
        ±1 for each point, the coefficient of an intercept; None where hyperplanes go through the origin.
    rounding : float
        Error of a margin relative to the length of the direction and of the longest point.
    """

    products: Callable[[Array], Array]
    rows: Callable[[Positions], Array]
    entries: int
    labels: Array | None = None
    rounding: float = 0.0
    work: float = 0.0

    def margins(self, V: Array) -> Array:
        """a_j·w + y_j b for each row (w, b) of V."""
        if self.labels is None:
            Z = self.products(V)
        else:
            Z = np.asarray(self.products(V[:, :-1]) + np.outer(self.labels, V[:, -1]))
        self.work += _STEP + len(V) * self._cost(len(Z))
        return Z

    def affordable(self, n: int, max_work: float) -> int:
        """How many margins of n points can be computed before `max_work`."""
        return max(int((max_work - self.work - _STEP) / self._cost(n)), 0)

    def _cost(self, n: int) -> int:
        return self.entries + _RATIO * n

    def constraints(self, rows: list[int]) -> Array:
        """The points with their labels, whose products with (w, b) are the margins."""
        points = self.rows(np.array(rows, np.intp))
        self.work += 4.0 * len(rows) * points.size
        return points if self.labels is None else np.column_stack([points, self.labels[rows]])

    def begin(self, w: Array) -> tuple[Array, Array]:
        """(w, b) with b half-way between the classes, and its margins."""
        self.work += _STEP + self.entries
        z = self.products(w[None])[:, 0]
        if self.labels is None:
            return w, z
        b = 0.5 * float(z[self.labels < 0].min() - z[self.labels > 0].min())
        return np.append(w, b), np.asarray(z + self.labels * b)

    def direction(self, v: Array) -> Array:
        return v if self.labels is None else v[..., :-1]


def ascend(signed: Signed, starts: Iterable[Array], *, max_work: float) -> tuple[Array | None, float]:
    """The direction of the greatest margin that ascents from these directions find, and that margin.

    No product is begun after `max_work`: a step that would compare all edges of a vertex, as many products as there
    are dimensions, then compares the steepest ones.

    Examples
    --------
    >>> square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    >>> signed = Signed(lambda W: square @ W.T, lambda rows: square[rows], square.size)
    >>> w, margin = ascend(signed, [np.array([1.0, 0.3])], max_work=1e8)
    >>> np.abs(w).round(9).tolist(), round(margin, 9)
    ([1.0, 0.0], -1.0)
    """
    best, greatest = None, -np.inf
    for start in starts:
        if signed.work >= max_work or greatest >= 0:
            break
        w, margin = _ascend(signed, start, max_work)
        if margin > greatest:
            best, greatest = w, margin
    return best, greatest


def _ascend(signed: Signed, start: Array, max_work: float) -> tuple[Array, float]:
    if not (start.any() and np.isfinite(start).all()):
        return start, -np.inf
    v, margins = signed.begin(start / np.linalg.norm(start))  # 1
    low = float(margins.min())
    if not -np.inf < low < 0:
        return start, low if low >= 0 else -np.inf
    v, margins, active = v / -low, margins / -low, [int(margins.argmin())]
    flat = np.zeros((0, v.size))
    while signed.work < max_work:
        G = signed.constraints(active)
        vertex = len(active) + len(flat) == v.size
        length = float(np.linalg.norm(signed.direction(v)))
        for ways in _edges(signed, v, G, flat) if vertex else [_along(signed, v, G, flat)]:  # 3, 2
            ways = ways[: signed.affordable(margins.size, max_work)]
            if not len(ways):
                return _direction(signed, v)
            step, place, joining, ahead = _farthest(signed, v, margins, ways)
            if joining < 0:
                break
            if np.linalg.norm(signed.direction(v + step * ways[place])) > length * _LONGER:
                break
        else:
            if vertex:
                break
        way = ways[place]
        if np.abs(ahead).max() <= _SAME * np.linalg.norm(G, axis=1).max() * np.linalg.norm(way):
            v, flat = _level(signed, v, way, flat)  # 4
            continue
        if joining < 0:
            return np.asarray(signed.direction(way)), 0.0  # 5
        v, margins = v + step * way, margins + step * ahead
        left = int(np.argmax(G @ way)) if vertex else -1
        active = [j for i, j in enumerate(active) if i != left] + [joining]
    return _direction(signed, v)


def _level(signed: Signed, v: Array, way: Array, flat: Array) -> tuple[Array, Array]:
    """v without its part along a way that changes no margin, and the normals of all such ways with this one."""
    normal = way.copy()
    if signed.labels is not None:
        normal[-1] = 0.0
    square = float(normal @ normal)
    return v - float(normal @ v) / square * way, np.vstack([flat, normal / np.sqrt(square)])


def _direction(signed: Signed, v: Array) -> tuple[Array, float]:
    """The direction of what is scaled to the margin −1, and its margin; −inf where rounding has left no direction."""
    w = np.asarray(signed.direction(v))
    length = float(np.linalg.norm(w))
    return w, -1.0 / length if length > 0 else -np.inf


def _along(signed: Signed, v: Array, G: Array, flat: Array) -> Array:
    """The projection of w; where it is nothing, w is shortest here, and any way in both senses makes it longer."""
    w = v.copy()
    if signed.labels is not None:
        w[-1] = 0.0
    fixed = np.vstack([G, flat])
    Q = np.linalg.qr(fixed.T)[0]
    ahead = w - Q @ (Q.T @ w)
    ahead -= Q @ (Q.T @ ahead)  # a short projection is mostly rounding the first time
    if np.linalg.norm(ahead) > _FLAT * np.linalg.norm(w):
        return np.asarray(ahead[None])
    across = np.linalg.qr(fixed.T, mode="complete")[0].T[len(fixed) :]
    return np.concatenate([across, -across])


def _edges(signed: Signed, v: Array, G: Array, flat: Array) -> Iterator[Array]:
    """The edge along which w becomes longer fastest, if any; then all of them, the steepest first."""
    try:
        edges: Array = np.asarray(np.linalg.inv(np.vstack([G, flat])).T, dtype=np.float64)[: len(G)]
    except np.linalg.LinAlgError:
        return
    inside = signed.direction(edges)
    speeds = inside @ signed.direction(v) / np.linalg.norm(inside, axis=1)
    edges = edges[np.argsort(-speeds, kind="stable")]
    if speeds.max() > 0:
        yield edges[:1]
    yield edges


def _farthest(signed: Signed, v: Array, margins: Array, ways: Array) -> tuple[float, int, int, Array]:
    """Of the ways that lead to the longest direction: the step, its number, the point that ends it, and its margins.

    The point is −1 where none does.
    """
    Z = signed.margins(ways)
    slowest = max(_FALLING, _TIMES * signed.rounding) * np.abs(Z).max(axis=0)
    falling = slowest < -Z
    room = np.divide(1.0 + margins[:, None], -Z, out=np.full(Z.shape, np.inf), where=falling)
    ends = room.argmin(axis=0)
    steps = np.maximum(room[ends, np.arange(len(ways))], 0.0)
    if np.isinf(steps).any():
        place = int(np.isinf(steps).argmax())
        return np.inf, place, -1, Z[:, place]
    place = int(np.linalg.norm(signed.direction(v + steps[:, None] * ways), axis=1).argmax())
    return float(steps[place]), place, int(ends[place]), Z[:, place]
