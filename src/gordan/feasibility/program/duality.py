"""Questions about the objective of a program as questions of feasibility."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gordan.feasibility.program.farkas import Side, ranges
from gordan.outcome.alternative import Point
from gordan.problem.exact_matrix import ExactMatrix
from gordan.problem.program import Program

__all__ = ["BothProblems", "both_problems", "directions"]

_ZERO = Fraction(0)
Fractions = tuple[Fraction, ...]


def directions(program: Program, costs: Sequence[Fraction]) -> Program:
    """The directions that lead from every feasible point to others, at each of which the costs are less by 1.

    Examples
    --------
    >>> program = Program([[1, -1]], row_lower=[0], lower=[0, None])
    >>> rays = directions(program, [Fraction(-1), Fraction(0)])
    >>> rays.row_lower, rays.lower
    ((Fraction(0, 1), Fraction(-1, 1)), (Fraction(0, 1), None))
    """

    def still(sides: Sequence[Fraction | None]) -> list[Fraction | None]:
        return [None if side is None else _ZERO for side in sides]

    rows = [dict(row) for row in program.A.rows()]
    return Program(
        ExactMatrix.of([*rows, {j: c for j, c in enumerate(costs) if c}], program.shape[1]),
        row_lower=[*still(program.row_lower), Fraction(-1)],
        row_upper=[*still(program.row_upper), Fraction(-1)],
        lower=still(program.lower),
        upper=still(program.upper),
    )


@dataclass(frozen=True, eq=False)
class BothProblems:
    """A program whose points are optima with their multipliers, and the side that each multiplier belongs to."""

    program: Program
    sides: tuple[Side, ...]
    shape: tuple[int, int]

    def parts(self, point: Point) -> tuple[Fractions, Fractions, Fractions]:
        """The point, the multipliers of the rows, and those of the columns."""
        m, n = self.shape
        y, reduced = [_ZERO] * m, [_ZERO] * n
        for (place, k, side), weight in zip(self.sides, point.values[n:], strict=True):
            (y if place == "row" else reduced)[k] += weight if side == "lower" else -weight
        return point.values[:n], tuple(y), tuple(reduced)


def both_problems(program: Program, costs: Sequence[Fraction]) -> BothProblems:
    """Points x and weights w of the sides with Σ w_k a_k = c and c·x ≤ Σ w_k b_k.

    Examples
    --------
    >>> both_problems(Program([[1, 1]], row_lower=[2], lower=0), [Fraction(1), Fraction(3)]).program.shape
    (4, 5)
    """
    m, n = program.shape
    sides: list[Side] = []
    sums: list[dict[int, Fraction]] = [{} for _ in range(n)]
    meet = {j: -c for j, c in enumerate(costs) if c}
    for place, k, entries, low, high in ranges(program):
        for value, sign in ((low, 1), (high, -1)):
            if value is None:
                continue
            column = n + len(sides)
            sides.append((place, k, "lower" if sign > 0 else "upper"))
            meet[column] = sign * value
            for j, a in entries:
                sums[j][column] = sign * a
    width = n + len(sides)
    whole = Program(
        ExactMatrix.of([*(dict(row) for row in program.A.rows()), *sums, meet], width),
        row_lower=[*program.row_lower, *costs, _ZERO],
        row_upper=[*program.row_upper, *costs, None],
        lower=[*program.lower, *([_ZERO] * len(sides))],
        upper=[*program.upper, *([None] * len(sides))],
    )
    return BothProblems(whole, tuple(sides), (m, n))
