"""`Blame`: which rows, columns and groups of a contradiction may be given up, and how few of them there can be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Blame"]


@dataclass(frozen=True)
class Blame:
    """The parts of a contradiction: rows and columns that are not hard, by name, groups by the name of the group.

    Attributes
    ----------
    parts : tuple of str
        What is to blame; empty where the hard constraints contradict one another.
    minimal : bool
        Whether without any one part all others and everything that is hard can be satisfied: a point was verified for
        each.
    weight : Fraction
        The weights of the parts added up; their number where no weights were given.
    at_least : Fraction or None
        No contradiction of the program has parts that weigh less, where that was asked for with `smallest=True`. It
        follows from points that were verified one by one while it was found; `verify` does not look at it again.

    Examples
    --------
    >>> Blame(("water", "amount"), True, Fraction(2)).words()
    'to blame: water, amount; without any one of them the rest can be satisfied'
    """

    parts: tuple[str, ...]
    minimal: bool
    weight: Fraction
    at_least: Fraction | None = None

    def words(self) -> str:
        if not self.parts:
            return "the hard constraints contradict one another: nothing else is to blame"
        shown = ", ".join(self.parts[:12]) + (f" and {len(self.parts) - 12:,} more" if len(self.parts) > 12 else "")
        kept = "; without any one of them the rest can be satisfied" if self.minimal and len(self.parts) > 1 else ""
        bound = ""
        if self.at_least == 0:
            bound = "; how few there can be is not known"
        elif self.at_least is not None:
            counted = self.weight == len(self.parts)
            least = f"fewer than {self.at_least}" if counted else f"parts that weigh less than {self.at_least}"
            bound = f"; no contradiction has {least}"
            bound += "" if self.at_least == self.weight else f", and this one has {self.weight}"
        return f"to blame: {shown}{kept}{bound}"
