"""Rows that two effects of a panel separate by themselves, for each pair of its effects.

A direction of two effects is one of all: the others stay as they are. So the strong components of each pair, see
`gordan.feasibility.panel.split`, show rows that are strict; where they are left out, further ones may be.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.sparse.csgraph import connected_components

from gordan.arithmetic.array import Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.direction import Direction
from gordan.feasibility.panel.forest import graph
from gordan.problem.panel import Panel

__all__ = ["strict_by_pairs"]

_STEPS = 1_000  # of the longest chain of components; beyond it they keep their numbers


def strict_by_pairs(panel: Panel, flat: Mask, total: Direction) -> tuple[Mask, Direction] | None:
    """The rows that stay flat, and the direction with those of all pairs; None where integers become too long."""
    nothing, changed = np.zeros((panel.n, 0)), True
    ends = np.cumsum([0, *panel.sizes])
    while changed:
        changed = False
        for a, b in combinations(range(len(panel.levels)), 2):
            check_deadline("the strong components of the effects")
            pair = Panel(nothing, (panel.levels[a], panel.levels[b]), panel.signs)
            component = connected_components(graph(pair, flat, directed=True), directed=True, connection="strong")[1]
            between = flat & (component[pair.tail] != component[pair.head])
            if not between.any():
                continue
            heights = _heights(pair, component.astype(np.int64), np.flatnonzero(between))
            potentials = np.zeros(panel.vertices, np.int64)
            # A potential of the second effect is subtracted, any other one added.
            sign = [1 if e != 1 else -1 for e in (a, b)]
            size = pair.sizes[0]
            potentials[ends[a] : ends[a + 1]] = sign[0] * heights[:size]
            potentials[ends[b] : ends[b + 1]] = -sign[1] * heights[size:]
            step = Direction((0,) * panel.k, potentials, panel.signs * panel.rise(potentials))
            further = total.then(step, ~flat)
            if further is None or not bool((step.rise[between] > 0).all()):
                return None
            flat, total, changed = flat & ~between, further, True
    return flat, total


def _heights(pair: Panel, component: Positions, rows: Positions) -> Positions:
    """Potentials that fall along every one of these rows by at least 1: how long the chains behind a component are.

    Components have numbers that fall along the rows too, but large ones: directions made of several would be long.
    """
    sign = pair.signs[rows]
    start = np.where(sign < 0, component[pair.tail[rows]], component[pair.head[rows]])
    stop = np.where(sign < 0, component[pair.head[rows]], component[pair.tail[rows]])
    height = np.zeros(int(component.max()) + 1, np.int64)
    for _ in range(_STEPS):
        low = height[start] <= height[stop]
        if not low.any():
            return -height[component]
        np.maximum.at(height, start[low], height[stop[low]] + 1)
    return -component
