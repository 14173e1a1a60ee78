"""The self-dual central path of Gordan's alternative: candidates that stay as far inside the cone as they can.

For orthonormal rows A and a cone with unit e, every θ in (0, 1] has one pair of points inside the cone with

    Ax = θ Ae,   s = A*y + θe,   x∘s = θe.

At θ = 1 it is x = s = e. Along the path ⟨e, x⟩ + ⟨e, s⟩ = (1 + θ)⟨e, e⟩, so that neither grows, and both cannot vanish.
Towards θ = 0 one has Ax = 0 and s = A*y in the cone, with as many eigenvalues that do not vanish as any such pair has:
in x they show the least face that holds all weights that cancel, in s the one that holds all images A*y in the cone.

1. A ← orthonormal rows with the span of those given;  x = s = e, y = 0, θ = 1
2. the scaling point w with P(w)s = x;  v = P(w^½)s, B = A P(w^½), c = P(w^½)e
3. for a target γθ: BBᵀΔy = B(γθ v⁻¹ − v) + (1 − γ)θ(Bc + Ae),
   Δs = BᵀΔy − (1 − γ)θc,  Δx = γθ v⁻¹ − v − Δs, both in the space where x and s are v
4. first with γ = 0; a step that goes the part a of the way to the boundary sets γ = (1 − a)³, and 3 again
5. go nearly to the boundary, θ shrinks with the step; back to 2

Guarantee
    None is claimed for the steps as taken; 5 to 20 are usual, whatever the size, and up to 40 where neither side has
    inner points.
Needs
    The rows themselves, to orthonormalise them, and one factorisation of n × m numbers in every step.
Reference
    Nesterov and Todd, Primal-dual interior-point methods for self-scaled cones (1998), on a self-dual model.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates, Kind
from gordan.engine.oracle.rescaling import RescalingOracle
from gordan.engine.oracle.scaled import PathSide
from gordan.engine.solver.base import Solver, Terms

__all__ = ["CentralPath", "Place", "follow"]

_STEPS = 100  # of some hundred problems the weakly infeasible ones took up to 37, all others up to 17
_NEARLY = 0.9  # of the way to the boundary: who goes all of it has no next step
_LEAST = 1e-12  # of θ: a little further the last digits of x and s are rounding's
_STUCK = 1e-4  # steps so short lead nowhere: rounding's work


@dataclass(frozen=True)
class CentralPath(Solver):
    """The path-following method; it has no parameters."""

    name: ClassVar[str] = "central-path"
    summary: ClassVar[str] = "Newton steps along the path between both alternatives: few, and small margins cost little"
    formula: ClassVar[str] = "none claimed; 5 to 20 are usual"
    needs: ClassVar[type] = RescalingOracle
    exact: ClassVar[bool] = False
    polishes: ClassVar[bool] = True

    def candidates(self, oracle: RescalingOracle, start: Candidate | None = None) -> Candidates:
        side, _ = oracle.spans()  # 1
        for k, place in enumerate(follow(side)):
            lowest = side.cone.lowest(side.margins(place.direction))
            last = side.lift(Candidate(place.direction, place.weights, lowest), k)
            # On the way weights cancel but for θ: that is no level to end at, whatever its size.
            inside = side.cone.lowest(place.weights) > place.theta
            yield replace(last, kind=Kind.CERTIFICATE if inside else Kind.STEP, residual=math.inf)
        yield last
        return last

    def bound(self, terms: Terms) -> float:
        return math.inf


class Place(NamedTuple):
    """A point near the path."""

    weights: Array  # x
    margins: Array  # s
    direction: Array  # y
    theta: float


def follow(rows: PathSide) -> Iterator[Place]:
    """Places on the path with ever smaller θ, until rounding ends it."""
    x, s, y, theta = rows.unit, rows.unit, rows.zero(), 1.0  # 1
    for _ in range(_STEPS):
        yield Place(x, s, y, theta)
        space = rows.scaled(x, s) if theta > _LEAST else None  # 2
        straight = None if space is None else space.change(theta, 0.0)  # 3
        if space is None or straight is None:
            return
        gamma = (1.0 - min(_NEARLY * straight.room, 1.0)) ** 3  # 4
        change = space.change(theta, gamma)
        step = 0.0 if change is None else min(_NEARLY * change.room, 1.0)
        if change is None or not step > _STUCK:
            return
        x, s, y = x + change.x * step, s + change.z * step, y + change.w * step  # 5
        theta *= 1.0 - step * (1.0 - gamma)
