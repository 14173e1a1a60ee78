"""Binomial models, by any link that is increasing from 0 to 1: logit, probit, cloglog, cauchit.

An observation with s successes and f failures adds s log F(x·b) + f log(1 − F(x·b)). Its first part never falls where
x·b grows, its second where it shrinks: failures alone ask for −x·b ≥ 0, successes alone for x·b ≥ 0, and both together
for x·b = 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gordan.problem.numbers import Numbers
from gordan.regression.model.design import Design
from gordan.regression.model.rows.base import BASE, Rows

__all__ = ["binomial_rows"]


def binomial_rows(design: Design, successes: NDArray[np.bool_], failures: NDArray[np.bool_], numbers: Numbers) -> Rows:
    """Rows of observations that have successes, failures or both; one with neither says nothing."""
    pure = successes ^ failures
    mixed = successes & failures
    column = np.arange(design.p, dtype=np.int64)
    if design.constant is not None:
        column[design.constant] = BASE
    return Rows(
        inequalities=design.take(pure, np.where(successes[pure], 1.0, -1.0)),
        equalities=design.take(mixed) if mixed.any() else None,
        owner=np.flatnonzero(pure),
        pinned=np.flatnonzero(mixed),
        names=design.names,
        column=column,
        numbers=numbers,
    )
