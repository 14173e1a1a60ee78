"""A direction becomes a separator: the offset comes from the direction alone, from the nearest point of each class.

Taking it from the near points of the weights instead fails about half the time on directions that do separate. In a
kernel's space a direction is given by coefficients; on few rows these are computed anew in double precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.exact import dot, dyadic, row_products
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.sharp import are_fractions, ball, fraction
from gordan.engine.polish.kernel_value import KernelValues, Sharp, kernel_values
from gordan.outcome import KernelSeparator, Separator
from gordan.problem import Gram, Points

__all__ = [
    "between",
    "exact_products",
    "kernel_refine",
    "kernel_separator",
    "raw_intercept",
    "separator",
    "short_middle",
]

_TOGETHER = 1 << 10  # products without rounding between two looks at the clock
_PRECISION = 320  # bits of values whose difference is smaller than their rounding in doubles
_FAR = 1 << 13  # binary digits before or after the point of an offset: four times those of any double
_LARGEST = 2000  # rows of a support, whose system is solved within a second or two
_ROUNDS = 20  # of rows that leave; more of them only where the support was none
_LIGHT = 1e-9  # of the heaviest weight: what is less came of rounding


def separator(problem: Points, w: Array, centre: Array, nearest: tuple[int, ...]) -> Separator:
    """f(x) = w·(x − centre) + offset, half-way between the nearest rows given (row numbers, both classes)."""
    if not problem.intercept:
        return Separator(w, 0.0, np.zeros(problem.m))
    values = exact_products(problem, nearest, w, centre)
    above, below = _ends_of_gap(values, problem.signs[list(nearest)] > 0)
    return Separator(w, between(above, below), centre)


def exact_products(problem: Points, rows: Sequence[int], w: Array, centre: Array) -> list[Fraction]:
    """(x_j − centre)·w for some raw rows, without any rounding."""
    shift, exact = dot(w, centre), problem.exact_rows(rows)
    # Of a long direction only the coordinates that these few rows meet are made integers.
    used = sorted({j for columns in exact.columns for j in columns})
    if len(used) < w.size:
        place = {j: i for i, j in enumerate(used)}
        exact = exact._replace(columns=[[place[j] for j in columns] for columns in exact.columns])
        w = w[used]
    return [value - shift for value in row_products(exact, *dyadic(w))]


def _ends_of_gap(values: Iterable[Fraction], up: Iterable[bool]) -> tuple[Fraction, Fraction]:
    """The least value of the positive class and the greatest of the other."""
    classes: dict[bool, list[Fraction]] = {True: [], False: []}
    for value, positive in zip(values, up, strict=True):
        classes[bool(positive)].append(value)
    return min(classes[True]), max(classes[False])


def between(above: Fraction, below: Fraction) -> float | Fraction:
    """The offset half-way between two products, rounded to a double where the gap holds one."""
    offset = -(above + below) / 2
    rounded = as_float(offset)
    return rounded if np.isfinite(rounded) and below < -Fraction(rounded) < above else offset


def short_middle(low: Array, high: Array) -> Array:
    """The middle of each range in units of that range: a short number, which leaves exact differences.

    Where the middle is nearer to zero than the ends are to the middle that is zero, and nothing is subtracted.
    """
    exponent = np.frexp(high / 2 - low / 2)[1]
    middle = np.ldexp(np.rint(np.ldexp(high / 2 + low / 2, -exponent)), exponent)
    return np.where(np.isfinite(middle), middle, 0.0)


def raw_intercept(proof: Separator) -> float:
    """The nearest double to the intercept about the origin: offset − w·centre, computed without rounding."""
    return as_float(Fraction(proof.offset) - dot(proof.direction, proof.centre))


@np.errstate(all="ignore")
def kernel_separator(problem: Points | Gram, c: Array, nearest: tuple[int, ...]) -> KernelSeparator:
    """f(x) = Σ c_j k(x_j, x) + offset, from the nearest rows given (row numbers, both classes).

    The values are taken anew from the raw points: those of a solver may have been kept in single precision.
    """
    images, rows = kernel_values(problem), np.array(nearest, dtype=np.int64)
    up = problem.signs[rows] > 0
    if not problem.intercept or up.all() or not up.any() or not np.isfinite(c).all():
        # Of a class that no row was given of, or where coefficients overflowed, nothing is known.
        return KernelSeparator(c, 0.0)
    values = images.sums(c, rows) / images.lengths(rows)
    above, below = float(values[up].min()), float(values[~up].max())
    offset = -(0.5 * above + 0.5 * below)
    # Where the gap is no wider than rounding, only the exact values tell where it is, or whether there is one.
    if abs(above - below) > images.rounding(c, rows) and np.isfinite(offset):
        return KernelSeparator(c, offset)
    if images.affordable(rows.size, int(np.count_nonzero(c))):
        return KernelSeparator(c, _sharp_offset(images, c, rows, up))
    return KernelSeparator(c, offset if np.isfinite(offset) else 0.0)


def _sharp_offset(images: KernelValues, c: Array, rows: Positions, up: npt.NDArray[np.bool_]) -> float | Fraction:
    """The middle of the gap, rounded to a double where one lies within."""
    from flint import ctx

    S = np.flatnonzero(c)
    step = max(1, _TOGETHER // max(1, S.size))
    weights, nothing = [fraction(v) for v in c[S].tolist()], fraction(0)
    with ctx.workprec(_PRECISION):
        values = []
        for start in range(0, len(rows), step):
            check_deadline("computing products without rounding")
            for row in images.sharp(rows[start : start + step], S):
                values.append(sum((w * k for w, k in zip(weights, row, strict=True)), nothing))
        if images.normalise:
            squares = images.sharp_squares(rows)
            values = [f / ball(square).sqrt() for f, square in zip(values, squares, strict=True)]
        middles = [_fraction(value) for value in values]
    return between(*_ends_of_gap(middles, up.tolist()))


def _fraction(value: Sharp) -> Fraction:
    """A fraction of moderate length next to a number: itself, or the middle of its ball.

    e^(−10¹⁰) would be a fraction of ten thousand million digits; what is that small is 0 here, and what is that large,
    or not known at all, is as well: the verifier will see that it is not.
    """
    if are_fractions([value]) and value.q.bit_length() <= _FAR >= value.p.bit_length():
        return Fraction(int(value.p), int(value.q))
    near = ball(value).mid()
    if not near.is_finite():
        return Fraction(0)
    mantissa, exponent = near.man_exp()
    exponent = int(exponent)
    return Fraction(int(mantissa)) * Fraction(2) ** exponent if abs(exponent) <= _FAR else Fraction(0)


@np.errstate(all="ignore")
def kernel_refine(problem: Points | Gram, x: Array) -> tuple[Array, Array] | None:
    """Coefficients and raw weights, one for each row, from raw weights that are nearly the best; None without any.

    A solver may have kept its products in single precision, or have stopped a little before the end. On the rows that
    carry weight the widest hyperplane has the same distance from all of them: one linear system in their products,
    which also gives the weights. Rows whose weights come out negative were no part of the support, and leave.
    """
    S = np.flatnonzero(x > _LIGHT * x.max(initial=0.0))
    if not 0 < S.size <= _LARGEST:
        return None
    images = kernel_values(problem)
    factors = 1.0 / images.lengths(S)
    G = images.block(S, S) * factors * factors[:, None]
    kept, y = np.arange(S.size), problem.signs[S]
    for _ in range(_ROUNDS):
        u = _multipliers(G[np.ix_(kept, kept)], y[kept], problem.intercept)
        if u is None:
            return None
        if u.min() >= 0:
            c, weights = np.zeros(problem.n), np.zeros(problem.n)
            weights[S[kept]] = u * factors[kept] / u.sum()
            c[S[kept]] = y[kept] * weights[S[kept]]
            return c / np.abs(c).max(), weights
        kept = kept[u > 0]
    return None


def _multipliers(G: Array, y: Array, intercept: bool) -> Array | None:
    """u with y_i (Σ u_j y_j G_ij + b) = 1 for every i; with an intercept Σ u_j y_j = 0, without one b = 0."""
    k = y.size
    if k == 0 or (intercept and np.unique(y).size < 2):
        return None
    M, right = G * y * y[:, None], np.ones(k)
    if intercept:
        M = np.block([[M, y[:, None]], [y[None, :], np.zeros((1, 1))]])
        right = np.append(right, 0.0)
    try:
        u = np.linalg.solve(M, right)[:k]
    except np.linalg.LinAlgError:
        return None
    return np.asarray(u) if np.isfinite(u).all() else None
