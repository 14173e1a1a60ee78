"""What coefficients and what weights prove about the margin in a kernel's space, as posed.

From below, the lowest signed value of the hyperplane divided by ‖w‖, where ‖w‖² = Σ c_i f(x_i). From above, the length
of Σ x_j y_j φ(x_j) for weights of mass 1; with an intercept half of it, for weights of mass 1 on each class. Where
images are scaled to unit length a weight's mass is multiplied by its image's length.

Every quotient and product here rounds relatively, or by 2⁻¹⁰⁷⁵ where it is that small; no product of two small numbers
is divided again, so that what it lost stays as small as that.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import ETA, U
from gordan.problem import Gram, Points
from gordan.verify.kernel.side import lengths, rooted
from gordan.verify.kernel.source import Bounded, Source
from gordan.verify.kernel.sums import impossible, least_and_most, square_of, sums
from gordan.verify.rounded import sides

__all__ = ["lowest", "margin_at_least", "margin_at_most", "reachable", "scaled"]

_LIGHT = 2.0**-900  # below it a mass is not known relatively
_LEAST = 2.0**-1060  # more than the few roundings of a quotient can lose where it is too small for a relative bound


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
    error = (g.error / short + np.abs(value) * (size.error / short)) * (1 + 16 * U) + 8 * U * np.abs(value) + _LEAST
    unknown = ~((short > 0) & np.isfinite(value) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, value), np.where(unknown, np.inf, error))


@np.errstate(all="ignore")
def margin_at_least(source: Source, square: tuple[float, float], low: float) -> float:
    """The lowest value divided by ‖w‖, rounded down."""
    short, long = least_and_most(square)
    if source.caveat and not short > 0:
        # Numbers that were merely told to be products may give a square below zero, which has no root.
        return -np.inf
    by = long if low >= 0 else short
    # A length that may be nothing divides nothing.
    bound = low / by * (1 - 4 * U if low >= 0 else 1 + 4 * U) if by > 0 else -np.inf
    return float(bound - _LEAST) if np.isfinite(bound) else -np.inf


@np.errstate(all="ignore")
def margin_at_most(problem: Points | Gram, source: Source, x: Array) -> float:
    """The length that the weights leave, rounded up; infinite where sums overflow."""
    S = np.flatnonzero(x)
    size = lengths(problem, source, S)
    groups = [problem.signs[S] == sign for sign in (1.0, -1.0)] if problem.intercept else [np.ones(S.size, bool)]
    share = x[S].astype(np.float64)
    for group in groups:
        # A power of two, which rounds nothing, keeps the sum of large weights from overflowing.
        exponent = int(np.frexp(share[group].max())[1])
        share[group] = np.ldexp(share[group], -exponent)
        if not np.array_equal(np.ldexp(share[group], exponent), x[S][group]):
            # Beside one so large these weights are too small for doubles.
            return np.inf
    masses = share * size.value
    for group in groups:
        mass = float(masses[group].sum())
        if not _LIGHT < mass < 1.0 / _LIGHT:
            return np.inf
        share[group] /= mass
    v = np.zeros(problem.n)
    v[S] = problem.signs[S] * share
    square = square_of(v[S], sums(source, v, S))
    if impossible(square):
        return np.inf
    length = least_and_most(square)[1]
    # Of each group the masses add up to 1 but for this much, and each share is rounded by no more.
    off = (S.size + 16) * U + 2.0 * float((size.error / size.value).max())
    reach = rooted(source.diagonal(S))
    farthest = reach.value + reach.error
    spans = float(share @ farthest) * (1 + (S.size + 8) * U)
    # A share that is too small for a relative bound is rounded by 2^-1075.
    lost = ETA * float(farthest.sum() + S.size)
    bound = (0.5 if problem.intercept else 1.0) * (length + 2.0 * off * spans + lost) * (1 + 8 * U)
    return float(bound + _LEAST) if off < 0.25 and np.isfinite(bound) else np.inf
