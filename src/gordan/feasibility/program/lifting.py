"""A sparse integer system solved digit by digit in binary: a sparse factorisation in doubles proposes, integers keep.

For K x = b with integers and a factorisation of K in doubles,

1. x₀ near K⁻¹ b in integers; r ← b − K x₀ without rounding: as below, with the digits of b brought in one by one
2. repeat: d ← 2^s K⁻¹ r in doubles, rounded to integers
3.     r ← 2^s r − K d without rounding
4. x = x₀ + Σ_i d_i 2^(−s i) to within 2^(−s T) after T steps; enough digits tell the fractions

Each step costs two solutions of sparse triangular systems. It serves where K is well enough conditioned; where it is
not, digits do not settle, and the caller learns it.

Reference: Wan (2006).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.engine.polish.reconstruct import reconstruct
from gordan.feasibility.program.dixon import Product, TooLong, solves
from gordan.feasibility.split.exact import Integers

if TYPE_CHECKING:
    from gordan.feasibility.program.dixon import Solution

__all__ = ["solve_sparsely"]

Solve = Callable[[Array], Array]

_STEPS = (24, 14, 8)  # bits of a digit: as many as the conditioning allows
_FIRST, _GROW = 16, 1.7  # steps after which fractions are tried first, and by which factor the next trial is later
_LOOK = 64  # steps between looks at the clock
_ROOM = 16  # bits by which a digit of the integers may be longer


def solve_sparsely(K: list[dict[int, int]], b: list[int], deadline: float = math.inf) -> Solution | None:
    """Numerators and a common denominator of x (flint integers); None where doubles are not up to it.

    Examples
    --------
    >>> numerators, denominator = solve_sparsely([{0: 3, 1: 1}, {0: 1, 1: 4}], [1, 2])
    >>> [int(v) for v in numerators], int(denominator)
    ([2, 5], 11)
    """
    column = _exponents(K)
    low = min(column)
    # Unknowns in units of powers of two: K stays whole.
    shift = [e - low for e in column]
    scaled = [{j: v << shift[j] for j, v in entries.items()} for entries in K]
    inverse = _factorise(scaled)
    if inverse is None:
        return None
    for step in _STEPS:
        if (lifted := _lift(scaled, b, inverse, step, deadline)) is not None:
            numerators = [v << e for v, e in zip(lifted[0], shift, strict=True)]
            return (numerators, lifted[1]) if solves(K, b, numerators, lifted[1]) else None
    return None


def _lift(K: list[dict[int, int]], b: list[int], inverse: Solve, step: int, deadline: float) -> Solution | None:
    product = Product(K, 1 << (step + _ROOM))
    begun = _first(product, b, inverse, step)  # 1
    if begun is None:
        return None
    whole, r = begun
    digits: list[Integers] = []
    trial, needed = _FIRST, _bits(K, b) // step + 2
    while len(digits) < needed:
        with np.errstate(all="ignore"):
            d = np.rint(np.ldexp(inverse(r.astype(np.float64)), step))  # 2
        if not (np.abs(d).max() < 2.0 ** (step + 0.5)):
            return None
        r = (r << step) - product(d)  # 3
        digits.append(d.astype(np.int64))
        if len(digits) in (trial, needed):
            trial = int(trial * _GROW)
            if (solution := reconstruct(whole, np.array(digits), step)) is not None:  # 4
                return solution
        if len(digits) % _LOOK == 0 and now() > deadline:
            raise TooLong
    return None


def _first(product: Product, b: list[int], inverse: Solve, step: int) -> tuple[Integers, Integers] | None:
    """Integers near the solution, and what they leave of b."""
    count = max(abs(v).bit_length() for v in b) // step + 1
    whole: Integers = np.zeros(len(b), dtype=object)
    r: Integers = np.zeros(len(b), dtype=object)
    right: Integers = np.array(b, dtype=object)
    for i in range(count - 1, -1, -1):
        part = right >> (step * i)
        r = (r << step) + (part if i == count - 1 else part & ((1 << step) - 1))
        with np.errstate(all="ignore"):
            d = np.rint(inverse(r.astype(np.float64)))
        if not (np.abs(d).max() < 2.0 ** (step + _ROOM)):
            return None
        r = r - product(d)
        whole = (whole << step) + d.astype(np.int64).astype(object)
    return whole, r


def _exponents(K: list[dict[int, int]]) -> list[int]:
    """Powers of two for the columns that make them, and the rows, alike in size."""
    k = len(K)
    row, column = [0] * k, [0] * k
    for _ in range(3):
        for i, entries in enumerate(K):
            row[i] = -max(abs(v).bit_length() + column[j] for j, v in entries.items())
        greatest = [-(10**9)] * k
        for i, entries in enumerate(K):
            for j, v in entries.items():
                greatest[j] = max(greatest[j], abs(v).bit_length() + row[i])
        column = [-g for g in greatest]
    return column


def _factorise(K: list[dict[int, int]]) -> Solve | None:
    """A function that solves with K in doubles."""
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    k = len(K)
    reach = [max(abs(v).bit_length() for v in entries.values()) for entries in K]
    values = [v / (1 << reach[i]) for i, entries in enumerate(K) for v in entries.values()]
    i = np.repeat(np.arange(k), [len(entries) for entries in K])
    j = np.array([j for entries in K for j in entries])
    try:
        factors = splu(csc_array((values, (i, j)), shape=(k, k)))
    except RuntimeError:  # singular, as far as doubles tell
        return None
    sizes = -np.array(reach)
    return lambda r: factors.solve(np.ldexp(r, sizes))


def _bits(K: list[dict[int, int]], b: list[int]) -> int:
    """Upper bound of the bits of numerators and denominator together (Hadamard)."""
    rows = sum(0.5 * math.log2(sum(v * v for v in row.values())) for row in K)
    return int(2 * rows + max(1, *(abs(v).bit_length() for v in b))) + 128
