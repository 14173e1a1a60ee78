"""Small problems in a kernel's space that rounding leaves undecided, settled where products are fractions.

The least-norm point of the images is found over the rationals, from their products. Weights that cancel are a proof;
else its coefficients are, rounded as far as they still separate: to doubles, to more and more bits, or not at all.

Images scaled to unit length are divided by numbers close to their lengths, or by these where all are fractions. Without
an intercept any positive factors will do. With one a point next to the least-norm point is found, whose hyperplane
separates unless the margin is smaller than what the lengths are off by.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.setting import setting
from gordan.arithmetic.sharp import Sharp, are_fractions, fraction
from gordan.engine.polish.kernel_value import KernelValues, kernel_values
from gordan.engine.polish.least_norm import NoProducts, common_denominator, integers_of, shortest
from gordan.engine.polish.lifting import TooLong
from gordan.engine.polish.separator import between
from gordan.engine.polish.settle import Settled
from gordan.outcome import Cancellation, IntegerKernelSeparator, KernelSeparator
from gordan.problem import Gram, Points

if TYPE_CHECKING:
    from flint import fmpq, fmpq_mat, fmpz

__all__ = ["settle_images"]

_SECONDS = 10.0  # of solving for the images that carry weight, as estimated
_COLUMN = 1 << 16  # rows, whose products with one of them are turned into fractions one by one
_ROOT, _COARSE = 192, 32  # bits of a length that is no fraction, and of one that only has images alike in length
_ROOTS = "lengths of images are roots, which rational arithmetic comes near and no more"


def settle_images(problem: Points | Gram, *, deadline: float = math.inf) -> Settled:
    """The exact answer in the form of a proof, for few images with rational products; nothing for others.

    Examples
    --------
    >>> settle_images(Points([[0.0], [1.0], [2.0]], [0, 1, 0], kernel="poly", degree=1, gamma=1.0)).proof
    Cancellation(support=(0, 1, 2), integers=(1, 2, 1))
    """
    images = kernel_values(problem)
    if not images.rational:
        return Settled()
    if problem.n > _COLUMN:
        return Settled(reason=f"rational arithmetic is for up to {_COLUMN:,} rows in a kernel's space")
    try:
        scaled = _Images(problem, images)
        nearest = shortest(scaled, deadline=deadline, most=_SECONDS)
    except (TooLong, NoProducts) as reason:
        return Settled(reason=str(reason))
    if nearest is None:
        return Settled(reason=f"rational arithmetic did not end within {setting('max_seconds')}")
    weights = [weight * scaled.factors[j] for j, weight in zip(nearest.support, nearest.integers, strict=True)]
    weighted = Cancellation(nearest.support, tuple(integers_of(weights)))
    proof = weighted if nearest.direction is None else _separator(problem, scaled, weighted)
    # What is said is for the case that the verifier refuses the proof.
    return Settled(proof, weighted.weights(problem.n), reason=_ROOTS if problem.normalise else "")


class _Images:
    """Products of images, each divided by its length where that is asked for.

    They are computed by columns, those of the images that come to carry weight: integers over one denominator each.
    """

    def __init__(self, problem: Points | Gram, values: KernelValues) -> None:
        self.values, self.intercept = values, problem.intercept
        self.y = [1 if sign > 0 else -1 for sign in problem.signs]
        self.factors = [fraction(1.0)] * problem.n
        if problem.normalise:
            bits = _ROOT if problem.intercept else _COARSE
            self.factors = [_inverse_root(square, bits) for square in values.sharp_squares(range(problem.n))]
        self._columns: dict[int, tuple[list[fmpz], fmpz]] = {}

    def _column(self, j: int) -> tuple[list[fmpz], fmpz]:
        """The products of all images with one."""
        if j in self._columns:
            return self._columns[j]
        n, count = len(self.y), len(self._columns) + 1
        if not self.values.affordable(n, count):
            raise TooLong(f"rational arithmetic would take the products of {n:,} images with {count:,} of them")
        check_deadline("computing products without rounding")
        column = self.values.sharp_column(j)
        if not are_fractions(column):
            raise TooLong("products of images have too many digits for rational arithmetic")
        scaled = [a * k * self.factors[j] for a, k in zip(self.factors, column, strict=True)]
        common = common_denominator(scaled)
        self._columns[j] = [k.p * (common // k.q) for k in scaled], common
        return self._columns[j]

    def gram(self, S: Sequence[int], T: Sequence[int]) -> fmpq_mat:
        from flint import fmpq, fmpq_mat

        columns = [self._column(j) for j in T]
        return fmpq_mat([[fmpq(integers[i], below) for integers, below in columns] for i in S])

    def products(self, c: Mapping[int, fmpq], rows: Sequence[int]) -> tuple[list[fmpz], fmpz]:
        from flint import fmpz_mat

        columns = [self._column(j) for j in c]
        shares = [value / below for value, (_, below) in zip(c.values(), columns, strict=True)]
        common = common_denominator(shares)
        column = fmpz_mat([[share.p * (common // share.q)] for share in shares])
        values = fmpz_mat([[integers[i] for integers, _ in columns] for i in rows]) * column
        return [values[k, 0] for k in range(len(rows))], common

    def direction(self, c: Mapping[int, fmpq]) -> tuple[int, ...]:
        """The coefficients themselves."""
        return tuple(integers_of([*c.values()]))


def _inverse_root(square: Sharp, bits: int) -> fmpq:
    """1/√square, or where that is no fraction one of so many bits next to it."""
    from flint import fmpq

    p, q = square.p, square.q
    shift = 0 if p.isqrt() ** 2 == p and q.isqrt() ** 2 == q else bits
    return fmpq((q << (2 * shift)).isqrt(), (p << (2 * shift)).isqrt())


def _separator(
    problem: Points | Gram, images: _Images, weighted: Cancellation
) -> KernelSeparator | IntegerKernelSeparator | None:
    """The shortest of the coefficients' roundings that separates; the coefficients themselves do, or nothing."""
    support = weighted.support
    signed = [images.y[j] * v for j, v in zip(support, weighted.integers, strict=True)]
    for rounding, c in enumerate(_roundings(signed)):
        # Products with scaled images have the signs of those with the raw ones.
        scaled = {j: v / images.factors[j] for j, v in zip(support, c, strict=True)}
        numerators, below = images.products(scaled, range(problem.n))
        values = [Fraction(int(v), int(below)) for v in numerators]
        above = min((v for v, y in zip(values, images.y, strict=True) if y > 0), default=Fraction(1))
        lowest = max((v for v, y in zip(values, images.y, strict=True) if y < 0), default=Fraction(-1))
        if above > lowest if problem.intercept else above > 0 > lowest:
            offset = between(above, lowest) if problem.intercept else 0.0
            if rounding:
                return IntegerKernelSeparator(support, tuple(int(v.p) for v in c), Fraction(offset))
            doubles = np.zeros(problem.n)
            doubles[list(support)] = [int(v.p) / int(v.q) for v in c]
            return KernelSeparator(doubles, offset)
    return None


def _roundings(integers: Sequence[int]) -> Iterator[list[fmpq]]:
    """Integers as nearest doubles of numbers up to 1; of so many bits, twice as many each time; and as they are."""
    from flint import fmpq

    longest = max(v.bit_length() for v in integers)
    yield [fraction(v / (1 << longest)) for v in integers]
    bits = 128
    while bits < longest:
        yield [fmpq((v >> (longest - bits - 1)) + 1 >> 1) for v in integers]
        bits *= 2
    yield [fmpq(v) for v in integers]
