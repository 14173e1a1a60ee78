"""Forgers of hyperplanes in integers: an integer that is none, an offset at the edge, other coefficients shown."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from claimed import integers_of
from gordan.outcome import IntegerSeparator
from liar.forge import draw_positive
from liar.forge.draw_points import separable
from liar.forge.forger import Case, Forger
from liar.forge.lie_points import (
    DOUBLES,
    SIDE,
    a_lower_end_above,
    a_point_on_the_wrong_side,
    an_upper_end_below,
    another_hyperplane_shown,
    change,
)
from liar.forge.truth import rows_of

__all__ = ["INTEGERS", "in_integers", "no_fraction_in", "no_integers_in"]

_WHOLE = "direction is in integers, not all zero"
_OFFSETS = ("offset lies between the classes", "no offset")
_SHOWN = "coef and intercept are the proof's, rounded"


def in_integers(case: Case) -> Case | None:
    """The same hyperplane times the common denominator of its numbers."""
    proof = case.claim.proof
    whole = integers_of(proof)
    if not np.array_equal(whole.coefficients != 0, proof.direction != 0):
        return None  # where a coefficient underflows, the forgers of ends would not know the direction
    return change(case, proof=whole, **whole.shown)


def _drawn(draw: Callable[[Any], Case | None]) -> Callable[[Any], Case | None]:
    def drawn(rng: Any) -> Case | None:
        case = draw(rng)
        return None if case is None else in_integers(case)

    return drawn


planted, positive = _drawn(separable), _drawn(draw_positive.separable)


def _proved(case: Case, **fields: Any) -> Case:
    """Another proof; what is shown stays as it was."""
    own = {"integers": case.claim.proof.integers, "offset": case.claim.proof.offset}
    return change(case, proof=IntegerSeparator(**{**own, **fields}))


def no_integers_in(W: tuple[int, ...], rng: Any) -> Any:
    """What is no tuple of as many integers, not all zero."""
    lies: list[Any] = [W[1:], (*W, 1), (0,) * len(W), list(W), tuple(map(float, (1,) * len(W))), None, (True,) * len(W)]
    return lies[rng.integers(len(lies))]


def no_fraction_in(rng: Any) -> Any:
    """What is no fraction."""
    lies: list[Any] = [0.0, 0, None, "0", np.float64(0.5), True]
    return lies[rng.integers(len(lies))]


def no_integers(case: Case, rng: Any) -> Case:
    return _proved(case, integers=no_integers_in(case.claim.proof.integers, rng))


def no_fraction(case: Case, rng: Any) -> Case:
    return _proved(case, offset=no_fraction_in(rng))


def offset_at_the_edge(case: Case, rng: Any) -> Case | None:
    """On the lowest point of a class, or beyond it by less than any double tells."""
    if not case.problem.intercept:
        return None
    W = case.claim.proof.integers
    values = [sum((v * x for v, x in zip(W, row, strict=True)), Fraction(0)) for row in rows_of(case.problem)]
    pairs = list(zip(values, case.problem.signs, strict=True))
    top, bottom = min(v for v, s in pairs if s > 0), max(v for v, s in pairs if s < 0)
    tiny = Fraction(int(rng.integers(2)), 3**900)
    offset = -top - tiny if rng.integers(2) else -bottom + tiny
    whole = IntegerSeparator(W, offset)
    return change(case, proof=whole, **whole.shown)


def an_offset_uncalled_for(case: Case, rng: Any) -> Case | None:
    if case.problem.intercept:
        return None
    offset = [Fraction(1, 10**400), Fraction(-(10**400)), Fraction(1)][rng.integers(3)]
    whole = IntegerSeparator(case.claim.proof.integers, offset)
    return change(case, proof=whole, **whole.shown)


def a_negative_coefficient(case: Case, rng: Any) -> Case:
    W = list(case.claim.proof.integers)
    W[rng.integers(len(W))] = -1
    whole = IntegerSeparator(tuple(W), case.claim.proof.offset)
    return change(case, proof=whole, **whole.shown)


def one_more(case: Case, rng: Any) -> Case | None:
    """Integers that are shown as the same doubles, or nearly: one of them is another."""
    W = [v << 80 for v in case.claim.proof.integers]
    W[rng.integers(len(W))] += 1
    lie = IntegerSeparator(tuple(W), Fraction(case.claim.proof.offset) * 2**80 + Fraction(1, 7))
    return change(case, proof=lie)


def turned(case: Case, rng: Any) -> Case:
    whole = IntegerSeparator(tuple(-v for v in case.claim.proof.integers), -case.claim.proof.offset)
    return change(case, proof=whole, **whole.shown)


INTEGERS = [
    Forger("no integers", _WHOLE, planted, no_integers),
    Forger("no fraction", "offset is a fraction", planted, no_fraction),
    Forger("a point on the wrong side of integers", SIDE, planted, a_point_on_the_wrong_side),
    Forger("a hyperplane of integers turned", SIDE, planted, turned),
    Forger("an offset at the edge, in integers", _OFFSETS[0], planted, offset_at_the_edge),
    Forger("an offset uncalled for, in integers", _OFFSETS[1], planted, an_offset_uncalled_for),
    Forger("another hyperplane shown for integers", _SHOWN, planted, another_hyperplane_shown),
    Forger("integers that are not those shown", _SHOWN, planted, one_more, (SIDE, *_OFFSETS)),
    Forger("a lower end above, in integers", "margin at least", planted, a_lower_end_above, DOUBLES),
    Forger("an upper end below, in integers", "margin at most", planted, an_upper_end_below),
    Forger("a negative integer", "no coefficient is negative", positive, a_negative_coefficient),
    Forger("no integers, w ≥ 0", _WHOLE, positive, no_integers),
]
