"""Claims about points that ask for a direction without negative coefficients, judged by name on the raw rows.

The margin is ρ₁ = max over w ≥ 0, ‖w‖₁ = 1, of the lowest product; by duality it is the least, over weights x on the
base, of the greatest coordinate of Ax. Both ends are quotients of sums, so that integers give them as fractions and no
square is needed. With `normalise` every product is divided by its row's greatest entry in magnitude.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.exact import dot
from gordan.arithmetic.fraction import over
from gordan.arithmetic.quantity import Rounded
from gordan.arithmetic.rounding import add_down, add_up, divide_down, divide_up, multiply_up, sum_error
from gordan.outcome import Check, Claim, Domination, IntegerSeparator, Separator
from gordan.problem import Points
from gordan.problem.numbers import integers
from gordan.verify.bounds import Lowest, lowest, near_one
from gordan.verify.check import bracket_is_sound, compare, fact, lower_end, offset_is_a_number, upper_end
from gordan.verify.exact import column_sums, fraction_products
from gordan.verify.inseparable import integers_on_rows, weights_shown
from gordan.verify.integer_separator import judge_integer_separator
from gordan.verify.points import (
    directed_about,
    direction_is_sound,
    hyperplane_reported,
    judge_offset,
    no_offset,
    weighed_about,
)
from gordan.verify.rounded import image_of, misreading, misreading_of_least

__all__ = ["judge_positive"]

_ROWS = 1 << 23  # with weight, up to which a relative bound on their sum is simple
_TOGETHER = 512  # rows turned into integers at once


def judge_positive(problem: Points, claim: Claim, *, exact: bool) -> list[Check]:
    """All checks of a claim about w ≥ 0 but that of its classes."""
    expected = (Separator, IntegerSeparator, Domination)
    if type(claim.proof) not in (*expected, type(None)):
        needed = " or ".join(each.__name__ for each in expected)
        return [fact("proof is of its kind", type(claim.proof).__name__, needed, False)]
    bracket = bracket_is_sound(claim.bracket)
    if not bracket.holds:
        return [bracket]
    if isinstance(claim.proof, Separator):
        return _judge_separator(problem, claim, claim.proof, exact)
    if isinstance(claim.proof, IntegerSeparator):
        return _judge_in_integers(problem, claim, claim.proof, exact)
    if isinstance(claim.proof, Domination):
        return _judge_domination(problem, claim, claim.proof) + _lower_bound(problem, claim, exact)
    # Nothing is decided, so that nothing need be decided in integers.
    return _lower_bound(problem, claim, False) + _upper_bound(problem, claim, False)


def _judge_separator(problem: Points, claim: Claim, proof: Separator, exact: bool) -> list[Check]:
    """That no coefficient is negative, that every point is on its side, and both ends of the bracket."""
    w, centre = proof.direction, proof.centre
    sound, number = direction_is_sound(w, centre, problem.m), offset_is_a_number(proof.offset)
    if not (sound.holds and number.holds):
        return [sound, number]
    checks = [sound, _nonnegative(w)]
    if not checks[-1].holds:
        return checks
    low = lowest(problem, w, centre, exact=exact)
    checks.append(compare("every point on its side", low.value(problem.intercept), ">", 0.0))
    if not checks[-1].holds:
        return checks
    checks.append(judge_offset(problem, proof, low) if problem.intercept else no_offset(proof))
    checks.append(hyperplane_reported(claim, proof))
    claimed = None if claim.bracket is None else claim.bracket.lower
    checks.append(_at_least(problem, w, centre, low, claimed, exact))
    return checks + _upper_bound(problem, claim, exact)


def _judge_in_integers(problem: Points, claim: Claim, proof: IntegerSeparator, exact: bool) -> list[Check]:
    """The same of a hyperplane in integers."""
    checks, low = judge_integer_separator(problem, claim, proof)
    if low is None:
        return checks
    W, mass = proof.integers, sum(proof.integers)
    value = _least_by_entry(problem, W) if problem.normalise else low.exact(problem.intercept)
    claimed = None if claim.bracket is None else claim.bracket.lower
    return [*checks, lower_end(value / mass, claimed), *_upper_bound(problem, claim, exact)]


def _nonnegative(w: Array) -> Check:
    return compare("no coefficient is negative", Fraction(float(w.min())), ">=", 0)


def _judge_domination(problem: Points, claim: Claim, proof: Domination) -> list[Check]:
    """Integers under which no coordinate of the signed raw rows is above zero, and the upper end that they prove."""
    S, X = proof.support, proof.integers
    checks = integers_on_rows(problem, S, X)
    if not all(check.holds for check in checks):
        return checks
    signs = [1 if sign > 0 else -1 for sign in problem.signs[list(S)]]
    signed = [sign * weight for sign, weight in zip(signs, X, strict=True)]
    greatest = _greatest_coordinate(problem, S, signed)
    checks.append(compare("weighted rows are nowhere above zero", greatest, "<=", 0))
    if problem.intercept:
        checks.append(compare("weighted labels cancel", abs(sum(signed)), "=", 0, needed="0"))
    total = sum(X)
    nearest = np.array([v / total for v in X])
    checks.append(weights_shown(problem.n, S, nearest, claim.weights, "nearest doubles"))
    if all(check.holds for check in checks):
        mass = sum(a * b for a, b in zip(X, _greatest_entries(problem, S), strict=True)) if problem.normalise else total
        checks.append(upper_end(over(greatest, mass), None if claim.bracket is None else claim.bracket.upper))
    return checks


def _lower_bound(problem: Points, claim: Claim, exact: bool) -> list[Check]:
    """That the margin is no less than the lower end, by the direction shown beside it."""
    checks, directed = directed_about(problem, claim)
    if directed is None:
        return checks
    w, centre, claimed = directed
    sign = _nonnegative(w)
    if not sign.holds:
        return [*checks, sign]
    low = lowest(problem, w, centre, exact=exact, sharp=exact)
    return [*checks, sign, _at_least(problem, w, centre, low, claimed, exact)]


def _at_least(problem: Points, w: Array, centre: Array, low: Lowest, claimed: float | None, exact: bool) -> Check:
    """The margin under w; where rounding alone would refute the claim, the products are taken in integers."""
    if not exact and low.rounded:
        check = lower_end(_rounded_margin(problem, w, low), claimed)
        if check.holds:
            return check
    mass = dot(w, np.ones(w.size))
    if problem.normalise:
        return lower_end(_least_by_entry(problem, w) / mass, claimed)
    if low.rounded:
        low = lowest(problem, w, centre, sharp=True, exact=exact)
    return lower_end(low.exact(problem.intercept) / mass, claimed)


@np.errstate(all="ignore")
def _rounded_margin(problem: Points, w: Array, low: Lowest) -> Rounded:
    """A lower bound of lowest(A*w)/‖w‖₁; −∞ where rounding leaves it open."""
    if problem.normalise:
        least = add_down(problem.signs * low.products.value, -low.products.error)
        short, long = _entry_bounds(problem)
        value = float(divide_down(least, np.where(least >= 0, long, short)).min())
    else:
        quantity = low.value(problem.intercept)
        assert isinstance(quantity, Rounded)
        value = quantity.value
    total = float(w.sum())
    error = float(sum_error(total, w.size))
    mass = add_up(total, error) if value >= 0 else add_down(total, -error)
    margin = float(divide_down(value, mass)) if 0 < mass < np.inf else -np.inf
    return Rounded(margin if np.isfinite(margin) else -np.inf)


def _upper_bound(problem: Points, claim: Claim, exact: bool) -> list[Check]:
    """That the margin is no more than the upper end, by the weights shown beside it."""
    checks, weighed = weighed_about(problem, claim)
    if weighed is None:
        return checks
    base, (x, centre, claimed) = checks[0], weighed
    if not exact:
        check = upper_end(_rounded_ceiling(problem, x, centre), claimed)
        if check.holds:
            return [base, check]
    return [base, upper_end(_ceiling(problem, x), claimed)]


@np.errstate(all="ignore")
def _rounded_ceiling(problem: Points, x: Array, centre: Array) -> Rounded:
    """The greatest coordinate of Ax for weights brought on to the base, rounded up; ∞ where sums overflow."""
    n = int(np.count_nonzero(x))
    x, scaled = near_one(problem, x)
    if not scaled or n > _ROWS:
        return Rounded(np.inf)
    image = image_of(problem, x, centre)
    sums = (image.positive, image.error_positive), (image.negative, image.error_negative)
    if problem.intercept:
        high = _mean(*sums[0], image.mass_positive, n)[1]
        low = _mean(*sums[1], image.mass_negative, n)[0]
        value = float(multiply_up(0.5, add_up(high, -low).max()))
    else:
        difference, error = add_up(sums[0][0], -sums[1][0]), add_up(sums[0][1], sums[1][1])
        top = float(add_up(difference, error).max())
        shares = x * _entry_bounds(problem)[0 if top >= 0 else 1] if problem.normalise else x
        mass = float(shares.sum())
        away = sum_error(mass, n, extra=1)
        mass = float(add_down(mass, -away) if top >= 0 else add_up(mass, away))
        value = float(divide_up(top, mass)) if 0 < mass < np.inf else np.inf
    return Rounded(value if np.isfinite(value) else np.inf)


def _mean(total: Array, wrong: Array, mass: float, n: int) -> tuple[Array, Array]:
    """Bounds of a class's weighted mean, coordinate by coordinate; its mass is a sum of n doubles."""
    away = float(sum_error(mass, n))
    light, heavy = float(add_down(mass, -away)), float(add_up(mass, away))
    low, high = add_down(total, -wrong), add_up(total, wrong)
    below = divide_down(low, np.where(low >= 0, heavy, light))
    above = divide_up(high, np.where(high >= 0, light, heavy))
    return (below, above) if light > 0 else (below * np.nan, above * np.nan)


