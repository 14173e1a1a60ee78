"""Weights under which no coordinate is above zero become integers that prove it: no w ≥ 0 separates.

Where every coordinate is below zero, weights rounded to a few bits still have them there. Where some are to be zero,
the question is asked in another way: w ≥ 0 separates just if some w > 0 does, which is a question about the signed
points and the unit vectors together, without a sign for w. Cancelling weights of these are x and s ≥ 0 with Ax + s = 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.polish.cancellation import Polished, cancellation
from gordan.engine.polish.settle import Settled, settle
from gordan.outcome import Cancellation, Domination, IntegerSeparator, Separator
from gordan.problem import Points
from gordan.problem.matrix import is_sparse

__all__ = ["domination", "settle_positive"]

_BITS = (32, 52)  # of a rounded weight: short ones are quicker to check and to read
_FEW = 40  # weights that may be quotients of short integers
_SHORT, _DENOMINATOR = 10**9, 10**6
_WORSE = 1e-8  # relatively, by which the upper end may suffer from rounding to few bits
_MOST = 1 << 22  # entries of signed points and unit vectors that are looked at together
_HEAVIEST = 12  # times the dimension: rows among which the support of a proof is looked for
_NEGLIGIBLE = 1e-15  # of the greatest weight


def domination(problem: Points, x: Array, *, last: bool = False, deadline: float = np.inf) -> Polished:
    """Polish raw weights x into a proof that no w ≥ 0 separates, or into a direction that separates the heaviest rows.

    Examples
    --------
    >>> problem = Points([[1.0, -2.0], [-2.0, 1.0]], [1, 1], intercept=False, positive=True)
    >>> domination(problem, np.array([0.5, 0.5])).proof
    Domination(support=(0, 1), integers=(1, 1))
    """
    if (proof := _rounded(problem, x)) is not None:
        return Polished(proof)
    rows = np.flatnonzero(x > _NEGLIGIBLE * x.max(initial=0.0))
    rows = np.sort(rows[np.argsort(-x[rows], kind="stable")[: _HEAVIEST * (problem.m + 2)]])
    if rows.size == 0 or (rows.size + problem.m) * (problem.m + 1) > _MOST:
        return Polished()
    beside = beside_unit_vectors(problem, rows.tolist())
    image = beside.X[: rows.size].T @ x[rows]
    slack = np.maximum(-image[: problem.m], 0.0)
    polished = cancellation(beside, np.append(x[rows], slack), last=last, deadline=deadline, exact=True)
    if isinstance(polished.proof, Cancellation):
        return Polished(_of_rows(polished.proof, rows.tolist()))
    if polished.direction is None:
        return polished
    w = np.maximum(polished.direction[: problem.m], 0.0)
    return Polished(direction=w if w.any() else None, reason=polished.reason)


def settle_positive(problem: Points, *, deadline: float = np.inf) -> Settled:
    """The exact answer for w ≥ 0 in the form of a proof, for problems small enough.

    Examples
    --------
    >>> settle_positive(Points([[1.0, -1.0], [-1.0, 1.0]], [1, 1], intercept=False, positive=True)).proof
    Domination(support=(0, 1), integers=(1, 1))
    """
    if (problem.n + problem.m) * (problem.m + 1) > _MOST:
        return Settled()
    settled = settle(beside_unit_vectors(problem, range(problem.n)), deadline=deadline)
    if isinstance(settled.proof, Cancellation):
        return settled._replace(proof=_of_rows(settled.proof, range(problem.n)), weights=None)
    if isinstance(settled.proof, Separator):
        u = settled.proof.direction
        offset = float(u[problem.m]) if problem.intercept else 0.0
        plane = Separator(u[: problem.m].copy(), offset, np.zeros(problem.m))
        return settled._replace(proof=plane, weights=None)
    if isinstance(settled.proof, IntegerSeparator):
        whole = settled.proof.integers
        level = Fraction(whole[problem.m]) if problem.intercept else Fraction(0)
        return settled._replace(proof=IntegerSeparator(whole[: problem.m], level), weights=None)
    return settled


def beside_unit_vectors(problem: Points, rows: Sequence[int]) -> Points:
    """Signed rows, with their label as one more column where there is an intercept, and below them the unit vectors."""
    part, signs = problem.subset(rows).X, problem.signs[np.asarray(rows)]
    dense = part.toarray() if is_sparse(part) else part
    signed = np.vstack([dense * signs[:, None], np.eye(problem.m)])
    if problem.intercept:
        signed = np.column_stack([signed, np.append(signs, np.zeros(problem.m))])
    return Points(signed, np.ones(len(signed)), intercept=False, numbers=problem.numbers)


def _of_rows(proof: Cancellation, rows: Sequence[int]) -> Domination:
    """The weights of the rows alone; those of the unit vectors are what is left below zero."""
    kept = [(rows[j], v) for j, v in zip(proof.support, proof.integers, strict=True) if j < len(rows)]
    return Domination(tuple(j for j, _ in kept), tuple(v for _, v in kept))


def _rounded(problem: Points, x: Array) -> Domination | None:
    """The weights as integers that have no coordinate above zero: short ones where these are about as good."""
    top, fallback = float(x.max(initial=0.0)), None
    if not 0 < top < np.inf:
        return None
    # What is left of the greatest coordinate in doubles; integers of more bits than this takes prove no more.
    least = float((problem.X.T @ (problem.signs * (x / x.sum()))).max())
    if not problem.normalise and least > 1e-6 * (problem.extent or 1.0):
        return None
    for whole in _integers(x / top):
        if problem.intercept and not _balance(whole, problem.signs):
            continue
        rows = np.flatnonzero(whole)
        greatest = _greatest(problem, rows, whole[rows])
        if greatest is None or greatest > 0:
            continue
        whole = whole[rows] // np.gcd.reduce(whole[rows])
        fallback = Domination(tuple(rows.tolist()), tuple(whole.tolist()))
        if greatest <= least + _WORSE * abs(least):
            return fallback
    return fallback


def _integers(x: Array) -> Iterator[Any]:
    """Integers nearly proportional to weights of which the greatest is 1."""
    support = np.flatnonzero(x)
    if support.size <= _FEW:
        quotients = [Fraction(v).limit_denominator(_DENOMINATOR) for v in (x[support] / x.sum()).tolist()]
        if (common := lcm(*(q.denominator for q in quotients))) < _SHORT:
            whole = np.zeros(x.size, dtype=np.int64)
            whole[support] = [int(q * common) for q in quotients]
            yield whole
    for bits in _BITS:
        yield np.rint(np.ldexp(x, bits)).astype(np.int64)


def _balance(whole: Any, signs: Array) -> bool:
    """Give the lighter class what it lacks, in place, on its heaviest row; whether both have weight."""
    lack = int(whole @ np.sign(signs).astype(np.int64))
    lighter = signs < 0 if lack > 0 else signs > 0
    whole[int(np.where(lighter, whole, -1).argmax())] += abs(lack)
    return bool(whole[signs > 0].any() and whole[signs < 0].any())


def _greatest(problem: Points, rows: Any, weights: Any) -> Fraction | None:
    """The greatest coordinate of the signed rows' weighted mean, exactly; None where doubles show it above zero."""
    signed = problem.signs[rows] * weights
    part = problem.X[rows].astype(np.float64)
    with np.errstate(all="ignore"):
        sums, sizes = part.T @ signed, abs(part).T @ np.abs(signed)
        if (sums > (rows.size + 4) * 2.0**-50 * sizes).any():
            return None
    exact = problem.exact_rows(rows.tolist())
    totals: dict[int, int] = {}
    for columns, values, weight in zip(exact.columns, exact.integers, signed.astype(np.int64).tolist(), strict=True):
        for j, value in zip(columns, values, strict=True):
            totals[j] = totals.get(j, 0) + weight * value
    untouched = [0] if len(totals) < problem.m else []
    return Fraction(max([*totals.values(), *untouched]), exact.denominator * int(weights.sum()))
