"""What a direction and what weights prove about the margin as posed, from raw rows alone.

Every step is rounded outward (`arithmetic.rounding`), so that the results hold at any exponent; what overflows leaves a
bound open. A bound that rounding leaves too weak to decide is asked for again in integers (`square`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.quantity import Rounded, least_exact
from gordan.arithmetic.root import as_float
from gordan.arithmetic.rounding import (
    ETA,
    U,
    add_down,
    add_up,
    divide_down,
    divide_up,
    lengths,
    multiply_down,
    multiply_up,
    roots,
    sum_error,
)
from gordan.problem import Points
from gordan.verify.exact import fraction_products
from gordan.verify.rounded import Products, image_of, misreading, misreading_of_least, products, sides

__all__ = ["Lowest", "lowest", "margin_at_least", "margin_at_most", "near_one"]

_ROWS = 1 << 23  # with weight, up to which a relative bound on their sum is simple


class Lowest(NamedTuple):
    """Lower bounds of the least product of each class: of (x − c)·w on positives, of −(x − c)·w on negatives.

    Both are `Rounded`, or both are the minima themselves as fractions. A class without rows has None.
    """

    positive: Rounded | Fraction | None
    negative: Rounded | Fraction | None
    products: Products

    @property
    def rounded(self) -> bool:
        return isinstance(self.positive, Rounded) or isinstance(self.negative, Rounded)

    def value(self, intercept: bool) -> Rounded | Fraction:
        """lowest(A*w): the mean of the classes' minima with an intercept, the least of them without."""
        if not self.rounded:
            return self.exact(intercept)
        ends = [end.value for end in (self.positive, self.negative) if isinstance(end, Rounded)]
        if not intercept:
            return Rounded(min(ends))
        # Halved first: the sum of two large products may overflow.
        return Rounded(float(add_down(divide_down(ends[0], 2.0), divide_down(ends[1], 2.0))))

    def exact(self, intercept: bool) -> Fraction:
        """The same of minima that are fractions; refuses rounded ones."""
        ends = [end for end in (self.positive, self.negative) if end is not None]
        least: Fraction = least_exact(ends)
        return (ends[0] + ends[1]) / 2 if intercept else least  # type: ignore[operator]


@np.errstate(all="ignore")
def lowest(problem: Points, w: Array, centre: Array, *, exact: bool = False, sharp: bool = False) -> Lowest:
    """Bound both minima: by the floating filter where that settles the sign, in integers for what it leaves open.

    `sharp` asks for the minima themselves, in integers on the rows that may attain them; `exact` on all rows.
    """
    image = products(problem, w, centre)
    groups = {sign: rows for rows, sign in sides(problem)}
    rounded = Lowest(_least(image, groups, 1.0), _least(image, groups, -1.0), image)
    if not sharp:
        certain = not exact and _number(rounded.value(problem.intercept)) > 0
        if certain or _refuted(problem, image, groups):
            return rounded
    above, below = (_exact_least(problem, image, groups, sign, w, centre, exact) for sign in (1.0, -1.0))
    return Lowest(above, below, image)


def _number(quantity: Rounded | Fraction) -> float | Fraction:
    return quantity.value if isinstance(quantity, Rounded) else quantity


def _refuted(problem: Points, image: Products, groups: dict[float, Any]) -> bool:
    """Whether some product is certainly not positive: a bound is enough to say no, even where integers must say yes."""
    ends = [float(_upper(image, rows, sign).min()) for sign, rows in groups.items()]
    return bool(add_up(*ends) <= 0) if problem.intercept else min(ends) <= 0


def _lower(image: Products, rows: Any, sign: float) -> Array:
    return np.asarray(add_down(sign * image.value[rows], -image.error[rows]))


def _upper(image: Products, rows: Any, sign: float) -> Array:
    return np.asarray(add_up(sign * image.value[rows], image.error[rows]))


def _least(image: Products, groups: dict[float, Any], sign: float) -> Rounded | None:
    """The least lower bound of the products of one class; None where it has no rows."""
    return Rounded(float(_lower(image, groups[sign], sign).min())) if sign in groups else None


def _exact_least(
    problem: Points,
    image: Products,
    groups: dict[float, Any],
    sign: float,
    w: Array,
    centre: Array,
    everything: bool,
) -> Fraction | None:
    """The least product of one class without rounding; rows that provably are not the least are left out."""
    if sign not in groups:
        return None
    rows = groups[sign]
    if not everything:
        rows = rows[_lower(image, rows, sign) <= _upper(image, rows, sign).min()]
    return Fraction(least_exact(int(sign) * value for value in fraction_products(problem, rows.tolist(), w, centre)))


@np.errstate(all="ignore")
def margin_at_least(problem: Points, w: Array, low: Lowest) -> Rounded:
    """A lower bound of the margin from the lowest products under w; −∞ where rounding leaves it open."""
    if problem.normalise:
        least = add_down(problem.signs * low.products.value, -low.products.error)
        shortest, longest = _row_lengths(problem)
        # Below zero a longer row would be a better one.
        value = float(divide_down(least, np.where(least >= 0, longest, shortest)).min())
    else:
        value = _down(low.value(problem.intercept))
    short, long = (float(end) for end in lengths(w))
    margin = float(divide_down(value, long if value >= 0 else short))
    return Rounded(margin if np.isfinite(margin) else -np.inf)


