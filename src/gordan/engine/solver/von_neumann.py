"""Von Neumann's algorithm: walk from the present combination towards the point that lies most against it.

1. x ← a vertex of the base, or its centre, w ← A x
2. repeat:
3.     j ← the vertex lowest under w; stop if lowest(A*w) > 0 (separated) or ‖w‖ ≤ ε (the loop's business)
4.     λ ← argmin over [0, 1] of ‖(1 − λ) w + λ a_j‖
5.     x ← (1 − λ) x + λ e_j, w ← (1 − λ) w + λ a_j

The paper (NVN) starts from uniform weights, which costs a product: `start="uniform"`. Any start has the same guarantee,
and the default is the vertex that is lowest under 0, to which a whole first step from 0 leads: it counts as one. The
paper also leaves out the exit at lowest > 0, without which a separable problem never ends. For any convex body in the
place of the points' hull it is Gilbert's algorithm.

Guarantee
    At most R²/ρ² iterations to separate; ‖Ax‖ ≤ ε within the smaller of R²/ε² and 2(R/ρ)² ln(R/ε) + 1, where −ρ is
    then the (negative) margin.
Needs
    The lowest point in a direction.
Reference
    Gilbert (1966); Dantzig (1992); Epelman and Freund (2000); Ramdas and Peña (2015), Algorithm 5 (on a Gram matrix as
    well).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, Literal

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import Oracle, SupportOracle, vertex
from gordan.engine.solver.base import Solver, Terms
from gordan.errors import InputError

__all__ = ["VonNeumann"]


@dataclass(frozen=True)
class VonNeumann(Solver):
    """Von Neumann's algorithm.

    Parameters
    ----------
    start : {"vertex", "uniform"}
        The first weights: a single vertex of the base, or the centre of the base as in the paper (NVN).
    """

    start: Literal["vertex", "uniform"] = "vertex"

    name: ClassVar[str] = "von-neumann"
    summary: ClassVar[str] = "line searches towards the worst point (Frank–Wolfe on ‖Ax‖²)"
    formula: ClassVar[str] = "R²/ρ², or min(R²/ε², 2(R/ρ)² ln(R/ε) + 1)"
    needs: ClassVar[type] = SupportOracle
    exact: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.start not in ("vertex", "uniform"):
            raise InputError(f"start is {self.start!r}; give 'vertex' or 'uniform'")

    def candidates(self, oracle: SupportOracle, start: object = None) -> Candidates:
        w, _, keys, shares = vertex(oracle.worst(oracle.zero()))  # 1
        x, steps = oracle.place(keys, shares), 1
        if self.start == "uniform":
            assert isinstance(oracle, Oracle), "uniform weights have an image only where points can be combined"
            x = oracle.cone.centre.weights
            w, steps = oracle.combine(x), 0
        for k in count(steps):  # 2
            column, lowest, keys, shares = vertex(oracle.worst(w))  # 3
            yield Candidate(w, x, lowest, w, k)
            step = _line_search(oracle, w, column)  # 4
            x = x * (1.0 - step) + oracle.place(keys, shares) * step  # 5
            w = w * (1.0 - step) + column * step
        raise AssertionError("counting never ends")

    def promise(self, terms: Terms) -> str:
        if terms.rho == 0:
            return "R²/ε²"
        return "R²/ρ²" if terms.rho > 0 else "min(R²/ε², 2(R/ρ)² ln(R/ε) + 1)"

    def bound(self, terms: Terms) -> float:
        if terms.rho > 0:
            return (terms.reach / terms.rho) ** 2
        sublinear = (terms.reach / terms.eps) ** 2 if terms.eps > 0 else math.inf
        if terms.rho == 0 or terms.eps <= 0:
            return sublinear
        # A first step to a vertex is counted, and shortens nothing.
        linear = 2.0 * (terms.reach / terms.rho) ** 2 * math.log(max(terms.reach / terms.eps, 1.0)) + 1.0
        return min(sublinear, linear)


def _line_search(oracle: SupportOracle, w: Array, column: Array) -> float:
    """The clipped minimiser of ‖(1 − λ) w + λ a‖; no step at all where w and a coincide."""
    towards = w - column
    length = oracle.dot(towards, towards)
    if length <= 0.0:
        return 0.0
    return min(max(oracle.dot(w, towards) / length, 0.0), 1.0)
