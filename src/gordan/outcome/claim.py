"""`Claim`: what is said to be true of the data, without a word on how it was found; `InnerBall`, a part of some."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from gordan.arithmetic.array import Array
from gordan.outcome.proof import Cancels, Separates
from gordan.outcome.verdict import Bracket

__all__ = ["Claim", "HullPoint", "InnerBall"]


class HullPoint(NamedTuple):
    """A convex combination of signed points: rows of the data, and a positive integer for each.

    With an intercept the integers of each class stand for half of the mass.
    """

    support: tuple[int, ...]
    integers: tuple[int, ...]


@dataclass(frozen=True)
class InnerBall:
    """A ball about the origin inside the hull of the signed points.

    Every hyperplane then has rows at least `radius` on the wrong side: the margin is at most −radius. `pairs`
    has two points of the hull for each dimension, nearly opposite to one another and nearly at right angles to the
    others. The ball between ±d_j has the radius 1/√(Σ 1/‖d_j‖²).
    """

    radius: float
    pairs: tuple[tuple[HullPoint, HullPoint], ...]

    def to_dict(self) -> dict[str, object]:
        """The radius, and for each dimension the rows of two points with their integers, as texts."""
        pairs = [
            [{"rows": list(end.support), "integers": list(map(str, end.integers))} for end in p] for p in self.pairs
        ]
        return {"radius": self.radius, "pairs": pairs}


@dataclass(frozen=True, eq=False, kw_only=True)
class Claim:
    """A bracket on the margin, a proof or none, and the hyperplane and weights that give the ends of the bracket.

    `coef` and `intercept` are the best hyperplane found, in the user's raw units; `centre` and `offset` are the same
    hyperplane as coef·(x − centre) + offset. In the space of a kernel, which `space` names, it has no coordinates:
    `dual_coef` has one coefficient per row. `nearest` are rows near the hyperplane. `ball`, beside rows that cancel,
    proves an upper end below 0. A bracket of None claims no ends: `verify` returns those that it can prove.

    Examples
    --------
    >>> Claim(bracket=Bracket(0.0, 1.0)).kind
    'undecided'
    """

    bracket: Bracket | None = None
    proof: Separates | Cancels | None = field(default=None, repr=False)
    classes: tuple[object, ...] = ()
    coef: Array | None = None
    dual_coef: Array | None = field(default=None, repr=False)
    space: str = ""
    intercept: float = 0.0
    centre: Array | None = field(default=None, repr=False)
    offset: float | Fraction = field(default=0.0, repr=False)
    weights: Array | None = field(default=None, repr=False)
    nearest: tuple[int, ...] = ()
    ball: InnerBall | None = field(default=None, repr=False)

    @property
    def kind(self) -> str:
        """What the proof is one of: "separable", "inseparable", or without a proof "undecided"."""
        if isinstance(self.proof, Separates):
            return "separable"
        return "inseparable" if isinstance(self.proof, Cancels) else "undecided"
