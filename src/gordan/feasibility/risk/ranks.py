"""Ranks of x_j·v over the rows of a Cox model: by doubles where they tell values apart, by integers elsewhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.exact import combine
from gordan.outcome.split import Relation
from gordan.problem.numbers import whole
from gordan.problem.risk import RiskSets

__all__ = ["Keys", "dense", "ranks", "spread"]

Keys = npt.NDArray[np.int64]


def ranks(problem: RiskSets, factors: tuple[int, ...], rows: Positions | None = None) -> Keys:
    """Where x_j·v stands among its values on the rows; equal values have one rank.

    Examples
    --------
    >>> problem = RiskSets([[0.1, 0.2], [0.3, 0.0], [1.0, 1.0]], [1.0] * 3, [True] * 3, numbers="decimal")
    >>> ranks(problem, (1, 1)).tolist()
    [0, 0, 1]
    """
    rows = np.arange(problem.n) if rows is None else rows
    used = [c for c, factor in enumerate(factors) if factor]
    if not used or not rows.size:
        return np.zeros(rows.size, np.int64)
    check_deadline("comparing events with those at risk")
    X, top = problem.covariates[:, used][rows], max(map(abs, factors))
    if len(used) == 1:
        return dense(X[:, 0] * (1 if factors[used[0]] > 0 else -1))
    v = np.array([factors[c] / top for c in used])
    with np.errstate(all="ignore"):
        # More than the rounding of the product, of v and of a decimal; the verifier has bounds of its own.
        # A factor far below the greatest one is rounded to a multiple of 2^-1074.
        size = np.abs(X) @ (np.abs(v) + 2.0**-1020)
        value, slack = X @ v, 8.0 * (len(used) + 8) * 2.0**-53 * size + 2.0**-1000
    order = np.argsort(value - slack, kind="stable")
    apart = np.maximum.accumulate((value + slack)[order])[:-1] < (value - slack)[order][1:]
    group = np.empty(rows.size, np.int64)
    group[order] = np.cumsum(np.concatenate([[False], apart]))
    inside, doubt = np.zeros(rows.size, np.int64), np.flatnonzero(np.bincount(group)[group] > 1)
    if doubt.size:
        read = [whole(X[doubt, k], problem.numbers) for k in range(len(used))]
        shares = [Fraction(factors[c], read[k][1]) for k, c in enumerate(used)]
        inside[doubt] = dense(combine([column for column, _ in read], shares)[0])
    return dense(group * (int(inside.max()) + 1) + inside)


def dense(values: npt.NDArray[Any]) -> Keys:
    """The places of the values among the distinct ones."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def spread(relation: Relation, m: int) -> tuple[int, ...]:
    """The integers of a relation, with 0 for the columns that are not in it."""
    factors = [0] * m
    for c, v in zip(*relation, strict=True):
        factors[c] = v
    return tuple(factors)
