"""`Elimination`: an order in which rows of a panel determine its levels, but for a few that are left over.

A row that has one unknown level determines it, by additions alone: integers stay integers. Where every row has more,
some levels are taken for known, the seeds:

1. known ← nothing
2. while some row has one unknown level: that level is known; all that are so at once are one step
3. end if nothing is unknown
4. rows with two unknown levels are edges between them; in the largest components one level each becomes a seed, since
   all others of its component follow from it. Without edges a seed is a level of the most rows; go to 2

Rows that determine nothing have sums of seeds that are 0: a system whose size is the number of seeds, and that is far
smaller than the number of levels where levels have a few rows each. (Decoders of fountain codes inactivate symbols so.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from gordan.arithmetic.array import Mask, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import OverBudget
from gordan.problem.numbers import Whole
from gordan.problem.panel import Panel

__all__ = ["Elimination", "eliminate"]

_SHARE = 0.05  # of the seeds so far that are added at once: one by one takes long, more at once leaves more of them
_EDGE = 3  # levels of a component from which on it is worth a seed of its own
_BLOCK = 64  # seeds whose part of every level is held at once
_EXACT = 2.0**52  # integers below this are exact in doubles
_LARGEST = 2.0**61

Values = npt.NDArray[Any]


class Step(NamedTuple):
    """Levels that become known together, each by its row, in which it has the sign given."""

    vertex: Positions
    row: Positions
    sign: Positions


@dataclass(frozen=True, eq=False)
class Elimination:
    """The seeds, ordered by component, and the steps in which all other levels follow from them and from the rows."""

    panel: Panel
    rows: Mask  # those that it was made of
    seeds: Positions
    steps: tuple[Step, ...]
    component: Positions  # of every level
    place: Positions  # of every seed within its component

    @property
    def widest(self) -> int:
        """The most seeds of one component."""
        return int(self.place.max()) + 1

    def fill(self, values: Values, p: Values) -> Values:
        """The potentials with values_i + rise_i(p) = 0 on the rows of all steps, and with those given at the seeds."""
        p = p.copy()
        for vertex, row, sign in self.steps:
            p[vertex] = 0
            left = values[row] + self.panel.rise(p, row)
            p[vertex] = left * (-sign if left.ndim == 1 else -sign[:, None])
        return p

    def fill_integers(self, values: Whole, p: Whole) -> Whole:
        """The same for integers, in int64 where all fit."""
        if values.dtype != object and p.dtype != object:
            near = self.fill(values.astype(np.float64), p.astype(np.float64))
            # Within int64 sums are right whatever happens in between; doubles tell whether they are.
            if _greatest(near) < _LARGEST:
                return self.fill(values, p)
        return self.fill(values.astype(object), p.astype(object))

    def push(self, weights: Whole) -> tuple[Whole, Whole]:
        """Weights changed on the rows of the steps so that all levels but seeds cancel; and what is left of seeds."""
        if weights.dtype != object:
            if max(map(_greatest, self._push(weights.astype(np.float64)))) < _LARGEST:
                return self._push(weights)
            weights = weights.astype(object)
        return self._push(weights)

    def _push(self, weights: Whole) -> tuple[Whole, Whole]:
        panel, weights = self.panel, weights.copy()
        left = np.zeros(panel.vertices, weights.dtype)
        _scatter(panel, left, np.flatnonzero(weights), weights[weights != 0])
        for vertex, row, sign in reversed(self.steps):
            amount = -left[vertex] * sign
            used = np.flatnonzero(amount)
            weights[row[used]] += amount[used]
            _scatter(panel, left, row[used], amount[used])
        return weights, left[self.seeds]

    def sums(self, rows: Positions) -> Matrix:
        """The sums of seeds that these rows are, once all other levels are replaced."""
        panel, parts = self.panel, []
        first = np.searchsorted(self.component[self.seeds], self.component[panel.tail[rows]])
        for start in range(0, self.widest, _BLOCK):
            check_deadline("the sums of levels that rows leave")
            concerned = np.flatnonzero((self.place >= start) & (self.place < start + _BLOCK))
            width = int(self.place[concerned].max()) + 1 - start
            p = np.zeros((panel.vertices, width))
            p[self.seeds[concerned], self.place[concerned] - start] = 1.0
            table = panel.rise(self._exactly(p), rows)
            i, j = np.nonzero(table)
            parts.append((i, first[i] + start + j, table[i, j].astype(np.int64)))
        i, j, data = (np.concatenate(each) for each in zip(*parts, strict=True))
        return csr_array((data, (i, j)), shape=(rows.size, self.seeds.size))

    def failing(self, vectors: Matrix) -> Positions:
        """The rows that it was made of in which some of these columns, each of the seeds of one component, is not 0."""
        entries = vectors.tocoo()
        at = self.component[self.seeds[entries.coords[0]]]
        # Columns of different components never meet in a row, and share one of the table.
        owner = np.zeros(vectors.shape[1], np.int64)
        owner[entries.coords[1]] = at
        order = np.argsort(owner, kind="stable")
        place = np.empty(owner.size, np.int64)
        place[order] = np.arange(owner.size) - np.searchsorted(owner[order], owner[order])
        wrong = np.zeros(self.panel.n, bool)
        for start in range(0, int(place.max(initial=-1)) + 1, _BLOCK):
            check_deadline("the rows that seeds leave")
            column = place[entries.coords[1]] - start
            concerned = np.flatnonzero((column >= 0) & (column < _BLOCK))
            p = np.zeros((self.panel.vertices, int(column[concerned].max()) + 1))
            p[self.seeds[entries.coords[0][concerned]], column[concerned]] = entries.data[concerned]
            wrong |= self.panel.rise(self._exactly(p)).any(axis=1)
        return np.flatnonzero(wrong & self.rows)

    def _exactly(self, p: Values) -> Values:
        p = self.fill(np.zeros((self.panel.n, p.shape[1])), p)
        if _greatest(p) * len(self.panel.levels) >= _EXACT:
            raise OverBudget("the sums of levels that rows leave have integers beyond 2^52")
        return p

    def spare(self) -> Positions:
        """The rows of no step, those next to the seeds first: their sums are short."""
        panel, depth = self.panel, np.zeros(self.panel.vertices, np.int64)
        idle = self.rows.copy()
        for number, (vertex, row, _) in enumerate(self.steps, start=1):
            depth[vertex], idle[row] = number, False
        rows = np.flatnonzero(idle)
        ends = (panel.tail, panel.head, *panel.further)
        return rows[np.argsort(sum(depth[each[rows]] for each in ends), kind="stable")]


def _scatter(panel: Panel, left: Whole, rows: Positions, amounts: Whole) -> None:
    """Add the amounts of these rows to all their levels, in place."""
    np.add.at(left, panel.tail[rows], amounts)
    np.subtract.at(left, panel.head[rows], amounts)
    for vertex in panel.further:
        np.add.at(left, vertex[rows], amounts)


def _greatest(values: Values) -> float:
    return float(np.abs(values).max(initial=0.0)) if np.isfinite(values).all() else np.inf


def eliminate(panel: Panel, rows: Mask) -> Elimination:
    """The elimination of some rows of a panel.

    Examples
    --------
    >>> levels = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0, 1, 0, 0])
    >>> order = eliminate(Panel(np.zeros((4, 0)), levels, [0, 0, 0, 0]), np.ones(4, bool))
    >>> order.seeds.size, sum(step.vertex.size for step in order.steps)
    (2, 4)
    """
    state = _State(panel, np.flatnonzero(rows))
    steps, seeds = list[Step](), [np.flatnonzero(state.alone)]
    chosen = seeds[0][:0]
    while True:
        check_deadline("the order in which rows determine levels")
        fresh = state.learn(chosen)
        while fresh.size:
            check_deadline("the order in which rows determine levels")
            step = state.determined(fresh)
            steps += [step] if step.vertex.size else []
            fresh = state.learn(step.vertex)
        chosen = state.choose(sum(each.size for each in seeds) - seeds[0].size)
        if not chosen.size:
            break
        seeds.append(chosen)
    together = np.concatenate(seeds)
    ordered = together[np.argsort(state.component[together], kind="stable")]
    owner = state.component[ordered]
    place = np.arange(ordered.size) - np.searchsorted(owner, owner)
    return Elimination(panel, rows, ordered, tuple(steps), state.component, place)


class _State:
    """Which levels are known, and for every row how many are not, and their sum: the number of the last one."""

    def __init__(self, panel: Panel, places: Positions) -> None:
        self.size, self.places = panel.vertices, places
        self.heads = panel.sizes[0], sum(panel.sizes[:2])
        self.V = np.stack([each[places] for each in (panel.tail, panel.head, *panel.further)], axis=1)
        self.row_of = np.argsort(self.V.ravel(), kind="stable") // self.V.shape[1]
        self.ends = np.concatenate([[0], np.cumsum(np.bincount(self.V.ravel(), minlength=self.size))])
        self.unknown = np.full(places.size, self.V.shape[1])
        self.total = self.V.sum(axis=1)
        self.known = np.diff(self.ends) == 0
        self.alone = self.known.copy()
        self.length = np.zeros(self.size)
        joined = [(self.V[:, 0], other) for other in self.V.T[1:]]
        start, stop = (np.concatenate(each) for each in zip(*joined, strict=True))
        edges = csr_array((np.ones(start.size, bool), (start, stop)), shape=(self.size, self.size))
        self.component = connected_components(edges, directed=False)[1].astype(np.int64)

    def learn(self, vertices: Positions) -> Positions:
        """Note that these are known; the rows that have one unknown level since."""
        self.known[vertices] = True
        count = self.ends[vertices + 1] - self.ends[vertices]
        offset = np.repeat(self.ends[vertices] - np.concatenate([[0], np.cumsum(count)[:-1]]), count)
        touched: Positions = self.row_of[offset + np.arange(offset.size)]
        np.subtract.at(self.unknown, touched, 1)
        np.subtract.at(self.total, touched, np.repeat(vertices, count))
        fresh: Positions = touched[self.unknown[touched] == 1]
        return fresh

    def determined(self, rows: Positions) -> Step:
        """The levels that these rows determine, each by the row whose other levels have the shortest sums."""
        lengths = self.length[self.V[rows]].sum(axis=1)
        order = np.argsort(lengths, kind="stable")
        rows, lengths = rows[order], lengths[order]
        vertex, first = np.unique(self.total[rows], return_index=True)
        self.length[vertex] = 1.0 + lengths[first]
        sign = np.where((vertex >= self.heads[0]) & (vertex < self.heads[1]), -1, 1)
        return Step(vertex, self.places[rows[first]], sign)

    def choose(self, so_far: int) -> Positions:
        """The next seeds; none where all levels are known."""
        open_rows = np.flatnonzero(self.unknown)
        if not open_rows.size:
            return open_rows
        most = max(1, int(_SHARE * so_far))
        pairs = open_rows[self.unknown[open_rows] == 2]
        picked = self._of_components(pairs, most) if pairs.size else pairs
        if not picked.size:
            share = np.repeat(1.0 / self.unknown[open_rows] ** 2, self.V.shape[1])
            count = np.bincount(self.V[open_rows].ravel(), weights=share, minlength=self.size)
            count[self.known] = 0
            picked = np.argsort(-count, kind="stable")[:most]
            picked = picked[2 * count[picked] >= count[picked[0]]]
        return picked

    def _of_components(self, pairs: Positions, most: int) -> Positions:
        """The level of the most edges in each of the largest components."""
        ends = self.V[pairs][~self.known[self.V[pairs]]].reshape(-1, 2)
        edges = csr_array((np.ones(len(ends), bool), (ends[:, 0], ends[:, 1])), shape=(self.size, self.size))
        label = connected_components(edges, directed=False)[1]
        inside = np.unique(ends)
        size = np.bincount(label[inside])
        largest = np.argsort(-size, kind="stable")[:most]
        largest = largest[(size[largest] >= _EDGE) & (2 * size[largest] >= size.max())]
        degree = np.bincount(ends.ravel(), minlength=self.size)
        ordered = inside[np.argsort(degree[inside], kind="stable")]
        best = np.full(size.size, -1)
        best[label[ordered]] = ordered  # the level of the most edges is written last
        chosen: Positions = best[largest]
        return chosen
