"""The hyperplane in words: `setosa where 0.12·petal_length + … > 0.8`."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.cli.clean import clean
from gordan.cli.sides import Sides
from gordan.file.table import Table
from gordan.outcome import Outcome, Separable
from gordan.problem import Points

__all__ = ["column_name", "equation"]

_TERMS = 8  # more of them are not read; the greatest are shown
_DIGITS = (3, 4, 6, 9, 12)
_EVERY = 17  # digits that give any double back
_SMALL = 10_000_000  # entries up to which looking for the fewest digits takes no noticeable time


def equation(table: Table, problem: Points, outcome: Outcome, sides: Sides) -> str | None:
    """Where the class above lies; a separating hyperplane is shown with digits enough to separate as printed."""
    if outcome.coef is None:
        return None
    digits = _enough(problem, outcome.coef, outcome.intercept) if isinstance(outcome, Separable) else _DIGITS[1]
    coef = sides.turn * outcome.coef
    # The reader copies what stands here: a right-hand side of -0 would only puzzle.
    bound = -sides.turn * outcome.intercept + 0.0
    return f"{sides.where()} where {_sum(table, coef, digits)} > {_signed(bound, digits)}"


def column_name(table: Table, j: int) -> str:
    """The column's name; a bare number, which would look like a coefficient, becomes x1, x2, …"""
    name = clean(table.name(j))
    return f"x{name}" if name.isdecimal() else name


def _sum(table: Table, coef: Array, digits: int) -> str:
    used = np.flatnonzero(coef)
    shown = used
    if used.size > _TERMS:
        shown = np.sort(used[np.argsort(-np.abs(coef[used]), kind="stable")[: _TERMS - 1]])
    text = ""
    for j in shown.tolist():
        size = f"{abs(coef[j]):.{digits}g}"
        term = column_name(table, j) if size == "1" else f"{size}·{column_name(table, j)}"
        text += f" {'−' if coef[j] < 0 else '+'} {term}" if text else f"{'−' if coef[j] < 0 else ''}{term}"
    left_out = used.size - shown.size
    return f"{text} + … ({left_out:,} smaller terms)" if left_out else text


def _signed(value: float, digits: int) -> str:
    return f"{'−' if value < 0 else ''}{abs(value):.{digits}g}"


def _enough(problem: Points, coef: Array, intercept: float) -> int:
    """The fewest digits with which the printed hyperplane still has every point on its side."""
    entries = problem.X.nnz if hasattr(problem.X, "nnz") else problem.n * problem.m
    if entries > _SMALL:
        return _EVERY if np.count_nonzero(coef) <= _TERMS else _DIGITS[1]
    for digits in _DIGITS:
        w = np.array([float(f"{v:.{digits}g}") for v in coef])
        b = float(f"{intercept:.{digits}g}")
        values = np.full(problem.n, b)
        for block in problem.blocks():
            values[block.rows] += block.values @ w[block.columns]
        if bool(np.all(values * problem.signs > 0)):
            return digits
    return _EVERY
