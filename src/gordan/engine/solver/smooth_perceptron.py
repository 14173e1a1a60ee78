"""The smooth perceptron: the worst point softened, and Nesterov's acceleration.

1. α ← centre of the base, μ ← 2 L_xy², q ← p_μ(α), p ← q      (p_μ(α) softens the margins A*Aα by μ)
   with an earlier direction w of length 1: Aα ← cw and μ ← 4 L_xy²/((k₀+1)(k₀+2)), what k₀ iterations leave of it, for
   the greatest k₀ that was tried where the inequality of the guarantee holds; c maximises −L_μ(cw)
2. for k = 0, 1, 2, … (or k₀, k₀ + 1, …):
3.     stop if lowest(A*Aα) > 0        (the loop's business)
4.     θ ← 2/(k+3)
5.     α ← (1 − θ)(α + θ p) + θ² q
6.     μ ← (1 − θ) μ,  q ← p_μ(α)
7.     p ← (1 − θ) p + θ q

Images are kept beside the weights, so an iteration costs two products: A*(Aα) and Aq. Of α only the image is needed.
On a Gram matrix (SNKP) images carry their margins, and Aq is the only product.

Guarantee
    At most 2 L_xy √(2θ)/ρ iterations, θ the entropy's range (ln n; ½ ln(n₊n₋) with an intercept). At every iteration
    L_μ(α) ≤ −½‖Ap‖². Where it holds for an earlier direction at k₀, there are k₀ fewer to come.
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
from gordan.engine.solver.base import Solver, Terms, level

__all__ = ["SmoothPerceptron"]


_FIRST, _FARTHEST = 8, 1 << 16  # iterations tried for an earlier direction, each half as many again
_MISSES = 4  # in a row: beyond them the smoothing is too small for it
_HALVINGS = 30  # of the interval that c is sought in


class State(NamedTuple):
    """The quantities of Lemma 5: the smoothing μ, p and q, the margins z of α, and the image Aα."""

    mu: float
    p: Array
    q: Array
    z: Array
    image: Array


@dataclass(frozen=True)
class SmoothPerceptron(Solver):
    """The smooth perceptron; it has no parameters."""

    name: ClassVar[str] = "smooth-perceptron"
    summary: ClassVar[str] = "entropy-smoothed, accelerated perceptron"
    formula: ClassVar[str] = "2L√(2θ)/ρ, θ = ln n"
    needs: ClassVar[type] = Oracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: Oracle, start: Candidate | None = None) -> Candidates:
        cone = oracle.cone
        first, A_alpha, z, q, A_q = _begin(oracle, start)  # 1
        mu = _smoothing(oracle, first)
        p, A_p = q, A_q
        for k in count(first):  # 2
            yield Candidate(A_alpha, p, cone.lowest(z), A_p, k - first, State(mu, p, q, z, A_alpha))  # 3
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


class Beginning(NamedTuple):
    """The iteration to begin with, the direction Aα there, its margins, the softened weights and their image."""

    k: int
    image: Array
    z: Array
    q: Array
    A_q: Array


def _smoothing(oracle: Oracle, k: int) -> float:
    """What k iterations leave of μ."""
    return 4.0 * oracle.radius**2 / ((k + 1) * (k + 2))


def _begin(oracle: Oracle, start: Candidate | None) -> Beginning:
    length = 0.0 if start is None else oracle.norm(start.direction)
    if start is not None and length > 0:
        best, missed, k = None, 0, _FIRST
        w = start.direction / length
        z = oracle.margins(w)
        while missed < _MISSES and k < _FARTHEST:
            beginning = _along(oracle, w, z, k)
            best, missed = (beginning, 0) if beginning is not None else (best, missed + 1)
            k += k // 2
        if best is not None:
            return best
    A_alpha = oracle.combine(oracle.cone.centre.weights)
    z = oracle.margins(A_alpha)
    q = oracle.cone.soften(z, _smoothing(oracle, 0))
    return Beginning(0, A_alpha, z, q, oracle.combine(q))


def _along(oracle: Oracle, w: Array, z: Array, k: int) -> Beginning | None:
    """Iteration k with a direction cw of margins cz, None where L_μ(α) ≤ −½‖Ap‖² does not hold there.

    −L_μ(cw) = min over the base of c⟨z, x⟩ + μ d(x), less ½c², is concave in c; its slope is ⟨z, q⟩ − c.
    """
    cone, mu, low, high = oracle.cone, _smoothing(oracle, k), 0.0, oracle.reach
    for _ in range(_HALVINGS):
        c = 0.5 * (low + high)
        low, high = (c, high) if cone.pair(z, cone.soften(c * z, mu)) > c else (low, c)
    q = cone.prox(cone.centre.dual, (low / mu) * z)
    A_q = oracle.combine(q.weights)
    value = low * cone.pair(z, q.weights) + mu * cone.divergence(q, cone.centre) - 0.5 * low**2
    if not (low > 0 and value >= 0.5 * oracle.dot(A_q, A_q)):
        return None
    return Beginning(k, low * w, low * z, q.weights, A_q)
