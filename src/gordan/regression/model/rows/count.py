"""Models with a log link: Poisson, negative binomial, and log-binomial.

Poisson: y x·b − exp(x·b). With y = 0 the term never falls where x·b shrinks: −x·b ≥ 0. With y > 0 it falls without
bound in both directions: x·b = 0. The negative binomial, y x·b − (y + 1/α) log(1 + α exp(x·b)), behaves alike.

Log-binomial: log P(y = 1) = x·b, which must not exceed 0. A failure, log(1 − exp(x·b)), asks for −x·b ≥ 0; a success,
x·b itself, falls where x·b shrinks and may not grow for ever: x·b = 0, with or without failures beside it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gordan.problem.numbers import Numbers
from gordan.regression.model.design import Design
from gordan.regression.model.rows.base import BASE, Rows

__all__ = ["count_rows"]


def count_rows(
    design: Design, positive: NDArray[np.bool_], numbers: Numbers, *, told: NDArray[np.bool_] | None = None
) -> Rows:
    """Rows of observations by whether they counted anything.

    `told` are the observations with a trial, for a log-binomial model: one without any says nothing.
    """
    nothing = ~positive if told is None else told & ~positive
    column = np.arange(design.p, dtype=np.int64)
    if design.constant is not None:
        column[design.constant] = BASE
    return Rows(
        inequalities=design.take(nothing, -1.0),
        equalities=design.take(positive) if positive.any() else None,
        owner=np.flatnonzero(nothing),
        pinned=np.flatnonzero(positive),
        names=design.names,
        column=column,
        numbers=numbers,
    )
