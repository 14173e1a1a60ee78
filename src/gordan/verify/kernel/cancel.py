"""Whether positive integers cancel images exactly.

For any kernel equal rows have equal images: weights that cancel on every group of equal rows cancel. A polynomial
kernel is one of products by its form, so that Σ v_j φ(x_j) = 0 says the same as Σ v_i v_j k(x_i, x_j) = 0, a sum of
fractions. Of a matrix nobody knows whether it holds products, and where it does not a square of 0 is not enough: there
Σ_j v_j K_ij = 0 is asked for every row i. Then Σ_j v_j f(x_j) = 0 for every f = Σ c_i K_i, whatever K is, and none has
the sign of every label. Everything else would rest on rounded values of the kernel and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.sharp import Sharp, are_fractions, kinds_of_roots
from gordan.outcome import Cancellation, Check
from gordan.problem import Gram, Points
from gordan.problem.numbers import integers
from gordan.verify.check import compare, every, fact
from gordan.verify.inseparable import integers_on_rows, weights_shown
from gordan.verify.kernel.side import affordable
from gordan.verify.kernel.source import Source

__all__ = ["judge_kernel_cancellation"]

_EQUAL = "equal rows have equal images"
_PRODUCTS = 1 << 23  # entries of a matrix that are multiplied with integers, at the most: some seconds
_TOGETHER = 1 << 17  # of them turned into integers at once


class _Left(NamedTuple):
    """The check, and whether the weights cancelled on equal rows."""

    check: Check
    equal: bool = False


def judge_kernel_cancellation(
    problem: Points | Gram, source: Source, proof: Cancellation, weights: object
) -> list[Check]:
    """Integers that are to cancel the signed images, and the weights shown beside them."""
    S, X = proof.support, proof.integers
    checks = integers_on_rows(problem, S, X)
    if not all(check.holds for check in checks):
        return checks
    v = [x if sign > 0 else -x for x, sign in zip(X, problem.signs[list(S)], strict=True)]
    if isinstance(problem, Gram):
        left = _Left(_every_row(problem, source, S, v))
    else:
        left = _equal_rows(problem, S, v) or _Left(_square(problem, source, S, v))
    checks.append(left.check)
    if problem.intercept:
        checks.append(_labels(problem, source, S, v, left.equal))
    nearest = Cancellation(tuple(range(len(S))), X).weights(len(S))
    return [*checks, weights_shown(problem.n, S, nearest, weights, "nearest doubles")]


def _equal_rows(problem: Points, S: Sequence[int], v: Sequence[int]) -> _Left | None:
    """Whether the weights of every group of equal raw rows cancel."""
    sums: dict[bytes, int] = {}
    for key, weight in zip(_keys(problem.X[np.array(S)]), v, strict=True):
        sums[key] = sums.get(key, 0) + weight
    if any(sums.values()):
        return None
    check = compare("weighted images cancel", max(map(abs, sums.values())), "=", 0, needed="0", caveat=_EQUAL)
    return _Left(check, equal=True)


def _keys(rows: Matrix) -> Iterator[bytes]:
    """The same bytes for equal rows, and for no others; adding 0.0 makes the two zeros one."""
    if not hasattr(rows, "nnz"):
        yield from ((row + 0.0).tobytes() for row in rows)
        return
    rows = rows.tocsr()
    for i in range(rows.shape[0]):
        row = rows[[i]]
        row.sum_duplicates()
        row.eliminate_zeros()
        yield row.indices.tobytes() + row.data.tobytes()


def _every_row(problem: Gram, source: Source, S: Sequence[int], v: Sequence[int]) -> Check:
    """Whether Σ_j v_j K_ij = 0 for every row i of the matrix, the mean of (i, j) and (j, i) taken for each."""
    name, n = "weighted images cancel", problem.n
    if n * len(S) > _PRODUCTS:
        return fact(name, f"{n * len(S):,} products", f"at most {_PRODUCTS:,} without rounding", False)
    columns, step = list(S), max(1, _TOGETHER // (2 * len(S)))
    greatest = 0
    for start in range(0, n, step):
        part = slice(start, start + step)
        there, back = problem.K[part][:, columns], problem.K[columns][:, part].T
        whole, _ = integers(np.concatenate([there, back], axis=1).astype(np.float64).ravel(), "binary")
        for i in range(there.shape[0]):
            check_deadline("adding up products without rounding")
            row = whole[2 * len(S) * i : 2 * len(S) * (i + 1)]
            greatest = max(greatest, abs(sum(weight * k for weight, k in zip([*v, *v], row, strict=True))))
    return compare(name, greatest, "=", 0, needed="0", caveat=source.caveat)


def _square(problem: Points, source: Source, S: Sequence[int], v: Sequence[int]) -> Check:
    name = "weighted images cancel"
    if not source.rational:
        return fact(name, "unknown", "a kernel with rational values, or equal rows", False)
    rows = np.array(S)
    products = source.sharp(rows, rows) if affordable(problem, len(S), len(S)) else []
    if not products or not are_fractions([k for row in products for k in row]):
        return fact(name, f"products of {len(S):,} rows", "fractions of some seconds' length", False)
    square: Sharp = 0
    for a, row in zip(v, products, strict=True):
        check_deadline("adding up products without rounding")
        square += a * sum(b * k for b, k in zip(v, row, strict=True))
    return compare(name, square, "=", 0, shown="0" if square == 0 else "not 0", needed="0", caveat=source.caveat)


def _labels(problem: Points | Gram, source: Source, S: Sequence[int], v: Sequence[int], equal: bool) -> Check:
    """Σ v_j = 0; of images scaled to unit length the weights are v_j √k(x_j, x_j)."""
    name = "weighted labels cancel"
    if not problem.normalise or equal:
        return compare(name, sum(v), "=", 0, shown="0" if sum(v) == 0 else "not 0", needed="0")
    squares = source.sharp_diagonal(np.array(S))
    if not (are_fractions(squares) and all(square > 0 for square in squares)):
        # An image without a length cannot be scaled to unit length: the question has no answer.
        return fact(name, "squares of lengths", "positive fractions", False)
    sums = [sum(v[j] * factor for j, factor in kind) for kind in kinds_of_roots(squares)]
    return every(name, sums, "=", 0, shown=f"{len(sums)} kinds of roots", needed="0 each")
