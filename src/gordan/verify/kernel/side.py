"""On which side of a hyperplane every image lies: g(x_j) = Σ c_i k(x_i, x_j) + b, with bounds.

Where images are scaled to unit length b is multiplied by the length √k(x_j, x_j) instead: the same sign without a
quotient. What rounding leaves open is computed again, in FLINT's fractions where products are rational and in its balls
elsewhere, in more and more bits up to a limit. Beyond it the sign stays open, and what rests on it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp, are_fractions, ball, down, fraction, least_of, up
from gordan.problem import Gram, Points
from gordan.verify.kernel.source import Bounded, Rows, Source

__all__ = [
    "PRECISION",
    "SharpSides",
    "Sides",
    "affordable",
    "bounded",
    "lengths",
    "rising",
    "rooted",
    "settled",
    "sharp_sides",
    "sharp_sums",
    "sides_of",
]

PRECISION = 320  # bits of both ends of a bracket
_MOST = 1 << 19  # products computed so, at the most: some seconds
_TERMS = 1 << 26  # products of entries that these take
_ENTRIES = 1 << 23  # entries of both factors, as integers
# Bits, and the share of all products that may be asked for in so many: the last ones take as long as hundreds of the
# first, and are for numbers at both ends of the range of doubles.
_RISING = ((160, 1), (640, 2), (2560, 16), (10240, 256))
_TOGETHER = 1 << 14  # products computed between two looks at the clock
_WANTED = 20  # bits of a ball that are wanted beside its sign


def affordable(problem: Points | Gram, rows: int, columns: int, share: int = 1) -> bool:
    """Whether so many products without rounding take some seconds at the most, judged before the first is computed."""
    products = rows * columns * share
    if isinstance(problem, Gram) or problem.kernel.name == "callable":
        return products <= _MOST
    width = problem.X.nnz // problem.n + 1 if hasattr(problem.X, "nnz") else problem.m
    used = min(problem.m, (rows + columns) * width)
    return products <= _MOST and products * width <= _TERMS and (rows + columns) * used <= _ENTRIES


def rising(problem: Points | Gram, rows: int, columns: int) -> Iterator[int]:
    """Set the precision of balls higher and higher, as long as so many products are affordable in it."""
    from flint import ctx

    for precision, share in _RISING:
        if not affordable(problem, rows, columns, share):
            return
        with ctx.workprec(precision):
            yield precision


def settled(problem: Points | Gram, source: Source, c: Array, b: float | Fraction, rows: Rows) -> dict[int, Sharp]:
    """g at those of some rows where its sign is certain: fractions, or balls that leave no doubt."""
    known: dict[int, Sharp] = {}
    columns = int(np.count_nonzero(c))
    for _ in rising(problem, len(rows), columns):
        for j, g in zip(rows.tolist(), _sharp_side(problem, source, c, b, rows), strict=True):
            if are_fractions([g]) or g.rel_accuracy_bits() >= _WANTED:
                known[j] = g
        rows = np.array([j for j in rows.tolist() if j not in known], dtype=np.int64)
        if not rows.size:
            break
    return known


def bounded(values: list[Sharp]) -> Bounded:
    """Doubles with bounds that hold fractions or balls; what no double holds is unknown."""
    from flint import ctx

    with ctx.workprec(PRECISION):
        ends = np.array([(down(value), float(ball(value).mid()), up(value)) for value in values]).reshape(-1, 3)
    low, near, high = ends.T
    with np.errstate(all="ignore"):
        error = np.nextafter(np.maximum(high - near, near - low), inf)
    unknown = ~(np.isfinite(near) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, near), np.where(unknown, inf, error))


def _sharp_side(problem: Points | Gram, source: Source, c: Array, b: float | Fraction, rows: Rows) -> list[Sharp]:
    """g at some rows, in the precision that is set."""
    f, share = sharp_sums(source, c, rows), fraction(b)
    if not problem.normalise or b == 0:
        return [each + share for each in f]
    squares = source.sharp_diagonal(rows)
    return [each + ball(square).sqrt() * share for each, square in zip(f, squares, strict=True)]


def sharp_sums(source: Source, c: Array, rows: Rows) -> list[Sharp]:
    """f at some rows, in the precision that is set; coefficients may be integers too, in an array of objects."""
    S = np.flatnonzero(c)
    weights, zero = [fraction(v) for v in c[S].tolist()], fraction(0)
    step, values = max(1, _TOGETHER // max(1, S.size)), []
    for start in range(0, len(rows), step):
        for row in source.sharp(rows[start : start + step], S):
            check_deadline("computing products without rounding")
            values.append(sum((w * k for w, k in zip(weights, row, strict=True)), zero))
    return values


class Sides(NamedTuple):
    """g at every row, the sums f without b, and g where it was taken without rounding, or in balls, by row."""

    g: Bounded
    f: Bounded
    sharp: dict[int, Sharp]


class SharpSides(NamedTuple):
    """Numbers with the sign of the gap between the classes, for any offset, and with that of the least signed g.

    Their types say how they were computed.
    """

    gap: Sharp
    least: Sharp


def sides_of(
    problem: Points | Gram, source: Source, c: Array, b: float | Fraction, f: Bounded, *, sharpen: bool = True
) -> Sides:
    """The side of every row, from the sums f: as far as rounding tells, and with `sharpen` beyond, where it matters."""
    g = _with_offset(f, Fraction(b), lengths(problem, source, np.arange(problem.n)))
    open_ = np.flatnonzero(np.abs(g.value) <= g.error)
    # A row on the wrong side is enough to refuse; nothing is gained by a closer look at others.
    if not sharpen or not open_.size or (problem.signs * g.value < -g.error).any():
        return Sides(g, f, {})
    known = settled(problem, source, c, b, open_)
    if known:
        closer, places = bounded(list(known.values())), list(known)
        g.value[places], g.error[places] = closer.value, closer.error
    return Sides(g, f, known)


def sharp_sides(problem: Points | Gram, source: Source, c: Array, b: float | Fraction) -> SharpSides | None:
    """Both signs from all rows without rounding, or in balls; None where that would take too long."""
    rows, sides = np.arange(problem.n), None
    for _ in rising(problem, problem.n, int(np.count_nonzero(c))):
        f = sharp_sums(source, c, rows)
        squares = source.sharp_diagonal(rows) if problem.normalise else [fraction(1)] * problem.n
        if not all(square > 0 for square in squares):
            # An image without a length cannot be scaled to unit length.
            return None
        sides = _sides(problem, f, squares, fraction(b))
        if are_fractions([*sides]) or all(each > 0 or each < 0 for each in sides):
            break
    return sides


def _sides(problem: Points | Gram, f: list[Sharp], squares: list[Sharp], b: Sharp) -> SharpSides:
    """Fractions keep their signs, and their order, when they are squared with them: then no root is needed."""
    if not problem.normalise:
        scaled, g = f, [each + b for each in f]
    elif are_fractions(f) and are_fractions(squares):
        scaled = [each * abs(each) / square for each, square in zip(f, squares, strict=True)]
        g = [each * abs(each) + b * abs(b) * square for each, square in zip(f, squares, strict=True)]
    else:
        roots = [ball(square).sqrt() for square in squares]
        scaled = [each / root for each, root in zip(f, roots, strict=True)]
        g = [each + b * root for each, root in zip(f, roots, strict=True)]
    least = least_of(_signed(problem, g))
    if not problem.intercept:
        return SharpSides(least_of(_signed(problem, scaled)), least)
    signed = _signed(problem, scaled)
    classes = [[each for each, sign in zip(signed, problem.signs, strict=True) if sign == s] for s in (1, -1)]
    return SharpSides(least_of(classes[0]) + least_of(classes[1]), least)


def _signed(problem: Points | Gram, values: list[Sharp]) -> list[Sharp]:
    return [value if sign > 0 else -value for value, sign in zip(values, problem.signs, strict=True)]


@np.errstate(all="ignore")
def lengths(problem: Points | Gram, source: Source, rows: Rows) -> Bounded:
    """√k(x_j, x_j) where lengths are scaled to 1, and 1 elsewhere."""
    if not problem.normalise:
        return Bounded(np.ones(len(rows)), np.zeros(len(rows)))
    return rooted(source.diagonal(rows))


@np.errstate(all="ignore")
def rooted(square: Bounded) -> Bounded:
    """Roots: the error of a square is divided by the root, whose own rounding is relative."""
    low, high = (np.sqrt(np.maximum(square.value + sign * square.error, 0.0)) for sign in (-1.0, 1.0))
    value = np.sqrt(np.maximum(square.value, 0.0))
    return Bounded(value, np.maximum(high - value, value - low) * (1 + 8 * U) + 8 * U * high)


@np.errstate(all="ignore")
def _with_offset(f: Bounded, offset: Fraction, length: Bounded) -> Bounded:
    """f + b·length: each operation rounds once, and a product loses 2⁻¹⁰⁷⁵ at the most.

    An offset below the normal numbers is rounded by a part of the least of them, which a length may magnify.
    """
    if offset == 0:
        return Bounded(f.value.copy(), f.error.copy())
    b = as_float(offset)
    value = f.value + b * length.value
    error = f.error + abs(b) * length.error + 4 * U * (np.abs(f.value) + abs(b) * length.value)
    error = error * (1 + 16 * U) + 8 * ETA * (1.0 + length.value)
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, value), np.where(unknown, np.inf, error))
