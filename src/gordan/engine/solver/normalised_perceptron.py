"""The normalised perceptron: the worst point, with averaged steps.

1. w ← 0
2. for k = 0, 1, 2, …:
3.     stop if lowest(A*w) > 0        (the loop's business)
4.     θ ← 1/(k+1)
5.     w ← (1 − θ) w + θ A p(w), where p(w) is the vertex of the base that is lowest under w

Continued past separation it approaches the maximum margin, though not monotonically; the loop keeps the best.

Guarantee
    At most R²/ρ² iterations to separate; ‖Ax‖ ≤ ε after R²/ε² as long as the points are not separated.
Needs
    The lowest point in a direction, nothing else: it also serves bodies known only by their support function.
Reference
    Ramdas and Peña (2015), Algorithm 2 (Algorithm 3 on a Gram matrix).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import SupportOracle, vertex
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.perceptron import sequential_bound, sequential_promise

__all__ = ["NormalisedPerceptron"]


@dataclass(frozen=True)
class NormalisedPerceptron(Solver):
    """The normalised perceptron; it has no parameters."""

    name: ClassVar[str] = "normalised-perceptron"
    summary: ClassVar[str] = "averages the most misclassified points"
    formula: ClassVar[str] = "R²/ρ²"
    needs: ClassVar[type] = SupportOracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: SupportOracle, start: object = None) -> Candidates:
        w = oracle.zero()  # 1
        x = oracle.place([], [])
        for k in count():  # 2
            column, lowest, keys, shares = vertex(oracle.worst(w))
            started = k > 0
            yield Candidate(w, x if started else None, lowest, w if started else None, k)  # 3
            theta = 1.0 / (k + 1)  # 4
            w = w * (1.0 - theta) + column * theta  # 5
            x = x * (1.0 - theta) + oracle.place(keys, shares) * theta
        raise AssertionError("counting never ends")

    def bound(self, terms: Terms) -> float:
        return sequential_bound(terms, 1.0, lifted=False)

    def promise(self, terms: Terms) -> str:
        return sequential_promise(self.formula, terms, lifted=False)
