"""What a direction and what weights prove about the margin as posed, from raw rows alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.problem import Points
from gordan.verify.exact import as_float, fraction_products
from gordan.verify.rounded import Products, U, image_of, misreading, misreading_of_least, products, sides

__all__ = ["INTEGERS", "ROUNDED", "Lowest", "lowest", "margin_at_least", "margin_at_most"]

_FAR = 1e290  # beyond it, and below its inverse, squares and quotients leave the range of relative bounds
_LEAST = 2.0**-1068  # more than the few roundings of a quotient can lose where it is too small for a relative bound
ROUNDED = "floating point with rounding bounds"
INTEGERS = "integers"


class Lowest(NamedTuple):
    """Lower bounds of the least product of each class: of (x − c)·w on positives, of −(x − c)·w on negatives."""

    positive: float | Fraction
    negative: float | Fraction
    arithmetic: str
    products: Products

    def value(self, intercept: bool) -> float | Fraction:
        """lowest(A*w): the mean of the classes' minima with an intercept, the least of them without."""
        if intercept:
            # Halved first: the sum of two large products may overflow.
            return self.positive / 2 + self.negative / 2
        return min(self.positive, self.negative)


@np.errstate(over="ignore")
def lowest(problem: Points, w: Array, centre: Array, *, exact: bool = False, sharp: bool = False) -> Lowest:
    """Bound both minima: by the floating filter where that settles the sign, in integers for what it leaves open.

    `sharp` asks for the minima themselves, in integers on the rows that may attain them; `exact` on all rows.
    """
    found = products(problem, w, centre)
    groups = {sign: rows for rows, sign in sides(problem)}
    rounded = Lowest(_least(found, groups, 1.0, -1.0), _least(found, groups, -1.0, -1.0), ROUNDED, found)
    certain = not exact and rounded.value(problem.intercept) > 0
    if not sharp and (certain or _refuted(problem, found, groups)):
        return rounded
    above, below = (_exact_least(problem, found, groups, sign, w, centre, exact) for sign in (1.0, -1.0))
    return Lowest(above, below, INTEGERS, found)


def _refuted(problem: Points, found: Products, groups: dict[float, Any]) -> bool:
    """Whether some product is certainly not positive: a bound is enough to say no, even where integers must say yes."""
    high = Lowest(_least(found, groups, 1.0, 1.0), _least(found, groups, -1.0, 1.0), ROUNDED, found)
    return high.value(problem.intercept) <= 0


def _least(found: Products, groups: dict[float, Any], sign: float, side: float) -> float:
    """The least bound, from below or above, of the products of one class; infinite where it has no rows."""
    rows = groups.get(sign)
    return np.inf if rows is None else float((sign * found.value[rows] + side * found.error[rows]).min())


def _exact_least(
    problem: Points,
    found: Products,
    groups: dict[float, Any],
    sign: float,
    w: Array,
    centre: Array,
    everything: bool,
) -> Fraction | float:
    """The least product of one class without rounding; rows that provably are not the least are left out."""
    if sign not in groups:
        return np.inf
    rows = groups[sign]
    reachable = sign * found.value[rows] - found.error[rows] <= _least(found, groups, sign, 1.0)
    rows = rows if everything else rows[reachable]
    return min(int(sign) * value for value in fraction_products(problem, rows.tolist(), w, centre))


@np.errstate(all="ignore")
def margin_at_least(problem: Points, w: Array, low: Lowest) -> float:
    """A lower bound of the margin from the lowest products under w."""
    found = _margin_under(problem, w, low)
    return found if np.isfinite(found) else -np.inf


def _margin_under(problem: Points, w: Array, low: Lowest) -> float:
    if problem.normalise:
        least = problem.signs * low.products.value - low.products.error
        shortest, longest = _row_norms(problem)
        # Below zero a longer row would be a better one.
        scaled = least / np.where(least >= 0, longest, shortest)
        return _divide_down(float(scaled.min()), w)
    value = low.value(problem.intercept)
    # Nothing divided by a length is nothing, and known to be.
    return 0.0 if isinstance(value, Fraction) and value == 0 else _divide_down(_down(value), w)


