"""Mitchell, Dem'yanov and Malozemov's algorithm on products of points: weight moves between two points at a time.

For weights x >= 0 that sum up to 1, of all points or of those of either label, it makes w = Σ x_j a_j as short as
possible, where a_j are signed points in the space of a kernel:

    1  x is 1 at one point of each hull, z the products of all points with w
    2  of each hull the point i with the lowest product; of the points j with weight the one from which a move of weight
       to i shortens w most: the greatest (z_j − z_i)² / ‖a_j − a_i‖²
    3  stop where the lowest products, added up, are within the gap of ‖w‖², or positive if that is enough, or w is 0
    4  move weight from j to i, as much as shortens w most, or all there is
    5  now and then, in place of line 4, go to the shortest point of the affine hulls of the points with weight, as far
       as x stays >= 0, and on without the point that blocks

Only columns of points that were lowest once are asked for. The fifth line is that of Wolfe (1976): without it the
algorithm converges linearly, with it it ends. Its systems have one Cholesky factor, which rows join at the end and
leave by rotations. The second point of a pair is chosen as in LIBSVM.

References
----------
B. F. Mitchell, V. F. Dem'yanov and V. N. Malozemov, Finding the point of a polyhedron closest to the origin, 1974.
R.-E. Fan, P.-H. Chen and C.-J. Lin, Working set selection using second order information for training SVM, 2005.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.engine.compiled import CANCELS, LIMIT, MISSING, SOLVED
from gordan.engine.compiled.rows import Numbers, Order, Vector

__all__ = ["EVERY", "Hulls", "arguments", "balance", "shorten"]

EVERY = 16  # steps at least between two solutions on all points that carry weight
NOWHERE, UNKNOWN = np.empty((0, 0)), np.empty((0, 0), np.float32)
RBF = 0, 1.0, 0.0


@dataclass
class Hulls:
    """Points of one label, then those of the other, and how far their weights have come.

    Parameters
    ----------
    split : how many points have the first label.
    diagonal : the points' products with themselves.
    kept : room for columns of signed products with all points; `used` of them are there, of the points `points`.
    joint : whether all weights sum up to 1 together: a hull of all points, in place of one for each label.
    X, kernel : the points, one in each column, and degree, gamma, coef0 of their kernel, of which 0 is the degree of
        "rbf". Without points columns are `missing` until they are added.
    whole : whether X is the matrix of all signed products instead.
    single : that matrix in single precision, in the place of X.
    """

    split: int
    diagonal: Vector
    kept: Vector
    joint: bool
    X: Vector = field(default_factory=lambda: NOWHERE)
    kernel: tuple[int, float, float] = RBF
    whole: bool = False
    single: Numbers = field(default_factory=lambda: UNKNOWN)

    def __post_init__(self) -> None:
        n, most = self.diagonal.size, len(self.kept)
        self.points, self.place = np.zeros(most, np.int64), np.full(n, -1)
        self.x, self.z = np.zeros(n), np.zeros(n)
        self.x[[0] if self.joint else [0, self.split]] = 1.0  # 1
        self.signs = np.where(np.arange(n) < self.split, 1.0, -1.0)
        self.used, self.steps, self.due, self.missing = 0, 0, EVERY, -1
        # The factor of the products of points that carried weight when it was last needed, and which these are.
        self.room = np.empty((most, most)), np.empty((2, most)), np.empty(most, np.int64), np.zeros(most, np.int64)
        self.size = 0

    @property
    def hulls(self) -> list[slice]:
        """The points of each hull."""
        return [slice(None)] if self.joint else [slice(0, self.split), slice(self.split, None)]

    @property
    def square(self) -> float:
        """‖w‖²."""
        return float(self.x @ self.z)

    @property
    def lowest(self) -> float:
        """The lowest products of the hulls, added up."""
        return sum(float(self.z[hull].min()) for hull in self.hulls)

    def add(self, points: Order, columns: Numbers) -> None:
        """Take in the columns of points that are not there yet."""
        end = self.used + points.size
        self.kept[self.used : end], self.points[self.used : end] = columns, points
        self.place[points], self.used = np.arange(self.used, end), end
        if not self.steps:
            self.combine()

    def combine(self) -> None:
        """Compute z anew."""
        self.z[:] = self.x[self.points[: self.used]] @ self.kept[: self.used]


def shorten(
    hulls: Hulls, *, gap: float, ridge: float, cancelled: float, decide: bool, limit: int, compiled: bool = True
) -> int:
    """Go on until the gap is closed; SOLVED, CANCELS, LIMIT, or MISSING: a column has to be added first.

    Parameters
    ----------
    hulls : mutated.
    gap : relative to ‖w‖².
    ridge : added to every point's square, so that twins share their weight.
    cancelled : ‖w‖² at which w counts as 0.
    decide : whether positive products are enough.
    limit : of steps.
    compiled : the compiled loop, or the NumPy reference.
    """
    if not compiled:
        return _refer(hulls, (gap, ridge, cancelled), decide, limit)
    from gordan.engine.compiled import mdm_loop

    ended = mdm_loop.shorten(*arguments(hulls, (gap, ridge, cancelled), decide, limit))
    status, hulls.used, hulls.steps, hulls.due, hulls.size, hulls.missing = ended
    return status


def arguments(hulls: Hulls, numbers: tuple[float, float, float], decide: bool, limit: int) -> tuple[Any, ...]:
    """What the compiled loop is called with; `numbers` are gap, ridge and cancelled, as in `shorten`."""
    shape = hulls.split, int(not hulls.joint), limit, int(hulls.whole)
    counts = hulls.used, hulls.steps, hulls.due, hulls.size
    data, columns = (hulls.X, hulls.single, hulls.kernel, hulls.diagonal), (hulls.kept, hulls.points, hulls.place)
    return *data, shape, numbers, decide, (hulls.x, hulls.z), columns, counts, hulls.room


def balance(hulls: Hulls, ridge: float) -> None:
    """Move the weights to the shortest point of the affine hulls, and on without those that block the way."""
    blocked = True
    while blocked:
        used = hulls.points[: hulls.used]
        carrying = np.flatnonzero(hulls.x[used] > 0)
        points = used[carrying]
        k, sides = points.size, np.zeros((points.size, len(hulls.hulls)))
        sides[np.arange(k), ((points >= hulls.split) & (not hulls.joint)).astype(int)] = 1.0
        G = hulls.kept[np.ix_(carrying, points)]
        G.flat[:: k + 1] += ridge
        try:
            solution = np.linalg.solve(G, sides)
            target = solution @ np.linalg.solve(sides.T @ solution, np.ones(sides.shape[1]))
        except np.linalg.LinAlgError:
            break
        x, blocked = hulls.x[points], False
        if not np.isfinite(target).all():
            break
        ways = np.divide(x, x - target, out=np.ones(k), where=~(target > 0) & (x < x - target))
        first = int(ways.argmin())
        hulls.x[points] = np.maximum(x + ways[first] * (target - x), 0.0)
        if ways[first] < 1:
            hulls.x[points[first]], blocked = 0.0, True
    hulls.combine()


def _refer(hulls: Hulls, numbers: tuple[float, float, float], decide: bool, limit: int) -> int:
    """The NumPy reference of the compiled loop, in which every solution is that of `balance`."""
    (gap, ridge, cancelled), x, z = numbers, hulls.x, hulls.z
    if not hulls.used:
        _fetch(hulls, np.flatnonzero(x))
    while hulls.steps < limit:
        best, lowest = (0.0, -1, -1), 0.0
        for hull in hulls.hulls:
            own = np.arange(x.size)[hull]
            i = int(own[z[hull].argmin()])  # 2
            if hulls.place[i] < 0:
                if not (hulls.X.size or hulls.single.size) or hulls.used == len(hulls.kept):
                    hulls.missing = i
                    return MISSING
                _fetch(hulls, np.array([i]))
            lowest += float(z[i])
            j = own[(x[hull] > 0) & (z[hull] > z[i])]
            if j.size:
                apart = hulls.diagonal[i] + hulls.diagonal[j] - 2.0 * hulls.kept[hulls.place[i], j] + ridge
                gains = (z[j] - z[i]) ** 2 / apart
                best = max(best, (float(gains.max()), i, int(j[gains.argmax()])), key=lambda each: each[0])
        square, (_, to, source) = hulls.square, best
        if to < 0 or square - lowest <= gap * square or (decide and lowest > 0):  # 3
            return SOLVED
        if square <= cancelled:
            return CANCELS
        hulls.steps += 1
        if hulls.steps >= hulls.due:  # 5
            hulls.due = hulls.steps + max(EVERY, int((x > 0).sum()) // 2)
            balance(hulls, ridge)
            continue
        one, other = hulls.kept[hulls.place[to]], hulls.kept[hulls.place[source]]
        apart = hulls.diagonal[to] + hulls.diagonal[source] - 2.0 * one[source] + ridge
        step = min(float((z[source] - z[to]) / apart), float(x[source]))  # 4
        x[to], x[source] = x[to] + step, x[source] - step
        z += step * (one - other)
    return LIMIT


def _fetch(hulls: Hulls, points: Order) -> None:
    (degree, gamma, coef0), X = hulls.kernel, hulls.X
    if hulls.whole or hulls.single.size:
        hulls.add(points, X[points] if hulls.whole else hulls.single[points])
        return
    if degree:
        columns = (gamma * (X[:, points].T @ X) + coef0) ** degree
    else:
        columns = np.exp(-gamma * np.square(X[:, points].T[:, :, None] - X).sum(axis=1))
    hulls.add(points, hulls.signs[points][:, None] * columns * hulls.signs)
