"""The answers about two bodies: `Apart`, by a hyperplane; `Touching`, by a common point; `Near`; or `Undecided`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome.answer import Answer
from gordan.outcome.separation import Undecided as AnyUndecided
from gordan.outcome.verdict import Bracket

__all__ = [
    "Apart",
    "BodyAnswer",
    "BodyPoint",
    "CommonPoint",
    "Hyperplane",
    "Near",
    "NearMeans",
    "PairedPoints",
    "SparseApart",
    "SparseNormal",
    "Touching",
    "TwoPoints",
    "Undecided",
]


@dataclass(frozen=True)
class CommonPoint:
    """A point of K and of L, in fractions.

    For a hull, and only for one, there are the convex weights of the vertices that make the point, by number.
    """

    point: tuple[Fraction, ...]
    weights_k: tuple[tuple[int, Fraction], ...] = ()
    weights_l: tuple[tuple[int, Fraction], ...] = ()


class Hyperplane(NamedTuple):
    """direction·x = offset, with K above it and L below."""

    direction: Array
    offset: float


class TwoPoints(NamedTuple):
    """A point p of K and a point q of L."""

    p: Array
    q: Array


class BodyPoint(NamedTuple):
    """A point of a body that is given by numbers, by what it is made of, so that it belongs to the body exactly.

    Of a hull the number of a `vertex`; of a box its own `coordinates`; of a ball those of u in centre + radius·u and of
    an ellipsoid those of u in centre + matrix·u, with ‖u‖ ≤ 1; of an image the point whose image it is, and `of` a sum
    the points that are added.
    """

    vertex: int = -1
    coordinates: tuple[float, ...] = ()
    of: tuple[BodyPoint, ...] = ()


class PairedPoints(NamedTuple):
    """Pairs of a point of K and a point of L, each as often as its entry of `times`, a weight above 0."""

    times: tuple[float, ...]
    points_k: tuple[BodyPoint, ...]
    points_l: tuple[BodyPoint, ...]


class SparseNormal(NamedTuple):
    """A hyperplane w·x = offset, w = Σ times_j (p_j − q_j), exactly."""

    pairs: PairedPoints
    offset: float


class NearMeans(NamedTuple):
    """The means of the p_j and of the q_j, with weights in proportion to times, are at most `at_most` apart."""

    pairs: PairedPoints
    at_most: float


class BodyAnswer(Answer):
    """What answers about bodies share: how they show themselves."""

    @property
    def updates(self) -> int:
        """The steps of the algorithm: `n_iter` by another name."""
        return self.n_iter

    def lines(self) -> list[str]:
        lines = [f"{self.kind.capitalize()}: {self.words()}"]
        if self.run is not None:
            lines.append(str(self.run))
        return [*lines, f"verifier {self.verdict}"] if self.verdict.checks else lines

    def _claimed(self) -> dict[str, object]:
        own = {each.name: _plain(getattr(self, each.name)) for each in fields(self) if each.name not in _SHARED}
        return {**own, "reason": str(self.reason), "reason_code": self.reason.code.value}


_SHARED = ("run", "verdict", "claim")
_UNKNOWN, _NOTHING = Bracket(), Bracket(0.0, 0.0)


def _plain(value: object) -> object:
    if isinstance(value, Bracket):
        return {"lower": value.lower, "upper": value.upper}
    if isinstance(value, CommonPoint):
        return {"point": [str(v) for v in value.point]}
    return value.tolist() if isinstance(value, np.ndarray) else value


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Apart(BodyAnswer):
    """The hyperplane direction·x = offset has K above it and L below; `bracket` holds their distance, more than 0.

    Its upper end is how far the point p of K is from the point q of L.
    """

    bracket: Bracket
    direction: Array
    offset: float
    p: Array
    q: Array

    kind = "apart"

    @property
    def proof(self) -> Hyperplane:
        return Hyperplane(self.direction, self.offset)

    def words(self) -> str:
        return f"a hyperplane lies between the bodies, whose distance is in {self.bracket}. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class SparseApart(Apart):
    """A hyperplane with few points in its normal: both bodies are at least `margin` away from it.

    The direction is the sum of times_j (p_j − q_j), rows of p in K and rows of q in L. With the aggressive perceptron
    times are whole numbers and there are 2·`updates` points, repeats counted; with the min-norm point they are convex
    weights, one for each pair of its corral; `is_sum` says which. Rows of `towards` are the directions in which K has
    no lower point than p_j, and L no higher one than q_j. `limit` is how many pairs the lemma allows, ⌊3R²/ε²⌋.
    """

    margin: float
    times: Array
    towards: Array
    limit: float
    is_sum: bool

    @property
    def n_points(self) -> int:
        """How many points the direction is made of: of a sum as often as they were added, of a mean each once."""
        return 2 * int(self.times.sum() if self.is_sum else len(self.times))

    @property
    def allowed(self) -> float:
        """How many points the lemma allows, 6R²/ε²."""
        return 2.0 * self.limit

    def words(self) -> str:
        return f"a hyperplane keeps both bodies at least {self.margin:.6g} away."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        made = "a sum" if self.is_sum else "a mean"
        points = f"{self.n_points:,} points, {len(self.times):,} of each body without repeats"
        return [head, f"its normal is {made} of {points}; {self.allowed:,.0f} are allowed (6R²/ε²)", *rest]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Touching(BodyAnswer):
    """The bodies have a point in common: `proof` has it in fractions, `point` in the nearest doubles."""

    proof: CommonPoint
    bracket: Bracket = field(default=_NOTHING, init=False)

    kind = "touching"

    @property
    def point(self) -> Array:
        return np.array([_nearest(v) for v in self.proof.point])

    @property
    def p(self) -> Array:
        return self.point

    @property
    def q(self) -> Array:
        return self.point

    def words(self) -> str:
        return f"the bodies have a point in common. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Near(BodyAnswer):
    """A point p of K and a point q of L are at most `distance` apart; each is a mean of support points.

    The weights of both means are in proportion to `times`, and rows of `towards` are the directions in which K has no
    lower point, and L no higher one, than the points whose means they are.
    """

    p: Array
    q: Array
    times: Array
    towards: Array
    distance: float
    bracket: Bracket
    limit: float

    kind = "near"

    @property
    def proof(self) -> TwoPoints:
        return TwoPoints(self.p, self.q)

    def words(self) -> str:
        return f"two points of the bodies are at most {self.distance:.6g} apart."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        return [head, f"{self.updates:,} of at most {self.limit:,.0f} updates (3R²/ε² + 1)", *rest]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Undecided(BodyAnswer, AnyUndecided):
    """Neither was proved; `bracket` holds what was asked for: the distance, or ‖A x − b‖ at its least.

    `p` and `q` are the nearest points of the bodies that were found, None where there are none.
    """

    bracket: Bracket = _UNKNOWN
    p: Array | None = None
    q: Array | None = None

    kind = "undecided"

    @property
    def proof(self) -> None:
        return None

    def words(self) -> str:
        return f"the distance lies in {self.bracket}. {self.reason}".rstrip()


def _nearest(value: Fraction) -> float:
    return value.numerator / value.denominator
