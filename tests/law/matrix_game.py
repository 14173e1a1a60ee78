"""The value of a matrix game in fractions, by the simplex method with Bland's rule: what is true of w ≥ 0."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

__all__ = ["margin_of", "value_of"]


def margin_of(problem: Any) -> Fraction:
    """ρ₁ of points that ask for w ≥ 0, of whole numbers."""
    dense = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    rows = [[Fraction(float(v)) * int(s) for v in row] for row, s in zip(dense, problem.signs, strict=True)]
    if problem.normalise:
        rows = [[v / max(map(abs, row)) for v in row] for row in rows]
    blocks = [int(s < 0) for s in problem.signs] if problem.intercept else [0] * problem.n
    return value_of(rows, blocks)


def value_of(rows: Sequence[Sequence[Fraction]], blocks: Sequence[int]) -> Fraction:
    """The greatest mean over the blocks of min_j a_j·w, over w ≥ 0 with Σ w = 1.

    Every entry is raised until all are positive, which raises the value as much: then t ≥ 0 and Σ w ≤ 1 will do, and
    the origin is a vertex to begin with.
    """
    count, m = max(blocks) + 1, len(rows[0])
    raised = 1 - min(min(row) for row in rows)
    table = [
        [-(v + raised) for v in row] + [Fraction(int(k == b)) for k in range(count)]
        for row, b in zip(rows, blocks, strict=True)
    ]
    table.append([Fraction(1)] * m + [Fraction(0)] * count)
    sides = [Fraction(0)] * len(rows) + [Fraction(1)]
    table = [
        row + [Fraction(int(i == k)) for k in range(len(table))] + [side]
        for i, (row, side) in enumerate(zip(table, sides, strict=True))
    ]
    cost = [Fraction(0)] * m + [Fraction(-1, count)] * count + [Fraction(0)] * (len(table) + 1)
    basis = list(range(m + count, m + count + len(table)))
    while (enter := next((k for k, c in enumerate(cost[:-1]) if c < 0), None)) is not None:
        ratios = [(row[-1] / row[enter], basis[i], i) for i, row in enumerate(table) if row[enter] > 0]
        leave = min(ratios)[2]
        pivot = table[leave] = [v / table[leave][enter] for v in table[leave]]
        table = [
            row if i == leave else [a - row[enter] * b for a, b in zip(row, pivot, strict=True)]
            for i, row in enumerate(table)
        ]
        cost = [a - cost[enter] * b for a, b in zip(cost, pivot, strict=True)]
        basis[leave] = enter
    return cost[-1] - raised
