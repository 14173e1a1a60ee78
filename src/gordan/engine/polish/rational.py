"""One rational solve: on an affinely independent support the cancelling weights are unique up to scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.engine.polish.lifting import Integers, TooLong, lift
from gordan.outcome import Cancellation
from gordan.problem import Points

if TYPE_CHECKING:
    from flint import fmpz

__all__ = ["cancellation_of", "null_weights", "solve_rationally"]

_FEW = 128  # unknowns up to which one call of the library is faster than lifting
_CALL = 1e-9  # seconds that it takes for every unknown cubed and bit of their numbers, as measured on short ones
_LONG, _MOST = 500, 30  # bits from which on each bit takes longer in proportion, and the greatest factor
_AT_ONCE = 0.05  # seconds that nobody will miss: so short a solve is not worth a look at the clock


def solve_rationally(problem: Points, S: Sequence[int], *, deadline: float = math.inf) -> list[int] | None:
    """Non-negative integers, one per row of S, that cancel the signed raw rows exactly; None when there are none.

    `TooLong` is raised where that cannot be known before the deadline, by `gordan.arithmetic.deadline.now`.
    """
    return null_weights(equations(problem, S), deadline=deadline)


def cancellation_of(rows: Positions, weights: list[int] | None) -> Cancellation | None:
    """The proof that these weights cancel the rows, those of weight nought left out; None without weights."""
    if weights is None:
        return None
    positive = [(j, v) for j, v in zip(rows.tolist(), weights, strict=True) if v > 0]
    return Cancellation(tuple(j for j, _ in positive), tuple(v for _, v in positive))


def null_weights(M: Integers, *, deadline: float = math.inf) -> list[int] | None:
    """Non-negative integers, one per column, that all these equations in integers send to zero; None without any.

    Of columns whose dependence is unique up to scale; where there are more of them nothing is found.
    """
    k = M.shape[1]
    if k == 1:
        return [1] if not M.any() else None
    if len(M) < k - 1:
        return None
    N = _doubles(M)
    chosen, rest = _independent(N, k)
    # The greatest weight is set to 1: then all others are less, and their digits begin at the same place.
    last = _heaviest(N[chosen])
    others = np.arange(k) != last
    solution = _solution(M[chosen][:, others], -M[chosen][:, last], deadline)
    if solution is None:
        return None
    numerators, denominator = solution
    numerators.insert(last, denominator)
    sign = 1 if denominator > 0 else -1
    if any(sign * v < 0 for v in numerators) or not _cancel(M[rest], numerators):
        return None
    shared = _common_divisor(numerators)
    return [int(sign * v // shared) for v in numerators]


def equations(problem: Points, S: Sequence[int]) -> Integers:
    """One equation in integers without common factor per raw column in use; one for the labels with an intercept."""
    signs = [1 if sign > 0 else -1 for sign in problem.signs[np.asarray(S, dtype=np.int64)].tolist()]
    rows = problem.exact_rows(S)
    used = sorted(set().union(*rows.columns))
    M = {j: [0] * len(S) for j in used}
    for i, (columns, values) in enumerate(zip(rows.columns, rows.integers, strict=True)):
        for j, value in zip(columns, values, strict=True):
            M[j][i] = signs[i] * value
    divisors = [math.gcd(*row) for row in M.values()]
    reduced = [[v // divisor for v in row] for divisor, row in zip(divisors, M.values(), strict=True)]
    reduced += [signs] if problem.intercept else []
    return np.array(reduced, dtype=object).reshape(-1, len(S))


def _solution(A: Integers, b: Integers, deadline: float) -> tuple[list[fmpz], fmpz] | None:
    """Numerators and common denominator of A x = b: by lifting where that is faster, or else by the library."""
    if len(b) > _FEW and (lifted := lift(A, b, deadline)) is not None:
        return lifted
    from flint import fmpz_mat

    entries = A.tolist()
    longest = max(max(map(int.bit_length, row)) for row in entries)
    expected = _CALL * min(1 + longest / _LONG, _MOST) * len(b) ** 3 * max(longest, 50)
    if expected > _AT_ONCE and now() + expected > deadline:
        raise TooLong(f"about {expected:.1g} s of exact arithmetic are more than {setting('max_seconds')} leaves")
    try:
        answer: Any = fmpz_mat(entries).solve(fmpz_mat(b[:, None].tolist()))
    except ZeroDivisionError:
        return None
    numerators, denominator = answer.numer_denom()
    return [numerators[i, 0] for i in range(len(b))], denominator


def _cancel(M: Integers, weights: list[fmpz]) -> bool:
    """Whether these equations hold too; those that were solved need no second look before the verifier's."""
    if not len(M):
        return True
    from flint import fmpz_mat

    left = fmpz_mat(M.tolist()) * fmpz_mat([[v] for v in weights])
    return all(left[i, 0] == 0 for i in range(len(M)))


def _common_divisor(values: list[fmpz]) -> fmpz:
    shared = abs(values[0])
    for value in values[1:]:
        shared = shared.gcd(value)
        if shared == 1:
            break
    return shared


def _doubles(M: Integers) -> Array:
    """Every equation brought near 1; integers beyond the range of doubles are cut off first."""
    longest = np.array([max(map(int.bit_length, row)) for row in M.tolist()])
    cut = np.maximum(longest - 1000, 0)
    values = np.asarray(M >> cut[:, None].astype(object) if cut.any() else M, dtype=np.float64)
    return np.asarray(np.ldexp(values, (cut - longest)[:, None]))


def _independent(N: Array, k: int) -> tuple[Positions, Positions]:
    """Positions of k − 1 equations that are well independent, by pivoted QR, and of the others."""
    if len(N) == k - 1:
        return np.arange(k - 1), np.arange(0)
    from scipy.linalg import qr

    _, _, order = qr(N.T, mode="economic", pivoting=True, check_finite=False)
    places = np.asarray(order, dtype=np.int64)
    return places[: k - 1], places[k - 1 :]


def _heaviest(N: Array) -> int:
    """The unknown with the greatest weight, as far as floating point can tell."""
    try:
        x = np.linalg.solve(np.vstack([N, np.ones(N.shape[1])]), np.append(np.zeros(len(N)), 1.0))
    except np.linalg.LinAlgError:
        return len(N)
    return int(np.abs(x).argmax())
