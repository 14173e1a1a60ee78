"""The smooth perceptron – von Neumann algorithm: Euclidean smoothing about given weights, for either answer.

1. α ← q, μ ← 2λ, r ← p_μ(α), p ← r       (p_μ(α) = projection of q − A*Aα/μ on the base; λ ≥ λ_max(A'A))
2. for k = 0, 1, 2, …:
3.     stop if lowest(A*Aα) > 0 (separated); return p if ‖Ap‖ ≤ δ
4.     θ ← 2/(k+3)
5.     α ← (1 − θ)(α + θ p) + θ² r
6.     μ ← (1 − θ) μ,  r ← p_μ(α)
7.     p ← (1 − θ) p + θ r

On its own it runs from the centre with δ = 0: the loop stops it. The paper's μ = 2n is replaced by 2λ, an upper bound
of the greatest eigenvalue, which is what its proof uses.

Guarantee
    To separate, 2√(2λd)/ρ iterations, d half the squared diameter of the base (1; ½ with an intercept);
    ‖Ap‖ ≤ ε after 2√(2λd)/ε.
Needs
    Products, and a bound on the spectrum.
Reference
    Soheili and Peña (2013); Ramdas and Peña (2015), Algorithm 6 (SNKPVN on a Gram matrix).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, NamedTuple

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import Oracle
from gordan.engine.solver.base import Terms, level

__all__ = ["SmoothPerceptronVonNeumann", "accelerate"]


class State(NamedTuple):
    """What Lemma 8 speaks of: μ, p and r, the margins z of α, the image Aα, and the prox-centre `about`."""

    mu: float
    p: Array
    r: Array
    z: Array
    image: Array
    about: Array


@dataclass(frozen=True)
class SmoothPerceptronVonNeumann:
    """The smoothed perceptron – von Neumann algorithm; it has no parameters."""

    name: ClassVar[str] = "smooth-perceptron-von-neumann"
    summary: ClassVar[str] = "Euclidean smoothing about the centre; separates or shrinks ‖Ax‖"
    formula: ClassVar[str] = "2√(2λ)/ρ or /ε"
    needs: ClassVar[type] = Oracle
    exact: ClassVar[bool] = False
    spectral: ClassVar[bool] = True

    def candidates(self, oracle: Oracle, start: object = None) -> Candidates:
        return (yield from accelerate(oracle, oracle.cone.centre.weights, 0.0, 0))

    def bound(self, terms: Terms) -> float:
        return 2.0 * math.sqrt(2.0 * terms.spectral * terms.spread) / level(terms)


def accelerate(oracle: Oracle, about: Array, delta: float, before: int) -> Candidates:
    """Run lines 1–7 about these weights until ‖Ap‖ ≤ delta; iterations are counted on from `before`."""
    cone, mu = oracle.cone, 2.0 * oracle.spectral
    A_alpha = oracle.combine(about)  # 1
    z = oracle.margins(A_alpha)
    r = cone.project(about - z / mu)
    A_r = oracle.combine(r)
    p, A_p = r, A_r
    for k in count():  # 2
        state = State(mu, p, r, z, A_alpha, about)
        candidate = Candidate(A_alpha, p, cone.lowest(z), A_p, before + k, state)
        yield candidate
        if oracle.norm(A_p) <= delta:  # 3
            return candidate
        theta = 2.0 / (k + 3)  # 4
        A_alpha = (1 - theta) * (A_alpha + theta * A_p) + theta**2 * A_r  # 5
        z = oracle.margins(A_alpha)
        mu = (1 - theta) * mu  # 6
        r = cone.project(about - z / mu)
        A_r = oracle.combine(r)
        p, A_p = (1 - theta) * p + theta * r, (1 - theta) * A_p + theta * A_r  # 7
    raise AssertionError("counting never ends")
