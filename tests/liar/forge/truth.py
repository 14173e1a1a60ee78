"""What is true of points, in fractions: by the words of the definitions, without any code of the verifier."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from liar.forge.scale import root_bounds

__all__ = ["lower_square", "products", "rows_of", "upper_square"]

Row = list[Fraction]


def rows_of(problem: Any) -> list[Row]:
    """The raw rows as the numbers they stand for."""
    dense = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    if problem.numbers == "decimal":
        return [[Fraction(str(v)) for v in row] for row in dense]
    return [[Fraction(float(v)) for v in row] for row in dense]


def products(rows: Sequence[Row], w: Any, centre: Any) -> list[Fraction]:
    """(x − c)·w for every row."""
    w, c = [Fraction(float(v)) for v in w], [Fraction(float(v)) for v in centre]
    return [sum(((x - s) * v for x, s, v in zip(row, c, w, strict=True)), Fraction(0)) for row in rows]


def lower_square(problem: Any, rows: Sequence[Row], w: Any, centre: Any) -> Fraction:
    """The square of the margin under w, with its sign."""
    values = products(rows, w, centre)
    length = sum((Fraction(float(v)) ** 2 for v in w), Fraction(0))
    signed = [v if s > 0 else -v for v, s in zip(values, problem.signs, strict=True)]
    if problem.normalise:
        squares = [v * abs(v) / sum(a * a for a in row) for v, row in zip(signed, rows, strict=True)]
        return min(squares) / length
    if problem.intercept:
        low = [min(v for v, s in zip(signed, problem.signs, strict=True) if s == sign) for sign in (1, -1)]
        least = sum(low, Fraction(0)) / 2
    else:
        least = min(signed)
    return least * abs(least) / length


def upper_square(problem: Any, rows: Sequence[Row], x: Any) -> tuple[Fraction, Fraction]:
    """The square of the length that weights leave, from below and above: the roots in a mass of lengths are bounded."""
    weights = [Fraction(float(v)) for v in x]
    up = [s > 0 for s in problem.signs]

    def total(group: bool) -> Row:
        return [
            sum((v * row[j] for v, row, u in zip(weights, rows, up, strict=True) if u == group), Fraction(0))
            for j in range(len(rows[0]))
        ]

    positive, negative = total(True), total(False)
    if problem.intercept:
        s = sum((v for v, u in zip(weights, up, strict=True) if u), Fraction(0))
        t = sum((v for v, u in zip(weights, up, strict=True) if not u), Fraction(0))
        found = sum(((a / s - b / t) ** 2 for a, b in zip(positive, negative, strict=True)), Fraction(0)) / 4
        return found, found
    square = sum(((a - b) ** 2 for a, b in zip(positive, negative, strict=True)), Fraction(0))
    if not problem.normalise:
        found = square / sum(weights, Fraction(0)) ** 2
        return found, found
    lengths = [root_bounds(sum((a * a for a in row), Fraction(0))) for row in rows]
    masses = [sum((v * length[k] for v, length in zip(weights, lengths, strict=True)), Fraction(0)) for k in (1, 0)]
    return square / masses[0] ** 2, square / masses[1] ** 2


def solution(rows: list[Row], right: Row) -> Row | None:
    """The one solution of a square system, by elimination; None where there is not just one."""
    table = [[*row, b] for row, b in zip(rows, right, strict=True)]
    k = len(table)
    for j in range(k):
        pivot = next((i for i in range(j, k) if table[i][j]), None)
        if pivot is None:
            return None
        table[j], table[pivot] = table[pivot], table[j]
        table[j] = [v / table[j][j] for v in table[j]]
        for i in range(k):
            if i != j and table[i][j]:
                table[i] = [a - table[i][j] * b for a, b in zip(table[i], table[j], strict=True)]
    return [row[-1] for row in table]


def whole(values: Any) -> list[int]:
    return [int(v) for v in np.asarray(values).tolist()]
