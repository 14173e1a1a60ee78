"""Whether vectors lie in a cone: a lower bound of products with its rays in ball arithmetic, and rational ones exactly.

For axes the bound, positive just inside, is the least entry, for (u, t) in a second-order cone t − ‖u‖, for matrices
the least eigenvalue. That one is bounded with any invertible Q, here eigenvectors in floating point: M − λI is positive
definite if QᵀMQ − λQᵀQ is, and that is plain from its rows once each diagonal entry exceeds the sum of the others.

Rational weights are looked at in integers: a common denominator plays no part in membership, nor in cancelling.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.ball import Ball, divided_by_root_two
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.limit import afford_memory
from gordan.arithmetic.sharp import Sharp
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Part

__all__ = ["cancels", "down", "inside", "least", "lowest", "semidefinite"]

if TYPE_CHECKING:
    from flint import arb_mat

_BITS = 128
_TRIES = 64  # the slack doubles with each, from the last digit of a double to far beyond any matrix


def lowest(problem: Conic, z: Ball, *, spare: float = 1.0) -> float:
    """The least bound over all parts, of a vector in the coordinates of the problem's map.

    With `spare` above 1 it is a bound that other machines, whose products are rounded otherwise, can reach too.
    """
    pieces = zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True)
    return min(least(part, Ball(z.mid[where], spare * z.rad[where]), plain, spare) for part, where, plain in pieces)


def least(part: Part, z: Ball, plain: bool = False, spare: float = 1.0) -> float:
    """The bound for one part; the entries of matrices are plain, or carry √2 off the diagonal."""
    if not (np.isfinite(z.mid).all() and np.isfinite(z.rad).all()):
        return -np.inf
    if isinstance(part, PSD):
        i, j = part.places
        entries = z if plain else divided_by_root_two(z, i != j)
        return least_eigenvalue(part.symmetric(entries.mid), part.symmetric(entries.rad), spare)
    if isinstance(part, Lorentz):
        return _beyond_length(z)
    return float(np.nextafter((z.mid - z.rad).min(), -np.inf))


def _beyond_length(z: Ball) -> float:
    import flint

    with flint.ctx.workprec(_BITS):
        *u, t = (flint.arb(mid, rad) for mid, rad in zip(z.mid.tolist(), z.rad.tolist(), strict=True))
        # The greatest each may be: the square of a ball about zero would reach below it, and has no root.
        most = [v.abs_upper() for v in u]
        return down(t - sum((v * v for v in most), flint.arb(0)).sqrt())


def least_eigenvalue(mid: Array, rad: Array, spare: float = 1.0) -> float:
    """λ with M ≥ λI for all symmetric matrices within the radii; −∞ where none was proved."""
    import flint

    values, Q = np.linalg.eigh(mid)
    with flint.ctx.workprec(_BITS):
        basis = flint.arb_mat(Q.tolist())
        M = flint.arb_mat(
            [
                [flint.arb(a, r) for a, r in zip(row, radii, strict=True)]
                for row, radii in zip(mid.tolist(), rad.tolist(), strict=True)
            ]
        )
        E, G = basis.transpose() * M * basis, basis.transpose() * basis
        slack = max(float(np.abs(values).max()), float(rad.max())) * 2.0**-52
        for _ in range(_TRIES):
            candidate = float(values[0]) - slack
            if _dominated(E, G, candidate):
                return float(values[0]) - spare * slack
            slack = 2.0 * slack or 2.0**-1000
    return -np.inf


def _dominated(E: arb_mat, G: arb_mat, value: float) -> bool:
    """Whether every diagonal entry of E − value·G exceeds the absolute values beside it."""
    rest = E - G * value
    for i, row in enumerate(rest.tolist()):
        beside = sum((abs(entry) for j, entry in enumerate(row) if j != i), row[0] * 0)
        if not row[i] - beside > 0:
            return False
    return True


def down(value: Sharp) -> float:
    """A double below all of an arb."""
    below = float(np.nextafter(float(value.lower()), -np.inf))
    return below if below == below else -np.inf


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
        return semidefinite(part, x)
    if isinstance(part, Lorentz):
        from flint import fmpz

        return bool(x[-1] >= 0 and fmpz(x[-1]) ** 2 >= sum((fmpz(v) ** 2 for v in x[:-1] if v), fmpz(0)))
    return all(v >= 0 for v in x)


def semidefinite(part: PSD, x: Sequence[int]) -> bool:
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
        # What is left after the next step has numbers twice as long at the most.
        afford_memory(len(left) ** 2 * top.bit_length() // 8, "eliminating in integers", hostile=True)
        for k, i in enumerate(left):
            for j in left[k:]:
                check_deadline("eliminating in integers")
                M[i][j] = M[j][i] = (M[i][j] * top - M[i][pivot] * M[pivot][j]) // before
        before = top
    return True


def cancels(problem: Conic, values: Rationals) -> bool:
    """Whether Ax = 0. Where entries carry √2, the sums with and without it must both vanish: √2 is irrational."""
    whole = _whole(values)
    low = _least_exponent(problem.A)
    # By row: the sums of long weights are not kept beside one another.
    plain: dict[int, list[tuple[int, int]]] = {}
    rooted: dict[int, list[tuple[int, int]]] = {}
    for part, where, unscaled in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        carried = [j for j, value in enumerate(whole[where]) if value]
        if not carried:
            continue
        off = part.places[0] != part.places[1] if isinstance(part, PSD) else None
        rows, columns, entries = _entries(problem.A, np.array(carried) + where.start, low)
        for i, k, entry in zip(rows, columns, entries, strict=True):
            outside = off is not None and bool(off[carried[k]])
            # An entry off the diagonal stands for two, and svec's √2 of it meets another in the map.
            into, factor = (rooted, 1) if outside and not unscaled else (plain, 2 if outside else 1)
            into.setdefault(i, []).append((entry * factor, where.start + carried[k]))
    return not any(_sum(terms, whole) for sums in (plain, rooted) for terms in sums.values())


def _sum(terms: list[tuple[int, int]], whole: Sequence[int]) -> int:
    total = 0
    for entry, j in terms:
        check_deadline("adding up the weighted columns")
        total += entry * whole[j]
    return total


def _least_exponent(A: Matrix) -> int:
    """The least exponent of what is not zero in a map: in its units long weights meet short integers."""
    stored = A.data if hasattr(A, "nnz") else A
    return int(np.frexp(stored[stored != 0])[1].min(initial=1025))


def _entries(A: Matrix, columns: Positions, low: int) -> tuple[list[int], list[int], list[int]]:
    """Rows, columns and values of what is not zero in some columns; the values times 2^(53 − low), integers."""
    picked = A[:, columns]
    if hasattr(picked, "tocoo"):
        stored = picked.tocoo()
        there = stored.data != 0
        rows, places, values = stored.row[there], stored.col[there], stored.data[there]
    else:
        rows, places = np.nonzero(picked)
        values = picked[rows, places]
    mantissas, exponents = np.frexp(values)
    digits = np.ldexp(mantissas, _DIGITS).astype(np.int64).tolist()
    shifts = (exponents.astype(np.int64) - low).tolist()
    return rows.tolist(), places.tolist(), [d << s for d, s in zip(digits, shifts, strict=True)]
