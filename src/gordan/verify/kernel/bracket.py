"""Both ends of the bracket, rounded at the end only: for exact answers, and for what doubles cannot tell."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.problem import Gram, Points
from gordan.verify.kernel.sharp import MOST, PRECISION, ball, down, fraction, sharp_side, sharp_sums
from gordan.verify.kernel.source import Rows, Source

__all__ = ["sharp_at_least", "sharp_at_most"]


def sharp_at_least(problem: Points | Gram, source: Source, c: Array, b: Any, rows: list[int]) -> float:
    """The margin under a hyperplane, from the rows that may be the lowest; nothing is known where they are too many."""
    from flint import ctx

    S = np.flatnonzero(c)
    if (len(rows) + S.size) * S.size > MOST:
        return -inf
    with ctx.workprec(PRECISION):
        values = [ball(each) for each in sharp_side(problem, source, c, b, np.array(rows))]
        signed = [value if sign > 0 else -value for value, sign in zip(values, problem.signs[rows], strict=True)]
        if problem.normalise:
            squares = source.sharp_diagonal(np.array(rows))
            signed = [each / ball(square).sqrt() for each, square in zip(signed, squares, strict=True)]
        sides = [[each for each, sign in zip(signed, problem.signs[rows], strict=True) if sign == s] for s in (1, -1)]
        least = [_least(side) for side in sides if side]
        low = (least[0] + least[1]) / 2 if problem.intercept else _least(least)
        length = _length(source, c, S)
        # A square that is not known to be positive divides nothing.
        return down(low / length) if length > 0 else -inf


def sharp_at_most(problem: Points | Gram, source: Source, x: Array) -> float:
    """The length that the weights leave; infinite where they are too many."""
    from flint import ctx

    S = np.flatnonzero(x)
    if S.size**2 > MOST:
        return inf
    with ctx.workprec(PRECISION):
        sizes = [ball(k).sqrt() for k in source.sharp_diagonal(S)] if problem.normalise else [fraction(1)] * S.size
        masses = [ball(fraction(weight) * size) for weight, size in zip(x[S].tolist(), sizes, strict=True)]
        up = problem.signs[S] > 0
        first, second = (sum(m for m, here in zip(masses, group, strict=True) if here) for group in (up, ~up))
        total = [first if here else second for here in up] if problem.intercept else [first + second] * S.size
        signed = [int(sign) * fraction(weight) for sign, weight in zip(problem.signs[S], x[S].tolist(), strict=True)]
        shares = [v / t for v, t in zip(signed, total, strict=True)]
        square: Any = sum(
            a * sum(b * k for b, k in zip(shares, row, strict=True))
            for a, row in zip(shares, source.sharp(S, S), strict=True)
        )
        if square < 0:
            # No space has negative squares: nothing is known.
            return inf
        upper = max(-down(-ball(square)), 0.0)
        length = -down(-ball(upper).sqrt())
        return 0.5 * length if problem.intercept else length


def _length(source: Source, c: Array, S: Rows) -> Any:
    square = sum(fraction(v) * f for v, f in zip(c[S].tolist(), sharp_sums(source, c, S), strict=True))
    return ball(square).sqrt() if square > 0 else ball(0)


def _least(values: list[Any]) -> Any:
    """A ball that holds the least of some."""
    least = values[0]
    for value in values[1:]:
        least = least.min(value)
    return least
