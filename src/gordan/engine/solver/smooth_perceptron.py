"""The smooth perceptron: the worst point softened, and Nesterov's acceleration.

1. α ← centre of the base, μ ← 2 L_xy², q ← p_μ(α), p ← q      (p_μ(α) softens the margins A*Aα by μ)
2. for k = 0, 1, 2, …:
3.     stop if lowest(A*Aα) > 0        (the loop's business)
4.     θ ← 2/(k+3)
5.     α ← (1 − θ)(α + θ p) + θ² q
6.     μ ← (1 − θ) μ,  q ← p_μ(α)
7.     p ← (1 − θ) p + θ q

Images are kept beside the weights, so an iteration costs two products: A*(Aα) and Aq. Of α only the image is needed.
On a Gram matrix (SNKP) images carry their margins, and Aq is the only product.

Guarantee
    At most 2 L_xy √(2θ)/ρ iterations, θ the entropy's range (ln n; ½ ln(n₊n₋) with an intercept). At every iteration
    L_μ(α) ≤ −½‖Ap‖².
Needs
    Products.
Reference
    Soheili and Peña (2012); Ramdas and Peña (2015), Algorithm 4 (SNKP on a Gram matrix).
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

__all__ = ["SmoothPerceptron"]


class State(NamedTuple):
    """What Lemma 5 speaks of: the smoothing μ, p and q, the margins z of α, and the image Aα."""

    mu: float
    p: Array
    q: Array
    z: Array
    image: Array


@dataclass(frozen=True)
class SmoothPerceptron:
    """The smooth perceptron; it has no parameters."""

    name: ClassVar[str] = "smooth-perceptron"
    summary: ClassVar[str] = "entropy-smoothed, accelerated perceptron"
    formula: ClassVar[str] = "2L√(2θ)/ρ, θ = ln n"
    needs: ClassVar[type] = Oracle
    exact: ClassVar[bool] = False
    spectral: ClassVar[bool] = False

    def candidates(self, oracle: Oracle, start: object = None) -> Candidates:
        cone = oracle.cone
        mu = 2.0 * oracle.radius**2  # 1
        A_alpha = oracle.combine(cone.centre.weights)
        z = oracle.margins(A_alpha)
        q = cone.soften(z, mu)
        A_q = oracle.combine(q)
        p, A_p = q, A_q
        for k in count():  # 2
            yield Candidate(A_alpha, p, cone.lowest(z), A_p, k, State(mu, p, q, z, A_alpha))  # 3
            theta = 2.0 / (k + 3)  # 4
            A_alpha = (1 - theta) * (A_alpha + theta * A_p) + theta**2 * A_q  # 5
            z = oracle.margins(A_alpha)
            mu = (1 - theta) * mu  # 6
            q = cone.soften(z, mu)
            A_q = oracle.combine(q)
            p, A_p = (1 - theta) * p + theta * q, (1 - theta) * A_p + theta * A_q  # 7
        raise AssertionError("counting never ends")

    def bound(self, terms: Terms) -> float:
        if terms.rho <= 0:
            # The theorem is silent where no separator exists.
            return math.inf
        return 2.0 * terms.radius * math.sqrt(2.0 * terms.theta) / level(terms)
