"""What proves an answer about the objective of a program: a point and weights that meet, or a ray without end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gordan.outcome.alternative import Point, Term

__all__ = ["Bound", "ObjectiveBracket", "Optimum", "Ray"]


@dataclass(frozen=True)
class Bound:
    """Weighted sides whose left sides add up to the objective: their right sides then bound it (weak duality).

    A lower side is a·x ≥ l, an upper one −a·x ≥ −u. With positive integers w_k over one positive `denominator`,
    Σ w_k a_k = denominator · c, so that every feasible x has c·x ≥ Σ w_k b_k / denominator; where the objective is
    maximised, c stands for its negative and the bound is one from above.
    """

    terms: tuple[Term, ...]
    denominator: int


@dataclass(frozen=True)
class Optimum:
    """Proof of an optimum: a feasible point whose objective is `value`, and a bound by the same value.

    Then a side that has weight is one that the point attains (complementary slackness).
    """

    value: Fraction
    point: Point
    bound: Bound


@dataclass(frozen=True)
class Ray:
    """Proof that the objective has no bound: a feasible point, and a direction in which it improves without end."""

    point: Point
    direction: Point


@dataclass(frozen=True)
class ObjectiveBracket:
    """What is known of an optimum: the value of a feasible `point`, and a `limit` that no point passes.

    Either may be missing, with its proof.
    """

    value: Fraction | None = None
    point: Point | None = None
    limit: Fraction | None = None
    bound: Bound | None = None
