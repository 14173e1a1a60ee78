"""Rows of models whose observations are independent: binomial, counts, multinomial, ordinal; each derived below."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.numbers import Numbers
from gordan.regression.model.column import Mask
from gordan.regression.model.design import Design
from gordan.regression.model.rows import BASE, Rows

__all__ = ["binomial_rows", "count_rows", "multinomial_rows", "ordinal_rows"]


def binomial_rows(design: Design, successes: Mask, failures: Mask, numbers: Numbers) -> Rows:
    """Rows of observations that have successes, failures or both; one with neither says nothing.

    By any link that is increasing from 0 to 1: logit, probit, cloglog, cauchit. An observation with s successes and f
    failures adds s log F(x·b) + f log(1 − F(x·b)). Its first part never falls where x·b grows, its second where it
    shrinks: failures alone ask for −x·b ≥ 0, successes alone for x·b ≥ 0, and both together for x·b = 0.
    """
    pure = successes ^ failures
    return _by_sign(design, pure, np.where(successes[pure], 1.0, -1.0), fixed=successes & failures, numbers=numbers)


def count_rows(design: Design, positive: Mask, numbers: Numbers, *, tried: Mask | None = None) -> Rows:
    """Rows of observations by whether they counted anything, in models with a log link.

    Poisson: y x·b − exp(x·b). With y = 0 the term never falls where x·b shrinks: −x·b ≥ 0. With y > 0 it falls without
    bound in both directions: x·b = 0. The negative binomial, y x·b − (y + 1/α) log(1 + α exp(x·b)), behaves alike.

    Log-binomial: log P(y = 1) = x·b, which must not exceed 0. A failure, log(1 − exp(x·b)), asks for −x·b ≥ 0; a
    success, x·b itself, falls where x·b shrinks and may not grow for ever: x·b = 0, with or without failures beside it.
    `tried` are then the observations with a trial: one without any says nothing.
    """
    nothing = ~positive if tried is None else tried & ~positive
    return _by_sign(design, nothing, -1.0, fixed=positive, numbers=numbers)


def _by_sign(design: Design, free: Mask, sign: Array | float, *, fixed: Mask, numbers: Numbers) -> Rows:
    """sign x·b ≥ 0 for the observations `free`, and x·b = 0 for those `fixed`."""
    column = np.arange(design.p, dtype=np.int64)
    if design.constant is not None:
        column[design.constant] = BASE
    return Rows(
        inequalities=design.take(free, sign),
        equalities=design.take(fixed) if fixed.any() else None,
        owner=np.flatnonzero(free),
        pinned=np.flatnonzero(fixed),
        names=design.names,
        column=column,
        numbers=numbers,
    )


def multinomial_rows(design: Design, counted: Mask, classes: tuple[str, ...], numbers: Numbers) -> Rows:
    """Rows of observations, `counted[i, k]` where class k was seen in row i; class 0 is the baseline.

    Multinomial logit: P(y = k) ∝ exp(x·b_k), with b of the first class 0. The term of an observation of class k is
    −log Σ_j exp(x·b_j − x·b_k), which never falls exactly where x·b_k − x·b_j ≥ 0 for every other class j. Counts of
    several classes in one row add up such terms: where both k and j were counted the two conditions make
    x·b_k − x·b_j = 0.
    """
    strict, tied, owner, pinned = [], [], [], []
    for k in range(len(classes)):
        for j in range(len(classes)):
            alone = counted[:, k] & ~counted[:, j]
            if j != k and alone.any():
                strict.append(_difference(design, alone, k, j, len(classes)))
                owner.append(np.flatnonzero(alone))
            both = counted[:, k] & counted[:, j]
            if j < k and both.any():
                tied.append(_difference(design, both, k, j, len(classes)))
                pinned.append(np.flatnonzero(both))
    blocks = len(classes) - 1
    column = np.tile(np.arange(design.p, dtype=np.int64), blocks)
    if design.constant is not None:
        column[column == design.constant] = BASE
    return Rows(
        inequalities=_stacked(strict, blocks * design.p),
        equalities=_stacked(tied, blocks * design.p) if tied else None,
        owner=np.concatenate(owner) if owner else np.empty(0, np.int64),
        pinned=np.concatenate(pinned) if pinned else np.empty(0, np.int64),
        names=tuple(f"{each}:{name}" for each in classes[1:] for name in design.names),
        column=column,
        numbers=numbers,
    )


def _difference(design: Design, which: Mask, k: int, j: int, classes: int) -> Matrix:
    """x in the block of class k, −x in that of class j; the baseline has no block."""
    from scipy.sparse import csr_array, kron

    place = np.zeros((1, classes))
    place[0, k], place[0, j] = 1.0, -1.0
    return csr_array(kron(csr_array(place[:, 1:]), csr_array(design.take(which)), format="csr"))


def _stacked(parts: list[Matrix], width: int) -> Matrix:
    from scipy.sparse import csr_array, vstack

    return csr_array(vstack(parts, format="csr")) if parts else csr_array((0, width), dtype=np.float64)


def ordinal_rows(design: Design, category: NDArray[np.int64], categories: tuple[str, ...], numbers: Numbers) -> Rows:
    """Rows of observations in categories 0, 1, …, all of which occur.

    Cumulative links: P(y ≤ k) = F(θ_k − x·β), with thresholds θ_1 < … < θ_{K−1} instead of an intercept. The term of
    category k is log(F(θ_k − x·β) − F(θ_{k−1} − x·β)). Along (t, d) it never falls exactly where the upper end does not
    shrink, t_k − x·d ≥ 0, and the lower end does not grow, x·d − t_{k−1} ≥ 0; the first category has no lower and the
    last no upper end. With every category seen, these rows imply that thresholds in order stay in order.
    """
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
