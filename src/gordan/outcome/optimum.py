"""The answers about the objective of a program: `Optimal`, `Unbounded`, or `Undecided` with a proved bracket."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import as_float, spell_fraction
from gordan.outcome.alternative import Term
from gordan.outcome.feasibility import LISTED, Infeasible, ProgramAnswer, UndecidedFeasibility, more, short
from gordan.outcome.notebook import Sheet
from gordan.outcome.objective import ObjectiveBracket, Optimum, Ray

__all__ = ["Optimal", "OptimumAnswer", "Range", "Unbounded", "UndecidedOptimum"]

_DIGITS = 12  # of the double beside a fraction


class Range(NamedTuple):
    """From where to where a number of the program may go while the basis stays optimal; None without an end.

    `kind` is "cost", of a column's coefficient in the objective, or "lower" or "upper", of a side of a row. `move` says
    what changes with it, for each unit: of a cost, its sign turned where the objective is maximised, the multipliers of
    rows, of a side the columns; each by number. It proves the range.
    """

    name: str
    kind: str
    value: Fraction
    low: Fraction | None
    high: Fraction | None
    move: tuple[tuple[int, Fraction], ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Optimal(ProgramAnswer):
    """No point has a better objective than `point`, whose objective is `value`; weights of the sides prove it.

    Attributes
    ----------
    value : Fraction
        The objective, its constant included.
    values : dict
        The point by the names of the columns, in fractions; `x` has the nearest doubles.
    multipliers : dict
        The weights of rows and bounds by place, name and side: what the optimum changes by for each unit that the side
        changes by, as long as the basis stays optimal. Sides without weight are not listed.
    ranges : tuple of Range or None
        How far coefficients and sides may move, where that was asked for. `verify` checks that within them the point,
        or of sides the weights, stay optimal; not that no wider ones would do.
    """

    proof: Optimum = field(repr=False)
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    maximise: bool = False
    ranges: tuple[Range, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "optimal"

    @property
    def value(self) -> Fraction:
        return self.proof.value

    @property
    def x(self) -> Array:
        """The point in the nearest doubles."""
        return self.proof.point.nearest()

    @property
    def values(self) -> dict[str, Fraction]:
        return dict(zip(self.column_names, self.proof.point.values, strict=True))

    @property
    def multipliers(self) -> dict[tuple[str, str, str], Fraction]:
        return {self._named(term): self._weight(term) for term in self.proof.bound.terms}

    def _named(self, term: Term) -> tuple[str, str, str]:
        names = self.row_names if term.place == "row" else self.column_names
        return term.place, names[term.number], term.side

    def _weight(self, term: Term) -> Fraction:
        size = Fraction(term.weight, self.proof.bound.denominator)
        return size if (term.side == "lower") != self.maximise else -size

    def words(self) -> str:
        sense = "greatest" if self.maximise else "least"
        return f"the {sense} objective is {_with_double(self.value)}, and no point has a better one."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        used = [(name, value) for name, value in self.values.items() if value]
        shown = [f"{name} = {short(value)}" for name, value in used[:LISTED]]
        return [head, *shown, *more(len(used)), *rest]

    def sheets(self) -> list[Sheet]:
        used = [(name, short(value)) for name, value in self.values.items() if value]
        weights = [(f"{name}, {side}", short(w)) for (_, name, side), w in self.multipliers.items()]
        sheets = [Sheet.cut("Columns that are not 0", ("name", "value"), used, LISTED)]
        title = f"What one unit more of a side adds to the optimum, at {'most' if self.maximise else 'least'}"
        sheets.append(Sheet.cut(title, ("side", "weight"), weights, LISTED))
        if self.ranges is not None:
            rows = [(each.name, each.kind, *_ends(each)) for each in self.ranges]
            headings = ("name", "number", "value", "from", "to")
            sheets.append(Sheet.cut("Ranges in which the basis stays optimal", headings, rows, LISTED))
        return [sheet for sheet in sheets if sheet.rows]

    def _claimed(self) -> dict[str, object]:
        ranges = None if self.ranges is None else [_plain_range(each) for each in self.ranges]
        return {
            "sense": "maximise" if self.maximise else "minimise",
            "value": spell_fraction(self.value),
            "value_nearest": as_float(self.value),
            "point": {name: spell_fraction(v) for name, v in self.values.items()},
            "multipliers": [
                {"place": place, "name": name, "side": side, "weight": spell_fraction(w)}
                for (place, name, side), w in self.multipliers.items()
            ],
            "ranges": ranges,
            "notes": self.notes,
            "reason_code": self.reason.code.value,
        }


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Unbounded(ProgramAnswer):
    """The objective has no bound: from a feasible `point` it improves along `ray` without end."""

    proof: Ray = field(repr=False)
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    maximise: bool = False
    notes: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "unbounded"

    @property
    def point(self) -> dict[str, Fraction]:
        return dict(zip(self.column_names, self.proof.point.values, strict=True))

    @property
    def ray(self) -> dict[str, Fraction]:
        return dict(zip(self.column_names, self.proof.direction.values, strict=True))

    def words(self) -> str:
        way = "rises" if self.maximise else "falls"
        return f"every constraint can be satisfied, and the objective {way} without end."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        used = [(name, value) for name, value in self.ray.items() if value]
        shown = [f"{name} {'+' if v > 0 else '-'} {short(abs(v))} t" for name, v in used[:LISTED]]
        return [head, *shown, *more(len(used)), *rest]

    def sheets(self) -> list[Sheet]:
        both = zip(self.column_names, self.proof.point.values, self.proof.direction.values, strict=True)
        rows = [(name, short(x), short(r)) for name, x, r in both if r]
        return [Sheet.cut("The ray", ("name", "from", "direction"), rows, LISTED)]

    def _claimed(self) -> dict[str, object]:
        return {
            "sense": "maximise" if self.maximise else "minimise",
            "point": {name: spell_fraction(v) for name, v in self.point.items()},
            "ray": {name: spell_fraction(v) for name, v in self.ray.items() if v},
            "notes": self.notes,
            "reason_code": self.reason.code.value,
        }


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class UndecidedOptimum(UndecidedFeasibility):
    """The optimum was not found; `lower` and `upper` are fractions between which it is proved to lie, where known.

    The end that a point reaches is proved by that point, which is feasible, and the other by weights of the sides.
    """

    known: ObjectiveBracket = field(default_factory=ObjectiveBracket, repr=False)
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    maximise: bool = False

    @property
    def lower(self) -> Fraction | None:
        return self.known.value if self.maximise else self.known.limit

    @property
    def upper(self) -> Fraction | None:
        return self.known.limit if self.maximise else self.known.value

    def words(self) -> str:
        ends = [f"at least {_with_double(self.lower)}"] if self.lower is not None else []
        ends += [f"at most {_with_double(self.upper)}"] if self.upper is not None else []
        known = f"; if there is one, it is {' and '.join(ends)}" if ends else ""
        return f"no optimum was proved{known}. {self.reason}".rstrip()

    def _claimed(self) -> dict[str, object]:
        ends = {"lower": self.lower, "upper": self.upper}
        spelled = {name: None if end is None else spell_fraction(end) for name, end in ends.items()}
        return {**super()._claimed(), "sense": "maximise" if self.maximise else "minimise", **spelled}


OptimumAnswer = Optimal | Unbounded | Infeasible | UndecidedOptimum


def _with_double(value: Fraction) -> str:
    """The fraction, and the double next to it where that is easier to read."""
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value)
    return f"{short(value)} (≈ {as_float(value):.{_DIGITS}g})"


def _ends(each: Range) -> tuple[str, str, str]:
    low, high = "-∞" if each.low is None else short(each.low), "∞" if each.high is None else short(each.high)
    return short(each.value), low, high


def _plain_range(each: Range) -> dict[str, object]:
    ends = {"low": each.low, "high": each.high}
    spelled = {name: None if end is None else spell_fraction(end) for name, end in ends.items()}
    return {"name": each.name, "kind": each.kind, "value": spell_fraction(each.value), **spelled}
