"""Weights under which images nearly cancel become integers under which they do, where products are fractions.

Σ x_j y_j φ(x_j) = 0 says that the weights, signed, lie in the null space of the matrix of products; on an independent
support they are unique up to scale, and one rational solve gives them. A rounded kernel has no null space: of other
kernels only equal rows can be proved to cancel.
"""

from __future__ import annotations

import math

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.sharp import are_fractions, kinds_of_roots
from gordan.engine.oracle.build import build
from gordan.engine.polish.cancellation import Polished, last_candidate
from gordan.engine.polish.kernel_value import KernelValues, Sharp, kernel_values
from gordan.engine.polish.lifting import Integers, TooLong
from gordan.engine.polish.rational import cancellation_of, null_weights
from gordan.engine.polish.support import heaviest, reduce_support
from gordan.outcome import Cancellation
from gordan.problem import Gram, Points

__all__ = ["KERNEL_LARGEST", "kernel_cancellation"]

KERNEL_LARGEST = 300  # rows of a support, whose products are turned into fractions one by one
_FEW = 60  # rows of a support that are looked at as they are
_LIGHT = 1e-9  # of the heaviest weight times length: what is less came of rounding


def kernel_cancellation(problem: Points | Gram, x: Array, *, deadline: float = math.inf) -> Polished:
    """Polish raw weights into integers that cancel the images of some rows."""
    images = kernel_values(problem)
    support = _heavy(problem, np.arange(problem.n), x)
    if not images.rational or support.size == 0:
        return Polished()
    try:
        ways = [_as_they_are, _by_min_norm_point]
        # Weights on many rows are first brought to few.
        for way in ways if support.size <= _FEW else reversed(ways):
            if (proof := way(problem, images, support, x, deadline)) is not None:
                return Polished(proof)
    except TooLong as long:
        return Polished(reason=str(long))
    return Polished()


def _as_they_are(
    problem: Points | Gram, images: KernelValues, rows: Positions, x: Array, deadline: float
) -> Cancellation | None:
    """Integers on rows that an active set hands over."""
    return _prove(problem, images, rows, x[rows], deadline) if rows.size <= KERNEL_LARGEST else None


def _by_min_norm_point(
    problem: Points | Gram, images: KernelValues, rows: Positions, x: Array, deadline: float
) -> Cancellation | None:
    """Integers on the support of the shortest combination of the heaviest rows."""
    rows = heaviest(problem, x, KERNEL_LARGEST // (2 if problem.intercept else 1))
    weights = _min_norm_point(problem, rows, deadline)
    if weights is None:
        return None
    kept = _heavy(problem, rows, weights)
    return _prove(problem, images, rows[kept], weights[kept], deadline)


def _prove(
    problem: Points | Gram, images: KernelValues, rows: Positions, x: Array, deadline: float
) -> Cancellation | None:
    """Integers on an independent part of these rows."""
    if rows.size == 0:
        return None
    signs = problem.signs[rows]
    # Of images scaled to one length none drowns in the others.
    sizes = _sizes(problem, rows)
    K = images.block(rows, rows) / sizes / sizes[:, None]
    extra = [np.ones(rows.size)]
    if problem.intercept:
        share = signs * images.lengths(rows) / sizes
        extra.append(share / np.abs(share).max())
    kept = reduce_support(np.vstack([K * signs, *extra]), x * sizes)
    rows = rows[kept]
    if rows.size > KERNEL_LARGEST:
        return None
    equations = _equations(problem, images, rows)
    return cancellation_of(rows, None if equations is None else null_weights(equations, deadline=deadline))


def _heavy(problem: Points | Gram, rows: Positions, x: Array) -> Positions:
    """Positions of the weights that count: beside images, where an intercept has them balance, as masses too."""
    heaviness = x * _sizes(problem, rows)
    heavy = heaviness > _LIGHT * heaviness.max(initial=0.0)
    if problem.intercept and not problem.normalise:
        heavy |= x > _LIGHT * x.max(initial=0.0)
    return np.flatnonzero(heavy)


def _sizes(problem: Points | Gram, rows: Positions) -> Array:
    """The lengths of images before any scaling; 1 for one that has none."""
    sizes = np.sqrt(np.maximum(problem.canonical().diagonal[rows], 0.0))
    return np.where(sizes > 0, sizes, 1.0)


def _equations(problem: Points | Gram, images: KernelValues, rows: Positions) -> Integers | None:
    """One equation for every product in use, and one, or one for each kind of root, for the labels.

    None where the fractions would be too long.
    """
    signs, products = [int(sign) for sign in problem.signs[rows]], images.sharp(rows, rows)
    if not are_fractions([k for row in products for k in row]):
        return None
    equations = [[sign * k for sign, k in zip(signs, row, strict=True)] for row in products]
    if problem.intercept and problem.normalise:
        for kind in kinds_of_roots(images.sharp_squares(rows)):
            factors = dict(kind)
            equations.append([sign * factors.get(j, 0 * signs[0]) for j, sign in enumerate(signs)])
    elif problem.intercept:
        equations.append(list(signs))
    whole = []
    for row in equations:
        check_deadline("turning products into integers")
        whole.append(_whole(row))
    return np.array([row for row in whole if any(row)] or [[0] * rows.size], dtype=object)


def _whole(row: list[Sharp]) -> list[int]:
    """The same equation in integers without a common factor; FLINT's divide numbers of a million digits in no time."""
    from flint import fmpq, fmpz

    values, common, shared = [fmpq(v) for v in row], fmpz(1), fmpz(0)
    for value in values:
        common = common.lcm(value.q)
    integers = [value.p * (common // value.q) for value in values]
    for integer in integers:
        shared = shared.gcd(integer)
    return [int(integer // shared) if shared else 0 for integer in integers]


def _min_norm_point(problem: Points | Gram, rows: Positions, deadline: float) -> Array | None:
    """Weights of the shortest combination of these rows' images, raw; nothing where some direction separates them."""
    if problem.intercept and np.unique(problem.signs[rows]).size < 2:
        return None
    canonical = problem.subset(rows.tolist()).canonical()
    last = last_candidate(build(canonical), deadline)
    if last is None or last.weights is None or (last.lowest is not None and last.lowest > 0):
        return None
    return np.asarray(last.weights if canonical.factors is None else last.weights * canonical.factors)
