"""Raw rows as constraints y(a·w + b) ≥ 1, without rounding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gordan.problem import Points

__all__ = ["Row", "rows"]

_ENTRIES = 1 << 13  # of a stretch of rows: as integers a few megabytes, however many rows there are


class Row(NamedTuple):
    """The nonzero coefficients of one constraint, integers over a denominator; the intercept's is the last."""

    number: int
    columns: list[int]
    integers: list[int]
    denominator: int


def rows(problem: Points, S: Sequence[int]) -> Iterator[Row]:
    """The rows S times their signs, a stretch at a time.

    Examples
    --------
    >>> list(rows(Points([[0.5, 0.0], [0.0, 3.0]], [0, 1]), [0]))
    [Row(number=0, columns=[0, 2], integers=[-1, -2], denominator=2)]
    """
    step = max(1, _ENTRIES // problem.m)
    starts = [*range(0, len(S), step), len(S)]
    for part in (S[a:b] for a, b in pairwise(starts)):
        exact = problem.exact_rows(part)
        for j, columns, integers in zip(part, exact.columns, exact.integers, strict=True):
            sign = 1 if problem.signs[j] > 0 else -1
            signed = [sign * each for each in integers]
            if problem.intercept:
                columns, signed = [*columns, problem.m], [*signed, sign * exact.denominator]
            yield Row(j, columns, signed, exact.denominator)
