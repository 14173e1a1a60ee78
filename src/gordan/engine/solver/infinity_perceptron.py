"""The ∞-perceptron: a threshold that grows with the number of updates, for nearly all of the margin.

1. w ← 0, t ← 0, β ← 0
2. while some point has a_j·w ≤ β:
3.     w ← w + a_j, t ← t + 1
4.     β ← ½R²((t+1)^α − t^α − 1), so that ‖w‖ ≤ R t^(α/2)

Guarantee
    At most (R/ρ)^(2/(2−α)) updates. With α = 2(1−δ) the margin is at least (1−δ)ρ − (R/2)(ρ/R)^((1−δ)/δ).
    With an intercept both hold of the lifted points, with R√2 for R and at least 3ρ/√10 for ρ (ρ/√2 for sparse points
    and products; docs/solvers.md has the proof).
Needs
    Sweeps.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Algorithm 4 (whose exponent (2−δ)/δ is a slip).
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from typing import ClassVar

from gordan.arithmetic.growth import growth_exponent
from gordan.engine.candidate import Candidates
from gordan.engine.oracle.sweep import Rule, SweepOracle
from gordan.engine.solver.aggressive_perceptron import sweep_until_quiet
from gordan.engine.solver.base import Solver, Terms, level

__all__ = ["InfinityPerceptron"]

_DEFAULT = 1.25


@dataclass(frozen=True)
class InfinityPerceptron(Solver):
    """The perceptron whose threshold never stops growing.

    Parameters
    ----------
    alpha : float
        Between 1 and 2: the closer to 2, the larger the margin and the more updates.
    delta : float or None
        In the place of alpha: 0 < delta < 0.5 with alpha = 2(1 − delta), the share of the margin that is given up.
    shuffled : bool
        Visit the points in a fresh order every pass.
    random_state : int
        Seeds the shuffling.
    """

    alpha: float = _DEFAULT
    shuffled: bool = False
    random_state: int = 0
    delta: InitVar[float | None] = None

    name: ClassVar[str] = "infinity-perceptron"
    summary: ClassVar[str] = "a threshold that grows with the updates; ends with nearly (α/2)ρ"
    formula: ClassVar[str] = "(R/ρ)^(2/(2−α))"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = False

    def __post_init__(self, delta: float | None) -> None:
        object.__setattr__(self, "alpha", growth_exponent(self.alpha, delta, default=_DEFAULT))

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        rule = Rule.infinity(self.alpha, oracle.reach)  # 3, 4
        return (yield from sweep_until_quiet(oracle, rule, self.shuffled, self.random_state))  # 1, 2

    def bound(self, terms: Terms) -> float:
        # Lifted: R√2 and ρ/√2 (2 in the ratio); the class rescaling at most doubles ‖Ax‖ (√8 with the lift).
        ratio = 1.0 if not terms.lifted else 2.0 if terms.rho > 0 else 8.0**0.5
        return float((ratio * terms.reach / level(terms)) ** (2.0 / (2.0 - self.alpha)))

    def promise(self, terms: Terms) -> str:
        if not terms.lifted:
            return self.formula if terms.rho > 0 else self.formula.replace("ρ", "ε")
        return "(2R/ρ)^(2/(2−α))" if terms.rho > 0 else "(√8R/ε)^(2/(2−α))"

    def symbols(self, terms: Terms) -> dict[str, float]:
        return {"α": self.alpha}