@np.errstate(all="ignore")
def margin_at_most(problem: Points, x: Array, centre: Array) -> float:
    """An upper bound of the margin from weights over the raw rows; infinite where the sums overflow."""
    bound = _length_of_image(problem, x, centre)
    return bound if np.isfinite(bound) else np.inf


def _length_of_image(problem: Points, x: Array, centre: Array) -> float:
    image = image_of(problem, x, centre)
    n = int(np.count_nonzero(x))  # adding nothing rounds nothing
    if not problem.intercept:
        error = _norm(image.error_positive) + _norm(image.error_negative)
        length = _norm(image.positive - image.negative) * (1 + 8 * U) + error
        mass = float(x @ _row_norms(problem)[0]) if problem.normalise else float(x.sum())
        return length / mass * (1 + (2 * n + 32) * U) + problem.m * _LEAST if _ordinary(mass) else np.inf
    s, t = image.mass_positive, image.mass_negative
    if not (_ordinary(s) and _ordinary(t)):
        return np.inf
    between = _norm(image.positive / s - image.negative / t)
    error = _norm(image.error_positive) / s + _norm(image.error_negative) / t
    # Each mass is a sum of n terms with relative error n u, which its quotient inherits.
    error += (n + 16) * U * (_norm(image.positive) / s + _norm(image.negative) / t)
    return 0.5 * (between * (1 + 16 * U) + error) * (1 + 32 * U) + problem.m * _LEAST


def _norm(v: Array) -> float:
    """Length of a vector, at most a few units below the truth and without overflow; callers round up."""
    greatest = float(np.abs(v).max(initial=0.0))
    if greatest == 0.0 or not np.isfinite(greatest):
        return greatest
    return greatest * float(np.linalg.norm(v / greatest)) * (1 + (v.size + 8) * U)


def _row_norms(problem: Points) -> tuple[Array, Array]:
    """Lower and upper bounds of the raw rows' lengths, each row measured in its own unit so that no square vanishes."""
    unit, squares = np.zeros(problem.n), np.zeros(problem.n)
    for rows, _, values in problem.blocks():
        highest = abs(values).max(axis=1)
        highest = highest.toarray().ravel() if hasattr(highest, "toarray") else highest
        unit[rows] = np.maximum(unit[rows], highest)
    # A power of two divides without rounding.
    unit = np.ldexp(1.0, np.clip(np.frexp(unit)[1], -1021, 1023))
    for rows, _, values in problem.blocks():
        part = values.astype(np.float64)
        share = 1.0 / unit[rows][:, None]
        part = part.multiply(share).tocsr() if hasattr(part, "nnz") else part * share
        squares[rows] += np.asarray((part.multiply(part) if hasattr(part, "nnz") else part * part).sum(axis=1)).ravel()
    slack, least = (problem.m + 16) * U + misreading(problem), problem.m * misreading_of_least(problem)
    lengths = np.sqrt(squares) * unit
    # Of a length beyond the ordinary numbers nothing is said: 0 and infinity leave both bounds of the margin open.
    known = (lengths > 1.0 / _FAR) & (lengths < _FAR)
    shortest, longest = np.maximum(lengths * (1 - slack) - least, 0.0), lengths * (1 + slack) + least
    return np.where(known, shortest, 0.0), np.where(known, longest, np.inf)


def _down(value: float | Fraction) -> float:
    return float(np.nextafter(as_float(value), -np.inf)) if isinstance(value, Fraction) else value


def _divide_down(value: float, w: Array) -> float:
    """value/‖w‖ rounded down: the length is rounded up, which is harmless below a positive value only."""
    length = _norm(w)
    slack = 4 * U if value >= 0 else -(2 * w.size + 32) * U
    return value / length * (1 - slack) - _LEAST if _ordinary(length) else -np.inf


def _ordinary(value: float) -> bool:
    """Whether relative bounds on rounding hold for a number and for what is divided by it."""
    return bool(1.0 / _FAR < value < _FAR)
