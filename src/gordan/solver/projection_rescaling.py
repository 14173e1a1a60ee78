"""Projection and rescaling: whenever a simple method makes no headway, double the space along the ray that hinders it.

1. L ← the span of the rows of A, and N ← its complement, the kernel; P is the projection on either
2. for k = 1, 2, 3, …, on L and N in turn:
3.     z ← one step of the basic procedure, which seeks z on the base with Pz inside the cone
4.     Pz inside the cone: it is A*y for some y if the side is L, and cancelling weights if it is N: done
5.     ‖(Pz)⁺‖₁ ≤ ½ ‖z‖∞: no inner point reaches beyond half along the heaviest ray of z;
       double the side along that ray, and begin the procedure anew

Points with an intercept have one more row, the labels. Images of inner points lie in the doubled side, which has more
room for each: the volume they may fill has grown by half.

Guarantee
    At most log_{3/2}(1/δ) rescalings of the side that has inner points, where δ is the greatest product of the
    eigenvalues of one of them with none above 1, each after O(n²) steps of von Neumann's algorithm or O(n^{3/2}) of the
    smooth perceptron: the margin enters by its logarithm only. Where neither side has inner points it does not end.
Needs
    The rows themselves, to orthonormalise them.
Reference
    Peña and Soheili (2017), Algorithm 1, on both subspaces.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar

from gordan.candidate import Candidate, Candidates
from gordan.errors import InputError
from gordan.oracle.rescaling import RescalingOracle
from gordan.solver.base import Solver, Terms
from gordan.solver.smooth_perceptron import SmoothPerceptron

__all__ = ["ProjectionRescaling"]


@dataclass(frozen=True)
class ProjectionRescaling:
    """Projection and rescaling.

    Parameters
    ----------
    basic : Solver
        The basic procedure, such as SmoothPerceptron() or VonNeumann(): its candidates have weights and their image.
    """

    basic: Solver = field(default_factory=SmoothPerceptron)

    name: ClassVar[str] = "projection-rescaling"
    summary: ClassVar[str] = "a simple method in a space that is rescaled wherever it stalls: logarithmic in the margin"
    formula: ClassVar[str] = "O(n^{3/2} log(1/δ))"
    needs: ClassVar[type] = RescalingOracle
    exact: ClassVar[bool] = False
    spectral: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.basic, type) or not hasattr(self.basic, "candidates"):
            raise InputError(f"basic is {self.basic!r}; give a solver such as SmoothPerceptron()")

    def candidates(self, oracle: RescalingOracle, start: object = None) -> Candidates:
        sides = [side for side in oracle.spans() if side is not None]  # 1
        steps = [self.basic.candidates(side) for side in sides]
        for k in count(1):  # 2
            one = k % len(sides)
            side, found = sides[one], next(steps[one])  # 3
            stalled = found.weights is not None and side.ratio(found) <= 0.5
            if stalled or (found.lowest is not None and found.lowest > 0):
                yield side.lift(found, k)  # 4
            else:
                yield Candidate(oracle.zero(), updates=k)
            if stalled and found.weights is not None:  # 5
                sides[one] = side.rescale(found.weights)
                steps[one] = self.basic.candidates(sides[one])
        raise AssertionError("counting never ends")

    def bound(self, terms: Terms) -> float:
        return math.inf
