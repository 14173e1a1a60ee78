"""A hyperplane in integers, judged on the raw rows: nothing of it is rounded, so that no bound on rounding is needed.

What an answer shows as its coefficients are the integers divided by a power of two and rounded once. That they are is
checked; that they separate is not claimed.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import as_float, over
from gordan.arithmetic.quantity import least_exact
from gordan.outcome import Check, Claim, IntegerSeparator
from gordan.problem import Points
from gordan.verify.bounds import Lowest
from gordan.verify.check import (
    compare,
    fact,
    is_fraction,
    is_vector,
    offset_is_a_fraction,
    same_doubles,
    shown_number,
)
from gordan.verify.exact import fraction_products
from gordan.verify.rounded import Products, sides

__all__ = ["judge_integer_separator", "lowest_in_integers"]

_NOTHING = Products(np.empty(0), np.empty(0))  # no product was rounded


def judge_integer_separator(
    problem: Points, claim: Claim, proof: IntegerSeparator
) -> tuple[list[Check], Lowest | None]:
    """That every point is on its side, and that the hyperplane shown is this one, rounded; and the lowest products.

    These are None where a check fails. Both ends of the bracket are judged by who calls, for they depend on the
    question.
    """
    checks = [_direction_is_sound(proof, problem.m), offset_is_a_fraction(proof.offset)]
    if problem.positive and checks[0].holds:
        checks.append(compare("no coefficient is negative", Fraction(min(proof.integers)), ">=", 0))
    if not all(check.holds for check in checks):
        return checks, None
    low = lowest_in_integers(problem, proof.integers)
    checks.append(compare("every point on its side", low.exact(problem.intercept), ">", 0))
    if not checks[-1].holds:
        return checks, None
    checks.append(_between(proof, low) if problem.intercept else _no_offset(proof))
    checks.append(_reported(claim, proof))
    return checks, low if all(check.holds for check in checks) else None


def lowest_in_integers(problem: Points, direction: tuple[int, ...]) -> Lowest:
    """The least product of each class, without any rounding."""
    ends: dict[float, Fraction] = {}
    for rows, sign in sides(problem):
        check_deadline("multiplying rows without rounding")
        values = fraction_products(problem, rows.tolist(), direction)
        ends[sign] = Fraction(least_exact(int(sign) * value for value in values))
    return Lowest(ends.get(1.0), ends.get(-1.0), _NOTHING)


def _direction_is_sound(proof: IntegerSeparator, m: int) -> Check:
    """Integers of Python's own, one for each column, and not all zero."""
    given = proof.integers
    whole = type(given) is tuple and len(given) == m and all(type(value) is int for value in given)
    shown = f"{len(given)} of them" if whole else f"a {type(given).__name__}"
    return fact("direction is in integers, not all zero", shown, f"{m} of them", whole and any(given))


def _between(proof: IntegerSeparator, low: Lowest) -> Check:
    """max over negatives < −offset < min over positives."""
    assert isinstance(low.positive, Fraction)  # with an intercept both classes have rows
    assert isinstance(low.negative, Fraction)
    gap = min(low.positive + proof.offset, low.negative - proof.offset)
    return compare("offset lies between the classes", gap, ">", 0, needed="strictly inside")


def _no_offset(proof: IntegerSeparator) -> Check:
    return fact("no offset", f"{as_float(proof.offset):.6g}", "0", proof.offset == 0)


def _reported(claim: Claim, proof: IntegerSeparator) -> Check:
    """The hyperplane shown is that of the integers over the least power of two above them, each rounded once."""
    unit = 1 << max(value.bit_length() for value in proof.integers)
    offset = over(proof.offset, unit)
    nearest, truth = np.array([value / unit for value in proof.integers]), as_float(offset)
    same = (
        same_doubles(claim.coef, nearest)
        and _is_origin(claim.centre, nearest.size)
        and is_fraction(claim.offset)
        and claim.offset == offset
        and type(claim.intercept) is float
        and claim.intercept == truth
    )
    return fact("coef and intercept are the proof's, rounded", shown_number(claim.intercept), f"{truth:.6g}", same)


def _is_origin(centre: Array | None, m: int) -> bool:
    return is_vector(centre, m) and not centre.any()
