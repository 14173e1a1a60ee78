"""`Basis`: rows of a panel with any number of effects by which its levels are joined.

1. a spanning forest of the levels of the first two effects, by the rows given
2. every other row closes a cycle in it: there the first two effects cancel, and a sum r_i·c of levels of the further
   effects remains, with integers r_i whose sum is 0 for each effect; nodes are these levels
3. where r_i is the difference of two nodes it joins them; a spanning forest of these edges is one round, and its trees
   are the nodes of the next
4. the nodes that no difference joins have a core: independent rows, solved for in fractions

Along forests potentials are solved for, and weights are corrected, by additions alone: integers stay integers. Where
there is a core, they are integers over one denominator.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from gordan.arithmetic.array import Mask, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import OverBudget
from gordan.feasibility.panel.core import Core, core_of, times
from gordan.feasibility.panel.forest import Forest, forest
from gordan.outcome.panel import Cycle
from gordan.problem.numbers import Whole
from gordan.problem.panel import Panel

__all__ = ["Basis", "basis_of"]

_ENTRIES = 30_000_000  # of the sums around cycles, together
_LARGEST = 2**61

Values = npt.NDArray[Any]


class Round(NamedTuple):
    """Rows that join nodes: the node of every further level, and the sums of the rows.

    Row e is c of the node `child[e]` times `sign[e]`, less that of `parent[e]`. Rows next to the roots come first.
    """

    node: Positions
    child: Positions
    parent: Positions
    row: Positions
    sign: Positions
    sums: Matrix


class Closed(NamedTuple):
    """Integers factor · weights, and some more on a few rows, with which all effects cancel."""

    factor: int
    weights: Positions
    rows: Positions
    integers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Basis:
    """The forest, the rounds, and the core of the nodes that are left."""

    panel: Panel
    rows: Mask  # those that it was made of
    trees: Forest
    group: Positions  # the tree of each vertex of the first two effects
    rounds: tuple[Round, ...]
    node: Positions  # of every further level, after the rounds
    root: Positions  # the further level that stands for each node
    core: Core

    @property
    def first(self) -> int:
        """The vertex of the first further level."""
        return sum(self.panel.sizes[:2])

    @property
    def open(self) -> bool:
        """Whether some rows that the basis was made of are no sums of its own."""
        return self.core.free is None

    def potentials(self, values: Values) -> tuple[Values, int]:
        """The p with factor · values_i + rise_i(p) = 0 on the rows of the basis, 0 at its roots, and the factor."""
        panel = self.panel
        p, factor = self.trees.potentials(panel, values), 1
        if not self.rounds and not self.core.row.size:
            return p, factor
        c = p[self.first :]
        for each in self.rounds:
            left = values[each.row] + panel.rise(p, each.row) + times(each.sums, c)
            shift = np.zeros((int(each.node.max()) + 1, *values.shape[1:]), values.dtype)
            step = left * (-each.sign if left.ndim == 1 else -each.sign[:, None])
            for e, (child, parent) in enumerate(zip(each.child.tolist(), each.parent.tolist(), strict=True)):
                shift[child] = shift[parent] + step[e]
            c = c + shift[each.node]
        if self.core.row.size:
            left = values[self.core.row] + panel.rise(p, self.core.row) + times(self.core.sums, c)
            shift, factor = self.core.fix(-left)
            values, c = values.astype(shift.dtype) * factor, c.astype(shift.dtype) * factor + shift[self.node]
        for vertex in panel.further:
            values = values + c[vertex - self.first]
        p = self.trees.potentials(panel, values)
        p[self.first :] = c
        return p, factor

    def shifted(self, values: Whole, near: Positions) -> tuple[Whole, int]:
        """The same with potentials near these at the roots and at the nodes that are free."""
        assert self.core.free is not None
        first = self.first
        places, share = self.core.free
        c = times(share, near[first + self.root[places]] // self.core.scale).astype(values.dtype)[self.node]
        moved = values
        for vertex in self.panel.further:
            moved = moved + c[vertex - first]
        p, factor = self.potentials(moved)
        p[first:] += c.astype(p.dtype) * factor
        p[:first] += near[self.group[:first]].astype(p.dtype) * factor
        return p, factor

    def close(self, near: Positions) -> Closed | None:
        """Weights near these with which all effects cancel, changed on the basis; None where no others do."""
        weights, left = self._reduced(near)
        if left[: self.first].any() or weights.dtype != np.int64:
            return None
        left = left[self.first + self.root]
        if not left.any():
            return Closed(1, weights, np.zeros(0, np.int64), ())
        amounts = self.core.cancel(left)
        if amounts is None:
            return None
        more = np.zeros(self.panel.n, object)
        more[self.core.row] = amounts[0]
        more = self._reduced(more)[0]
        rows = np.flatnonzero(more)
        return Closed(amounts[1], weights, rows, tuple(int(v) for v in more[rows]))

    def closed(self, row: int) -> Cycle | None:
        """The cycle that one row closes in the basis."""
        weights = np.zeros(self.panel.n, np.int64)
        weights[row] = 1
        found = self.close(weights)
        if found is None:
            return None
        rows = np.flatnonzero(found.weights)
        total = {int(i): found.factor * int(found.weights[i]) for i in rows}
        for i, integer in zip(found.rows.tolist(), found.integers, strict=True):
            total[i] = total.get(i, 0) + integer
        kept = {i: integer for i, integer in total.items() if integer}
        shared = gcd(*kept.values()) or 1
        return Cycle(tuple(kept), tuple(integer // shared for integer in kept.values()))

    def _reduced(self, near: Whole) -> tuple[Whole, Whole]:
        """Weights so changed that what they leave is 0 but at the roots of nodes and trees; and what they leave."""
        long = near.dtype == object or _greatest(near) * 4 * self.panel.n >= _LARGEST
        weights = near.astype(object) if long else near.copy()
        left = self._push(weights)
        for each in reversed(self.rounds):
            part = np.zeros(int(each.node.max()) + 1, left.dtype)
            np.add.at(part, each.node, left[self.first :])
            ends, sign, entries = each.sums.indptr.tolist(), each.sign.tolist(), each.sums.data.astype(left.dtype)
            for e in range(each.row.size - 1, -1, -1):
                amount = part[each.child[e]]
                if amount:
                    part[each.parent[e]] += amount
                    amount = -amount * sign[e]
                    weights[each.row[e]] += amount
                    low, high = ends[e], ends[e + 1]
                    left[self.first + each.sums.indices[low:high]] += amount * entries[low:high]
        return (weights, self._push(weights)) if self.rounds else (weights, left)

    def _push(self, weights: Whole) -> Whole:
        """Let the first two effects cancel along the forest; what is left of every potential."""
        panel, trees = self.panel, self.trees
        left = np.zeros(panel.vertices, weights.dtype)
        np.add.at(left, panel.tail, weights)
        np.subtract.at(left, panel.head, weights)
        for start, stop in zip(trees.levels[-2:0:-1], trees.levels[-1:1:-1], strict=True):
            child = trees.order[start:stop]
            part, row = left[child], trees.tree.row[child]
            weights[row] += np.where(panel.tail[row] == child, -part, part)
            np.add.at(left, trees.parent[child], part)
            left[child] = 0
        for vertex in panel.further:
            np.add.at(left, vertex, weights)
        return left


def _greatest(values: Whole) -> int:
    return max(int(values.max()), -int(values.min()))


def basis_of(panel: Panel, rows: Mask) -> Basis:
    """The basis of some rows of a panel.

    Examples
    --------
    >>> levels = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0, 1, 0, 0])
    >>> basis = basis_of(Panel(np.zeros((4, 0)), levels, [0, 0, 0, 0]), np.ones(4, bool))
    >>> basis.node.tolist(), basis.open
    ([0, 0], False)
    """
    trees = forest(panel, rows, directed=False)
    group = _groups(trees)
    size = panel.vertices - sum(panel.sizes[:2])
    node, root = np.arange(size), np.arange(size)
    places = np.flatnonzero(rows)
    R = _around(panel, trees, places, size) if panel.further else csr_array((0, 0), dtype=np.int64)
    left, numbers, rounds = *_filled(R, np.arange(places.size)), list[Round]()
    while (step := _edges(left)) is not None:
        check_deadline("the levels of further effects")
        picked = numbers[step.row]
        rounds.append(Round(node, step.child, step.parent, places[picked], step.sign, csr_array(R[picked])))
        node, root = step.component[node], root[step.roots]
        count = step.component.size
        onward = csr_array((np.ones(count, np.int64), step.component, np.arange(count + 1)), shape=(count, root.size))
        left, numbers = _filled(csr_array(left @ onward), numbers)
    core = core_of(left)
    picked = numbers[core.row]
    core = core._replace(row=places[picked], sums=csr_array(R[picked]))
    return Basis(panel, rows, trees, group, tuple(rounds), node, root, core)


def _filled(R: Matrix, numbers: Positions) -> tuple[Matrix, Positions]:
    """The rows that are not 0."""
    R.eliminate_zeros()
    kept = np.flatnonzero(np.diff(R.indptr))
    return csr_array(R[kept]), numbers[kept]


class _Edges(NamedTuple):
    """A forest between nodes, by the numbers of its rows; the tree of each node, and their roots."""

    child: Positions
    parent: Positions
    row: Positions
    sign: Positions
    component: Positions
    roots: Positions


def _groups(trees: Forest) -> Positions:
    """The tree of each vertex, by its root."""
    group = np.arange(trees.parent.size)
    for start, stop in zip(trees.levels[1:-1], trees.levels[2:], strict=True):
        child = trees.order[start:stop]
        group[child] = group[trees.parent[child]]
    return group


def _around(panel: Panel, trees: Forest, rows: Positions, size: int) -> Matrix:
    """The sums r_i of these rows: their own further levels, and those of the paths in the forest."""
    first = sum(panel.sizes[:2])
    count, many = len(panel.further), panel.vertices

    def own(rows: Positions) -> Matrix:
        columns = np.stack([vertex[rows] - first for vertex in panel.further], axis=1).ravel()
        ends = np.arange(0, columns.size + 1, count)
        return csr_array((np.ones(columns.size, np.int64), columns, ends), shape=(rows.size, size))

    # What each vertex has more than its root, as a sum of further levels: from one level of the forest to the next.
    parts, entries = [csr_array((int(trees.levels[1]), size), dtype=np.int64)], 0
    place = np.empty(many, np.int64)
    place[trees.order] = np.arange(many)
    for before, start, stop in zip(trees.levels[:-2], trees.levels[1:-1], trees.levels[2:], strict=True):
        check_deadline("the sums of levels along a forest")
        child = trees.order[start:stop]
        row = trees.tree.row[child]
        step = own(row)
        step.data *= np.repeat(np.where(panel.head[row] == child, 1, -1), count)
        part = csr_array(parts[-1][place[trees.parent[child]] - before] + step)
        part.eliminate_zeros()
        parts.append(part)
        entries += part.nnz
        if entries > _ENTRIES:
            raise OverBudget(f"the sums of levels along a forest have more than {_ENTRIES:,} entries")
    from scipy.sparse import vstack

    U = csr_array(vstack(parts, format="csr"))
    longest = int(np.diff(U.indptr).max(initial=0))
    if rows.size * longest > 20 * _ENTRIES:
        raise OverBudget(f"the sums of levels around cycles have more than {_ENTRIES:,} entries")
    R = csr_array(own(rows) + U[place[panel.tail[rows]]] - U[place[panel.head[rows]]])
    R.eliminate_zeros()
    return R


def _edges(R: Matrix) -> _Edges | None:
    """A forest of the rows that are differences of two nodes; its trees are the nodes that stay."""
    size = R.shape[1]
    two = np.flatnonzero(np.diff(R.indptr) == 2)
    first = R.indptr[two]
    unit = (np.abs(R.data[first]) == 1) & (R.data[first] + R.data[first + 1] == 0)
    two, first = two[unit], first[unit]
    if not two.size:
        return None
    a, b = R.indices[first].astype(np.int64), R.indices[first + 1].astype(np.int64)
    graph = csr_array((np.ones(2 * two.size, bool), (np.append(a, b), np.append(b, a))), shape=(size, size))
    component = connected_components(graph, directed=False)[1].astype(np.int64)
    roots = np.unique(component, return_index=True)[1]
    # One more node leads to every root, so that a single search visits all trees.
    stop = np.concatenate([graph.indices, roots])
    whole = csr_array((np.ones(stop.size, bool), stop, np.append(graph.indptr, stop.size)), shape=(size + 1, size + 1))
    visited, parent = breadth_first_order(whole, size, directed=True, return_predecessors=True)
    visited, parent = visited[1:].astype(np.int64), parent[:size].astype(np.int64)
    parent[roots] = -1
    row, sign = np.full(size, -1), np.zeros(size, np.int64)
    for child, above, way in ((a, b, R.data[first]), (b, a, R.data[first + 1])):
        usable = np.flatnonzero(parent[child] == above)
        row[child[usable]], sign[child[usable]] = two[usable], way[usable]
    child = visited[parent[visited] >= 0]
    return _Edges(child, parent[child], row[child], sign[child], component, roots)
