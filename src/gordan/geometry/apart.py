"""What is found of two bodies: `Apart`, with a sparse hyperplane; `Near`, with two points; or `Unresolved`."""

from __future__ import annotations

from dataclasses import dataclass, field

from gordan.arithmetic.array import Array
from gordan.geometry.bodies import Bodies
from gordan.geometry.body.base import Body
from gordan.outcome import Bracket, Verdict
from gordan.verify import verify_body_hyperplane, verify_body_points

__all__ = ["Apart", "Near", "Unresolved"]


@dataclass(frozen=True, eq=False)
class Apart:
    """The hyperplane direction·x = offset has K above it and L below, both at least `margin` away.

    The direction is the sum of times_j (p_j − q_j), rows of p in K and rows of q in L. With the aggressive perceptron
    times are whole numbers and there are 2·`updates` points, repeats counted; with the min-norm point they are convex
    weights, one for each pair of its corral. `limit` is the number of pairs that the lemma allows, ⌊3R²/ε²⌋.
    """

    direction: Array = field(repr=False)
    offset: float
    margin: float
    p: Array = field(repr=False)
    q: Array = field(repr=False)
    times: Array = field(repr=False)
    updates: int
    limit: float
    solver: str = "aggressive-perceptron"

    @property
    def kind(self) -> str:
        return "apart"

    @property
    def n_points(self) -> int:
        """How many points the direction is made of: of a sum as often as they were added, of a mean each once."""
        return 2 * (self.updates if self.solver == "aggressive-perceptron" else len(self.times))

    @property
    def allowed(self) -> float:
        """How many points the lemma allows, 6R²/ε²."""
        return 2.0 * self.limit

    def check(self, K: Body, L: Body) -> Verdict:
        """Judge the claim anew: the sum itself, the number of its points, and both margins by new support points."""
        counted = self.times.sum() if self.solver == "aggressive-perceptron" else len(self.times)
        posed = Bodies(K, L).posed()
        return verify_body_hyperplane(
            posed.K,
            posed.L,
            self.direction,
            self.offset,
            self.margin,
            p=self.p,
            q=self.q,
            times=self.times,
            n_points=2.0 * float(counted),
            allowed=self.allowed,
        )

    def __str__(self) -> str:
        made = "a sum" if self.solver == "aggressive-perceptron" else "a mean"
        return (
            f"Apart: a hyperplane keeps both bodies at least {self.margin:.6g} away.\n"
            f"  its normal is {made} of {self.n_points:,} points, {len(self.times):,} of each body without repeats\n"
            f"  {self.allowed:,.0f} points are allowed (6R²/ε²); {self.updates:,} updates of the {self.solver}"
        )


@dataclass(frozen=True, eq=False)
class Near:
    """A point p of K and a point q of L are at most `distance` apart; each is a mean of support points."""

    p: Array = field(repr=False)
    q: Array = field(repr=False)
    distance: float
    updates: int
    limit: float
    solver: str = "aggressive-perceptron"

    @property
    def kind(self) -> str:
        return "near"

    def check(self, K: Body, L: Body) -> Verdict:
        """Judge the claim anew: how far apart the points are, and that neither lies beyond its body."""
        posed = Bodies(K, L).posed()
        return verify_body_points(posed.K, posed.L, self.p, self.q, self.distance)

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
