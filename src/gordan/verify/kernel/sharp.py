"""What rounding leaves open, in FLINT's fractions where products are rational and in its balls elsewhere.

A sign that a ball leaves open is asked for in more bits, up to a limit. The type of a number says which of the two it
is, and a check takes its word from there (`arithmetic.sharp`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.sharp import are_fractions, ball, down, fraction, up
from gordan.problem import Gram, Points
from gordan.verify.kernel.source import Bounded, Rows, Source

__all__ = ["PRECISION", "affordable", "bounded", "rising", "settled", "sharp_sums"]

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


def settled(problem: Points | Gram, source: Source, c: Array, b: float | Fraction, rows: Rows) -> dict[int, Any]:
    """g at those of some rows where its sign is certain: fractions, or balls that leave no doubt."""
    known: dict[int, Any] = {}
    columns = int(np.count_nonzero(c))
    for _ in rising(problem, len(rows), columns):
        for j, g in zip(rows.tolist(), _sharp_side(problem, source, c, b, rows), strict=True):
            if are_fractions([g]) or g.rel_accuracy_bits() >= _WANTED:
                known[j] = g
        rows = np.array([j for j in rows.tolist() if j not in known], dtype=np.int64)
        if not rows.size:
            break
    return known


def bounded(values: list[Any]) -> Bounded:
    """Doubles with bounds that hold fractions or balls; what no double holds is unknown."""
    from flint import ctx

    with ctx.workprec(PRECISION):
        ends = np.array([(down(value), float(ball(value).mid()), up(value)) for value in values]).reshape(-1, 3)
    low, near, high = ends.T
    with np.errstate(all="ignore"):
        error = np.nextafter(np.maximum(high - near, near - low), inf)
    unknown = ~(np.isfinite(near) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, near), np.where(unknown, inf, error))


def _sharp_side(problem: Points | Gram, source: Source, c: Array, b: float | Fraction, rows: Rows) -> list[Any]:
    """g at some rows, in the precision that is set."""
    f, share = sharp_sums(source, c, rows), fraction(b)
    if not problem.normalise or b == 0:
        return [each + share for each in f]
    squares = source.sharp_diagonal(rows)
    return [each + ball(square).sqrt() * share for each, square in zip(f, squares, strict=True)]


def sharp_sums(source: Source, c: Array, rows: Rows) -> list[Any]:
    """f at some rows, in the precision that is set."""
    S = np.flatnonzero(c)
    weights, zero = [fraction(v) for v in c[S].tolist()], fraction(0)
    step, values = max(1, _TOGETHER // max(1, S.size)), []
    for start in range(0, len(rows), step):
        check_deadline("computing products without rounding")
        for row in source.sharp(rows[start : start + step], S):
            values.append(sum((w * k for w, k in zip(weights, row, strict=True)), zero))
    return values
