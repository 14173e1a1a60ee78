"""What a direction and what weights prove about the margin as posed, from raw rows alone.

Every step is rounded outward (`arithmetic.rounding`), so that the results hold at any exponent; what overflows leaves a
bound open. A bound that rounding leaves too weak to decide is asked for again in integers (`square`).
"""

from __future__ import annotations

from fractions import Fraction
from math import frexp, inf, isfinite, nextafter
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.quantity import Rounded, least_exact
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
    sum_error,
)
from gordan.problem import Points
from gordan.verify.exact import fraction_products
from gordan.verify.rounded import Image, Products, image_of, products, row_lengths, sides

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
        return type(self.positive) is Rounded or type(self.negative) is Rounded

    def value(self, intercept: bool) -> Rounded | Fraction:
        """lowest(A*w): the mean of the classes' minima with an intercept, the least of them without."""
        if not self.rounded:
            return self.exact(intercept)
        ends = [end.value for end in (self.positive, self.negative) if isinstance(end, Rounded)]
        if not intercept:
            return Rounded(min(ends))
        # Halved first: the sum of two large products may overflow.
        halves = nextafter(ends[0] / 2.0, -inf) + nextafter(ends[1] / 2.0, -inf)
        return Rounded(nextafter(halves, -inf))

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
    signed, groups = problem.signs * image.value, sides(problem)
    below = signed - image.error
    # The least of all is rounded down at the end, as every one would be.
    ends: dict[float, Rounded | Fraction] = {s: Rounded(nextafter(float(below[j].min()), -inf)) for j, s in groups}
    rounded = Lowest(ends.get(1.0), ends.get(-1.0), image)
    if not sharp and not exact and _plain(rounded.value(problem.intercept)) > 0:
        return rounded
    low, high = np.nextafter(below, -inf), add_up(signed, image.error)
    if not sharp and _refuted(problem, [float(high[rows].min()) for rows, _ in groups]):
        return rounded
    for rows, sign in groups:
        # Rows that provably are not the least of their class are left out.
        chosen = rows if exact else rows[low[rows] <= high[rows].min()]
        values = fraction_products(problem, chosen.tolist(), w, centre)
        ends[sign] = Fraction(least_exact(int(sign) * value for value in values))
    return Lowest(ends.get(1.0), ends.get(-1.0), image)


def _plain(quantity: Rounded | Fraction) -> float | Fraction:
    return quantity.value if isinstance(quantity, Rounded) else quantity


def _refuted(problem: Points, ends: list[float]) -> bool:
    """Whether some product is certainly not positive: a bound is enough to say no, even where integers must say yes."""
    return nextafter(sum(ends), inf) <= 0 if problem.intercept else min(ends) <= 0


@np.errstate(all="ignore")
def margin_at_least(problem: Points, w: Array, low: Lowest) -> Rounded:
    """A lower bound of the margin from the lowest products under w; −∞ where rounding leaves it open."""
    if problem.normalise:
        least = add_down(problem.signs * low.products.value, -low.products.error)
        shortest, longest = low.products.lengths or row_lengths(problem)
        # Below zero a longer row would be a better one.
        value = float(divide_down(least, np.where(least >= 0, longest, shortest)).min())
    else:
        value = _down(low.value(problem.intercept))
    short, long = lengths(w)
    length = float(long if value >= 0 else short)
    margin = nextafter(value / length, -inf) if length > 0 else -inf
    return Rounded(margin if isfinite(margin) else -inf)


def _down(quantity: Rounded | Fraction) -> float:
    """A double that is no greater; zero is known to be zero."""
    if isinstance(quantity, Rounded):
        return quantity.value
    return nextafter(as_float(quantity), -inf) if quantity else 0.0


@np.errstate(all="ignore")
def margin_at_most(problem: Points, x: Array, centre: Array) -> Rounded:
    """An upper bound of the margin from weights over the raw rows; ∞ where sums overflow.

    Weights are first scaled by powers of two, each class by its own with an intercept, which changes no bound. Where
    the smallest of them would round, the bound is left to integers: it must be one of the weights as they are.
    """
    n = int(np.count_nonzero(x))  # adding nothing rounds nothing
    x, scaled = near_one(problem, x) if n <= _ROWS else (x, False)
    if not scaled:
        return Rounded(inf)
    image = image_of(problem, x, centre)
    if hasattr(problem.X, "nnz") and not centre.any():
        image = _in_use(problem.X, image)
    bound = _between_means(image, n) if problem.intercept else _length_by_mass(problem, x, image, n)
    return Rounded(bound if isfinite(bound) else inf)


_NARROW = 1000  # columns whose sums cost less than to look which of them store anything


def _in_use(X: Matrix, image: Image) -> Image:
    """The sums of those columns of a sparse matrix that store anything: the others' are zero, and add nothing."""
    if X.shape[1] <= _NARROW:
        return image
    used = (np.diff(X.indptr) if X.format == "csc" else np.bincount(X.indices, minlength=X.shape[1])) > 0
    if used.all():
        return image
    sums = image.positive[used], image.negative[used]
    return Image(*sums, image.error_positive[used], image.error_negative[used], *image[4:])


def near_one(problem: Points, x: Array) -> tuple[Array, bool]:
    """Weights whose greatest, of each class with an intercept, lies in [½, 1), and whether none of them rounded."""
    support, scaled, exact = x.nonzero()[0], np.zeros(problem.n), True
    up = problem.signs[support] > 0
    for rows in (support[up], support[~up]) if problem.intercept else (support,):
        own = x[rows]
        exponent = frexp(own.max(initial=0.0))[1]
        scaled[rows] = np.ldexp(own, -exponent)
        exact = exact and bool((np.ldexp(scaled[rows], exponent) == own).all())
    return scaled, exact


def _length_by_mass(problem: Points, x: Array, image: Image, n: int) -> float:
    """‖Σ x_j y_j x_j‖ rounded up, divided by the mass rounded down."""
    difference = image.positive - image.negative
    error = add_up(add_up(image.error_positive, image.error_negative), U * np.abs(difference))
    length = add_up(lengths(difference)[1], lengths(error)[1])
    if problem.normalise:
        support = np.flatnonzero(x)
        x = x[support] * row_lengths(problem, support)[0]
    total = float(x.sum())
    mass = add_down(total, -sum_error(total, n, extra=1))
    return float(divide_up(length, mass)) if 0 < mass < np.inf else np.inf


def _between_means(image: Image, n: int) -> float:
    """Half the distance of the classes' weighted means, rounded up."""
    mass = np.array([[image.mass_positive], [image.mass_negative]])
    means = np.array([image.positive, image.negative]) / mass
    wrong = divide_up([image.error_positive, image.error_negative], multiply_down(mass, 1.0 - (n + 4) * U))
    # A mass of n terms is off by a relative n u, its quotient by that and u, and by ETA where it is tiny.
    off = add_up(add_up(wrong, multiply_up((n + 8) * U, np.abs(means))), ETA)
    difference = means[0] - means[1]
    error = add_up(add_up(off[0], off[1]), U * np.abs(difference))
    return nextafter(0.5 * nextafter(float(lengths(difference)[1]) + float(lengths(error)[1]), inf), inf)
