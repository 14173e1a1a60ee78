"""The rescaled perceptron: when one point is to blame for most of the mistakes, squeeze the space along it.

1. B ← I, all columns of length 1
2. w ← 0, x ← 0
3. for k = 1, 2, 3, …:
4.     a_j ← the column lowest under w; a_j·w > 0: B w separates, done
5.     w ← w + a_j, x_j ← x_j + 1
6.     ‖w‖ ≤ max x_j / √(6m): no separating w* of length 1 has a product above 1/√(6m) with the column of that j;
       B ← B (I − ½ a_j a_jᵀ), columns ← (I − ½ a_j a_jᵀ) columns, of length 1 again; go on from 2

The paper rescales after 6mn² updates, when line 6 must hold; here it is looked at after each, and holds much sooner.

Guarantee
    The cone of separating directions gains at least half its volume with each rescaling, so that they are at most
    O(m log(1/ρ)), each within 6mn² updates. It is silent where no separator exists.
Needs
    The points themselves, to change their coordinates; of products coordinates are made.
Reference
    Peña and Soheili (2016), A deterministic rescaled perceptron algorithm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import vertex
from gordan.engine.oracle.rescaling import Squeezed, SqueezingOracle
from gordan.engine.solver.base import Solver, Terms

__all__ = ["RescaledPerceptron"]


@dataclass(frozen=True)
class RescaledPerceptron(Solver):
    """The deterministic rescaled perceptron; it has no parameters."""

    name: ClassVar[str] = "rescaled-perceptron"
    summary: ClassVar[str] = "a perceptron whose space is squeezed along its worst point: logarithmic in the margin"
    formula: ClassVar[str] = "6mn²(m log_{3/2}(1 + πR/ρ) + 1)"
    needs: ClassVar[type] = SqueezingOracle
    exact: ClassVar[bool] = False
    polishes: ClassVar[bool] = True

    def candidates(self, oracle: SqueezingOracle, start: object = None) -> Candidates:
        inside: Squeezed = oracle.squeezable()  # 1
        w, x = inside.zero(), inside.place([], [])  # 2
        for k in count(1):  # 3
            column, lowest, keys, _ = vertex(inside.worst(w))  # 4
            if lowest > 0:
                yield inside.lift(Candidate(w, None, lowest), k)
            else:
                yield Candidate(oracle.zero(), updates=k)
            w, x = w + column, x + inside.place(keys, [1.0])  # 5
            if inside.norm(w) <= inside.peak(x) / math.sqrt(6.0 * inside.dimension):  # 6
                yield inside.lift(Candidate(w, x), k)
                inside = inside.squeeze(x)
                w, x = inside.zero(), inside.place([], [])
        raise AssertionError("counting never ends")

    def bound(self, terms: Terms) -> float:
        if terms.rho <= 0:
            # The theorem is silent where no separator exists.
            return math.inf
        m = terms.m + 1 if terms.lifted else terms.m
        # A lifted direction and a lifted column are at most √2 times as long each.
        rho = terms.rho / terms.reach * (0.5 if terms.lifted else 1.0)
        # Directions within an angle ρ of the best one separate; so many such caps cover the sphere.
        rescalings = m * math.log(1.0 + math.pi / rho) / math.log(1.5) + 1.0
        return rescalings * (6.0 * m * terms.n**2 + 1.0)

    def promise(self, terms: Terms) -> str:
        if terms.lifted:
            return "(6(m+1)n² + 1)((m+1) log_{3/2}(1 + 2πR/ρ) + 1)"
        return "(6mn² + 1)(m log_{3/2}(1 + πR/ρ) + 1)"
