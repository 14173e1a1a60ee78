"""Hildreth's row action: one point at a time, set its multiplier to its best value. Quick where the margin is wide.

It solves min ½‖w‖² subject to a_j·w ≥ 1 by coordinate ascent on the multipliers u ≥ 0, with w = Σ u_j a_j throughout.
Points that carry no multiplier and are well above 1 are not visited until the next look at all of them.

1. w ← 0, u ← 0
2. repeat: price all points under w; due are those with u_j > 0 and those below 1 or not much above
3.     repeat: for every due point in a fresh random order:
4.         t ← max(−u_j, (1 − a_j·w)/‖a_j‖²);  u_j ← u_j + t,  w ← w + t a_j
5.     until the visits cost as much as the next look

u/Σu are weights on the base with image w/Σu: every step bounds the margin from above. With an intercept the points are
centred and lifted by one coordinate as long as the farthest of them; then w tends to the lifted problem's solution.

Guarantee
    Without an intercept w tends to the maximum margin, in the end linearly; no number of steps is known beforehand. On
    inseparable points u grows without end and ‖Ax‖ tends to 0.
Needs
    Sweeps.
Reference
    Hildreth (1957); Iusem and De Pierro (1990); Hsieh, Chang, Lin, Keerthi and Sundararajan (2008).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.sweep import Rule, SweepOracle
from gordan.engine.solver.base import Solver, Terms

__all__ = ["Hildreth"]

# Of all points, visited between two looks: a product with all of them costs about as much.
_SHARE = 0.25


@dataclass(frozen=True)
class Hildreth(Solver):
    """Coordinate ascent on the multipliers.

    Parameters
    ----------
    random_state : int
        Seeds the order of the visits.
    """

    random_state: int = 0

    name: ClassVar[str] = "hildreth"
    summary: ClassVar[str] = "sets one multiplier at a time to its best value; quick where the margin is wide"
    formula: ClassVar[str] = "none known beforehand"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = False
    polishes: ClassVar[bool] = True

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        generator = np.random.default_rng(self.random_state)
        run = oracle.begin()  # 1
        while True:
            due = oracle.due(run)  # 2
            candidate = Candidate(run.direction, run.weights, due.lowest, run.image, run.updates)
            yield candidate
            if due.order.size == 0:
                # Every product is above 1 and nothing carries weight: numbers that overflow may end so.
                return candidate
            visits = 0
            while visits <= _SHARE * oracle.size:  # 5
                run = oracle.sweep(run, Rule.hildreth(), generator.permutation(due.order))  # 3, 4
                visits += due.order.size

    def bound(self, terms: Terms) -> float:
        return math.inf
