"""What coefficients and what weights prove about the margin in a kernel's space, as posed.

From below, the lowest signed value of the hyperplane divided by ‖w‖, where ‖w‖² = Σ c_i f(x_i). From above, the length
of Σ x_j y_j φ(x_j) for weights of mass 1; with an intercept half of it, for weights of mass 1 on each class. Where
images are scaled to unit length a weight's mass is multiplied by its image's length.

In doubles every quotient and product rounds relatively, or by 2⁻¹⁰⁷⁵ where it is that small; no product of two small
numbers is divided again, so that what it lost stays as small as that. For exact answers, and for what doubles cannot
tell, ends are rounded at the end only: where products are fractions the square of an end is one too, and its root is
rounded outward by comparing squares. Lengths of images are roots themselves: of images scaled to unit length ends are
taken in balls.
"""

from __future__ import annotations

from fractions import Fraction
from math import frexp, inf

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import in_lowest_terms, root_down, root_up
from gordan.arithmetic.quantity import Enclosed, Rounded
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp, are_fractions, ball, down, fraction, least_of, up
from gordan.problem import Gram, Points
from gordan.verify.kernel.side import PRECISION, affordable, lengths, rooted, sharp_sums
from gordan.verify.kernel.source import Bounded, Quantity, Rows, Source, impossible, least_and_most, square_of, sums
from gordan.verify.rounded import sides

__all__ = [
    "LEAST",
    "LIGHT",
    "lowest",
    "margin_at_least",
    "margin_at_most",
    "reachable",
    "scaled",
    "sharp_at_least",
    "sharp_at_most",
    "sharp_square",
    "signed_shares",
]

_CLOSE = 2.0**-24  # of a square: one that is known to less is computed once more, with a bound for every product
LIGHT = 2.0**-900  # below it a mass is not known relatively
LEAST = 2.0**-1060  # more than the few roundings of a quotient can lose where it is too small for a relative bound


def lowest(problem: Points | Gram, values: Bounded) -> float:
    """The mean of the classes' least signed values with an intercept, the least of all without; from below."""
    least = [float((sign * values.value[rows] - values.error[rows]).min()) for rows, sign in sides(problem)]
    if not problem.intercept:
        return min(least)
    half = 0.5 * least[0] + 0.5 * least[1]
    # Halves of the least numbers round as well.
    return half - (4 * U * (abs(least[0]) + abs(least[1])) + ETA)


def reachable(problem: Points | Gram, values: Bounded) -> list[int]:
    """Rows that may have the least signed value of their class."""
    near: list[int] = []
    for rows, sign in sides(problem):
        signed, error = sign * values.value[rows], values.error[rows]
        # Both sides of the comparison are rounded.
        high = np.nextafter((signed + error).min(), np.inf)
        near += rows[~(np.nextafter(signed - error, -np.inf) > high)].tolist()
    return near


@np.errstate(all="ignore")
def scaled(problem: Points | Gram, source: Source, g: Bounded) -> Bounded:
    """Signed values divided by the images' lengths, where these are scaled to 1."""
    if not problem.normalise:
        return g
    size = lengths(problem, source, np.arange(problem.n))
    short = size.value - size.error
    value = g.value / size.value
    error = (g.error / short + np.abs(value) * (size.error / short)) * (1 + 16 * U) + 8 * U * np.abs(value) + LEAST
    unknown = ~((short > 0) & np.isfinite(value) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, value), np.where(unknown, np.inf, error))


@np.errstate(all="ignore")
def margin_at_least(source: Source, square: tuple[float, float], low: float) -> float:
    """The lowest value divided by ‖w‖, rounded down."""
    short, long = least_and_most(square)
    if source.caveat and not short > 0:
        # Numbers that only claim to be products may give a square below zero, which has no root.
        return -np.inf
    by = long if low >= 0 else short
    # A length that may be nothing divides nothing.
    bound = low / by * (1 - 4 * U if low >= 0 else 1 + 4 * U) if by > 0 else -np.inf
    return float(bound - LEAST) if np.isfinite(bound) else -np.inf


@np.errstate(all="ignore")
def signed_shares(problem: Points | Gram, source: Source, x: Array) -> Array | None:
    """Weights with signs and of mass 1, or of mass 1 on each class; None where doubles do not hold them."""
    S = x.nonzero()[0]
    own, signs = x[S].astype(np.float64), problem.signs[S]
    up = signs > 0
    size, v = lengths(problem, source, S).value, np.zeros(problem.n)
    for group in (up, ~up) if problem.intercept else (slice(None),):
        given = own[group]
        # A power of two, which rounds nothing, keeps the sum of large weights from overflowing.
        exponent = frexp(given.max())[1]
        share = np.ldexp(given, -exponent)
        if not (np.ldexp(share, exponent) == given).all():
            # Beside one so large these weights are too small for doubles.
            return None
        mass = float((share * size[group]).sum())
        if not LIGHT < mass < 1.0 / LIGHT:
            return None
        v[S[group]] = signs[group] * (share / mass)
    return v


