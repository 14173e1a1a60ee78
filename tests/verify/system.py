"""Square systems with known answers: the equations of rows that cancel, and their exact solution by python-flint."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

import claimed
import gordan

__all__ = ["claim", "exact_equations", "exactly", "inside", "planted"]


def planted(k: int, intercept: bool, seed: int, *, least: float = 0.1) -> tuple[Any, Any, Any]:
    """Rows X, labels y and weights x > 0 (at least `least` of the greatest) under which the k rows about cancel."""
    rng = np.random.default_rng(seed)
    m = k - 1 - intercept
    X, y = rng.normal(size=(k, m)), np.where(np.arange(k) % 2, 1.0, -1.0)
    x = np.exp(rng.uniform(np.log(least), 0.0, size=k))
    if intercept:
        x[y > 0] /= x[y > 0].sum()
        x[y < 0] /= x[y < 0].sum()
    x /= x.sum()
    X[-1] = -y[-1] * ((y * x)[:-1] @ X[:-1]) / x[-1]
    return X, y, x


def exact_equations(problem: gordan.Points, support: Any) -> list[list[Fraction]]:
    """The system that an enclosure is about, in fractions, one entry at a time."""
    support = list(support)
    rows = problem.exact_rows(support)
    signs = [1 if problem.signs[j] > 0 else -1 for j in support]
    dense = [dict(zip(c, v, strict=True)) for c, v in zip(rows.columns, rows.integers, strict=True)]
    columns = sorted({j for row in dense for j in row})
    system = [
        [Fraction(sign * row.get(j, 0), rows.denominator) for sign, row in zip(signs, dense, strict=True)]
        for j in columns
    ]
    if problem.intercept:
        system.append([Fraction(sign) for sign in signs])
    return [*system, [Fraction(1)] * len(support)]


def exactly(M: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of M x = (0, …, 0, 1), None where M is not square or is singular."""
    k = len(M)
    if any(len(row) != k for row in M):
        return None
    matrix = fmpq_mat(k, k, [fmpq(v.numerator, v.denominator) for row in M for v in row])
    right = fmpq_mat(k, 1, [fmpq(int(i == k - 1)) for i in range(k)])
    try:
        answer: Any = matrix.solve(right)
    except ZeroDivisionError:
        return None
    return [Fraction(int(answer[i, 0].p), int(answer[i, 0].q)) for i in range(k)]


def inside(x: list[Fraction], centre: Any, radius: Any) -> bool:
    """Whether x lies in the box, compared in fractions."""
    return all(
        abs(v - Fraction(float(c))) <= Fraction(float(r)) < Fraction(float(c))
        for v, c, r in zip(x, centre, radius, strict=True)
    )


def claim(problem: gordan.Points, proof: Any) -> gordan.Inseparable:
    """The outcome that shows this proof and says no more than it."""
    weights = np.zeros(problem.n)
    weights[list(proof.support)] = proof.centre
    return claimed.inseparable(
        bracket=gordan.outcome.Bracket(-np.inf, 0.0),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        weights=weights,
        proof=proof,
    )
