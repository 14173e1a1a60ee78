"""`Blame`: which rows, columns and groups of a contradiction may be given up, and how few of them there can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from gordan.outcome.alternative import Contradiction, Point

__all__ = ["Blame", "ContradictionCover", "Partition", "PointCover"]


@dataclass(frozen=True)
class Partition:
    """The part that each row and column belongs to, None where it is hard, and the weight of each part."""

    rows: tuple[str | None, ...]
    columns: tuple[str | None, ...]
    weights: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class PointCover:
    """Proof that contradictions weigh something: points that satisfy all that is hard, each with a share.

    Every contradiction has one of the parts that a point violates in it. Where the shares of the points that violate a
    part add up to no more than its weight, whatever part it is, no contradiction weighs less than all shares together.
    """

    points: tuple[Point, ...]
    shares: tuple[Fraction, ...]


@dataclass(frozen=True)
class ContradictionCover:
    """Proof that many rows and columns have to change: contradictions, each with a share, and the names that are hard.

    Of every contradiction one name that is not hard has to change. Where the shares of the contradictions that a name
    is in add up to no more than 1, as many names have to change as all shares together, rounded up.
    """

    hard: tuple[str, ...]
    contradictions: tuple[Contradiction, ...]
    shares: tuple[Fraction, ...]


@dataclass(frozen=True)
class Blame:
    """The parts of a contradiction: rows and columns that are not hard, by name, groups by the name of the group.

    Attributes
    ----------
    parts : tuple of str
        What is to blame; empty where the hard constraints contradict one another.
    minimal : bool
        Whether without any one part all others and everything that is hard can be satisfied: a point was verified for
        each while it was found; `verify` does not look at it again.
    weight : Fraction
        The weights of the parts added up; their number where no weights were given.
    at_least : Fraction or None
        No contradiction of the program has parts that weigh less, where that was asked for with `smallest=True`;
        proved by `cover`.
    partition : Partition or None
        What may be blamed, as it was asked.
    cover : PointCover or None
        The points that prove `at_least`.

    Examples
    --------
    >>> Blame(("water", "amount"), True, Fraction(2)).words()
    'to blame: water, amount; without any one of them the rest can be satisfied'
    """

    parts: tuple[str, ...]
    minimal: bool
    weight: Fraction
    at_least: Fraction | None = None
    partition: Partition | None = field(default=None, repr=False)
    cover: PointCover | None = field(default=None, repr=False)

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