def _down(quantity: Rounded | Fraction) -> float:
    """A double that is no greater; zero is known to be zero."""
    if isinstance(quantity, Rounded):
        return quantity.value
    return float(np.nextafter(as_float(quantity), -np.inf)) if quantity else 0.0


@np.errstate(all="ignore")
def margin_at_most(problem: Points, x: Array, centre: Array) -> Rounded:
    """An upper bound of the margin from weights over the raw rows; ∞ where sums overflow.

    Weights are first scaled by powers of two, each class by its own with an intercept, which changes no bound. Where
    the smallest of them would round, the bound is left to integers: it must be one of the weights as they are.
    """
    n = int(np.count_nonzero(x))  # adding nothing rounds nothing
    if n > _ROWS:
        return Rounded(np.inf)
    x, scaled = near_one(problem, x)
    if not scaled:
        return Rounded(np.inf)
    image = image_of(problem, x, centre)
    bound = _between_means(image, n) if problem.intercept else _length_by_mass(problem, x, image, n)
    return Rounded(bound if np.isfinite(bound) else np.inf)


def near_one(problem: Points, x: Array) -> tuple[Array, bool]:
    """Weights whose greatest, of each class with an intercept, lies in [½, 1), and whether none of them rounded."""
    groups = [rows for rows, _ in sides(problem)] if problem.intercept else [np.arange(problem.n)]
    scaled, exact = x.copy(), True
    for rows in groups:
        exponent = int(np.frexp(x[rows].max())[1])
        scaled[rows] = np.ldexp(x[rows], -exponent)
        exact = exact and bool((np.ldexp(scaled[rows], exponent) == x[rows]).all())
    return scaled, exact


def _length_by_mass(problem: Points, x: Array, image: Any, n: int) -> float:
    """‖Σ x_j y_j x_j‖ rounded up, divided by the mass rounded down."""
    difference = image.positive - image.negative
    error = add_up(add_up(image.error_positive, image.error_negative), U * np.abs(difference))
    length = add_up(lengths(difference)[1], lengths(error)[1])
    shares = x * _row_lengths(problem)[0] if problem.normalise else x
    total = float(shares.sum())
    mass = add_down(total, -sum_error(total, n, extra=1))
    return float(divide_up(length, mass)) if 0 < mass < np.inf else np.inf


def _between_means(image: Any, n: int) -> float:
    """Half the distance of the classes' weighted means, rounded up."""
    means, error = [], np.zeros(image.positive.size)
    for total, wrong, mass in (
        (image.positive, image.error_positive, image.mass_positive),
        (image.negative, image.error_negative, image.mass_negative),
    ):
        mean = total / mass
        least = multiply_down(mass, 1.0 - (n + 4) * U)
        # A mass of n terms is off by a relative n u, its quotient by that and u, and by ETA where it is tiny.
        off = add_up(divide_up(wrong, least), multiply_up((n + 8) * U, np.abs(mean)))
        means.append(mean)
        error = add_up(error, add_up(off, ETA))
    difference = means[0] - means[1]
    error = add_up(error, U * np.abs(difference))
    return float(multiply_up(0.5, add_up(lengths(difference)[1], lengths(error)[1])))


def _row_lengths(problem: Points) -> tuple[Array, Array]:
    """Lower and upper bounds of the raw rows' lengths, each row measured in its own unit so that no square vanishes."""
    greatest, squares = np.zeros(problem.n), np.zeros(problem.n)
    for rows, _, values in problem.blocks():
        highest = abs(values).max(axis=1)
        highest = highest.toarray().ravel() if hasattr(highest, "toarray") else highest
        greatest[rows] = np.maximum(greatest[rows], highest)
    unit = np.frexp(greatest)[1]
    for rows, _, values in problem.blocks():
        squares[rows] += _squares(values, unit[rows])
    shortest, longest = roots(squares, unit, problem.m)
    if problem.numbers == "binary":
        return shortest, longest
    # Every entry may be off by a part of itself and, where it is tiny, by a fixed amount: so may the length.
    share, least = 2.0 * misreading(problem), 2.0 * problem.m * misreading_of_least(problem)
    shortest = add_down(multiply_down(shortest, 1.0 - share), -least)
    return np.maximum(shortest, 0.0), add_up(multiply_up(longest, 1.0 + share), least)


def _squares(values: Any, unit: Any) -> Array:
    """The sums of squares of the rows of a block, in units of 2^unit."""
    if not hasattr(values, "nnz"):
        return np.asarray(np.square(np.ldexp(values.astype(np.float64), -unit[:, None])).sum(axis=1))
    part = values.tocsr().astype(np.float64)
    part.data = np.square(np.ldexp(part.data, -np.repeat(unit, np.diff(part.indptr))))
    return np.asarray(part.sum(axis=1)).ravel()
