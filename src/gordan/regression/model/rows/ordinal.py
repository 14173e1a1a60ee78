"""Cumulative links: P(y ≤ k) = F(θ_k − x·β), with thresholds θ_1 < … < θ_{K−1} instead of an intercept.

The term of category k is log(F(θ_k − x·β) − F(θ_{k−1} − x·β)). Along (t, d) it never falls exactly where the upper end
does not shrink, t_k − x·d ≥ 0, and the lower end does not grow, x·d − t_{k−1} ≥ 0; the first category has no lower and
the last no upper end. With every category seen, these rows imply that thresholds in order stay in order.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gordan.problem.numbers import Numbers
from gordan.regression.model.design import Design
from gordan.regression.model.rows.base import BASE, Rows

__all__ = ["ordinal_rows"]


def ordinal_rows(design: Design, category: NDArray[np.int64], categories: tuple[str, ...], numbers: Numbers) -> Rows:
    """Rows of observations in categories 0, 1, …, all of which occur."""
    from scipy.sparse import csr_array, hstack, vstack

    last = len(categories) - 1
    parts, owner = [], []
    # (rows, threshold of each, sign of the threshold): the upper ends, then the lower ones.
    for which, shift, sign in ((category < last, 0, 1.0), (category > 0, -1, -1.0)):
        rows = np.flatnonzero(which)
        threshold = category[rows] + shift
        ends = csr_array((np.full(rows.size, sign), (np.arange(rows.size), threshold)), shape=(rows.size, last))
        parts.append(hstack([ends, csr_array(design.take(rows, -sign))], format="csr"))
        owner.append(rows)
    thresholds = tuple(f"{low}|{high}" for low, high in pairwise(categories))
    return Rows(
        inequalities=csr_array(vstack(parts, format="csr")),
        equalities=None,
        owner=np.concatenate(owner),
        pinned=np.empty(0, np.int64),
        names=(*thresholds, *design.names),
        column=np.concatenate([np.full(last, BASE, np.int64), np.arange(design.p, dtype=np.int64)]),
        numbers=numbers,
    )
