"""`Spoilers`: rows without which points separate, and a proof of how many such rows there must be."""

from __future__ import annotations

from dataclasses import dataclass, field

from gordan.outcome.answer import Answer, Sheet
from gordan.outcome.proof import Cancellation, Enclosure, IntegerSeparator, Separator
from gordan.outcome.record import plain_proof

__all__ = ["Spoilers"]

_ROWS = 20  # of a sheet


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Spoilers(Answer):
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

    rows: tuple[int, ...] = ()
    separator: Separator | IntegerSeparator | None = field(default=None, repr=False)
    refutations: tuple[Cancellation | Enclosure, ...] = field(default=(), repr=False)
    n: int = 0

    @property
    def kind(self) -> str:
        """ "separable" where no row has to go, "spoilt" where some are proved to, else "undecided"."""
        if not self.rows:
            return "separable"
        return "spoilt" if self.lower else "undecided"

    @property
    def lower(self) -> int:
        """How many rows have to go at least: proved by `refutations`."""
        return len(self.refutations)

    @property
    def upper(self) -> int:
        """How many rows suffice: proved by `separator`."""
        return len(self.rows)

    @property
    def proof(self) -> tuple[Separator | IntegerSeparator | None, tuple[Cancellation | Enclosure, ...]]:
        """Both halves: what separates the rest, and what shows how many rows have to go."""
        return self.separator, self.refutations

    def words(self) -> str:
        if not self.rows:
            return "no row has to go: a hyperplane separates them all."
        rows = "1 row" if self.upper == 1 else f"{self.upper:,} rows"
        if self.lower == self.upper:
            return f"without {rows} of {self.n:,} a hyperplane separates the rest, and no fewer will do."
        if not self.lower:
            return f"without {rows} of {self.n:,} a hyperplane separates the rest; whether any has to go is not known."
        return f"without {rows} of {self.n:,} a hyperplane separates the rest; at least {self.lower:,} have to go."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        shown = ", ".join(map(str, self.rows[:_ROWS])) + (", …" if self.upper > _ROWS else "")
        return [head, *([f"rows {shown}"] if self.rows else []), *rest]

    def sheets(self) -> list[Sheet]:
        rows = tuple((str(row),) for row in self.rows[:_ROWS])
        return [Sheet("Rows to leave out", ("row",), rows, max(self.upper - _ROWS, 0))] if rows else []

    def _claimed(self) -> dict[str, object]:
        return {
            "rows": list(self.rows),
            "lower": self.lower,
            "upper": self.upper,
            "n": self.n,
            "separator": plain_proof(self.separator),
            "refutations": [plain_proof(each) for each in self.refutations],
            "reason": str(self.reason),
        }
