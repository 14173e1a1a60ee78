"""Raw rows in integers: doubles are dyadic rationals, decimals are decimal ones, and both are integers once scaled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import mul

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.exact import dot, dyadic, row_products
from gordan.problem import ExactRows, Points

__all__ = ["cancel", "column_sums", "combined", "fraction_products"]

_FEW = 40  # rows up to which the interpreter's own integers do; the weights of more have thousands of digits
_LONG = 1 << 16  # bits of a weight beyond which it matters how many sums are kept at once
_TOGETHER_BITS = 1 << 29  # of sums that are kept at once: 64 MiB
_SHARE = 4  # a row of one in so many columns makes it worth while to write out all rows with their zeros
_TOGETHER = 1 << 17  # entries turned into integers at once


def fraction_products(
    problem: Points, S: Sequence[int], w: Array | tuple[int, ...], centre: Array | None = None
) -> list[Fraction]:
    """(x_j − c)·w for the raw rows S, without any rounding; w and c are taken as the dyadic numbers they are.

    A direction of integers has no centre.
    """
    whole, common = (list(w), 1) if isinstance(w, tuple) else dyadic(w)
    shift = Fraction(0) if centre is None or isinstance(w, tuple) else dot(w, centre)
    values: list[Fraction] = []
    # Some rows at a time: integers take up far more room than the doubles they stand for.
    together = max(_TOGETHER // max(problem.m, 1), 1)
    for start in range(0, len(S), together):
        rows = problem.exact_rows(S[start : start + together])
        values += [value - shift if shift else value for value in row_products(rows, whole, common)]
    return values


def cancel(problem: Points, S: Sequence[int], weights: Sequence[int]) -> tuple[int, int]:
    """What is left of Σ y_j X_j row_j: the greatest entry in magnitude (of the scaled integers), and of Σ y_j X_j.

    Of long weights the first entry that is left is enough.
    """
    signs = [1 if sign > 0 else -1 for sign in problem.signs[np.asarray(S, dtype=np.int64)]]
    signed = [sign * weight for sign, weight in zip(signs, weights, strict=True)]
    rows, left = problem.exact_rows(S), 0
    for _, value in column_sums(rows, signed):
        left = max(left, abs(value))
        if left.bit_length() > _LONG:
            break
    return left, abs(sum(signed))


def combined(rows: ExactRows, weights: Sequence[int]) -> dict[int, int]:
    """Σ weights_i rows_i by column, for columns in use."""
    return dict(column_sums(rows, weights))


def column_sums(rows: ExactRows, weights: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Columns in use with Σ weights_i rows_i; one at a time where all together would take up much memory."""
    bits = max((weight.bit_length() for weight in weights), default=0)
    if bits > _LONG and bits * len(set().union(*rows.columns)) > _TOGETHER_BITS:
        yield from _one_by_one(rows, weights)
    elif len(weights) <= _FEW and _is_dense(rows):
        used, matrix = _written_out(rows)
        for k, (j, column) in enumerate(zip(used, zip(*matrix, strict=True), strict=True)):
            check_deadline("adding up the weighted rows", k / len(used))
            yield j, sum(map(mul, weights, column))
    elif len(weights) <= _FEW:
        left: dict[int, int] = {}
        for k, (values, columns, weight) in enumerate(zip(rows.integers, rows.columns, weights, strict=True)):
            check_deadline("adding up the weighted rows", k / len(weights))
            for a, j in zip(values, columns, strict=True):
                left[j] = left.get(j, 0) + weight * a
        yield from left.items()
    else:
        yield from _at_once(rows, weights)


def _one_by_one(rows: ExactRows, weights: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Column by column, in FLINT, which multiplies long integers by short ones in a tenth of the interpreter's time."""
    from flint import fmpz

    long = [fmpz(weight) for weight in weights]
    entries: dict[int, list[tuple[int, int]]] = {}
    for i, (values, columns) in enumerate(zip(rows.integers, rows.columns, strict=True)):
        for a, j in zip(values, columns, strict=True):
            entries.setdefault(j, []).append((i, a))
    for k, (j, column) in enumerate(entries.items()):
        total = fmpz(0)
        for i, a in column:
            check_deadline("adding up the weighted rows", k / len(entries))
            total += long[i] * a
        yield j, int(total)


def _is_dense(rows: ExactRows) -> bool:
    """Whether the longest row has a quarter of the columns: whole columns are then added up sooner than entries."""
    return _SHARE * max(map(len, rows.columns), default=0) >= len(set().union(*rows.columns))


def _written_out(rows: ExactRows) -> tuple[list[int], list[list[int]]]:
    """The columns in use, and the rows on them with their zeros."""
    used = sorted(set().union(*rows.columns))
    place, matrix = {j: i for i, j in enumerate(used)}, []
    for values, columns in zip(rows.integers, rows.columns, strict=True):
        matrix.append([0] * len(used))
        for a, j in zip(values, columns, strict=True):
            matrix[-1][place[j]] = a
    return used, matrix


def _at_once(rows: ExactRows, weights: Sequence[int]) -> Iterator[tuple[int, int]]:
    from flint import fmpz_mat

    used, matrix = _written_out(rows)
    product = fmpz_mat([list(weights)]) * fmpz_mat(matrix)
    yield from ((j, int(product[0, i])) for i, j in enumerate(used))
