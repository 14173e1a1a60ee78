"""The smoothed Winnow: max over w ∈ Δ, min over the base of ⟨w, Ax⟩, smoothed by entropies on both sides.

Of x(w, μ) and w(x, μ) the one softens the margins A*w by μ, the other the image Ax: the minimiser of ⟨A*w, x⟩ + μ d(x)
and the maximiser of ⟨w, Ax⟩ − μ d(w), with d the entropy above its centre. E bounds the entries of A.

1. μ_x ← E √(θ_w/θ_x), μ_w ← 2E √(θ_x/θ_w)      (θ the entropies' ranges)
2. w ← prox of the centre along A x̂/μ_w, where x̂ = x(centre, μ_x);  x ← x̂
3. for k = 0, 1, 2, …:
4.     stop if lowest(A*w) > 0 or max_i (Ax)_i < 0        (the loop's business)
5.     τ ← 2/(k+3)
6.     for even k:  w̆ ← w(x, μ_w),  ŵ ← (1 − τ) w + τ w̆,  x̂ ← x(ŵ, μ_x)
7.                  w̃ ← prox of w̆ along τ/((1 − τ)μ_w) A x̂,  w ← (1 − τ) w + τ w̃,  x ← (1 − τ) x + τ x̂
8.                  μ_w ← (1 − τ) μ_w
9.     for odd k:   the same with the two sides changed

Every iteration keeps the excessive gap, max_w {⟨w, Ax⟩ − μ_w d(w)} ≤ min_x {⟨A*w, x⟩ + μ_x d(x)}, for
τ²/(1 − τ) ≤ μ_w μ_x/E² throughout (which asks for twice the product of smoothings that begins it). Hence
max_i (Ax)_i − lowest(A*w) ≤ μ_w θ_w + μ_x θ_x. It looks nothing like Winnow, as its announcement says. Averages of
products are products of averages, so an iteration costs three products.

Guarantee
    max_i (Ax)_i − lowest(A*w) ≤ 4E √(θ_x θ_w)/(k+1), hence at most 4E √(θ_x θ_w)/|ρ₁| iterations to either answer;
    θ_x = ln n (½ ln(n₊n₋) with an intercept), θ_w = ln m.
Needs
    Products, and coordinates.
Reference
    Nesterov (2005), Excessive gap technique; Hoda, Gilpin, Peña and Sandholm (2010). Announced for Winnow by Ramdas and
    Peña (2015), section 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, NamedTuple

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import PositiveOracle
from gordan.engine.solver.base import Solver, Terms, level
from gordan.problem.cone import Cone

__all__ = ["SmoothWinnow"]

Product = Callable[[Array], Array]


class Side(NamedTuple):
    """One player: the base it lives on, its smoothing μ, its point and the product of that point with the data."""

    base: Cone
    mu: float
    point: Array
    product: Array


class State(NamedTuple):
    """The quantities of the excessive gap: both smoothings, and the products of both points."""

    mu_w: float
    mu_x: float
    margins: Array
    image: Array


@dataclass(frozen=True)
class SmoothWinnow(Solver):
    """The smoothed Winnow; it has no parameters."""

    name: ClassVar[str] = "smooth-winnow"
    summary: ClassVar[str] = "w ≥ 0 by entropy smoothing of weights and direction, accelerated"
    formula: ClassVar[str] = "4E√(θ ln m)/ρ₁, θ = ln n"
    needs: ClassVar[type] = PositiveOracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: PositiveOracle, start: object = None) -> Candidates:
        on_w, on_x, E = oracle.directions, oracle.cone, oracle.radius
        mu_x = E * math.sqrt(on_w.theta / on_x.theta)  # 1
        mu_w = 2.0 * E * math.sqrt(on_x.theta / on_w.theta)
        x = on_x.soften(oracle.margins(on_w.centre.weights), mu_x)  # 2
        image = oracle.combine(x)
        w = on_w.prox(on_w.centre.dual, image / -mu_w).weights
        of_w, of_x = Side(on_w, mu_w, w, oracle.margins(w)), Side(on_x, mu_x, x, image)
        for k in count():  # 3
            low = on_x.lowest(of_w.product)
            state = State(of_w.mu, of_x.mu, of_w.product, of_x.product)
            yield Candidate(of_w.point, of_x.point, low, of_x.product, k, state)  # 4
            tau = 2.0 / (k + 3)  # 5
            if k % 2 == 0:
                of_w, of_x = _advance(of_w, of_x, tau, oracle.margins, oracle.combine, sign=-1.0)  # 6, 7, 8
            else:
                of_x, of_w = _advance(of_x, of_w, tau, oracle.combine, oracle.margins, sign=1.0)  # 9
        raise AssertionError("count() never ends")

    def bound(self, terms: Terms) -> float:
        theta = math.log(terms.m) or 0.5
        return 4.0 * terms.radius * math.sqrt(terms.theta * theta) / level(terms)


def _advance(one: Side, other: Side, tau: float, times: Product, back: Product, *, sign: float) -> tuple[Side, Side]:
    """Lessen the smoothing of one side; `sign` is 1 where that side minimises its product with the other, else −1."""
    ahead = one.base.prox(one.base.centre.dual, (sign / one.mu) * other.product)  # 6
    product = (1 - tau) * one.product + tau * times(ahead.weights)
    answer = other.base.soften(-sign * product, other.mu)
    image = back(answer)
    step = one.base.prox(ahead.dual, (sign * tau / ((1 - tau) * one.mu)) * image).weights  # 7
    point = (1 - tau) * one.point + tau * step
    product = (1 - tau) * one.product + tau * times(step)
    replied = (1 - tau) * other.point + tau * answer, (1 - tau) * other.product + tau * image
    return one._replace(mu=(1 - tau) * one.mu, point=point, product=product), other._replace(  # 8
        point=replied[0], product=replied[1]
    )
