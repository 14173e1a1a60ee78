"""Winnow: multiplicative updates, for margins measured in the l1 norm.

1. θ ← 0, η ← 1
2. while some point has a_j·w ≤ 0, where w_i = sinh(η θ_i)   (exp(η θ_i) when only w ≥ 0 is sought):
3.     θ ← θ + a_j/‖a_j‖_∞
4.     after 2 ln d/η² updates at this η: η ← η/2, θ ← 0

d is the number of coordinates that are multiplied: m where only w ≥ 0 is sought, else 2m, for columns then count as
(a, −a). An intercept may have either sign and adds 2 to either number. Its own margin is
ρ₁ = max over ‖w‖₁ = 1 of min_j a_j·w/‖a_j‖_∞; the halving finds an η ≤ ρ₁ without knowing it. Nothing it does bounds
ρ₁ from above by an l2 image; the counts are ordinary weights all the same, and the bracket is the usual one.

Guarantee
    At most 2 ln d/η² updates at each η, (32/3) ln d/ρ₁² in all; ρ₁ ≥ ρ/(R√m). Where w ≥ 0 is sought and points keep
    their lengths this is (32/3) ln(m) (R/ρ₁)², R the greatest entry, with an intercept (32/3) ln(m+2) (2R/ρ₁)².
Needs
    Sweeps over coordinates: data known only by inner products cannot serve it.
Reference
    Littlestone (1988); Ramdas and Peña (2015), section 2.2 (whose log n is no bound: ln d with d coordinates is).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from gordan.engine.candidate import Candidates
from gordan.engine.oracle.sweep import Rule, SweepOracle
from gordan.engine.solver.aggressive_perceptron import sweep_until_quiet
from gordan.engine.solver.base import Solver, Terms
from gordan.errors import InputError

__all__ = ["Winnow"]


@dataclass(frozen=True)
class Winnow(Solver):
    """Littlestone's algorithm.

    Parameters
    ----------
    positive : bool
        Seek only w ≥ 0. `solve` sets it by the question: points that were posed with `positive=True` ask for that,
        and others refuse it.
    eta : float
        The first learning rate, at most 1.
    shuffled : bool
        Visit the points in a fresh order every pass.
    random_state : int
        Seeds the shuffling.
    """

    positive: bool = False
    eta: float = 1.0
    shuffled: bool = False
    random_state: int = 0

    name: ClassVar[str] = "winnow"
    summary: ClassVar[str] = "multiplicative updates; good when few coordinates matter"
    formula: ClassVar[str] = "(32/3) ln(2m) mR²/ρ²"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not 0 < self.eta <= 1:
            raise InputError(f"eta is {self.eta!r}; give a learning rate above 0 and at most 1")

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        rule = Rule.winnow(self.eta, signed=not self.positive)  # 3, 4
        return (yield from sweep_until_quiet(oracle, rule, self.shuffled, self.random_state))  # 1, 2

    def bound(self, terms: Terms) -> float:
        if terms.rho <= 0:
            return math.inf
        lift = 4.0 if terms.lifted else 1.0
        if self.positive:
            # Here ρ is ρ₁ itself and R the greatest entry.
            return 32.0 / 3.0 * math.log(max(terms.m + 2 * terms.lifted, 2)) * lift * (terms.reach / terms.rho) ** 2
        m = terms.m + terms.lifted
        return 32.0 / 3.0 * math.log(2 * m) * m * lift * (terms.reach / terms.rho) ** 2

    def promise(self, terms: Terms) -> str:
        if self.positive:
            d, reach = ("m+2", "2R") if terms.lifted else ("m" if terms.m > 1 else "2", "R")
            return f"(32/3) ln({d}) ({reach}/ρ₁)²"
        return "(32/3) ln(2(m+1)) (m+1)·4R²/ρ²" if terms.lifted else self.formula
