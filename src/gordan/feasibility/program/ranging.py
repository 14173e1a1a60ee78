"""How far costs and sides may move while a basis stays optimal, in fractions.

With B the rows on their sides and the basic columns: a basic column's cost moved by t moves the multipliers by
t B⁻ᵀe_j and the reduced costs with them; a side moved by t moves the basic columns by t B⁻¹e_i. Whatever first reaches
a sign or a side that it must not pass ends the range. Costs of columns on a bound, and sides that the point does not
attain, are read off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.basic_solution import BasicSolution
from gordan.feasibility.program.highs import BASIC, UPPER, Basis
from gordan.feasibility.program.solution import solve_blocks
from gordan.outcome.optimum import Range
from gordan.problem.program import Program

__all__ = ["ranges_of"]

_ZERO, _ONE = Fraction(0), Fraction(1)
Step = Fraction | None
Speed = tuple[Fraction, Fraction, Fraction | None, Fraction | None]  # value, its change for t = 1, and its two ends


def ranges_of(program: Program, basis: Basis, solution: BasicSolution, until: float) -> tuple[Range, ...]:
    """The ranges of all costs, then of all sides of rows.

    Examples
    --------
    >>> import gordan
    >>> program = gordan.Program([[3, 1], [1, 2]], row_lower=[1, 1], lower=0, objective=[1, 1])
    >>> [(each.name, str(each.low), str(each.high)) for each in gordan.optimum(program, ranges=True).ranges]
    [('x1', '1/2', '3'), ('x2', '1/3', '2'), ('r1', '1/2', '3'), ('r2', '1/3', '2')]
    """
    work = _Ranging(program, basis, solution, until)
    return (*work.costs(), *work.sides())


class _Ranging:
    def __init__(self, program: Program, basis: Basis, solution: BasicSolution, until: float) -> None:
        self.program, self.solution, self.until = program, solution, until
        self.column_status, self.row_status = basis.columns.tolist(), basis.rows.tolist()
        self.inside = [j for j, status in enumerate(self.column_status) if status == BASIC]
        self.on_side = [i for i, status in enumerate(self.row_status) if status != BASIC]
        basic = set(self.inside)
        self.rows = {i: {j: a for j, a in program.A.row(i) if j in basic} for i in self.on_side}
        self.columns: dict[int, dict[int, Fraction]] = {j: {} for j in self.inside}
        for i, row in self.rows.items():
            for j, a in row.items():
                self.columns[j][i] = a
        self.activity = [sum((a * solution.x[j] for j, a in row if solution.x[j]), _ZERO) for row in program.A.rows()]

    def costs(self) -> Iterator[Range]:
        program = self.program
        for j, name in enumerate(program.column_names):
            check_deadline("ranging an optimum", j / len(program.column_names))
            move: dict[int, Fraction] = {}
            if self.column_status[j] == BASIC:
                move = self._solve([self.columns[k] for k in self.inside], self.inside.index(j))
            low, high = self._basic_cost(move) if self.column_status[j] == BASIC else self._fixed_cost(j)
            if program.maximise:
                low, high = (None if high is None else -high), (None if low is None else -low)
            cost = program.objective[j]
            yield Range(name, "cost", cost, _moved(cost, low), _moved(cost, high), tuple(move.items()))

    def _fixed_cost(self, j: int) -> tuple[Step, Step]:
        """A column on a bound stays there as long as its reduced cost has the sign of that bound."""
        low, high = _signs(self.program.lower[j], self.program.upper[j], self.column_status[j])
        return _interval([(self.solution.reduced[j], _ONE, low, high)])

    def _solve(self, equations: list[dict[int, Fraction]], place: int) -> dict[int, Fraction]:
        """The solution of the basis for a unit in one equation, without what is 0."""
        unit = [_ONE if k == place else _ZERO for k in range(len(equations))]
        return {k: v for k, v in (solve_blocks(equations, unit, self.until) or {}).items() if v}

    def _basic_cost(self, move: dict[int, Fraction]) -> tuple[Step, Step]:
        program, solution = self.program, self.solution
        speeds: list[Speed] = []
        reduced: dict[int, Fraction] = {}
        for i, v in move.items():
            low, high = _signs(program.row_lower[i], program.row_upper[i], self.row_status[i])
            speeds.append((solution.y[i], v, low, high))
            for q, a in program.A.row(i):
                reduced[q] = reduced.get(q, _ZERO) - v * a
        for q, v in reduced.items():
            if v and self.column_status[q] != BASIC:
                low, high = _signs(program.lower[q], program.upper[q], self.column_status[q])
                speeds.append((solution.reduced[q], v, low, high))
        return _interval(speeds)

    def sides(self) -> Iterator[Range]:
        program = self.program
        for i, name in enumerate(program.row_names):
            check_deadline("ranging an optimum")
            lower, upper = program.row_lower[i], program.row_upper[i]
            if self.row_status[i] == BASIC:
                # An equality that is basic holds by the others: neither of its sides may move.
                if lower is not None:
                    yield Range(name, "lower", lower, lower if lower == upper else None, self.activity[i])
                if upper is not None and lower != upper:
                    yield Range(name, "upper", upper, self.activity[i], None)
                continue
            held = "upper" if (self.row_status[i] == UPPER and upper is not None) or lower is None else "lower"
            side, other = (upper, lower) if held == "upper" else (lower, upper)
            if side is None:
                continue
            move = self._solve([self.rows[k] for k in self.on_side], self.on_side.index(i))
            low, high = _interval(self._along(move))
            ends = [_moved(side, low), _moved(side, high)]
            if other is not None and other != side:
                # The two sides of a row do not pass one another.
                ends[held == "lower"] = other if (end := ends[held == "lower"]) is None else _nearer(end, other, held)
                far = (self.activity[i], None) if held == "lower" else (None, self.activity[i])
                yield Range(name, "upper" if held == "lower" else "lower", other, *far)
            yield Range(name, held, side, ends[0], ends[1], tuple(move.items()))

    def _along(self, move: dict[int, Fraction]) -> list[Speed]:
        """What moves with the side of a row: basic columns, and the rows with slack."""
        program = self.program
        speeds: list[Speed] = [(self.solution.x[j], v, program.lower[j], program.upper[j]) for j, v in move.items()]
        for k, row in enumerate(program.A.rows()):
            if self.row_status[k] == BASIC:
                change = sum((a * move[j] for j, a in row if j in move), _ZERO)
                if change:
                    speeds.append((self.activity[k], change, program.row_lower[k], program.row_upper[k]))
        return speeds


def _signs(low: Fraction | None, high: Fraction | None, status: int) -> tuple[Fraction | None, Fraction | None]:
    """Between what a multiplier must stay: not negative at a lower side, not positive at an upper one, 0 where free."""
    if low is not None and low == high:
        return None, None
    if low is None and high is None:
        return _ZERO, _ZERO
    at_upper = (status == UPPER and high is not None) or low is None
    return (None, _ZERO) if at_upper else (_ZERO, None)


def _interval(speeds: Iterable[Speed]) -> tuple[Step, Step]:
    """The t for which every value stays between its ends."""
    low: Step = None
    high: Step = None
    for value, speed, least, most in speeds:
        first, second = (least, most) if speed > 0 else (most, least)
        if first is not None:
            step = (first - value) / speed
            low = step if low is None else max(low, step)
        if second is not None:
            step = (second - value) / speed
            high = step if high is None else min(high, step)
    return low, high


def _moved(value: Fraction, step: Step) -> Fraction | None:
    return None if step is None else value + step


def _nearer(end: Fraction, other: Fraction, held: str) -> Fraction:
    return min(end, other) if held == "lower" else max(end, other)
