"""The aggressive perceptron: go on until every product reaches β.

1. w ← 0
2. while some point has a_j·w < β:
3.     w ← w + a_j

Guarantee
    At most (2β + R²)/ρ² updates, and the margin it ends with is at least ρβ/(2β + R²): with β = R² that is 3R²/ρ²
    updates and a third of the best margin. With an intercept, of lifted points: four times the updates, and 3/√10 of
    that margin (1/√2 of it for sparse points and products; docs/solvers.md has the proof).
Needs
    Sweeps.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Algorithm 2.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import ClassVar

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.sweep import Rule, SweepOracle
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.perceptron import orders, sequential_bound, sequential_promise
from gordan.errors import InputError

__all__ = ["AggressivePerceptron", "sweep_until_quiet"]

_LEAST, _LARGEST = sys.float_info.min, sys.float_info.max


@dataclass(frozen=True)
class AggressivePerceptron(Solver):
    """The perceptron with a threshold.

    Parameters
    ----------
    beta : float or None
        The threshold itself, in the units of a squared length of the points; None is R², the squared length of the
        longest (lifted) point. The online learners and the networks' losses have the same unit.
    shuffled : bool
        Visit the points in a fresh order every pass.
    random_state : int
        Seeds the shuffling.
    """

    beta: float | None = None
    shuffled: bool = False
    random_state: int = 0

    name: ClassVar[str] = "aggressive-perceptron"
    summary: ClassVar[str] = "adds every point whose product is below β; ends with ρβ/(2β+R²) of the margin"
    formula: ClassVar[str] = "(2β + R²)/ρ²"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.beta is not None and not 0 < self.beta < math.inf:
            raise InputError(f"beta is {self.beta!r}; give a positive threshold, None for R², or use Perceptron()")

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        rule = Rule.aggressive(self.threshold(oracle.squared_reach, oracle.scale))  # 3
        return (yield from sweep_until_quiet(oracle, rule, self.shuffled, self.random_state))  # 1, 2

    def threshold(self, square: float, scale: float = 1.0) -> float:
        """β of points that were multiplied by `scale`, where the longest has the squared length `square` since."""
        if self.beta is None:
            return square
        return min(max(self.beta * scale * scale, _LEAST), _LARGEST)  # a positive double, however extreme the scale

    def bound(self, terms: Terms) -> float:
        reach = terms.reach * (math.sqrt(2.0) if terms.lifted else 1.0)
        growth = 2.0 * (self.threshold(reach * reach, terms.scale) / reach / reach) + 1.0
        return sequential_bound(terms, growth, lifted=terms.lifted)

    def promise(self, terms: Terms) -> str:
        # β is that of the lifted points, whose R² is 2R²: 2(2β + 2R²).
        formula = "(β + R²)/ρ²" if terms.lifted else self.formula
        return sequential_promise(formula, terms, lifted=terms.lifted)

    def symbols(self, terms: Terms) -> dict[str, float]:
        reach = terms.reach / terms.scale * (math.sqrt(2.0) if terms.lifted else 1.0)
        return {"β": self.threshold(reach * reach)}


def sweep_until_quiet(oracle: SweepOracle, rule: Rule, shuffled: bool, random_state: int) -> Candidates:
    """Sweep by one rule until a whole pass makes no update: lines 1 and 2 of every threshold's pseudo-code."""
    run = oracle.begin()  # 1
    for order in orders(oracle.size, shuffled, random_state):  # 2
        run = oracle.sweep(run, rule, order)  # 3, and 4 where the rule has one
        candidate = Candidate(run.direction, run.weights, run.lowest, run.image, run.updates)
        yield candidate
        if run.lowest is not None:
            return candidate
    raise AssertionError("the orders never end")
