"""The answers about constraints: a point, multipliers, or neither; each with what proves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from gordan.arithmetic.array import Array
from gordan.outcome import Verdict
from gordan.outcome.proof import NullSpaceBall, NullSpacePoint
from gordan.problem.constraints import Constraints

__all__ = ["Feasible", "Infeasible", "Multipliers", "PointBall", "PointExact", "Undetermined"]


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Proof of infeasibility: weights of `Constraints.certificate(rows)` that cancel, the last of them positive.

    The conditions that are not in `rows` follow from those that are.
    """

    rows: tuple[int, ...]
    kernel: NullSpaceBall | NullSpacePoint


@dataclass(frozen=True, eq=False)
class PointBall:
    """Proof of feasibility: within `radius` of (x, 1) the equations are solved, and all so near is inside the cones.

    The equations that are not in `rows` follow from those that are.
    """

    x: Array
    rows: tuple[int, ...]
    radius: float


@dataclass(frozen=True)
class PointExact:
    """Proof of feasibility in integers over one denominator: a point that may lie on the boundary."""

    integers: tuple[int, ...]
    denominator: int

    def values(self) -> list[Fraction]:
        return [Fraction(value, self.denominator) for value in self.integers]


@dataclass(frozen=True, eq=False, kw_only=True)
class Feasible:
    """Some x satisfies all constraints; `x` is it, or its nearest double vector."""

    x: Array
    proof: PointBall | PointExact = field(repr=False)
    verdict: Verdict
    kind = "feasible"


@dataclass(frozen=True, eq=False, kw_only=True)
class Infeasible:
    """No x does.

    `system` is what the proof is about: the constraints, or some of their equations and parts. `multipliers` has one
    array for each of these parts and `equation_multipliers` one number for each equation: of h − Gx and of d − Cx.
    Multiplied and added these leave −1, whatever x is.
    """

    system: Constraints = field(repr=False)
    multipliers: tuple[Array, ...]
    equation_multipliers: Array
    proof: Multipliers = field(repr=False)
    verdict: Verdict
    kind = "infeasible"

    @property
    def exact(self) -> bool:
        return isinstance(self.proof.kernel, NullSpacePoint)


@dataclass(frozen=True, eq=False, kw_only=True)
class Undetermined:
    """Neither was proved."""

    reason: str
    outcome: Any = field(default=None, repr=False)
    kind = "undecided"
