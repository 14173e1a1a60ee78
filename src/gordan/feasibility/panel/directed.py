"""Directed cycles of a panel's rows: what the regressors' coefficients must satisfy where equalities leave them free.

Along a cycle that follows the signs of its rows the potentials cancel, and Σ s_i z_i = (Σ s_i x_i)·β ≥ 0 remains. A β
for which some cycle is negative is not admissible; cycles whose sums cancel with positive factors leave only those β
for which all of them are 0. Cycles are sought where β asks for them, by shortest paths (Bellman, Ford) between groups
of levels that equalities join.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import connected_components

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.forest import Forest, close, graph
from gordan.outcome.panel import Cycle
from gordan.problem.panel import Panel

__all__ = ["Steps"]

_ROUNDS = 2_000  # of shortest paths: a negative cycle shows in a few, and more than there are levels are never needed
_LOOK = 4  # rounds between two looks for a cycle
_ROUNDING = 1e-10  # of the greatest cost: a sum so small may be rounding


class Steps:
    """The rows that are not strict and no equalities, as steps between groups of levels that equalities join."""

    def __init__(self, panel: Panel, strict: npt.NDArray[np.bool_], trees: Forest) -> None:
        self.panel, self.trees = panel, trees
        group = connected_components(graph(panel, panel.signs == 0, directed=False), directed=False)[1]
        p = trees.potentials(panel, panel.regressors)
        rows = np.flatnonzero(~strict & (panel.signs != 0))
        tail, head, sign = panel.tail[rows], panel.head[rows], panel.signs[rows].astype(np.int64)
        sums = sign[:, None] * (panel.regressors[rows] + p[tail] - p[head])
        start = np.where(sign < 0, group[tail], group[head]).astype(np.int64)
        stop = np.where(sign < 0, group[head], group[tail]).astype(np.int64)
        order = np.argsort(stop, kind="stable")
        self.rows, self.sums, self.start, self.stop = rows[order], sums[order], start[order], stop[order]
        self.ends, self.begins = np.unique(self.stop, return_index=True)
        self.groups = int(group.max()) + 1

    def negative_cycle(self, beta: Array, rounding: float = _ROUNDING) -> Cycle | None:
        """A cycle along the signs with (Σ s_i x_i)·β < 0, None where none was found; in doubles."""
        if not self.rows.size:
            return None
        cost = self.sums @ beta
        slack = rounding * float(np.abs(cost).max())
        loop = np.where(self.start == self.stop, cost, np.inf)
        if loop.min() < -slack:
            return self._closed(np.array([loop.argmin()]))
        distance, parent = np.zeros(self.groups), np.full(self.groups, -1)
        for round_ in range(min(self.groups + _LOOK, _ROUNDS)):
            check_deadline("cycles of rows that regressors could separate")
            reached = distance[self.start] + cost
            least = np.minimum.reduceat(reached, self.begins)
            shorter = least < distance[self.ends] - slack
            if not shorter.any():
                return None
            best = np.flatnonzero(reached == np.repeat(least, np.diff(np.append(self.begins, reached.size))))
            best = best[np.isin(self.stop[best], self.ends[shorter])]
            parent[self.stop[best]] = best
            distance[self.ends[shorter]] = least[shorter]
            if round_ % _LOOK == _LOOK - 1 or round_ >= self.groups:
                steps = self._cycle(parent, cost)
                if steps is not None:
                    return self._closed(steps)
        return None

    def _cycle(self, parent: Positions, cost: Array) -> Positions | None:
        """Steps of a negative cycle among those that each group was reached by last; one of cost 0 is none."""
        seen = np.zeros(self.groups, np.int64)
        start, above = self.start.tolist(), parent.tolist()
        for stamp, group in enumerate(np.flatnonzero(parent >= 0).tolist(), start=1):
            here = group
            while above[here] >= 0 and not seen[here]:
                seen[here] = stamp
                here = start[above[here]]
            if above[here] >= 0 and seen[here] == stamp:
                steps, first = [above[here]], here
                while (here := start[above[here]]) != first:
                    steps.append(above[here])
                if cost[steps].sum() < 0:
                    return np.array(steps)
        return None

    def _closed(self, steps: Positions) -> Cycle:
        rows = self.rows[steps].tolist()
        return close(self.panel, self.trees, {row: int(self.panel.signs[row]) for row in rows})
