"""Both ends of the bracket, rounded at the end only: for exact answers, and for what doubles cannot tell.

Where products are fractions, the square of an end is one too, and its root is rounded outward by comparing squares.
Lengths of images are roots themselves: of images scaled to unit length ends are taken in balls.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.quantity import Enclosed, Rounded
from gordan.arithmetic.root import root_down, root_up
from gordan.arithmetic.sharp import are_fractions, ball, down, fraction, least_of, up
from gordan.problem import Gram, Points
from gordan.verify.kernel.sharp import PRECISION, affordable, sharp_sums
from gordan.verify.kernel.source import Rows, Source

__all__ = ["sharp_at_least", "sharp_at_most"]


def sharp_at_least(problem: Points | Gram, source: Source, c: Array, rows: list[int]) -> Any:
    """The margin under a hyperplane from the rows that may be the lowest, rounded down.

    Of all rows it is a fraction or an enclosed number; of some, chosen by rounded values, a rounded one.
    """
    from flint import ctx

    S, chosen = np.flatnonzero(c), np.array(rows)
    if not (affordable(problem, len(rows), S.size) and affordable(problem, S.size, S.size)):
        return Rounded(-inf)
    with ctx.workprec(PRECISION):
        f, squares = sharp_sums(source, c, chosen), source.sharp_diagonal(chosen)
        square = sum((fraction(v) * g for v, g in zip(c[S].tolist(), sharp_sums(source, c, S), strict=True)))
        # A square that is not known to be positive divides nothing.
        if not (square > 0 and (not problem.normalise or all(k > 0 for k in squares))):
            return Rounded(-inf)
        low = _lowest(problem, f, squares, problem.signs[chosen])
        end: Any = Enclosed(down(low / ball(square).sqrt()))
        if are_fractions([low, square]):
            end = _finite(root_down(_python(low * abs(low) / square)))
    if len(rows) == problem.n or isinstance(end, Rounded):
        return end
    return Rounded(end.value if isinstance(end, Enclosed) else float(_python(end)))


def _lowest(problem: Points | Gram, f: list[Any], squares: list[Any], signs: Array) -> Any:
    """The least signed value, or half the gap between the classes."""
    if problem.normalise:
        f = [each / ball(square).sqrt() for each, square in zip(f, squares, strict=True)]
    signed = list(zip(f, signs.astype(int).tolist(), strict=True))
    classes = [[sign * each for each, sign in signed if sign == s] for s in (1, -1)]
    least = [least_of(each) for each in classes if each]
    return (least[0] + least[1]) / 2 if problem.intercept else least_of(least)


def sharp_at_most(problem: Points | Gram, source: Source, x: Array) -> Any:
    """The length that the weights leave, rounded up; infinite where they are too many."""
    from flint import ctx

    S = np.flatnonzero(x)
    if not affordable(problem, S.size, S.size):
        return Rounded(inf)
    with ctx.workprec(PRECISION):
        shares = _shares(problem, source, x, S)
        square: Any = sum(
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


def _shares(problem: Points | Gram, source: Source, x: Array, S: Rows) -> list[Any]:
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


def _finite(value: float) -> Any:
    return fraction(value) if np.isfinite(value) else Rounded(value)


def _python(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
