"""Sums of products of long fractions: in FLINT, whose work grows little faster than the number of digits.

Python's own search for common factors takes a minute for a million digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gordan.arithmetic.deadline import afford, check_deadline
from gordan.file.certificate.number import in_lowest_terms

__all__ = ["GCD", "is_long", "long_dot"]

GCD = 4e-7  # seconds for each bit of two integers whose common factors are looked for, when they have millions of bits
_LONG = 4_000  # bits in all up to which Python's own integers are as quick

Pairs = Sequence[tuple[Fraction, Fraction]]


def is_long(pairs: Pairs) -> bool:
    """Whether the second factors have so many digits that FLINT is worth its conversions."""
    return sum(v.numerator.bit_length() + v.denominator.bit_length() for _, v in pairs) > _LONG


def long_dot(pairs: Pairs) -> Fraction:
    """Σ a·v without rounding: terms of one denominator first, then two sums at a time.

    Examples
    --------
    >>> long_dot([(Fraction(1, 2), Fraction(1, 3)), (Fraction(2), Fraction(5, 7))])
    Fraction(67, 42)
    """
    from flint import fmpz

    shared: dict[int, Any] = {}
    for a, v in pairs:
        below = a.denominator * v.denominator
        shared[below] = shared.get(below, fmpz(0)) + fmpz(a.numerator) * fmpz(v.numerator)
    sums = [(above, fmpz(below)) for below, above in shared.items()]
    while len(sums) > 1:
        sums = [_add(*sums[k : k + 2]) for k in range(0, len(sums), 2)]
    p, q = sums[0]
    common = _factor(p, q)
    return in_lowest_terms(int(p // common), int(q // common))


def _add(one: tuple[Any, Any], *others: tuple[Any, Any]) -> tuple[Any, Any]:
    for above, below in others:
        check_deadline("adding up long fractions")
        share = _factor(one[1], below)
        one = one[0] * (below // share) + above * (one[1] // share), one[1] * (below // share)
    return one


def _factor(p: Any, q: Any) -> Any:
    bits = p.bit_length() + q.bit_length()
    if bits > 1 << 22:
        afford(GCD * bits, "looking for common factors of long integers")
    return p.gcd(q)
