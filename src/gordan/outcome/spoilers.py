"""Rows without which points, or a regression model, separate, and a proof of how many such rows there must be."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from gordan.outcome.answer import Answer
from gordan.outcome.notebook import Sheet
from gordan.outcome.proof import Cancellation, Enclosure, IntegerSeparator, Separator
from gordan.outcome.record import plain_proof
from gordan.outcome.split import SplitProof

__all__ = ["ModelSpoilers", "OverlapProof", "Removal", "Spoilers"]

_ROWS = 20  # of a sheet


@dataclass(frozen=True, eq=False)
class OverlapProof:
    """Rows of a system, inequalities first, whose split is proved to have no strict row.

    Where the relations of columns on these rows hold on all inequalities, no system with these rows is separated.
    """

    rows: tuple[int, ...]
    split: SplitProof


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Removal(Answer):
    """Rows that suffice when they are left out, and refutations that count how many must.

    Attributes
    ----------
    rows : tuple of int
        Rows to leave out, rising.
    n : int
        How many rows there are.
    """

    rows: tuple[int, ...] = ()
    refutations: tuple[Cancellation | Enclosure | OverlapProof, ...] = field(default=(), repr=False)
    n: int = 0
    _reached: ClassVar[str]  # what is true of the rest
    _as_it_is: ClassVar[str]  # and how that is said where no row has to go
    _kinds: ClassVar[tuple[str, str]]  # where no row has to go, and where some are proved to

    @property
    def kind(self) -> str:
        """Whether no row has to go, or some are proved to; else "undecided"."""
        if not self.rows:
            return self._kinds[0]
        return self._kinds[1] if self.lower else "undecided"

    @property
    def lower(self) -> int:
        """How many rows have to go at least: proved by `refutations`."""
        return len(self.refutations)

    @property
    def upper(self) -> int:
        """How many rows suffice."""
        return len(self.rows)

    def words(self) -> str:
        if not self.rows:
            return f"no row has to go: {self._as_it_is}."
        rows = "1 row" if self.upper == 1 else f"{self.upper:,} rows"
        enough = f"without {rows} of {self.n:,} {self._reached}"
        if self.lower == self.upper:
            return f"{enough}, and no fewer will do."
        if not self.lower:
            return f"{enough}; whether any has to go is not known."
        return f"{enough}; at least {self.lower:,} {'has' if self.lower == 1 else 'have'} to go."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        shown = ", ".join(map(str, self.rows[:_ROWS])) + (", …" if self.upper > _ROWS else "")
        noun = "row" if self.upper == 1 else "rows"
        return [head, *([f"{noun} {shown}"] if self.rows else []), *rest]

    def sheets(self) -> list[Sheet]:
        rows = [(str(row),) for row in self.rows]
        return [Sheet.cut("Rows to leave out", ("row",), rows, _ROWS)] if rows else []

    def _claimed(self) -> dict[str, object]:
        counts = {"lower": self.lower, "upper": self.upper, "n": self.n}
        return {"rows": list(self.rows), **counts, **self._proved(), "reason": str(self.reason)}

    @abstractmethod
    def _proved(self) -> dict[str, object]:
        """Both halves of the proof in plain values."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Spoilers(Removal):
    """Rows whose removal separates the rest, and sets of rows that cancel, no two with a row in common.

    Attributes
    ----------
    rows : tuple of int
        Rows to leave out, rising. The others are separated by `separator`.
    separator : Separator, IntegerSeparator or None
        Proves that; None where the rows that are left are all of one class, and there is an intercept.
    refutations : tuple of Cancellation or Enclosure
        Each proves that its own rows alone cannot be separated. They share no row, so that at least one row of each
        has to go, whichever rows are left out.
    n : int
        How many rows the problem has.
    """

    separator: Separator | IntegerSeparator | None = field(default=None, repr=False)
    refutations: tuple[Cancellation | Enclosure, ...] = field(default=(), repr=False)
    _reached = "a hyperplane separates the rest"
    _as_it_is = "a hyperplane separates them all"
    _kinds = ("separable", "spoilt")

    @property
    def proof(self) -> tuple[Separator | IntegerSeparator | None, tuple[Cancellation | Enclosure, ...]]:
        """Both halves: what separates the rest, and what shows how many rows have to go."""
        return self.separator, self.refutations

    def _proved(self) -> dict[str, object]:
        refutations = [plain_proof(each) for each in self.refutations]
        return {"separator": plain_proof(self.separator), "refutations": refutations}


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class ModelSpoilers(Removal):
    """Observations whose removal separates a regression model, and a proof of how many such there must be.

    Attributes
    ----------
    rows : tuple of int
        Observations to leave out, by their rows in the data, rising. Along `direction` the likelihood of the others
        never falls, and that of some grows for ever.
    direction : tuple of int
        Of the coefficients; proves that the model without `rows` is separated.
    refutations : tuple of OverlapProof
        Each proves that no model with its observations is separated, whichever others there are: at least one of them
        has to go.
    shared : int
        In how many refutations an observation is at most; each that goes meets no more than these.
    n : int
        How many rows the data have.
    """

    direction: tuple[int, ...] = field(default=(), repr=False)
    refutations: tuple[OverlapProof, ...] = field(default=(), repr=False)
    shared: int = 1
    _reached = "the model is separated"
    _as_it_is = "the model is separated as it is"
    _kinds = ("separated", "overlap")

    @property
    def lower(self) -> int:
        """How many rows have to go at least: one for every `shared` refutations."""
        return -(-len(self.refutations) // self.shared)

    @property
    def proof(self) -> tuple[tuple[int, ...], tuple[OverlapProof, ...]]:
        """Both halves: the direction that separates the rest, and what shows how many rows have to go."""
        return self.direction, self.refutations

    def _proved(self) -> dict[str, object]:
        refutations = [list(each.rows) for each in self.refutations]
        return {"direction": list(self.direction), "shared": self.shared, "refutations": refutations}