def _ceiling(problem: Points, x: Array) -> Fraction:
    """The greatest coordinate of Ax for weights brought on to the base, without rounding."""
    S = np.flatnonzero(x).tolist()
    weights, _ = integers(x[S], "binary")
    up = (problem.signs[S] > 0).tolist()
    s = sum(weight for weight, above in zip(weights, up, strict=True) if above)
    t = sum(weight for weight, above in zip(weights, up, strict=True) if not above)
    if problem.intercept:
        # t times the positive sum less s times the negative one is s·t times the difference of the means.
        shares = [weight * t if above else -weight * s for weight, above in zip(weights, up, strict=True)]
        return _greatest_coordinate(problem, S, shares) / (2 * s * t)
    shares = [weight if above else -weight for weight, above in zip(weights, up, strict=True)]
    mass = Fraction(s + t)
    if problem.normalise:
        mass = sum((a * b for a, b in zip(weights, _greatest_entries(problem, S), strict=True)), Fraction(0))
    return _greatest_coordinate(problem, S, shares) / mass


def _greatest_coordinate(problem: Points, S: Any, shares: list[int]) -> Fraction:
    """The greatest coordinate of Σ share_j x_j over the raw rows S; a column without entries there is 0."""
    rows, used, greatest = problem.exact_rows(S), 0, None
    for _, value in column_sums(rows, shares):
        used, greatest = used + 1, value if greatest is None else max(greatest, value)
    if greatest is None or (used < problem.m and greatest < 0):
        greatest = 0
    return Fraction(greatest, rows.denominator)


