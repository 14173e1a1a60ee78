"""Points and contradictions of large programs in doubles, with bounds on their rounding.

**Rows that hold.** A row is proved to hold at a point where its product is further from its sides than rounding, of the
product, of the entries and of the point, can account for. Rows that this leaves open are multiplied in fractions.

**A contradiction in a ball.** Weights c are shown that nearly cancel the signed rows a_k with the sides b_k. Let
B = [c_k a_k], a column for each, so that B t = 0 says that the weights c_k t_k cancel. Some such t is within
`ball.distance_to_null_space` of (1, …, 1). Where that distance δ is less than 1 all c_k t_k are positive, and

    Σ c_k t_k b_k ≥ Σ c_k b_k − δ ‖(c_k b_k)‖,

so that a positive right side is the contradiction. The rows of B, which belong to columns of the program, are brought
near 1 by powers of two, which changes nothing of what cancels.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array, Mask
from gordan.arithmetic.ball import Ball, distance_to_null_space
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.quantity import Rounded
from gordan.arithmetic.rounding import ETA, U, add_down, add_up, lengths, sum_error
from gordan.outcome import Check
from gordan.outcome.alternative import ContradictionBall, ProgramSide
from gordan.problem.program import Program
from gordan.verify.check import bounded, compare, is_array

__all__ = ["judge_contradiction_ball", "rows_held"]

_SMALL = Fraction(1, 1 << 1000)  # values of a point from here on are rounded relatively
_LOST = 2.0**-1000  # of an entry brought near 1: more than what its product with a weight lost near zero


@np.errstate(all="ignore")
def rows_held(program: Program, x: tuple[Fraction, ...]) -> Mask:
    """Rows that doubles prove to be strictly between their sides at x; of the others nothing is said."""
    A, away = program.A.doubles()
    point = np.array([as_float(v) for v in x])
    value, size = A @ point, abs(A) @ np.abs(point)
    # Entries and point are each off by one rounding or misreading, before the sum is rounded.
    error = add_up(sum_error(size, program.shape[1], extra=2), 2.0 * (away + U) * size + program.shape[1] * ETA)
    # A value near zero may be off by more than its share.
    error = error if all(v == 0 or abs(v) >= _SMALL for v in x) else error + np.inf
    low, high = (_outward(sides, sign) for sides, sign in ((program.row_lower, 1.0), (program.row_upper, -1.0)))
    return np.asarray((add_down(value, -error) > low) & (add_up(value, error) < high))


def _outward(sides: tuple[Fraction | None, ...], sign: float) -> Array:
    """Doubles above lower sides, or below upper ones; infinite where there is no side."""
    nearest = np.array([-sign * np.inf if v is None else as_float(v) for v in sides])
    return np.where(np.isfinite(nearest), np.nextafter(nearest, sign * np.inf), nearest)


def judge_contradiction_ball(program: Program, claim: ContradictionBall) -> Iterator[Check]:
    """That positive weights which cancel exist near those shown, and that their sides contradict one another."""
    terms, c, radius = claim.terms, claim.weights, claim.radius
    formed = type(terms) is tuple and bool(terms) and all(_is_side(program, term) for term in terms)
    formed = formed and len(set(terms)) == len(terms) and is_array(c, len(terms)) and type(radius) is float
    count = f"{len(terms)} of them" if type(terms) is tuple else type(terms).__name__
    sound = formed and bool(((c > 0) & (c < np.inf)).all()) and 0.0 <= radius < 1.0
    yield bounded("sides exist, weights in the ball are positive", count, "> 0, radius < 1", sound)
    if not sound:
        return
    B = _weighted_rows(program, terms, c)
    distance = np.inf if B is None else distance_to_null_space(B, np.ones(c.size))
    near = compare("weights in the ball cancel", Rounded(distance), "<=", radius, shown=f"{distance:.3g} away")
    yield near
    if near.holds:
        least = _least_side(program, terms, c, distance)
        yield compare("weighted sides add up to above 0", Rounded(least), ">", 0)


def _is_side(program: Program, term: object) -> bool:
    if type(term) is not ProgramSide or type(term.place) is not str or type(term.side) is not str:
        return False
    if term.place not in ("row", "column") or term.side not in ("lower", "upper") or type(term.number) is not int:
        return False
    count = program.shape[0 if term.place == "row" else 1]
    return 0 <= term.number < count and program.side(term.place, term.number, term.side) is not None


@np.errstate(all="ignore")
def _weighted_rows(program: Program, terms: tuple[ProgramSide, ...], c: Array) -> Ball | None:
    """One column c_k a_k for every side, without the columns of the program that none of them has.

    None where the program has entries whose nearest doubles do not have all their digits: they may even be 0.
    """
    check_deadline("weighing the rows of a contradiction")
    A, away = program.A.doubles()
    if away == np.inf:
        return None
    signed = np.where([term.side == "lower" for term in terms], c, -c)
    own = np.array([term.place == "row" for term in terms])
    numbers = np.array([term.number for term in terms])
    rows = np.zeros((len(terms), program.shape[1]))
    picked = A[numbers[own]]
    rows[own] = picked.toarray() if hasattr(picked, "toarray") else picked
    rows[~own, numbers[~own]] = 1.0
    used = rows.any(axis=0)
    B = rows[:, used].T
    lost = B != 0.0
    B = B * signed
    exponent = np.frexp(np.abs(B).max(axis=1, keepdims=True))[1]
    B = np.ldexp(B, -exponent)
    # What a product lost near zero grows with it when it is brought near 1.
    tiny = np.nextafter(np.ldexp(2.0 * ETA, -exponent), np.inf) + _LOST
    rad = (away + 4.0 * U) * np.abs(B) + lost * tiny
    return Ball(B, rad)


@np.errstate(all="ignore")
def _least_side(program: Program, terms: tuple[ProgramSide, ...], c: Array, distance: float) -> float:
    """A lower bound of the weighted sides over all weights at this distance from (1, …, 1) times c."""
    sides = (program.side(term.place, term.number, term.side) for term in terms)
    right = np.array([as_float(side) if side is not None else np.nan for side in sides])
    right = np.where([term.side == "lower" for term in terms], right, -right)
    parts = right * c
    size = float(np.abs(parts).sum())
    error = float(sum_error(size, c.size, extra=4)) + 4.0 * c.size * (ETA + float(c.max()) * ETA)
    spread = float(lengths(parts)[1]) * (1.0 + 16.0 * U) + c.size * ETA * (1.0 + float(c.max()))
    return float(add_down(add_down(float(parts.sum()), -error * (1.0 + 8.0 * U)), -spread * distance * (1.0 + 8.0 * U)))
