"""An integer system solved digit by digit: floating point proposes the next binary digits, integers keep the remainder.

For A x = b with integers A, b and an approximate inverse C ≈ A⁻¹ in floating point,

1. r ← b
2. repeat: d ← C·2^s r, rounded to integers
3.     r ← 2^s r − A d, without rounding
4. x = Σ_i d_i 2^(−s i) to within 2^(−s T) after T steps

As long as 2^s ‖I − C A‖ is small every remainder is as short as A itself, whatever the step: it is kept in limbs of 26
bits, and a product of a limb of A with half a digit is exact in a double, so that each step is a few products of a
matrix with a vector. Once the digits outnumber those of twice the determinant they determine the rational numbers x.

The clock is looked at on the way: unlike one call into a library, this can be given up.

Reference: Dixon (1982) p-adically; Wan (2006) with floating point.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.engine.polish.reconstruct import reconstruct
from gordan.errors import GordanError

if TYPE_CHECKING:
    from flint import fmpz

__all__ = ["Integers", "TooLong", "lift"]

Integers = npt.NDArray[np.object_]  # Python's
Limbs = list[Positions]

_LIMB = 26  # bits: with half a digit of 16 and sums of up to 2^11 terms products stay below 2^53
_HALF = 16
_MOST_TERMS = 1 << 11
_MOST_LIMBS = 8  # numbers of very different sizes are left to others: there is one product for each limb
_LONGEST_STEP, _SHORTEST_STEP = 2 * _HALF, 8  # bits of a digit; below the shortest others are faster
_CHUNK = 1 << 18  # entries of A multiplied at once: they stay in the cache, and the BLAS does not copy them
_SPARE = 3  # bits between the step and the inverse's own error
_FIRST = 8  # of the steps after which the digits are tried for the first time: short solutions need few
_LOOK = 32  # steps between looks at the clock


class TooLong(GordanError):
    """What is left of the time is too short; the message says how long it would have taken."""


def lift(A: Integers, b: Integers, deadline: float = math.inf) -> tuple[list[fmpz], fmpz] | None:
    """Numerators and the common denominator (flint integers) of the solution of A x = b, all |x_j| at most about 1.

    A (k, k) and b (k,) are arrays of Python integers. None where A is too ill-conditioned for floating point or its
    numbers too long; `TooLong` where the deadline, by `gordan.arithmetic.deadline.now`, cannot be met.

    Examples
    --------
    >>> numerators, denominator = lift(np.array([[3, 1], [1, 4]], dtype=object), np.array([1, 2], dtype=object))
    >>> [int(v) for v in numerators], int(denominator)
    ([2, 5], 11)
    """
    k = len(b)
    longest = max(_bits(A), _bits(b))
    if k > _MOST_TERMS or longest > _LIMB * _MOST_LIMBS:
        return None
    inverse = _inverse(A, longest)
    if inverse is None:
        return None
    C, step, determinant = inverse
    whole = np.rint(C @ _doubles(b, longest))
    limbs = _limbs(A, longest)
    r = _split(b - A.dot(np.array([int(v) for v in whole], dtype=object)), len(limbs) + 1)  # 1
    needed = int((2 * determinant + 2 * step) // step) + 1
    attempts = _attempts(needed)
    digits: Limbs = []
    began = now()
    while len(digits) < needed:
        r, digit = _advance(C, limbs, r, step, longest)  # 2, 3
        if not np.abs(digit).max() < 2 ** (step - 1) * 1.9:
            return None
        digits.append(digit)
        if len(digits) % _LOOK == 0:
            _keep_time(began, len(digits), next(at for at in attempts if at >= len(digits)), needed, deadline)
        if len(digits) in attempts and (solution := reconstruct(whole, np.array(digits), step)) is not None:  # 4
            return solution
    return None


def _advance(C: Array, limbs: list[Array], r: Limbs, step: int, longest: int) -> tuple[Limbs, Positions]:
    """The remainder Σ r_l 2^(26 l) that the next digits leave, 0 ≤ r_l < 2^26 for all but the last, and the digits."""
    digit = np.rint(C @ np.ldexp(_value(r), step - longest))
    whole = digit.astype(np.int64)
    high = whole >> _HALF
    halves = np.stack([high, whole & _mask(_HALF)], axis=1).astype(np.float64)
    left = [np.zeros_like(whole) for _ in r]
    for level, limb in enumerate(limbs):
        upper, lower = _product(limb, halves)
        # 2^16 times a product of 2^53 would not fit: what exceeds this limb goes to the next.
        left[level] -= lower + ((upper & _mask(_LIMB - _HALF)) << _HALF)
        left[level + 1] -= upper >> (_LIMB - _HALF)
    up, by = divmod(step, _LIMB)
    for level, part in enumerate(r):
        at = min(level + up, len(r) - 1)
        left[at] += part << (by + _LIMB * (level + up - at))
    for level in range(len(left) - 1):
        left[level + 1] += left[level] >> _LIMB
        left[level] &= _mask(_LIMB)
    return left, whole


def _product(limb: Array, halves: Array) -> Positions:
    """A limb of A times both halves of the digits."""
    rows = max(_CHUNK // limb.shape[1], 1)
    parts = [limb[start : start + rows] @ halves for start in range(0, len(limb), rows)]
    return np.concatenate(parts).astype(np.int64).T


def _inverse(A: Integers, longest: int) -> tuple[Array, int, float] | None:
    """An approximate inverse of A·2^-longest, the bits that each step gains with it, and those of the determinant."""
    N = _doubles(A, longest)
    sign, size = np.linalg.slogdet(N)
    if sign == 0 or not np.isfinite(size):
        return None
    C = np.asarray(np.linalg.inv(N), dtype=np.float64)
    apart = float(np.abs(np.eye(len(N)) - C @ N).sum(axis=1).max())
    # Rounding of C r, which the product above has too, may add up differently.
    gained = -math.log2(2.0 * apart + 2.0**-50) - _SPARE if apart < 1 else 0.0
    step = min(int(gained), _LONGEST_STEP)
    return None if step < _SHORTEST_STEP else (C, step, float(size) / math.log(2.0) + len(N) * longest)


def _attempts(needed: int) -> list[int]:
    """After how many steps the digits are tried: twice as many each time."""
    return sorted({needed} | {needed >> i for i in range(1, needed.bit_length()) if needed >> i >= _FIRST})


def _keep_time(began: float, done: int, ahead: int, needed: int, deadline: float) -> None:
    """Give up where not even the next attempt, after `ahead` steps, would come in time."""
    each = (now() - began) / done
    if began + each * ahead > deadline:
        raise TooLong(f"about {each * needed:.1g} s of exact arithmetic are more than {setting('max_seconds')} leaves")


def _limbs(A: Integers, longest: int) -> list[Array]:
    """A = Σ A_l 2^(26 l), with the sign in the last."""
    return [part.astype(np.float64) for part in _split(A, max(1, -(-(longest + 1) // _LIMB)))]


def _split(values: Integers, count: int) -> Limbs:
    parts = [(values >> (_LIMB * level)) & _mask(_LIMB) for level in range(count - 1)]
    return [part.astype(np.int64) for part in [*parts, values >> (_LIMB * (count - 1))]]


def _value(parts: Limbs) -> Array:
    """The remainder as doubles: from the top, so that a small number is not the difference of large ones."""
    total: Array = parts[-1].astype(np.float64)
    for part in parts[-2::-1]:
        total = total * 2.0**_LIMB + part
    return total


def _doubles(values: Integers, longest: int) -> Array:
    """values·2^-longest to the nearest doubles."""
    return np.asarray(np.ldexp(np.asarray(values, dtype=np.float64), -longest))


def _bits(values: Integers) -> int:
    return max(int(values.max()).bit_length(), int(values.min()).bit_length(), 1)


def _mask(bits: int) -> int:
    return (1 << bits) - 1
