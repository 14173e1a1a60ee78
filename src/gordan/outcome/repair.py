"""`Repaired`: the least change of sides and bounds with which every constraint of a program can be satisfied."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from gordan.arithmetic.fraction import as_float, spell_fraction
from gordan.outcome.alternative import Point
from gordan.outcome.blame import ContradictionCover
from gordan.outcome.feasibility import LISTED, Member, ProgramAnswer, more, short
from gordan.outcome.notebook import Sheet
from gordan.outcome.objective import Bound

__all__ = ["Change", "RepairProof", "Repaired"]

Prices = tuple[Fraction | None, ...]


class Change(NamedTuple):
    """A side of a row, or a bound of a column, that gives way by a positive amount: a lower one down, an upper up."""

    place: Literal["row", "column"]
    number: int
    side: Literal["lower", "upper"]
    amount: Fraction


@dataclass(frozen=True)
class RepairProof:
    """A point that satisfies every side after the changes, and weights that prove that no less would do.

    Sides give way at a price for each unit: `row_prices` and `column_prices`, None for those that stay as they are.
    With `norm` "sum" the `value` is what all changes cost together, with "max" it is the greatest of them. Weights w_k
    of the sides, over the bound's denominator, cancel on the left, so that changes s_k have Σ w_k s_k ≥ Σ w_k b_k
    whatever the point is; where no w_k is above its price, or where they add up to 1 at most, the changes cost at least
    that.
    """

    value: Fraction
    point: Point
    changes: tuple[Change, ...]
    bound: Bound
    norm: Literal["sum", "max"]
    row_prices: Prices
    column_prices: Prices


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Repaired(ProgramAnswer):
    """Every constraint can be satisfied after `changes`, and no cheaper ones would do; `proof` has both.

    Attributes
    ----------
    value : Fraction
        What the changes cost: their sum, each times its price; of a `tolerance` the greatest change.
    changes : dict
        By how much each side that changes gives way, by place, name and side.
    members : tuple of Member
        The same with words: the side as it was and as it has to be.
    at_least : int or None
        How many rows and columns have to change at least, whatever it costs, where `fewest` was asked for; proved by
        the contradictions of `cover`.
    cover : ContradictionCover or None
        The contradictions that prove `at_least`.
    values : dict
        A point that satisfies the changed constraints, by the names of the columns.
    """

    proof: RepairProof = field(repr=False)
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    at_least: int | None = None
    cover: ContradictionCover | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "repaired"

    @property
    def value(self) -> Fraction:
        return self.proof.value

    @property
    def changes(self) -> dict[tuple[str, str, str], Fraction]:
        return {member[:3]: each.amount for member, each in zip(self.members, self.proof.changes, strict=True)}

    @property
    def values(self) -> dict[str, Fraction]:
        return dict(zip(self.column_names, self.proof.point.values, strict=True))

    def words(self) -> str:
        value = (
            short(self.value) if self.value.denominator == 1 else f"{short(self.value)} (≈ {as_float(self.value):.6g})"
        )
        if not self.value:
            return "every constraint can be satisfied as it is."
        if self.proof.norm == "max":
            return (
                f"with a tolerance of {value} or more every constraint can be satisfied, and with none that is less: a "
                "solver whose tolerance is greater calls the program feasible."
            )
        if self.at_least is not None:
            changed = len({member.name for member in self.members})
            least = "no fewer would do" if changed == self.at_least else f"at least {self.at_least:,} have to"
            count = "1 row or column changes" if changed == 1 else f"{changed:,} rows and columns change"
            return f"every constraint can be satisfied if {count}, at a cost of {value}, and {least}."
        sides = "1 side changes" if len(self.members) == 1 else f"{len(self.members):,} sides change"
        return f"every constraint can be satisfied if {sides}, at a cost of {value}, and no repair costs less."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        return [head, *(member.words for member in self.members[:LISTED]), *more(len(self.members)), *rest]

    def sheets(self) -> list[Sheet]:
        both = zip(self.members, self.proof.changes, strict=True)
        rows = [(member.words, short(each.amount)) for member, each in both]
        return [Sheet.cut("Changes", ("side", "by"), rows, LISTED)] if rows else []

    def _claimed(self) -> dict[str, object]:
        return {
            "norm": self.proof.norm,
            "value": spell_fraction(self.value),
            "at_least": self.at_least,
            "changes": [
                {**member._asdict(), "amount": spell_fraction(each.amount)}
                for member, each in zip(self.members, self.proof.changes, strict=True)
            ],
            "point": {name: spell_fraction(v) for name, v in self.values.items()},
            "notes": self.notes,
            "reason_code": self.reason.code.value,
        }
