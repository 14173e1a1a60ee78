"""Mirror Prox on Winnow's saddle point max over w ∈ Δ, min over the base of ⟨w, Ax⟩: entropic steps on both sides.

The step is 2θ_w γ on the direction and 2θ_x γ on the weights, θ the entropies' ranges, and never below γ = 1/L,
L = 2E √(θ_x θ_w), where E bounds the entries of A.

1. v = (x_v, w_v) ← (centre, centre), γ ← 1/L
2. repeat:
3.     u ← prox of v along γ F(v), where F(x, w) = (A*w, −Ax)
4.     v⁺ ← prox of v along γ F(u)
5.     adaptive: while γ⟨F(u), u − v⁺⟩ > V_v(v⁺) and γ > 1/L: γ ← max(0.8γ, 1/L), redo 3–4; then γ ← 1.2γ
6.     v ← v⁺; average u with weight γ
7.     stop if lowest(A*w̄) > 0 or max_i (Ax̄)_i < 0        (the loop's business)

Both steps multiply: coordinates of w grow where Ax is large, as Winnow's do after a mistake. An iteration costs four
products, two more for every step that was too long.

Guarantee
    max_i (Ax̄)_i − lowest(A*w̄) ≤ 2E √(θ_x θ_w)/t, hence at most 2E √(θ_x θ_w)/|ρ₁| + 1 iterations to either answer;
    θ_x = ln n (½ ln(n₊n₋) with an intercept), θ_w = ln m. The adaptive step keeps it.
Needs
    Products, and coordinates.
Reference
    Nemirovski (2004); Yu, Kılınç-Karzan and Carbonell (2014), Algorithm 1, with the simplex in the ball's place; the
    question is Littlestone's (1988), and Ramdas and Peña (2015), section 1, ask for an accelerated answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import PositiveOracle
from gordan.engine.solver.base import Solver, Terms, level
from gordan.problem.cone import Point

__all__ = ["WinnowMirrorProx"]

_LONGEST = 1e9  # times the step of the theorem: only so that it stays a number


class Place(NamedTuple):
    """A point of both simplices, with F there: the margins A*w and the image Ax."""

    x: Point
    w: Point
    z: Array
    image: Array


@dataclass(frozen=True)
class WinnowMirrorProx(Solver):
    """Mirror Prox for w ≥ 0.

    Parameters
    ----------
    adaptive : bool
        Try longer steps and shorten them only where the proof asks for it.
    """

    adaptive: bool = True

    name: ClassVar[str] = "winnow-mirror-prox"
    summary: ClassVar[str] = "w ≥ 0 by multiplicative extragradient steps on weights and direction"
    formula: ClassVar[str] = "2E√(θ ln m)/ρ₁ + 1, θ = ln n"
    needs: ClassVar[type] = PositiveOracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: PositiveOracle, start: object = None) -> Candidates:
        floor = 0.5 / (oracle.radius * math.sqrt(oracle.cone.theta * oracle.directions.theta))
        v = _evaluate(oracle, oracle.cone.centre, oracle.directions.centre)  # 1
        x, w, z, image, total = 0.0 * v.x.weights, 0.0 * v.w.weights, 0.0 * v.z, 0.0 * v.image, 0.0
        gamma, t = floor, 0
        while True:  # 2
            gamma, u, ahead = self._advance(oracle, v, gamma, floor)  # 3, 4, 5
            v = _evaluate(oracle, *ahead)  # 6
            total, t = total + gamma, t + 1
            share = gamma / total
            x, w = x + share * (u.x.weights - x), w + share * (u.w.weights - w)
            z, image = z + share * (u.z - z), image + share * (u.image - image)
            yield Candidate(w, x, oracle.cone.lowest(z), image, t)  # 7
            gamma = min(1.2 * gamma, _LONGEST * floor) if self.adaptive else gamma

    def _advance(
        self, oracle: PositiveOracle, v: Place, gamma: float, floor: float
    ) -> tuple[float, Place, tuple[Point, Point]]:
        """The step that is taken, the place where F was taken for it, and where it leads."""
        while True:
            u = _evaluate(oracle, *_prox(oracle, v, v, gamma))  # 3
            ahead = _prox(oracle, v, u, gamma)  # 4
            if not self.adaptive or gamma <= floor or _short_enough(oracle, v, u, ahead, gamma):  # 5
                return gamma, u, ahead
            gamma = max(0.8 * gamma, floor)

    def bound(self, terms: Terms) -> float:
        theta = math.log(terms.m) or 0.5
        return 2.0 * terms.radius * math.sqrt(terms.theta * theta) / level(terms) + 1.0


def _evaluate(oracle: PositiveOracle, x: Point, w: Point) -> Place:
    return Place(x, w, oracle.margins(w.weights), oracle.combine(x.weights))


def _prox(oracle: PositiveOracle, v: Place, at: Place, gamma: float) -> tuple[Point, Point]:
    """The prox-mapping from v along γ F(at), entropic on both sides."""
    x = oracle.cone.prox(v.x.dual, (2.0 * oracle.cone.theta * gamma) * at.z)
    w = oracle.directions.prox(v.w.dual, (-2.0 * oracle.directions.theta * gamma) * at.image)
    return x, w


def _short_enough(oracle: PositiveOracle, v: Place, u: Place, ahead: tuple[Point, Point], gamma: float) -> bool:
    """γ⟨F(u), u − v⁺⟩ ≤ V_v(v⁺): the inequality from which the rate follows."""
    on_x, on_w = oracle.cone, oracle.directions
    x, w = ahead
    progress = on_x.pair(u.z, u.x.weights - x.weights) - on_w.pair(u.image, u.w.weights - w.weights)
    distance = on_x.divergence(x, v.x) / (2.0 * on_x.theta) + on_w.divergence(w, v.w) / (2.0 * on_w.theta)
    return gamma * progress <= distance
