"""Ranges of an optimum: that its point stays optimal while a cost moves, and its weights while a side does.

A range comes with a move: what the multipliers of rows, or the columns, change by for each unit. Everything is linear
in the step, and the optimum itself was proved, so that each end is looked at and nothing between; where there is no
end, it is the move alone that must not lead beyond any side. That no wider range would do is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from gordan.arithmetic.deadline import check_deadline
from gordan.outcome import Check
from gordan.outcome.objective import Optimum
from gordan.outcome.optimum import Range
from gordan.problem.program import Program
from gordan.verify.check import every, is_fraction, true
from gordan.verify.program import row_product

__all__ = ["judge_ranges"]

_ZERO = Fraction(0)


class _Step(NamedTuple):
    """So far, or without end in a direction, which is then 1 or −1."""

    length: Fraction
    endless: bool = False


def judge_ranges(program: Program, proof: Optimum, ranges: object) -> Iterator[Check]:
    """The checks of ranges beside an optimum that was accepted."""
    formed = type(ranges) is tuple and all(_is_formed(program, each) for each in ranges)
    yield true("ranges are of the program's numbers", formed)
    if not formed or not isinstance(ranges, tuple):
        return
    work = _Moved(program, proof)
    costs, sides = ([each for each in ranges if (each.kind == "cost") == cost] for cost in (True, False))
    beyond = [Fraction(any(work.cost_leads_beyond(each, step) for step in _steps(each))) for each in costs]
    yield every("point stays optimal within ranges of costs", beyond, "=", 0, names=[each.name for each in costs])
    beyond = [Fraction(any(work.side_leads_beyond(each, step) for step in _steps(each))) for each in sides]
    yield every("weights stay optimal within ranges of sides", beyond, "=", 0, names=[each.name for each in sides])


def _is_formed(program: Program, each: object) -> bool:
    """Whether this is a range of a number that the program has, which is within it."""
    if type(each) is not Range or type(each.name) is not str or type(each.kind) is not str:
        return False
    if each.kind not in ("cost", "lower", "upper"):
        return False
    of_cost = each.kind == "cost"
    names = program.column_names if of_cost else program.row_names
    if each.name not in names:
        return False
    number = names.index(each.name)
    value = (program.objective or ())[number] if of_cost else program.side("row", number, each.kind)
    if value is None or not is_fraction(each.value) or each.value != value:
        return False
    ends = [end for end in (each.low, each.high) if end is not None]
    if not all(map(is_fraction, ends)) or not _ordered(each.low, each.value) or not _ordered(each.value, each.high):
        return False
    return _is_move(each.move, program.shape[0 if of_cost else 1])


def _ordered(low: Fraction | None, high: Fraction | None) -> bool:
    return low is None or high is None or low <= high


def _is_move(move: object, size: int) -> bool:
    if type(move) is not tuple or not all(type(each) is tuple and len(each) == 2 for each in move):
        return False
    known = all(type(k) is int and 0 <= k < size and is_fraction(speed) for k, speed in move)
    return known and len({k for k, _ in move}) == len(move)


def _steps(each: Range) -> Iterator[_Step]:
    for end, way in ((each.low, -1), (each.high, 1)):
        yield _Step(Fraction(way), True) if end is None else _Step(end - each.value)


class _Moved:
    """What an optimum becomes after a step."""

    def __init__(self, program: Program, proof: Optimum) -> None:
        self.program, self.x = program, proof.point.values
        self.sign = -1 if program.maximise else 1
        self.weights: dict[str, dict[int, Fraction]] = {"row": {}, "column": {}}
        for term in proof.bound.terms:
            size = Fraction(term.weight if term.side == "lower" else -term.weight, proof.bound.denominator)
            own = self.weights[term.place]
            own[term.number] = own.get(term.number, _ZERO) + size
        rows = list(program.A.rows())
        self.values = {"row": [row_product(row, self.x) for row in rows], "column": list(self.x)}
        self.rows_of: dict[int, list[tuple[int, Fraction]]] = {}
        for i, row in enumerate(program.A.rows()):
            for j, a in row:
                self.rows_of.setdefault(j, []).append((i, a))
        self.at = {
            "row": {name: i for i, name in reversed([*enumerate(program.row_names)])},
            "column": {name: j for j, name in reversed([*enumerate(program.column_names)])},
        }

    def cost_leads_beyond(self, each: Range, step: _Step) -> bool:
        """Whether some weight, after the step, is one of a side that the point does not attain."""
        check_deadline("checking the ranges")
        column = self.at["column"][each.name]
        speeds: dict[tuple[str, int], Fraction] = {("column", column): Fraction(1)}
        for i, speed in each.move:
            speeds["row", i] = speed
            for j, a in self.program.A.row(i):
                speeds["column", j] = speeds.get(("column", j), _ZERO) - speed * a
        length = step.length * self.sign
        return any(self._is_foreign(place, k, speed, length, step.endless) for (place, k), speed in speeds.items())

    def _is_foreign(self, place: str, k: int, speed: Fraction, length: Fraction, endless: bool) -> bool:
        change = speed * length
        weight = change if endless else self.weights[place].get(k, _ZERO) + change
        if not weight:
            return False
        return self.program.side(place, k, "lower" if weight > 0 else "upper") != self.values[place][k]

    def side_leads_beyond(self, each: Range, step: _Step) -> bool:
        """Whether the moved point violates a side after the step, or leaves one that has weight."""
        check_deadline("checking the ranges")
        moving = self.at["row"][each.name]
        speeds: dict[tuple[str, int], Fraction] = {("row", moving): _ZERO}
        for j, speed in each.move:
            speeds["column", j] = speed
            for i, a in self.rows_of.get(j, ()):
                speeds["row", i] = speeds.get(("row", i), _ZERO) + speed * a
        return any(
            self._is_violated(place, k, speed, each.kind if (place, k) == ("row", moving) else "", step)
            for (place, k), speed in speeds.items()
        )

    def _is_violated(self, place: str, k: int, speed: Fraction, moved: str, step: _Step) -> bool:
        """Of one row or column; `moved` is the side of it that moves, with the other one where both are equal."""
        weight = self.weights[place].get(k, _ZERO)
        lower, upper = self.program.side(place, k, "lower"), self.program.side(place, k, "upper")
        for name, side, way in (("lower", lower, 1), ("upper", upper, -1)):
            if side is None:
                continue
            along = Fraction(bool(moved) and (moved == name or lower == upper))
            room = way * (speed - along) * step.length
            if not step.endless:
                room += way * (self.values[place][k] - side)
            if room < 0 or (weight * way > 0 and room):
                return True
        return False
