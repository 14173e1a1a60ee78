"""Projection and rescaling: whenever a simple method makes no headway, double the space along the ray that hinders it.

1. L ← the span of the rows of A, and N ← its complement, the kernel; P is the projection on either
2. for k = 1, 2, 3, …, on L and N in turn:
3.     z ← one step of the basic procedure, which seeks z on the base with Pz inside the cone
4.     Pz inside the cone: it is A*y for some y if the side is L, and cancelling weights if it is N: done
5.     ‖(Pz)⁺‖₁ ≤ ½ ‖z‖∞: along a ray with the mass v in z no inner point reaches beyond ‖(Pz)⁺‖₁/v;
       stretch the side by its inverse, where it is at most ½, and begin the procedure anew (or leave a side that has
       been stretched as far as rounding allows)

Points with an intercept have one more row, the labels. The paper first doubled along the heaviest ray alone; stretching
along all that hinder, each as far as the inequality allows, needs several times fewer rounds and has the same proof.

Guarantee
    At most log₂(1/δ) rescalings of the side that has inner points, where δ is the greatest product of the
    eigenvalues of one of them with none above 1, each after O(n²) steps of von Neumann's algorithm or O(n^{3/2}) of the
    smooth perceptron: the margin enters by its logarithm only. δ is at least (ρ/R)^n for the margins of a separator.
    Where neither side has inner points it ends when rounding has eaten up both.
Needs
    The rows themselves, to orthonormalise them; of products coordinates are made.
Reference
    Peña and Soheili (2017), Algorithm 1, on both subspaces; Peña and Soheili (2019) for several rays at once.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.rescaling import RescalingOracle
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.smooth_perceptron import SmoothPerceptron
from gordan.errors import InputError

__all__ = ["ProjectionRescaling"]


@dataclass(frozen=True)
class ProjectionRescaling(Solver):
    """Projection and rescaling.

    Parameters
    ----------
    basic : Solver
        The basic procedure, such as SmoothPerceptron() or VonNeumann(): its candidates have weights and their image.
    """

    basic: Solver = field(default_factory=SmoothPerceptron)

    name: ClassVar[str] = "projection-rescaling"
    summary: ClassVar[str] = "a simple method in a space that is rescaled wherever it stalls: logarithmic in the margin"
    formula: ClassVar[str] = "16(n+1)³(n log₂(2R/ρ) + 1)"
    needs: ClassVar[type] = RescalingOracle
    exact: ClassVar[bool] = False
    polishes: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if isinstance(self.basic, type) or not hasattr(self.basic, "candidates"):
            raise InputError(f"basic is {self.basic!r}; give a solver such as SmoothPerceptron()")

    def candidates(self, oracle: RescalingOracle, start: object = None) -> Candidates:
        sides = deque((side, self.basic.candidates(side)) for side in oracle.spans() if side is not None)  # 1
        last = Candidate(oracle.zero())
        for k in count(1):  # 2
            if not sides:
                break
            side, steps = sides.popleft()
            found = next(steps)  # 3
            assert found.weights is not None
            stalled = side.ratio(found) <= 0.5
            inside = found.lowest is not None and found.lowest > 0
            last = side.lift(found, k) if stalled or inside else Candidate(oracle.zero(), updates=k)
            yield last  # 4
            ahead = side.rescale(found) if stalled else side  # 5
            if ahead is not None:
                sides.append((ahead, self.basic.candidates(ahead) if stalled else steps))
        return last

    def bound(self, terms: Terms) -> float:
        if terms.rho <= 0:
            # How far inside cancelling weights lie is not among the terms.
            return math.inf
        rescalings = terms.n * math.log2(max(2.0 * terms.reach / terms.rho, 2.0)) + 1.0
        # Von Neumann's algorithm has ‖Pz‖ ≤ √(2/k), and 1/(2 n^{3/2}) is small enough; two sides take turns.
        return 2.0 * rescalings * 8.0 * (terms.n + 1.0) ** 3
