"""Spanning forests of a panel's graph: which row joins each level to its parent, and potentials along the rows."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from gordan.arithmetic.array import Matrix, Positions
from gordan.outcome.panel import Cycle, Tree
from gordan.problem.panel import Panel

__all__ = ["Forest", "close", "forest", "graph"]


@dataclass(frozen=True, eq=False)
class Forest:
    """A breadth-first forest: vertices in its order, from level to level, each with its parent and the row to it."""

    tree: Tree
    parent: Positions
    order: Positions
    levels: Positions  # where each level of `order` begins, and where the last one ends

    def potentials(self, panel: Panel, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The p with values_i + p_tail − p_head = 0 on the rows of the forest, 0 at its roots."""
        p = np.zeros((panel.vertices, *values.shape[1:]), values.dtype)
        for start, stop in zip(self.levels[1:-1], self.levels[2:], strict=True):
            child = self.order[start:stop]
            row = self.tree.row[child]
            step = values[row]
            sign = np.where(panel.head[row] == child, 1, -1)
            p[child] = p[self.parent[child]] + step * (sign if step.ndim == 1 else sign[:, None])
        return p


def graph(panel: Panel, rows: npt.NDArray[np.bool_], *, directed: bool, back: bool = False) -> Matrix:
    """The adjacency matrix of some rows: directed by their signs, with `back` against them, or both ways."""
    forth = rows & (panel.signs <= 0) if directed else rows
    reverse = rows & (panel.signs >= 0) if directed else rows
    size = panel.vertices
    short = np.int32 if size < 2**31 else np.int64
    start = np.concatenate([panel.tail[forth], panel.head[reverse]], dtype=short, casting="same_kind")
    stop = np.concatenate([panel.head[forth], panel.tail[reverse]], dtype=short, casting="same_kind")
    ends = (stop, start) if back else (start, stop)
    return csr_array((np.ones(start.size, bool), ends), shape=(size, size))


def forest(
    panel: Panel, rows: npt.NDArray[np.bool_], *, directed: bool, component: Positions | None = None, back: bool = False
) -> Forest:
    """A breadth-first forest of these rows, a tree for each component; `back` follows directed rows against their sign.

    Without `component` trees are those of the undirected graph.
    """
    edges = graph(panel, rows, directed=directed, back=back)
    if component is None:
        component = connected_components(edges, directed=False)[1].astype(np.int64)
    roots = np.unique(component, return_index=True)[1]
    # One more vertex leads to every root, so that a single search visits all trees.
    size = panel.vertices
    ends = np.append(edges.indptr, edges.nnz + roots.size)
    stop = np.concatenate([edges.indices, roots.astype(edges.indices.dtype)])
    whole = csr_array((np.ones(stop.size, bool), stop, ends), shape=(size + 1, size + 1))
    del edges
    order, parent = breadth_first_order(whole, size, directed=True, return_predecessors=True)
    order, parent = order[1:].astype(np.int64), parent[:size].astype(np.int64)
    parent[roots] = -1
    levels = _levels(order, parent)
    depth = np.zeros(size, np.int64)
    depth[order] = np.repeat(np.arange(levels.size - 1), np.diff(levels))
    return Forest(Tree(_rows(panel, rows, parent, directed=directed, back=back), depth), parent, order, levels)


def _levels(order: Positions, parent: Positions) -> Positions:
    """Where each level of a breadth-first order begins: children stand in it in the order of their parents."""
    place = np.empty(order.size + 1, np.int64)
    place[order] = np.arange(order.size)
    above = np.where(parent[order] < 0, -1, place[parent[order]])
    ends = [0, int(np.searchsorted(above, 0))]
    while ends[-1] < order.size:
        ends.append(int(np.searchsorted(above, ends[-1])))
    return np.array(ends)


def _rows(panel: Panel, rows: npt.NDArray[np.bool_], parent: Positions, *, directed: bool, back: bool) -> Positions:
    """A row for each vertex that leads from its parent to it, or with `back` from it to its parent; −1 for roots."""
    out = np.full(panel.vertices, -1)
    for child_is_head in (True, False):
        # From tail to head lead rows that are not positive, from head to tail those that are not negative.
        sign = -1 if child_is_head != back else 1
        child, above = (panel.head, panel.tail) if child_is_head else (panel.tail, panel.head)
        usable = rows & (parent[child] == above)
        if directed:
            usable &= panel.signs * sign >= 0
        found = np.flatnonzero(usable)[::-1]
        out[child[found]] = found  # the first row is written last
    return out


def close(panel: Panel, trees: Forest, rows: dict[int, int]) -> Cycle:
    """Rows with their integers, and those of the forest that cancel what they leave of the potentials.

    From the deepest level on, what is left of a potential is carried to the parent; at the roots nothing is left.
    """
    integers, left = dict(rows), dict[int, int]()
    for row, integer in rows.items():
        for vertex, part in ((int(panel.tail[row]), integer), (int(panel.head[row]), -integer)):
            left[vertex] = left.get(vertex, 0) + part
    heap = [(-int(trees.tree.depth[vertex]), vertex) for vertex in left]
    heapify(heap)
    while heap:
        depth, vertex = heappop(heap)
        part = left.pop(vertex, 0)
        if not part or not depth:
            continue
        row, parent = int(trees.tree.row[vertex]), int(trees.parent[vertex])
        integers[row] = integers.get(row, 0) + (-part if int(panel.tail[row]) == vertex else part)
        if parent not in left:
            heappush(heap, (depth + 1, parent))
        left[parent] = left.get(parent, 0) + part
    kept = {row: integer for row, integer in integers.items() if integer}
    return Cycle(tuple(kept), tuple(kept.values()))