def _greatest_entries(problem: Points, S: Any) -> list[Fraction]:
    rows = problem.exact_rows(S)
    return [Fraction(max(map(abs, values)), rows.denominator) for values in rows.integers]


def _least_by_entry(problem: Points, w: Array | tuple[int, ...]) -> Fraction:
    """The least of y_j x_j·w/‖x_j‖_∞ over all rows."""
    least = []
    for start in range(0, problem.n, _TOGETHER):
        S = range(start, min(start + _TOGETHER, problem.n))
        values = zip(fraction_products(problem, S, w), problem.signs[S.start : S.stop], strict=True)
        entries = _greatest_entries(problem, S)
        signed = (value if sign > 0 else -value for value, sign in values)
        least.append(min(value / entry for value, entry in zip(signed, entries, strict=True)))
    return min(least)


def _entry_bounds(problem: Points) -> tuple[Array, Array]:
    """Bounds of the greatest entry of every raw row in magnitude, where numbers stand for decimals on both sides."""
    greatest = np.zeros(problem.n)
    for rows, _, values in problem.blocks():
        highest = abs(values).max(axis=1)
        highest = highest.toarray().ravel() if hasattr(highest, "toarray") else highest
        greatest[rows] = np.maximum(greatest[rows], highest)
    if problem.numbers == "binary":
        return greatest, greatest
    away = add_up(2.0 * misreading(problem) * greatest, misreading_of_least(problem))
    return np.maximum(add_down(greatest, -away), 0.0), add_up(greatest, away)
