"""Directions of a panel in integers: potentials for a β that all cycles admit, and one direction made of several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.regressor import combine_columns
from gordan.problem.numbers import Whole
from gordan.problem.panel import Panel

__all__ = ["Direction", "admitted", "nowhere"]

_LARGEST = 2**60  # of potentials and products: their sums stay within int64
_ROUNDS = 5_000  # of shortest paths


@dataclass(frozen=True, eq=False)
class Direction:
    """β and potentials in integers, and s_i z_i for every row."""

    beta: tuple[int, ...]
    potentials: Positions
    rise: Positions

    def then(self, other: Direction, strict: npt.NDArray[np.bool_]) -> Direction | None:
        """A multiple of this direction and the other, so that rows strict here stay so; None where it is too long."""
        old, new = self.rise[strict], other.rise[strict]
        times = int((-new // old).max(initial=0)) + 2 if old.size else 1
        size = times * max(_reach(self.potentials), _reach(self.rise)) + max(
            _reach(other.potentials), _reach(other.rise)
        )
        if size >= _LARGEST:
            return None
        beta = tuple(times * a + b for a, b in zip(self.beta, other.beta, strict=True))
        return Direction(beta, times * self.potentials + other.potentials, times * self.rise + other.rise)


def nowhere(panel: Panel) -> Direction:
    """The direction that leaves everything as it is."""
    return Direction((0,) * panel.k, np.zeros(panel.vertices, np.int64), np.zeros(panel.n, np.int64))


def _reach(values: Whole) -> int:
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))


def admitted(panel: Panel, beta: tuple[int, ...], flat: npt.NDArray[np.bool_]) -> Direction | None:
    """The direction of a β with s_i z_i ≥ 0 on all flat rows, by shortest paths in integers; None where none is."""
    used = tuple(c for c, value in enumerate(beta) if value)
    values, scale = combine_columns(panel, used, tuple(beta[c] for c in used))
    # values + p_tail − p_head is at most 0 for sign −1, at least 0 for sign 1: each bounds one end by the other.
    down, up = np.flatnonzero(flat & (panel.signs <= 0)), np.flatnonzero(flat & (panel.signs >= 0))
    start = np.concatenate([panel.head[down], panel.tail[up]])
    stop = np.concatenate([panel.tail[down], panel.head[up]])
    cost = np.concatenate([-values[down], values[up]])
    order = np.argsort(stop, kind="stable")
    start, stop, cost = start[order], stop[order], cost[order]
    ends, begins = np.unique(stop, return_index=True)
    p = np.zeros(panel.vertices, values.dtype)
    for _ in range(min(panel.vertices + 1, _ROUNDS)):
        check_deadline("the direction along which regressors separate")
        least = np.minimum.reduceat(p[start] + cost, begins)
        if not (least < p[ends]).any():
            return _measured(tuple(v * scale for v in beta), p, panel.signs * (values + p[panel.tail] - p[panel.head]))
        p[ends] = np.minimum(p[ends], least)
    return None


def _measured(beta: tuple[int, ...], p: Whole, rise: Whole) -> Direction | None:
    """The direction in int64, None where that is too short for it."""
    if max(_reach(p), _reach(rise)) >= _LARGEST:
        return None
    return Direction(beta, p.astype(np.int64), rise.astype(np.int64))
