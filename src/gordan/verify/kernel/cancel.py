"""Whether positive integers cancel images exactly.

For any kernel equal rows have equal images: weights that cancel on every group of equal rows cancel. Where products are
rational, Σ v_j φ(x_j) = 0 says the same as Σ v_i v_j k(x_i, x_j) = 0, and that is a sum of fractions. Everything else
would rest on rounded values of the kernel and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.quantity import INTEGERS
from gordan.outcome import Cancellation, Check
from gordan.problem import Gram, Points
from gordan.verify.inseparable import integers_on_rows, weights_shown
from gordan.verify.kernel.sharp import MOST
from gordan.verify.kernel.source import Source, told

__all__ = ["judge_kernel_cancellation", "kinds_of_roots"]

_EQUAL = "equal rows have equal images"


class _Left(NamedTuple):
    """What is left of the sum, in words, whether that is nothing, and by which argument."""

    shown: str
    nothing: bool
    argument: str


def judge_kernel_cancellation(problem: Points | Gram, source: Source, claim: Any, weights: Any) -> list[Check]:
    """Integers that are to cancel the signed images, and the weights shown beside them."""
    S, X = claim.support, claim.integers
    checks = integers_on_rows(problem, S, X)
    if not all(check.holds for check in checks):
        return checks
    v = [x if sign > 0 else -x for x, sign in zip(X, problem.signs[list(S)], strict=True)]
    left = _equal_rows(problem, S, v) or _square(source, S, v)
    checks.append(Check("weighted images cancel", left.shown, "0", left.argument, left.nothing))
    if problem.intercept:
        checks.append(_labels(problem, source, S, v, left.argument))
    nearest = Cancellation(tuple(range(len(S))), X).weights(len(S))
    return [*checks, weights_shown(problem, S, nearest, weights, "nearest doubles")]


def _equal_rows(problem: Points | Gram, S: Sequence[int], v: Sequence[int]) -> _Left | None:
    """Whether the weights of every group of equal raw rows cancel."""
    if isinstance(problem, Gram):
        return None
    sums: dict[bytes, int] = {}
    for key, weight in zip(_keys(problem.X[np.array(S)]), v, strict=True):
        sums[key] = sums.get(key, 0) + weight
    return None if any(sums.values()) else _Left("0", True, _EQUAL)


def _keys(rows: Any) -> Iterator[bytes]:
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


def _square(source: Source, S: Sequence[int], v: Sequence[int]) -> _Left:
    if not source.rational:
        return _Left("unknown", False, "no fraction holds a value of this kernel")
    if len(S) ** 2 > MOST:
        return _Left("unknown", False, f"more than {MOST:,} products of {len(S):,} rows")
    rows = np.array(S)
    square: Any = sum(
        a * sum(b * k for b, k in zip(v, row, strict=True)) for a, row in zip(v, source.sharp(rows, rows), strict=True)
    )
    return _Left("0" if square == 0 else "not 0", bool(square == 0), told(source, "fractions"))


def _labels(problem: Points | Gram, source: Source, S: Sequence[int], v: Sequence[int], argument: str) -> Check:
    """Σ v_j = 0; of images scaled to unit length the weights are v_j √k(x_j, x_j)."""
    if not problem.normalise or argument == _EQUAL:
        total = sum(v)
        return Check("weighted labels cancel", "0" if total == 0 else "not 0", "0", INTEGERS, total == 0)
    squares = source.sharp_diagonal(np.array(S))
    sums = [sum(v[j] * factor for j, factor in kind) for kind in kinds_of_roots(squares)]
    # An image without a length cannot be scaled to unit length: the question has no answer.
    nothing = all(squares) and not any(sums)
    return Check("weighted labels cancel", f"{len(sums)} kinds of roots", "0 each", "fractions and roots", nothing)


def kinds_of_roots(squares: Sequence[Any]) -> list[list[tuple[int, Any]]]:
    """√k_j as multiples of roots that are independent over the fractions, grouped by these: (j, multiple) in each.

    A sum of roots with rational weights is 0 only where it is for every group. The root of nothing adds nothing, and is
    in no group.
    """
    firsts: list[Any] = []
    groups: list[list[tuple[int, Any]]] = []
    for j, square in enumerate(squares):
        if square == 0:
            continue
        for first, group in zip(firsts, groups, strict=True):
            root = _root(square * first)
            if root is not None:
                group.append((j, root / first))
                break
        else:
            firsts.append(square)
            groups.append([(j, square / square)])
    return groups


def _root(square: Any) -> Any:
    """The root of a fraction where it is a fraction."""
    from flint import fmpq

    above, below = square.p.isqrt(), square.q.isqrt()
    return fmpq(above, below) if above * above == square.p and below * below == square.q else None
