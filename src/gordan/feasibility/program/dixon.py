"""A sparse integer system solved digit by digit in base p (Dixon 1982).

For K x = b with integers and an inverse C of K modulo a prime p,

1. r ← b
2. repeat: d ← C r mod p
3.     r ← (r − K d) / p, which leaves no remainder
4. x = Σ_i d_i p^i modulo p^T after T steps; fractions that short are known by their residue (Wang 1981)

The prime is so small that a product of C with r modulo p is exact in doubles: each step is one product of a matrix with
a vector. How well K is conditioned plays no part. Fractions are tried after ever more steps, and are only believed when
they solve the system.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.feasibility.split.exact import Integers

if TYPE_CHECKING:
    from flint import fmpz

    Solution = tuple[list[fmpz], fmpz]  # numerators and a common denominator

__all__ = ["Product", "TooLong", "solve_integers", "solves"]

_FIRST = 12  # steps after which fractions are tried for the first time
_GROW = 1.6  # by which factor the next trial is later
_LOOK = 64  # steps between looks at the clock
_EXACT = 52  # bits of a sum of products in doubles


class TooLong(Exception):
    """The time allowed has run out."""


def solve_integers(K: list[dict[int, int]], b: list[int], deadline: float = math.inf) -> Solution | None:
    """Numerators and a common denominator of x (flint integers); None where K is singular modulo all primes tried.

    Examples
    --------
    >>> numerators, denominator = solve_integers([{0: 3, 1: 1}, {0: 1, 1: 4}], [1, 2])
    >>> [int(v) for v in numerators], int(denominator)
    ([2, 5], 11)
    """
    k = len(b)
    inverse = _inverse(K, k)
    if inverse is None:
        return None
    C, p = inverse
    product = Product(K, p)
    r: Integers = np.array(b, dtype=object)  # 1
    digits: list[Integers] = []
    longer = max(abs(v).bit_length() for v in b)  # by so many bits numerators may outgrow the denominator
    needed, trial = _steps(K, b, p), _FIRST + longer // p.bit_length()
    while True:
        short = (r % p).astype(np.float64)
        d = np.mod(C @ short, p)  # 2
        r = (r - product(d)) // p  # 3
        digits.append(d.astype(np.int64))
        done = len(digits)
        if done in (trial, needed):
            trial = max(int(trial * _GROW), trial + 1)
            x = _fractions(digits, p, longer)
            if x is not None and solves(K, b, *x):  # 4
                return x
            if done >= needed:
                return None
        if done % _LOOK == 0 and now() > deadline:
            raise TooLong


class Product:
    """K d for digits below p: in int64, with long entries of K in limbs."""

    def __init__(self, K: list[dict[int, int]], p: int) -> None:
        from scipy.sparse import csr_array

        k = len(K)
        starts = np.cumsum([0, *(len(row) for row in K)])
        columns = np.array([j for row in K for j in row], dtype=np.int64)
        values = [v for row in K for v in row.values()]
        self._limb = 62 - p.bit_length() - max(len(row) for row in K).bit_length()
        longest = max(abs(v).bit_length() for v in values)
        self._parts = []
        for level in range(max(1, -(-longest // self._limb))):
            cut = [_limb(v, level, self._limb) for v in values]
            self._parts.append(csr_array((np.array(cut, dtype=np.int64), columns, starts), shape=(k, k)))

    def __call__(self, d: Array) -> Integers:
        whole = d.astype(np.int64)
        total: Integers = (self._parts[0] @ whole).astype(object)
        for level, part in enumerate(self._parts[1:], start=1):
            total = total + ((part @ whole).astype(object) << (self._limb * level))
        return total


def _limb(value: int, level: int, bits: int) -> int:
    part = (abs(value) >> (bits * level)) & ((1 << bits) - 1)
    return part if value > 0 else -part


def _inverse(K: list[dict[int, int]], k: int) -> tuple[Array, int] | None:
    """The inverse modulo a prime whose products with vectors are exact in doubles."""
    from flint import nmod_mat

    p = 1 << ((_EXACT - k.bit_length()) // 2)
    for _ in range(20):
        p = _prime_below(p)
        entries = [0] * (k * k)
        for i, row in enumerate(K):
            for j, v in row.items():
                entries[i * k + j] = v % p
        try:
            inverse = nmod_mat(k, k, entries, p).inv()
        except ZeroDivisionError:
            continue
        return np.array([int(v) for v in inverse.entries()], dtype=np.float64).reshape(k, k), p
    return None


def _prime_below(p: int) -> int:
    p -= 1
    while any(p % q == 0 for q in range(2, math.isqrt(p) + 1)):
        p -= 1
    return p


def _steps(K: list[dict[int, int]], b: list[int], p: int) -> int:
    """So many that Hadamard's bounds on numerators and denominator leave no other fraction."""
    rows = sum(0.5 * math.log2(sum(v * v for v in row.values())) for row in K)
    right = max(1, *(abs(v).bit_length() for v in b))
    return int((2 * rows + right + len(b).bit_length() + 8) / math.log2(p)) + 2


def _fractions(digits: list[Integers], p: int, longer: int) -> Solution | None:
    """All x over one denominator, where they are short enough for so many digits."""
    from flint import fmpz

    modulus = fmpz(p) ** len(digits)
    values = _together(digits, p)
    half = modulus // 2
    below = fmpz(math.isqrt(int(half >> longer)))
    if not below:
        return None
    above = half // below
    denominator = fmpz(1)
    numerators: list[fmpz] = []
    for value in values:
        u = value * denominator % modulus
        u = u - modulus if u > half else u
        if abs(u) > above:
            more = _denominator(value * denominator % modulus, modulus, above)
            denominator *= more
            if denominator > below:
                return None
            numerators = [each * more for each in numerators]
            u = value * denominator % modulus
            u = u - modulus if u > half else u
            if abs(u) > above:
                return None
        numerators.append(u)
    return numerators, denominator


def _denominator(residue: fmpz, modulus: fmpz, above: fmpz) -> fmpz:
    """Denominator of the first fraction with this residue whose numerator is not above the bound."""
    r, s, t, u = modulus, residue, 0 * residue, 0 * residue + 1
    while s > above:
        q = r // s
        r, s, t, u = s, r - q * s, u, t - q * u
    return abs(u)


def _together(digits: list[Integers], p: int) -> list[fmpz]:
    """Σ d_i p^i for every unknown, pairs of digits joined first."""
    from flint import fmpz

    level = [[fmpz(v) for v in d.tolist()] for d in digits]
    power = fmpz(p)
    while len(level) > 1:
        joined = []
        for k in range(0, len(level) - 1, 2):
            joined.append([low + power * high for low, high in zip(level[k], level[k + 1], strict=True)])
        if len(level) % 2:
            joined.append(level[-1])
        level, power = joined, power * power
    return level[0]


def solves(K: list[dict[int, int]], b: list[int], numerators: list[fmpz], denominator: fmpz) -> bool:
    """Whether K x = b holds, without rounding."""
    return all(
        sum((v * numerators[j] for j, v in row.items()), 0 * denominator) == right * denominator
        for row, right in zip(K, b, strict=True)
    )
