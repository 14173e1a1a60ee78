"""Whether rational weights are in the cone and cancel, in integers: a common denominator plays no part in either."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.array import Matrix, Places
from gordan.arithmetic.deadline import check_deadline
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Part

__all__ = ["cancels", "inside"]

Rationals = Sequence[int] | Sequence[Fraction]
_DIGITS = 53


def inside(problem: Conic, values: Rationals) -> bool:
    """Whether the weights are in the cone and not all zero."""
    whole = _whole(values)
    pieces = zip(problem.cone.parts, problem.cone.slices, strict=True)
    return any(whole) and all(_in_part(part, whole[where]) for part, where in pieces)


def _whole(values: Rationals) -> Sequence[int]:
    """A positive multiple in integers."""
    top = lcm(*{value.denominator for value in values})
    return [int(value * top) for value in values] if top > 1 else [int(value) for value in values]


def _in_part(part: Part, x: Sequence[int]) -> bool:
    if isinstance(part, PSD):
        return _semidefinite(part, x)
    if isinstance(part, Lorentz):
        from flint import fmpz

        return bool(x[-1] >= 0 and fmpz(x[-1]) ** 2 >= sum((fmpz(v) ** 2 for v in x[:-1] if v), fmpz(0)))
    return all(v >= 0 for v in x)


def _semidefinite(part: PSD, x: Sequence[int]) -> bool:
    """Elimination with any positive pivot; where none is left, nothing but zeros may be.

    What is left of the matrix is kept times the last pivot, a minor: so every division leaves no remainder (Bareiss).
    """
    from flint import fmpz

    M = [[fmpz(0)] * part.n for _ in range(part.n)]
    for value, i, j in zip(x, part.places[0].tolist(), part.places[1].tolist(), strict=True):
        M[i][j] = M[j][i] = fmpz(value)
    left, before = list(range(part.n)), fmpz(1)
    while left:
        if any(M[i][i] < 0 for i in left):
            return False
        pivot = next((i for i in left if M[i][i] > 0), None)
        if pivot is None:
            return all(M[i][j] == 0 for i in left for j in left)
        left.remove(pivot)
        top = M[pivot][pivot]
        for k, i in enumerate(left):
            check_deadline("eliminating in integers")
            for j in left[k:]:
                M[i][j] = M[j][i] = (M[i][j] * top - M[i][pivot] * M[pivot][j]) // before
        before = top
    return True


def cancels(problem: Conic, values: Rationals) -> bool:
    """Whether Ax = 0. Where entries carry √2, the sums with and without it must both vanish: √2 is irrational."""
    whole = _whole(values)
    plain: dict[int, int] = {}
    rooted: dict[int, int] = {}
    for part, where, unscaled in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        carried = [j for j, value in enumerate(whole[where]) if value]
        if not carried:
            continue
        off = part.places[0] != part.places[1] if isinstance(part, PSD) else None
        rows, columns, entries = _entries(problem.A, np.array(carried) + where.start)
        for i, k, entry in zip(rows, columns, entries, strict=True):
            outside = off is not None and bool(off[carried[k]])
            # An entry off the diagonal stands for two, and svec's √2 of it meets another in the map.
            into, factor = (rooted, 1) if outside and not unscaled else (plain, 2 if outside else 1)
            into[i] = into.get(i, 0) + entry * whole[where.start + carried[k]] * factor
    return not any(plain.values()) and not any(rooted.values())


def _entries(A: Matrix, columns: Places) -> tuple[list[int], list[int], list[int]]:
    """Rows, columns and values of what is not zero in some columns; the values times 2^(1074 + 53), integers."""
    picked = A[:, columns]
    if hasattr(picked, "tocoo"):
        stored = picked.tocoo()
        rows, places, values = stored.row, stored.col, stored.data
    else:
        rows, places = np.nonzero(picked)
        values = picked[rows, places]
    mantissas, exponents = np.frexp(values)
    digits = np.ldexp(mantissas, _DIGITS).astype(np.int64).tolist()
    shifts = (exponents.astype(np.int64) + 1074).tolist()
    return rows.tolist(), places.tolist(), [d << s for d, s in zip(digits, shifts, strict=True)]
