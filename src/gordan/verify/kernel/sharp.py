"""What rounding leaves open, in FLINT's fractions where products are rational and in its balls elsewhere.

A ball holds the true number whatever its precision; a sign that a ball leaves open is asked for in more bits, up to a
limit.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.problem import Gram, Points
from gordan.verify.kernel.source import Rows, Source
from gordan.verify.rounded import U

__all__ = ["MOST", "PRECISION", "ball", "down", "fraction", "settled", "sharp_side", "sharp_sums", "sharpness"]

PRECISION = 320  # bits of both ends of a bracket
MOST = 1 << 19  # products computed so, at the most: some seconds
_RISING = (160, 640, 2560, 10240)  # bits; the last ones are for numbers at both ends of the range of doubles
_TOLD = 20  # bits of a ball that are wanted beside its sign


def sharpness(source: Source) -> str:
    return "fractions" if source.rational else "balls of rising precision"


def settled(
    problem: Points | Gram, source: Source, c: Array, b: float | Fraction, j: int
) -> tuple[float, float] | None:
    """g at row j and a bound on its error, its sign certain; nothing where it is zero or the limit does not tell."""
    from flint import ctx

    row = np.array([j])
    for precision in _RISING:
        with ctx.workprec(precision):
            g = sharp_side(problem, source, c, b, row)[0]
            if g == 0:
                return None
            g = ball(g)
            if g.rel_accuracy_bits() >= _TOLD:
                value = float(g.mid())
                error = float(g.rad()) * (1 + 8 * U) + 2 * U * abs(value) + 2.0**-1070
                # A number that no double holds is not known to be anything.
                return (value, error) if np.isfinite(value) else None
    return None


def sharp_side(problem: Points | Gram, source: Source, c: Array, b: float | Fraction, rows: Rows) -> list[Any]:
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
    return [sum((w * k for w, k in zip(weights, row, strict=True)), zero) for row in source.sharp(rows, S)]


def fraction(value: float | Fraction) -> Any:
    """FLINT's own, without rounding."""
    from flint import fmpq

    return fmpq(*value.as_integer_ratio())


def ball(value: Any) -> Any:
    """A ball that holds the number, in the precision that is set."""
    from flint import arb

    return value if isinstance(value, arb) else arb(value)


def down(value: Any) -> float:
    """A double below all of a ball."""
    low = float(ball(value).lower())
    return nextafter(low, -inf) if low == low else -inf
