"""What proves an answer about constraints: a point, or a contradiction; of linear programs, and over cones.

Numbers are in the units of the raw constraints, so that the verifier needs nothing of the code that found them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import as_float
from gordan.outcome.proof import NullSpaceBall, NullSpacePoint
from gordan.problem.cone import PSD, Lorentz
from gordan.problem.constraints import Constraints

__all__ = [
    "Contradiction",
    "ContradictionBall",
    "FaceChain",
    "FaceStep",
    "Multipliers",
    "Point",
    "PointBall",
    "PointExact",
    "ProgramClaim",
    "ProgramSide",
    "Term",
]


@dataclass(frozen=True)
class Point:
    """A value for every column.

    Examples
    --------
    >>> point = Point((Fraction(1, 2), Fraction(-2, 3)))
    >>> point.numerators, point.denominator
    ((3, -4), 6)
    """

    values: tuple[Fraction, ...]

    @property
    def denominator(self) -> int:
        """The least one that all values have in common."""
        return lcm(*(v.denominator for v in self.values))

    @property
    def numerators(self) -> tuple[int, ...]:
        common = self.denominator
        return tuple(v.numerator * (common // v.denominator) for v in self.values)

    def nearest(self) -> Array:
        """The nearest doubles; infinite where a value is beyond them all."""
        return np.array([as_float(v) for v in self.values], dtype=np.float64)


class Term(NamedTuple):
    """One side of a row, or one bound of a column, with a positive weight.

    A lower side is the inequality itself, an upper side is turned round: −a·x ≥ −u.
    """

    place: Literal["row", "column"]
    number: int
    side: Literal["lower", "upper"]
    weight: int


@dataclass(frozen=True)
class Contradiction:
    """Weighted inequalities whose left sides cancel while their right sides add up to more than 0 (Farkas 1902).

    `irreducible` claims that without any one of them the others can be satisfied together.
    """

    terms: tuple[Term, ...]
    irreducible: bool = False


class ProgramSide(NamedTuple):
    """One side of a row, or one bound of a column: a term without its weight."""

    place: Literal["row", "column"]
    number: int
    side: Literal["lower", "upper"]


@dataclass(frozen=True, eq=False)
class ContradictionBall:
    """Proof in doubles that there is a contradiction, where its weights in integers would have thousands of digits.

    Weights that cancel are near those shown: each within `radius`, which is less than 1, times the one shown.
    """

    terms: tuple[ProgramSide, ...]
    weights: Array
    radius: float


@dataclass(frozen=True)
class ProgramClaim:
    """That a program is feasible, or not: with `strict`, every inequality of rows and columns is to hold strictly."""

    proof: Point | Contradiction | ContradictionBall
    strict: bool = False


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Proof of infeasibility: weights of `Constraints.certificate(rows)` that cancel, the last of them positive.

    The conditions that are not in `rows` follow from those that are.
    """

    rows: tuple[int, ...]
    kernel: NullSpaceBall | NullSpacePoint

    @property
    def exact(self) -> bool:
        """Whether they are fractions, not enclosed."""
        return isinstance(self.kernel, NullSpacePoint)

    def of_parts(self, system: Constraints) -> tuple[Array, ...]:
        """One array for each part of the system, matrices as matrices: the multipliers of h − Gx."""
        y = self._weights(system)
        own = y[2 * system.d.size : -1] / y[-1]
        pairs = zip(system.parts, system.slices, strict=True)
        return tuple(part.matrix(own[where]) if isinstance(part, PSD) else own[where] for part, where in pairs)

    def of_equations(self, system: Constraints) -> Array:
        """One number for each equation: the multipliers of d − Cx. With those of the parts they leave −1."""
        z = system.d.size
        if isinstance(self.kernel, NullSpacePoint):
            # The difference of two great numbers may be small: it is taken before it is rounded.
            whole = self.kernel.integers
            return np.array([(a - b) / whole[-1] for a, b in zip(whole[:z], whole[z : 2 * z], strict=True)])
        y = self._weights(system)
        return np.asarray((y[:z] - y[z : 2 * z]) / y[-1])

    def by_name(self, system: Constraints) -> dict[str, list[Array]]:
        """The multipliers of every constraint that has some, in the order of the constraints.

        Of equations and cones the greater side comes first: of x == 1 the multipliers are those of x − 1, and a
        second-order cone has its bound in the first entry.
        """
        own = _named(system, self.of_equations(system), self.of_parts(system))
        return {system.names[name]: own[name] for name in sorted(own) if any(np.any(array) for array in own[name])}

    def _weights(self, system: Constraints) -> Array:
        """(ν⁺, ν⁻, y, σ) in the coordinates of the cones."""
        conic = system.certificate(self.rows)
        if isinstance(self.kernel, NullSpaceBall):
            return self.kernel.spread_out(conic.cone)
        top = max(abs(v) for v in self.kernel.integers)
        return conic.in_coordinates(np.array([v / top for v in self.kernel.integers]))


