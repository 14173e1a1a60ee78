"""The R-independent perceptron: an aggressive one that learns how long the points are as it goes.

1. w ← 0, β ← 0
2. while some point has a_j·w ≤ β:
3.     w ← w + a_j
4.     if β < ‖a_j‖² then β ← 4‖a_j‖²

Guarantee
    At most 9R²/ρ² updates, for β ≤ 4R² and an update adds at most 2β + R² to ‖w‖²; a third of the best margin; β
    changes at most ⌊log₂(R/r)⌋ + 1 times, r the length of the shortest point. With an intercept, of lifted points: four
    times the updates, and 3/√10 of that margin (1/√2 of it for sparse points and products; docs/solvers.md has the
    proof).
Needs
    Sweeps.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Algorithm 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gordan.engine.candidate import Candidates
from gordan.engine.oracle.sweep import Rule, SweepOracle
from gordan.engine.solver.aggressive_perceptron import sweep_until_quiet
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.perceptron import sequential_bound, sequential_promise

__all__ = ["RIndependentPerceptron"]


@dataclass(frozen=True)
class RIndependentPerceptron(Solver):
    """The perceptron that ends within a third of the best margin without knowing R.

    Parameters
    ----------
    shuffled : bool
        Visit the points in a fresh order every pass.
    random_state : int
        Seeds the shuffling.
    """

    shuffled: bool = False
    random_state: int = 0

    name: ClassVar[str] = "r-independent-perceptron"
    summary: ClassVar[str] = "aggressive, with a threshold that follows the longest point seen; ends with ρ/3"
    formula: ClassVar[str] = "9R²/ρ²"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        rule = Rule.r_independent()  # 3, 4
        return (yield from sweep_until_quiet(oracle, rule, self.shuffled, self.random_state))  # 1, 2

    def bound(self, terms: Terms) -> float:
        return sequential_bound(terms, 9.0, lifted=terms.lifted)

    def promise(self, terms: Terms) -> str:
        return sequential_promise(self.formula, terms, lifted=terms.lifted)