@np.errstate(all="ignore")
def margin_at_most(
    problem: Points | Gram, source: Source, x: Array, f: Bounded | None = None, *, shares: Array | None = None
) -> float:
    """The length that the weights leave, rounded up; infinite where sums overflow.

    `f` are the sums of their signed shares at the rows that have weight, where these are known, as the shares may be.
    """
    v, S = signed_shares(problem, source, x) if shares is None else shares, x.nonzero()[0]
    if v is None:
        return np.inf
    square = square_of(v[S], sums(source, v, S) if f is None else f)
    if source.in_rows and not square[1] <= _CLOSE * square[0]:
        square = square_of(v[S], sums(source, v, S, closely=True))
    if impossible(square):
        return np.inf
    length, size = least_and_most(square)[1], lengths(problem, source, S)
    # Of each group the masses add up to 1 but for this much, and each share is rounded by no more.
    off = (S.size + 16) * U + 2.0 * float((size.error / size.value).max())
    reach = rooted(source.diagonal(S))
    farthest = reach.value + reach.error
    spans = float(np.abs(v[S]) @ farthest) * (1 + (S.size + 8) * U)
    # A share that is too small for a relative bound is rounded by 2^-1075.
    lost = ETA * float(farthest.sum() + S.size)
    bound = (0.5 if problem.intercept else 1.0) * (length + 2.0 * off * spans + lost) * (1 + 8 * U)
    return float(bound + LEAST) if off < 0.25 and np.isfinite(bound) else np.inf


def sharp_square(problem: Points | Gram, source: Source, c: Array) -> Sharp | None:
    """‖w‖² = Σ c_i f(x_i) of coefficients, None where they are too many."""
    from flint import ctx

    S = np.flatnonzero(c)
    if not affordable(problem, S.size, S.size):
        return None
    with ctx.workprec(PRECISION):
        f = sharp_sums(source, c, S)
        return sum((fraction(v) * each for v, each in zip(c[S].tolist(), f, strict=True)), fraction(0))


def sharp_at_least(problem: Points | Gram, source: Source, c: Array, rows: list[int], square: Sharp | None) -> Quantity:
    """The margin under a hyperplane from the rows that may be the lowest, and the square of its normal, rounded down.

    Of all rows it is a fraction or an enclosed number; of some, chosen by rounded values, a rounded one.
    """
    from flint import ctx

    chosen = np.array(rows)
    if square is None or not affordable(problem, len(rows), int(np.count_nonzero(c))):
        return Rounded(-inf)
    with ctx.workprec(PRECISION):
        f, squares = sharp_sums(source, c, chosen), source.sharp_diagonal(chosen)
        # A square that is not known to be positive divides nothing.
        if not (square > 0 and (not problem.normalise or all(k > 0 for k in squares))):
            return Rounded(-inf)
        low = _lowest(problem, f, squares, problem.signs[chosen])
        end: Sharp = Enclosed(down(low / ball(square).sqrt()))
        if are_fractions([low, square]):
            end = _finite(root_down(_python(low * abs(low) / square)))
    if len(rows) == problem.n or isinstance(end, Rounded):
        return end
    return Rounded(end.value if isinstance(end, Enclosed) else float(_python(end)))


def _lowest(problem: Points | Gram, f: list[Sharp], squares: list[Sharp], signs: Array) -> Sharp:
    """The least signed value, or half the gap between the classes."""
    if problem.normalise:
        f = [each / ball(square).sqrt() for each, square in zip(f, squares, strict=True)]
    signed = list(zip(f, signs.astype(int).tolist(), strict=True))
    classes = [[sign * each for each, sign in signed if sign == s] for s in (1, -1)]
    least = [least_of(each) for each in classes if each]
    return (least[0] + least[1]) / 2 if problem.intercept else least_of(least)


def sharp_at_most(problem: Points | Gram, source: Source, x: Array) -> Quantity:
    """The length that the weights leave, rounded up; infinite where they are too many."""
    from flint import ctx

    S = np.flatnonzero(x)
    if not affordable(problem, S.size, S.size):
        return Rounded(inf)
    with ctx.workprec(PRECISION):
        shares = _shares(problem, source, x, S)
        square: Sharp = sum(
            a * sum(b * k for b, k in zip(shares, row, strict=True))
            for a, row in zip(shares, source.sharp(S, S), strict=True)
        )
        square = square / 4 if problem.intercept else square
        if not square >= 0:
            # No space has negative squares; of one that may be negative the greatest value counts.
            square = None if square < 0 or not square.is_finite() else square.upper()
        if square is None or not square >= 0:
            return Rounded(inf)
        if are_fractions([square]):
            return _finite(root_up(_python(square)))
        return Enclosed(up(ball(square).upper().sqrt()))


def _shares(problem: Points | Gram, source: Source, x: Array, S: Rows) -> list[Sharp]:
    """Signed weights of mass 1, or of mass 1 on each class; a mass counts lengths where these are scaled to 1."""
    weights = [fraction(weight) for weight in x[S].tolist()]
    masses = weights
    if problem.normalise:
        masses = [weight * ball(k).sqrt() for weight, k in zip(weights, source.sharp_diagonal(S), strict=True)]
    up_ = (problem.signs[S] > 0).tolist()
    first, second = (
        sum((m for m, here in zip(masses, up_, strict=True) if here == side), fraction(0)) for side in (True, False)
    )
    totals = [first if here else second for here in up_] if problem.intercept else [first + second] * S.size
    return [(w if here else -w) / total for w, here, total in zip(weights, up_, totals, strict=True)]


def _finite(value: float) -> Sharp:
    return fraction(value) if np.isfinite(value) else Rounded(value)


def _python(value: Sharp) -> Fraction:
    return in_lowest_terms(int(value.p), int(value.q))
