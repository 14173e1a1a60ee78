"""The point of least norm in a kernel's space by active sets in NumPy, on columns of the matrix of products.

A step is some linear systems in the products of the points that carry weight, so that only columns of points that were
lowest once are computed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.loop.moved_images import CANCELLED, ROUNDING, Shortest
from gordan.engine.loop.shortest import PROGRESS, RIDGE
from gordan.engine.watch import Event
from gordan.problem import Points
from gordan.problem.kernel import Evaluator

__all__ = ["Columns", "least_norm_images"]

_IDLE, _FEW = 4, 128  # columns for every point that carries weight, and more: beyond them images are too dependent
_BLOCK, _SHARE = 16, 3  # points that join at once: so many at least, else a third of those that carry weight
_STEPS = 100  # several times what supports of a fifth of some thousand points take


class Columns:
    """Signed products y_i y_j k(x_i, x_j) of points that were asked for with all n points, at most `most` of them."""

    def __init__(self, problem: Points, most: int) -> None:
        self._evaluator = Evaluator(problem.kernel, problem.X.astype(np.float64, copy=False))
        self._signs, self._place = problem.signs, np.full(problem.n, -1)
        self._kept, self.size = np.empty((most, problem.n)), 0

    def fetch(self, rows: Positions) -> bool:
        """Compute what is missing of the columns `rows`; False where there is no room for it."""
        missing = rows[self._place[rows] < 0]
        if self.size + missing.size > len(self._kept):
            return False
        if missing.size:
            part = self._kept[self.size : self.size + missing.size]
            self._evaluator.columns(missing, out=part)
            part *= self._signs
            part *= self._signs[missing][:, None]
            self._place[missing] = np.arange(self.size, self.size + missing.size)
            self.size += missing.size
        return True

    def block(self, rows: Positions) -> Array:
        """The products of `rows` with one another."""
        G = self._kept[self._place[rows][:, None], rows]
        return np.asarray(0.5 * (G + G.T))

    def combine(self, rows: Positions, x: Array) -> Array:
        """The products of all points with Σ x_j a_j."""
        return np.asarray(x @ self._kept[self._place[rows]])


def least_norm_images(
    columns: Columns, groups: list[Positions], longest: float, *, tol: float, decide: bool
) -> Shortest | None:
    """The shortest w = Σ x_j a_j over weights x >= 0 that sum up to 1 in each group, by active sets.

    The method is that of `shortest.least_norm_point`, on products: the lowest points join in a block, those whose
    weight would be negative leave together, and one after the other where that does not shorten w. `longest` is the
    greatest squared length of an image. None where columns, steps or time run out, or w vanishes.
    """
    n_points = sum(rows.size for rows in groups)
    side = np.zeros(n_points, np.intp)
    for number, rows in enumerate(groups):
        side[rows] = number
    P, x = np.array([rows[0] for rows in groups]), np.ones(len(groups))
    joining, most, safely, shortest = np.empty(0, np.intp), n_points, False, np.inf
    began, steps, slack = now(), [Event(0, 0, 0.0, -np.inf, np.inf, "")], ROUNDING * float(np.sqrt(longest))
    for step in range(1, _STEPS + 1):
        Q = np.append(P, joining)
        idle = columns.size > _IDLE * P.size + _FEW
        if idle or not columns.fetch(Q) or seconds_left() <= 0:
            return None
        trial = _feasible(columns.block(Q), side[Q], np.append(x, 0.0 * joining), longest, len(groups), safely=safely)
        if not trial.square < shortest * (1 - PROGRESS):
            if safely and most == 1:
                return None
            most, safely = max(1, min(most, joining.size) // 2) if safely else most, True
            joining = joining[:most]
            continue
        P, x, shortest, safely = Q[trial.kept], trial.x, trial.square, False
        if shortest <= CANCELLED * longest:
            return None
        products = columns.combine(P, x)
        lowest, length = sum(float(products[rows].min()) for rows in groups), float(np.sqrt(shortest))
        lower, upper = lowest / length / len(groups) - slack, length / len(groups) + slack
        steps.append(Event(step, 1, now() - began, max(lower, steps[-1].lower), min(upper, steps[-1].upper), ""))
        if lowest >= shortest * (1 - tol / 4) or (decide and lowest > 0):
            return Shortest(P, x, products, steps)
        below = products - trial.level[side]
        below[P] = np.inf
        joining = _lowest(below, min(most, max(_BLOCK, P.size // _SHARE)))
        if not joining.size:
            return None
    return None


def _lowest(below: Array, count: int) -> Positions:
    """Positions of the lowest numbers below zero, at most so many, in ascending order of the numbers."""
    rows = np.argpartition(below, min(count, below.size - 1))[:count]
    rows = rows[np.argsort(below[rows], kind="stable")]
    return np.asarray(rows[below[rows] < 0])


class _Trial(NamedTuple):
    """Positions that stay, their weights, the products of all points of a group, and ‖w‖²: infinite without a group."""

    kept: Positions
    x: Array
    level: Array
    square: float


def _feasible(G: Array, side: Positions, x: Array, scale: float, groups: int, *, safely: bool) -> _Trial:
    """The weights of sum 1 in each group with the least x·Gx; where some would be negative, without their rows.

    The system is that of Lagrange: G x = level of the group, by way of G⁻¹ times the indicators of the groups.
    """
    G.flat[:: side.size + 1] += RIDGE * scale
    kept = np.arange(side.size)
    while True:
        M = G if kept.size == side.size else G.take(kept, axis=0).take(kept, axis=1)
        member = np.zeros((kept.size, groups))
        member[np.arange(kept.size), side[kept]] = 1.0
        solved = np.linalg.solve(M, member)
        level: Array = np.asarray(np.linalg.solve(member.T @ solved, np.ones(groups)), dtype=np.float64)
        z = solved @ level
        negative = ~(z > 0)
        if not negative.any():
            # Every weight times the level of its group, less what the ridge added to the squares.
            return _Trial(kept, z, level, float(level.sum() - RIDGE * scale * (z @ z)))
        way = np.zeros(kept.size)
        if safely:  # as far as x stays >= 0
            np.divide(x, x - z, out=way, where=negative & (x > z))
        ratio = np.where(negative, way, np.inf)
        nearest = ratio.min()
        stays = ratio > nearest
        x = (x + nearest * (z - x))[stays]
        kept = kept[stays]
        if np.bincount(side[kept], minlength=groups).min() == 0:
            return _Trial(kept, x, level, np.inf)
