"""Rational numbers from their leading binary digits: one continued fraction for all of them.

A number known to within 2^-p is the only fraction N/D so near to it whose D² is well below 2^p, and a convergent of its
continued fraction. The solutions of one system share their denominator nearly entirely: that of the first, multiplied
by the little that the others lack, serves all, and their numerators are one product each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Positions

if TYPE_CHECKING:
    from flint import fmpz

__all__ = ["reconstruct"]

_CLEAR = 24  # bits by which a fraction must be shorter than chance would have it
_NEAR = 64  # bits, beyond the denominator's own, to which a product must be whole


def reconstruct(whole: Array, digits: Positions, step: int) -> tuple[list[fmpz], fmpz] | None:
    """Numerators and common denominator of whole + Σ_i digits[i]·2^(−step (i+1)), where the digits suffice for that."""
    from flint import fmpz

    precision = step * len(digits)
    values = []
    denominator = fmpz(1)
    for column in digits.T:
        values.append(fmpz(_together(column, step)))
        rest = _fractional(values[-1] * denominator, precision)
        if not _whole(rest, denominator, precision):
            more = _convergent(abs(rest), precision, denominator)
            if more is None:
                return None
            denominator *= more
    # Digits short by half would do for the numerators: the rest of them confirm the denominator.
    numerators = []
    for first, value in zip(whole.tolist(), values, strict=True):
        product = value * denominator
        nearest = (product + (fmpz(1) << (precision - 1))) >> precision
        if not _whole(product - (nearest << precision), denominator, precision):
            return None
        numerators.append(nearest + int(first) * denominator)
    return numerators, denominator


def _together(digits: Positions, step: int) -> int:
    """Signed digits of `step` bits as one integer, the first digit the most significant."""
    return _packed(np.where(digits > 0, digits, 0), step) - _packed(np.where(digits < 0, -digits, 0), step)


def _packed(digits: Positions, step: int) -> int:
    bits = np.unpackbits(digits.astype(">u4").view(np.uint8).reshape(-1, 4), axis=1)[:, 32 - step :].ravel()
    # Filled up at the front to whole bytes.
    return int.from_bytes(np.packbits(np.concatenate([np.zeros(-bits.size % 8, np.uint8), bits])).tobytes(), "big")


def _fractional(value: fmpz, precision: int) -> fmpz:
    """The distance from the nearest integer, in units of 2^-precision."""
    return value - (((value + (1 << (precision - 1))) >> precision) << precision)


def _whole(rest: fmpz, denominator: fmpz, precision: int) -> bool:
    """Whether a product with this denominator is an integer, as far as its digits tell and chance cannot."""
    return bool(abs(rest) <= 4 * denominator) and denominator.bit_length() + _NEAR < precision


def _convergent(rest: fmpz, precision: int, known: fmpz) -> fmpz | None:
    """The denominator of the one short fraction within the error of rest·2^-precision; `known` has widened that."""
    from flint import fmpz

    a, b = fmpz(1) << precision, rest
    before, q = fmpz(0), fmpz(1)
    while b > 4 * known * q:
        quotient = a // b
        a, b = b, a - quotient * b
        before, q = q, before + quotient * q
    # A number that is no such fraction has convergents up to half the digits: this one must be clearly shorter.
    return q if 2 * q.bit_length() + known.bit_length() + _CLEAR < precision else None