class FaceStep(NamedTuple):
    """Multipliers in integers, with Gᵀy + Cᵀν = 0: ν of the equations, and y of the cones, matrices by plain triangles.

    What is left, −(h·y + d·ν), is 0 in all steps of a chain but the last, where it is positive.
    """

    equations: tuple[int, ...]
    cones: tuple[int, ...]


@dataclass(frozen=True)
class FaceChain:
    """Proof of infeasibility by faces of the cones, each the last one's vectors that a step is orthogonal to.

    A step is not negative on the face before it. Every point of the constraints has h − Gx in the first face, which is
    the whole cone; by a step that leaves 0 it is in the next one; and the last step leaves a contradiction. Constraints
    that points come as near to as one likes have no multipliers that refute them, and have such chains (Borwein and
    Wolkowicz 1981).
    """

    steps: tuple[FaceStep, ...]

    def involved(self, system: Constraints) -> set[int]:
        """The constraints with multipliers in some step, by the numbers of their names."""
        names: set[int] = set()
        for nu, y in self.steps:
            names |= {name for name, value in zip(system.equation_of, nu, strict=True) if value}
            pairs = zip(system.part_of, system.slices, strict=True)
            names |= {name for name, where in pairs if any(y[where.start : where.stop])}
        return names

    def by_name(self, system: Constraints) -> dict[str, list[Array]]:
        """The multipliers of the last step, of every constraint that has some in any: on the last face they leave −1.

        In the order and with the signs of `Multipliers.by_name`.
        """
        last = self.steps[-1]
        top = max(map(abs, (*last.equations, *last.cones)))
        nu, y = (np.array([v / top for v in values]) for values in last)
        arrays = _named(system, nu, _by_part(system, y))
        twice = _doubled(system)
        left = -float(system.d @ nu + (system.h * twice) @ y) or 1.0
        return {system.names[name]: [array / left for array in arrays[name]] for name in sorted(self.involved(system))}


def _doubled(system: Constraints) -> Array:
    """2 for entries of matrices that stand for two, beside the diagonal, and 1 for all others."""
    twice = [
        np.where(p.places[0] == p.places[1], 1.0, 2.0) if isinstance(p, PSD) else np.ones(p.size) for p in system.parts
    ]
    return np.concatenate([*twice, np.zeros(0)])


def _by_part(system: Constraints, y: Array) -> list[Array]:
    """One array for each part from plain entries, matrices as matrices."""
    pairs = zip(system.parts, system.slices, strict=True)
    return [part.symmetric(y[where]) if isinstance(part, PSD) else y[where] for part, where in pairs]


def _named(system: Constraints, nu: Array, parts: Sequence[Array]) -> dict[int, list[Array]]:
    """Multipliers by the numbers of the constraints' names; of equations and cones the greater side first."""
    own: dict[int, list[Array]] = {}
    numbers = np.array(system.equation_of, dtype=int)
    for name in dict.fromkeys(system.equation_of):
        own.setdefault(name, []).append(-nu[numbers == name])
    for name, part, array in zip(system.part_of, system.parts, parts, strict=True):
        own.setdefault(name, []).append(np.roll(array, 1) if isinstance(part, Lorentz) else array)
    return own


@dataclass(frozen=True, eq=False)
class PointBall:
    """Proof of feasibility: within `radius` of (x, 1) the equations are solved, and all so near is inside the cones.

    The equations that are not in `rows` follow from those that are.
    """

    x: Array
    rows: tuple[int, ...]
    radius: float

    def nearest(self) -> Array:
        """The centre."""
        return self.x


@dataclass(frozen=True)
class PointExact:
    """Proof of feasibility in integers over one denominator: a point that may lie on the boundary."""

    integers: tuple[int, ...]
    denominator: int

    def values(self) -> list[Fraction]:
        return [Fraction(value, self.denominator) for value in self.integers]

    def nearest(self) -> Array:
        """The nearest doubles; infinite where a value is beyond them all."""
        return np.array([as_float(v) for v in self.values()], dtype=np.float64)
