"""The sums of cycles: factors with which they cancel, or a β that all of them admit, in fractions.

The general split of so few rows says which is the case and about where; it is asked about doubles, to which the sums
are rounded. What it says is then made exact: some unknowns are kept as they are, and the others solved for.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

import numpy as np

from gordan.feasibility.split import Split, System, split

__all__ = ["SmallSplit", "solve_fractions", "split_sums"]

_KEPT = 2**30  # units in which the unknowns that are kept are rounded


class SmallSplit(NamedTuple):
    """Factors with which all sums cancel, with independent regressors and cycles; or a β that all cycles admit."""

    balance: tuple[int, ...] = ()
    pivots: tuple[int, ...] = ()
    witness: tuple[int, ...] = ()
    beta: tuple[int, ...] | None = None


def split_sums(sums: list[list[Fraction]], directed: int) -> SmallSplit | None:
    """The split of the β by sums of which the first ones are not negative and the others 0; None where none is proved.

    Examples
    --------
    >>> split_sums([[Fraction(1)], [Fraction(-2)]], 2).balance
    (2, 1)
    >>> split_sums([[Fraction(-3)]], 1).beta
    (-1,)
    """
    units = [max(abs(row[j]) for row in sums) or Fraction(1) for j in range(len(sums[0]))]
    scaled = [[value / unit for value, unit in zip(row, units, strict=True)] for row in sums]
    rows = np.array([[float(value) for value in row] for row in scaled])
    answer = split(System(rows[:directed], rows[directed:] if directed < len(rows) else None), proof="exact")
    if not isinstance(answer, Split):
        return None
    pivots, witness = answer.proof.flat.pivots, tuple(answer.proof.flat.witness.tolist())
    if answer.kind == "overlap":
        balance = _balance(scaled, [int(v) for v in answer.proof.weights], pivots, witness, directed)
        return None if balance is None else SmallSplit(balance, pivots, witness)
    beta = _admitted(scaled, [int(v) for v in answer.proof.direction], pivots, witness, answer.strict.tolist())
    return None if beta is None else SmallSplit(beta=_whole([v / u for v, u in zip(beta, units, strict=True)]))


def _balance(
    sums: list[list[Fraction]], near: list[int], pivots: tuple[int, ...], witness: tuple[int, ...], directed: int
) -> tuple[int, ...] | None:
    """Factors near these with which the pivots' sums cancel, None where one of a directed cycle is not positive."""
    top = max(map(abs, near))
    factors = [
        Fraction(max(round(_KEPT * v / top), 1) if i < directed else round(_KEPT * v / top)) for i, v in enumerate(near)
    ]
    others = [i for i in range(len(sums)) if i not in witness]
    right = [-sum((factors[i] * sums[i][c] for i in others), Fraction(0)) for c in pivots]
    solution = solve_fractions([[sums[i][c] for i in witness] for c in pivots], right)
    if solution is None:
        return None
    for i, value in zip(witness, solution, strict=True):
        factors[i] = value
    return _whole(factors) if all(value > 0 for value in factors[:directed]) else None


def _admitted(
    sums: list[list[Fraction]], near: list[int], pivots: tuple[int, ...], witness: tuple[int, ...], strict: list[bool]
) -> list[Fraction] | None:
    """A β near this one that is 0 on the sums that are not strict and positive on the others; None where it is not."""
    top = max(map(abs, near))
    beta = [Fraction(round(_KEPT * v / top)) for v in near]
    rest = [c for c in range(len(beta)) if c not in pivots]
    right = [-sum((sums[i][c] * beta[c] for c in rest), Fraction(0)) for i in witness]
    solution = solve_fractions([[sums[i][c] for c in pivots] for i in witness], right)
    if solution is None:
        return None
    for c, value in zip(pivots, solution, strict=True):
        beta[c] = value
    products = [sum((a * b for a, b in zip(row, beta, strict=True)), Fraction(0)) for row in sums]
    marks = [*strict, *([False] * (len(sums) - len(strict)))]
    return beta if all((p > 0) if mark else p == 0 for p, mark in zip(products, marks, strict=True)) else None


def _whole(values: list[Fraction]) -> tuple[int, ...]:
    """Integers in the same proportions."""
    scale = lcm(*(value.denominator for value in values))
    numbers = [int(value * scale) for value in values]
    divisor = gcd(*numbers) or 1
    return tuple(v // divisor for v in numbers)


def solve_fractions(A: list[list[Fraction]], b: list[Fraction]) -> list[Fraction] | None:
    """The solution of a small system; None where it is singular, which doubles near it need not be."""
    rows = [[*row, value] for row, value in zip(A, b, strict=True)]
    for column in range(len(rows)):
        place = next((i for i in range(column, len(rows)) if rows[i][column]), None)
        if place is None:
            return None
        rows[column], rows[place] = rows[place], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                rows[i] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]
