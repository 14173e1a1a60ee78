"""The exact point and multipliers of a basis.

The columns off their bounds solve the equations of the rows on their sides, A_RJ x_J = b_R − A_RN x_N; the multipliers
of these rows solve the transposed system A_RJᵀ y = c_J. Both are small where most rows have slack.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.highs import BASIC, UPPER, Basis
from gordan.feasibility.program.solution import solve_blocks
from gordan.feasibility.program.vertex import equations_in
from gordan.feasibility.split.exact import whole_multiple
from gordan.outcome.alternative import Point, Term
from gordan.outcome.objective import Bound
from gordan.problem.program import Program

__all__ = ["BasicSolution", "bound_of", "multipliers_of", "objective_at", "point_of", "solve_basis"]

_ZERO = Fraction(0)


class BasicSolution(NamedTuple):
    """A point, the multipliers of the rows, and the reduced costs of the columns, of the objective to be minimised."""

    x: tuple[Fraction, ...]
    y: tuple[Fraction, ...]
    reduced: tuple[Fraction, ...]


def solve_basis(program: Program, costs: Sequence[Fraction], basis: Basis, until: float) -> BasicSolution | None:
    """Both solutions; None where the basis is singular.

    Examples
    --------
    >>> import numpy as np
    >>> program = Program([[2, 1]], row_lower=[1], lower=0)
    >>> basis = Basis(np.array([1, 0], dtype=np.int8), np.array([0], dtype=np.int8))
    >>> [str(v) for v in solve_basis(program, [Fraction(1), Fraction(1)], basis, np.inf).reduced]
    ['0', '1/2']
    """
    x = point_of(program, basis, until)
    weights = None if x is None else multipliers_of(program, costs, basis, until)
    return None if x is None or weights is None else BasicSolution(x, *weights)


def point_of(program: Program, basis: Basis, until: float) -> tuple[Fraction, ...] | None:
    """The point of a basis; None where that is singular."""
    inside, on_side = _square(basis)
    if len(inside) != len(on_side):
        return None
    rows = basis.rows.tolist()
    ends = zip(program.lower, program.upper, basis.columns.tolist(), strict=True)
    x = [_ZERO if status == BASIC else _end(low, high, status) for low, high, status in ends]
    equations = [(i, _end(program.row_lower[i], program.row_upper[i], rows[i])) for i in on_side]
    solved = solve_blocks(*equations_in(program, equations, set(inside), x), until) if inside else {}
    if solved is None:
        return None
    for j, value in solved.items():
        x[j] = value
    return tuple(x)


def multipliers_of(
    program: Program, costs: Sequence[Fraction], basis: Basis, until: float
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None:
    """The multipliers of the rows and the reduced costs of the columns; None where the basis is singular.

    They are costs·x as a sum of what is not basic, and so a row of the tableau where the costs are a variable.
    """
    inside, on_side = _square(basis)
    if len(inside) != len(on_side):
        return None
    transposed: dict[int, dict[int, Fraction]] = {j: {} for j in inside}
    for k, i in enumerate(on_side):
        check_deadline("solving for a basis", k / len(on_side))
        for j, a in program.A.row(i):
            if j in transposed:
                transposed[j][i] = a
    weights = solve_blocks([transposed[j] for j in inside], [costs[j] for j in inside], until) if inside else {}
    if weights is None:
        return None
    y = [_ZERO] * program.shape[0]
    for i, value in weights.items():
        y[i] = value
    return tuple(y), _reduced(program, costs, y, set(inside))


def _square(basis: Basis) -> tuple[list[int], list[int]]:
    """The columns that are basic, and the rows that are not: as many, in a basis."""
    inside = [j for j, status in enumerate(basis.columns.tolist()) if status == BASIC]
    return inside, [i for i, status in enumerate(basis.rows.tolist()) if status != BASIC]


def _reduced(
    program: Program, costs: Sequence[Fraction], y: Sequence[Fraction], inside: set[int]
) -> tuple[Fraction, ...]:
    """c − Aᵀ y, which is 0 in every basic column."""
    reduced = list(costs)
    for j in inside:
        reduced[j] = _ZERO
    for i, weight in enumerate(y):
        if weight:
            check_deadline("computing reduced costs")
            for j, a in program.A.row(i):
                if j not in inside:
                    reduced[j] -= weight * a
    return tuple(reduced)


def _end(low: Fraction | None, high: Fraction | None, status: int) -> Fraction:
    """The side that a status names, or the one that there is; 0 where there is none."""
    first, second = (high, low) if status == UPPER else (low, high)
    return first if first is not None else second if second is not None else _ZERO


def bound_of(program: Program, y: Sequence[Fraction], reduced: Sequence[Fraction]) -> Bound | None:
    """Multipliers and reduced costs as weights of sides; None where one would need a side that there is not."""
    weights: list[Fraction] = []
    sides = []
    for place, values in (("row", y), ("column", reduced)):
        for k, value in enumerate(values):
            if value:
                side = "lower" if value > 0 else "upper"
                if program.side(place, k, side) is None:
                    return None
                sides.append((place, k, side))
                weights.append(abs(value))
    whole = whole_multiple(weights) if weights else []
    denominator = Fraction(whole[0]) / weights[0] if weights else Fraction(1)
    # A denominator that is no whole number: the integers had a factor in common that was taken out.
    scale = denominator.denominator
    terms = tuple(Term(*side, weight * scale) for side, weight in zip(sides, whole, strict=True))  # type: ignore[arg-type]
    return Bound(terms, denominator.numerator)


def objective_at(program: Program, point: Point) -> Fraction:
    """The objective with its constant."""
    pairs = zip(program.objective, point.values, strict=True)
    return sum((c * v for c, v in pairs if c and v), Fraction(program.constant))
