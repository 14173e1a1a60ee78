"""Conditional logistic regression: in each stratum, which rows are the cases, given how many there are.

A stratum with rows N and cases C adds −log Σ_D exp(Σ_{i∈D} x_i·b − Σ_{i∈C} x_i·b), the sum over all D ⊂ N of the size
of C. It never falls exactly where no such D beats C. By exchanging one case for one control that gives
x_i·b − x_j·b ≥ 0 for each case i and control j; and these suffice, for a set D differs from C by cases replaced by as
many controls, none of which is greater. A stratum of cases only, or of controls only, has one set D and says nothing.

The same in fewer rows: b meets all pairs of a stratum exactly when some number t lies between its controls and its
cases, x_i·b − t ≥ 0 and t − x_j·b ≥ 0 — the rows of an ordinary logistic model with one intercept per stratum. With t
between, a pair is strict exactly when one of its two rows is: it is their sum.

Pairs are smaller where strata are, but a difference of two doubles need not be one. So pairs are taken where each
column becomes integers by one power of ten (or of two), which are subtracted without error and divided by it again:
what comes out are the differences in the numbers that were given. Elsewhere strata are taken.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.regression.model.column import Mask
from gordan.regression.model.design import Design
from gordan.regression.model.rows import BASE, Rows

__all__ = ["conditional_rows"]

_WHOLE = 5e14  # differences of two have fifteen digits at most: such decimals come back from their doubles
_POWERS = 16
_LIMIT = 1 << 24  # pairs that are ever made, whoever asks
_PAIRS = 4  # times as many pairs as rows are still worth it: they have fewer columns


def conditional_rows(
    design: Design, case: Mask, stratum: NDArray[np.int64], numbers: Numbers, *, wide: bool | None = None
) -> Rows:
    """Rows of observations, `stratum` numbering those strata that have both cases and controls, −1 elsewhere.

    `wide` asks for a column for each stratum (True), or for pairs where they can be had (False).
    """
    compared = np.flatnonzero(stratum >= 0)
    cases = np.bincount(stratum[compared], weights=case[compared].astype(np.float64))
    sizes = np.bincount(stratum[compared])
    pairs = (cases * (sizes - cases)).sum()
    if wide is None:
        wide = pairs > _PAIRS * compared.size or is_sparse(design.X)
    if not wide and pairs <= _LIMIT:
        X = design.X[compared]
        whole = _whole(X.toarray() if is_sparse(X) else X, numbers)
        if whole is not None:
            return _pairs(design, compared, case, stratum, numbers, *whole)
    return _strata(design, compared, case, stratum, numbers)


def _pairs(
    design: Design,
    compared: NDArray[np.int64],
    case: Mask,
    stratum: NDArray[np.int64],
    numbers: Numbers,
    integers: Array,
    scale: Array,
) -> Rows:
    order = compared[np.argsort(stratum[compared], kind="stable")]
    ends = np.cumsum(np.bincount(stratum[compared]))
    first, second = [], []
    for members in np.split(order, ends[:-1]):
        high, low = members[case[members]], members[~case[members]]
        first.append(np.repeat(high, low.size))
        second.append(np.tile(low, high.size))
    owner, rival = np.concatenate(first), np.concatenate(second)
    place = np.empty(design.n, np.int64)
    place[compared] = np.arange(compared.size)
    return Rows(
        # One correctly rounded division of a short integer: the double stands for the difference itself.
        inequalities=(integers[place[owner]] - integers[place[rival]]) / scale,
        equalities=None,
        owner=owner,
        pinned=np.empty(0, np.int64),
        names=design.names,
        column=np.arange(design.p, dtype=np.int64),
        numbers=numbers,
        rival=rival,
    )


def _strata(
    design: Design, compared: NDArray[np.int64], case: Mask, stratum: NDArray[np.int64], numbers: Numbers
) -> Rows:
    from scipy.sparse import csr_array, hstack

    sign = np.where(case[compared], 1.0, -1.0)
    groups = int(stratum.max()) + 1
    between = csr_array((-sign, (np.arange(compared.size), stratum[compared])), shape=(compared.size, groups))
    return Rows(
        inequalities=csr_array(hstack([csr_array(design.take(compared, sign)), between], format="csr")),
        equalities=None,
        owner=compared,
        pinned=np.empty(0, np.int64),
        names=design.names,
        column=np.concatenate([np.arange(design.p, dtype=np.int64), np.full(groups, BASE, np.int64)]),
        numbers=numbers,
        side=2 * stratum[compared] + ~case[compared],
    )


def _whole(X: Array, numbers: Numbers) -> tuple[Array, Array] | None:
    """The columns as integers and what each was multiplied with, or None where one would be too long."""
    integers = np.empty_like(X)
    scale = np.empty(X.shape[1])
    base = 10.0 if numbers == "decimal" else 2.0
    powers = range(_POWERS) if numbers == "decimal" else range(0, 52, 4)
    for j in range(X.shape[1]):
        for power in powers:
            factor = base**power
            column = np.rint(X[:, j] * factor)
            if np.abs(column).max(initial=0.0) >= _WHOLE:
                return None
            # One correctly rounded division: the integer over the factor reads back as the number that was given.
            if (column / factor == X[:, j]).all():
                integers[:, j], scale[j] = column, factor
                break
        else:
            return None
    return integers, scale
