"""The iterated smooth perceptron – von Neumann algorithm: restart about ever better weights.

1. q ← centre of the base, or the weights of an earlier answer
2. repeat:
3.     stop if ‖Aq‖ ≤ ε        (the loop's business; at ‖Aq‖ = 0 it is a certificate, and line 5 would never end)
4.     δ ← ‖Aq‖/γ
5.     q ← smooth perceptron – von Neumann about q until ‖Ap‖ ≤ δ, unless it separates first

The paper's outer loop does not look whether the inner one separated and then never ends; here the loop sees every
inner candidate, and also stops within a round once ‖Ap‖ ≤ ε, a few iterations before the round would end. By default
λ bounds the spectrum. The paper (ISNKPVN) halts after a round with δ ≤ ε alone, `exit="round"`, and has 2λ = 2n, for
unit points: `smoothing="paper"`, which takes more iterations.

Guarantee
    At most log(‖Aq₀‖/ρ)/log γ + 1 rounds of 2√(2λd)/ρ iterations to separate; ‖Ax‖ ≤ ε after log(‖Aq₀‖/ε)/log γ + 1
    rounds of at most 2γ√(2λd)/ε iterations each, and where ρ < 0 of at most 2γ√(2λd)/|ρ|.
Needs
    Products, and a bound on the spectrum.
Reference
    Soheili and Peña (2013); Ramdas and Peña (2015), Algorithm 7 (ISNKPVN on a Gram matrix).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import Oracle
from gordan.engine.solver.base import Solver, Terms, level
from gordan.engine.solver.smooth_perceptron_von_neumann import (
    Smoothing,
    accelerate,
    begin_about,
    refuse_smoothing,
    spectral_term,
    spectrum,
)
from gordan.errors import InputError

__all__ = ["IteratedSmoothPerceptronVonNeumann"]


@dataclass(frozen=True)
class IteratedSmoothPerceptronVonNeumann(Solver):
    """Restarts of the smoothed perceptron – von Neumann algorithm.

    Parameters
    ----------
    gamma : float
        By which factor ‖Aq‖ must shrink before a restart; greater than 1.
    smoothing : {"spectral", "paper"}
        The first μ of every round: 2λ with an upper bound λ of the spectrum, or 2n as in the paper (times R², for
        points of any length).
    exit : {"image", "round"}
        What ends it at the level ε: ‖Ap‖ at any iteration, or δ at the end of a round as in the paper.
    """

    gamma: float = 2.0
    smoothing: Smoothing = "spectral"
    exit: Literal["image", "round"] = "image"

    name: ClassVar[str] = "iterated-smooth-perceptron-von-neumann"
    summary: ClassVar[str] = "restarts it about ever better weights: linear convergence to a certificate"
    formula: ClassVar[str] = "(log_γ(R/ρ) + 1)·2√(2λd)/ρ, to ε the same with 2γ√(2λd)/ε"
    needs: ClassVar[type] = Oracle
    exact: ClassVar[bool] = False
    spectral: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 1 < self.gamma < math.inf:
            raise InputError(f"gamma is {self.gamma!r}; give a number greater than 1")
        refuse_smoothing(self.smoothing)
        if self.exit not in ("image", "round"):
            raise InputError(f"exit is {self.exit!r}; give 'image' or 'round'")

    def candidates(self, oracle: Oracle, start: Candidate | None = None) -> Candidates:
        q, greatest = begin_about(oracle, start), spectrum(oracle, self.smoothing)  # 1
        last = Candidate(oracle.combine(q), q, None, oracle.combine(q), 0)
        within, delta = math.inf if self.exit == "round" else None, math.inf
        while True:  # 2
            assert last.image is not None
            assert last.weights is not None
            size = oracle.norm(last.image)
            ended = None if within is None else delta if size > 0 else 0.0
            yield replace(last, residual=ended)  # 3
            delta = size / self.gamma  # 4
            last = yield from accelerate(  # 5
                oracle, last.weights, delta, last.updates, spectrum=greatest, residual=within
            )

    def bound(self, terms: Terms) -> float:
        # With a negative margin a round takes no longer the nearer it is to a certificate: linear convergence.
        each = 2.0 * math.sqrt(2.0 * spectral_term(terms, self.smoothing) * terms.spread)
        each /= max(level(terms), -terms.rho)
        rounds = math.log(max(terms.reach / level(terms), 1.0)) / math.log(self.gamma) + 1.0
        return rounds * each * (1.0 if terms.rho > 0 else self.gamma)

    def promise(self, terms: Terms) -> str:
        if terms.rho < 0:
            return "(log_γ(R/ε) + 1)·2γ√(2λd)/max(ε, |ρ|)"
        return "(log_γ(R/ρ) + 1)·2√(2λd)/ρ" if terms.rho > 0 else "(log_γ(R/ε) + 1)·2γ√(2λd)/ε"

    def symbols(self, terms: Terms) -> dict[str, float]:
        return {"γ": self.gamma, "λ": spectral_term(terms, self.smoothing) / terms.scale / terms.scale}
