"""What is found of two bodies: `Apart`, with a sparse hyperplane; `Near`, with two points; or `Unresolved`."""

from __future__ import annotations

from dataclasses import dataclass, field

from gordan.array import Array
from gordan.outcome import Bracket

__all__ = ["Apart", "Near", "Unresolved"]


@dataclass(frozen=True, eq=False)
class Apart:
    """The hyperplane direction·x = offset has K above it and L below, both at least `margin` away.

    The direction is the sum of times_j (p_j − q_j), rows of p in K and rows of q in L: 2·`updates` points, repeats
    counted. `limit` is the number of updates that the lemma allows.
    """

    direction: Array = field(repr=False)
    offset: float
    margin: float
    p: Array = field(repr=False)
    q: Array = field(repr=False)
    times: Array = field(repr=False)
    updates: int
    limit: float

    @property
    def kind(self) -> str:
        return "apart"

    @property
    def n_points(self) -> int:
        """How many points the direction is a sum of, repeats counted."""
        return 2 * self.updates

    def __str__(self) -> str:
        return (
            f"Apart: a hyperplane keeps both bodies at least {self.margin:.6g} away.\n"
            f"  its normal is a sum of {self.n_points:,} points, {len(self.times):,} of each body without repeats\n"
            f"  {self.updates:,} of at most {self.limit:,.0f} updates (3R²/ε²)"
        )


@dataclass(frozen=True, eq=False)
class Near:
    """A point p of K and a point q of L are at most `distance` apart; each is a mean of support points."""

    p: Array = field(repr=False)
    q: Array = field(repr=False)
    distance: float
    updates: int
    limit: float

    @property
    def kind(self) -> str:
        return "near"

    def __str__(self) -> str:
        return (
            f"Near: two points of the bodies are at most {self.distance:.6g} apart.\n"
            f"  {self.updates:,} of at most {self.limit:,.0f} updates (3R²/ε² + 1)"
        )


@dataclass(frozen=True, eq=False)
class Unresolved:
    """Neither was shown; the distance lies in the bracket."""

    bracket: Bracket
    reason: str
    updates: int

    @property
    def kind(self) -> str:
        return "unresolved"

    def __str__(self) -> str:
        return f"Unresolved: the distance lies in {self.bracket}. {self.reason}"
