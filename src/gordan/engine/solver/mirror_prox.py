"""Mirror Prox on the saddle point max over ‖y‖ ≤ 1, min over the base of ⟨y, Ax⟩.

The step is γ on the direction and 2θγ on the weights, θ the entropy's range, and never below γ = 1/L, L = L_xy √(2θ).

1. v = (x_v, y_v) ← (centre, 0), or with an earlier answer (centre, its direction of length 1); γ ← 1/L
2. repeat:
3.     w ← prox of v along γ F(v), where F(x, y) = (A*y, −Ax)
4.     v⁺ ← prox of v along γ F(w)
5.     adaptive: while γ⟨F(w), w − v⁺⟩ > V_v(v⁺) and γ > 1/L: γ ← max(0.8γ, 1/L), redo 3–4; then γ ← 1.2γ
6.     v ← v⁺; average w with weight γ
7.     stop if lowest(A*ȳ) > 0 or ‖Ax̄‖ ≤ ε        (the loop's business)

The paper (MPLFP) has fixed steps, and stops at a saddle point residual sad = ‖Ax‖ − lowest(A*y) ≤ ε of the averages:
`adaptive=False, exit="sad"`. Until something is separated ‖Ax‖ is a part of it, and comes earlier.

Averages of products are products of averages, so the test is free. The averaged y has norm below 1 and the loop
divides by it. An iteration costs four products, two more for every step that was too long; on a Gram matrix, where
directions carry their margins, it costs half as many (MPKFP).

Guarantee
    At most L_xy √(2θ)/ρ + 1 iterations to separate, /ε to ‖Ax‖ ≤ ε; the adaptive step keeps it. (The published
    √ln n + √½ does not follow from the theorem it cites once n ≥ 19.) With an earlier answer, which may be at the
    other end of the ball, at most 5/2 times as many, and usually half.
Needs
    Products.
Reference
    Nemirovski (2004); Yu, Kılınç-Karzan and Carbonell (2014), Algorithm 1 (MPLFP; MPKFP on a Gram matrix).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import Oracle
from gordan.engine.solver.base import Solver, Terms, level
from gordan.errors import InputError
from gordan.problem.cone import Point

__all__ = ["MirrorProx"]


class Place(NamedTuple):
    """A point of the base and of the ball, with F there: the margins A*y and the image Ax."""

    x: Point
    y: Array
    z: Array
    image: Array


_LONGEST = 1e9  # times the step of the theorem: only so that it stays a number


@dataclass(frozen=True)
class MirrorProx(Solver):
    """Mirror Prox for feasibility.

    Parameters
    ----------
    adaptive : bool
        Try longer steps and shorten them only where the proof asks for it: several times fewer products.
    exit : {"image", "sad"}
        What ends it at the level ε: ‖Ax̄‖, or the saddle point residual as in the paper.
    """

    adaptive: bool = True
    exit: Literal["image", "sad"] = "image"

    name: ClassVar[str] = "mirror-prox"
    summary: ClassVar[str] = "extragradient steps on weights and direction together"
    formula: ClassVar[str] = "L√(2θ)/ρ + 1, θ = ln n"
    needs: ClassVar[type] = Oracle
    exact: ClassVar[bool] = False
    cold_bound: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.exit not in ("image", "sad"):
            raise InputError(f"exit is {self.exit!r}; give 'image' or 'sad'")

    def candidates(self, oracle: Oracle, start: Candidate | None = None) -> Candidates:
        floor = 1.0 / (oracle.radius * math.sqrt(2.0 * oracle.cone.theta))
        length = 0.0 if start is None else oracle.norm(start.direction)
        y_v = start.direction / length if start is not None and length > 0 else oracle.zero()
        v = _evaluate(oracle, oracle.cone.centre, y_v)  # 1
        x, y, z, image, total = 0.0 * v.x.weights, 0.0 * v.y, 0.0 * v.z, v.image * 0.0, 0.0
        gamma, t = floor, 0
        while True:  # 2
            gamma, w, ahead = self._advance(oracle, v, gamma, floor)  # 3, 4, 5
            v = _evaluate(oracle, *ahead)  # 6
            total, t = total + gamma, t + 1
            share = gamma / total
            x, y = x + share * (w.x.weights - x), y + share * (w.y - y)
            z, image = z + share * (w.z - z), image + share * (w.image - image)
            lowest = oracle.cone.lowest(z)
            sad = oracle.norm(image) - lowest if self.exit == "sad" else None
            yield Candidate(y, x, lowest, image, t, residual=sad)  # 7
            # Where nothing moves any more every step is short enough, and would grow beyond all numbers.
            gamma = min(1.2 * gamma, _LONGEST * floor) if self.adaptive else gamma

    def _advance(
        self, oracle: Oracle, v: Place, gamma: float, floor: float
    ) -> tuple[float, Place, tuple[Point, Array]]:
        """The step that is taken, the place where F was taken for it, and where it leads."""
        while True:
            w = _evaluate(oracle, *_prox(oracle, v, v, gamma))  # 3
            ahead = _prox(oracle, v, w, gamma)  # 4
            if not self.adaptive or gamma <= floor or _short_enough(oracle, v, w, ahead, gamma):  # 5
                return gamma, w, ahead
            gamma = max(0.8 * gamma, floor)

    def bound(self, terms: Terms) -> float:
        return terms.radius * math.sqrt(2.0 * terms.theta) / level(terms) + 1.0

    def promise(self, terms: Terms) -> str:
        return "L√(2θ)/ρ + 1" if terms.rho > 0 else "L√(2θ)/ε + 1"


def _evaluate(oracle: Oracle, x: Point, y: Array) -> Place:
    return Place(x, y, oracle.margins(y), oracle.combine(x.weights))


def _prox(oracle: Oracle, v: Place, at: Place, gamma: float) -> tuple[Point, Array]:
    """The prox-mapping from v along γ F(at): entropic on the weights, a projection on the unit ball."""
    x = oracle.cone.prox(v.x.dual, (2.0 * oracle.cone.theta * gamma) * at.z)
    y = v.y + gamma * at.image
    return x, y / max(oracle.norm(y), 1.0)


def _short_enough(oracle: Oracle, v: Place, w: Place, ahead: tuple[Point, Array], gamma: float) -> bool:
    """γ⟨F(w), w − v⁺⟩ ≤ V_v(v⁺): the inequality from which the rate follows."""
    cone = oracle.cone
    x, y = ahead
    progress = cone.pair(w.z, w.x.weights - x.weights) - oracle.dot(w.image, w.y - y)
    away = y - v.y
    distance = cone.divergence(x, v.x) / (2.0 * cone.theta) + 0.5 * oracle.dot(away, away)
    return gamma * progress <= distance
