"""Roots rounded to the next double on either side, against squares of fractions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import gcd, inf, nextafter

import numpy as np
import pytest

from gordan.arithmetic.fraction import (
    as_float,
    coprime,
    over,
    root_down,
    root_up,
    signed_square,
    spell_fraction,
    spell_integer,
)

LARGEST = float(np.finfo(np.float64).max)
RNG = np.random.default_rng(3)
DRAWN = [Fraction(int(RNG.integers(1, 2**60)), int(RNG.integers(1, 2**60))) for _ in range(40)]
SQUARES = [
    *(sign * value * Fraction(4) ** power for value in DRAWN for sign in (1, -1) for power in (0, -900, 800)),
    *(Fraction(v) ** 2 for v in (5e-324, 1e-310, 1.0, 1.5, 2.0**-537, 2.0**511)),
    *(Fraction(n) for n in (-4, -2, 0, 2, 3, 10**40)),
    Fraction(1, 10**700),
    Fraction(-1, 10**700),
]


@pytest.mark.parametrize("square", SQUARES, ids=range(len(SQUARES)))
def test_the_next_doubles_on_either_side(square: Fraction) -> None:
    low, high = root_down(square), root_up(square)
    assert signed_square(Fraction(low)) <= square
    assert signed_square(Fraction(nextafter(low, inf))) > square
    assert signed_square(Fraction(high)) >= square
    assert signed_square(Fraction(nextafter(high, -inf))) < square


def test_beyond_the_largest_double() -> None:
    huge = Fraction(10) ** 700
    assert (root_down(huge), root_up(huge)) == (LARGEST, inf)
    assert (root_down(-huge), root_up(-huge)) == (-inf, -LARGEST)
    assert (as_float(huge), as_float(-huge), as_float(Fraction(1, 2))) == (inf, -inf, 0.5)


def test_a_square_keeps_its_sign() -> None:
    assert [signed_square(Fraction(v)) for v in (-3, 0, 2)] == [-9, 0, 4]


@pytest.mark.parametrize("digits", [5, 576, 579, 2000])
def test_long_numbers_are_as_short_ones(digits: int) -> None:
    """On both sides of where FLINT takes over."""
    above, below = 10**digits + 1, 3 * 10**digits + 7
    assert coprime(above, above + 1)
    assert not coprime(6 * above, 4 * above)
    for p, q in ((above, below), (-above * 6, below), (above, 6 * above)):
        assert over(Fraction(p, 5), q) == Fraction(p, 5 * q)
        assert over(Fraction(p, 5), Fraction(q, 7)) == Fraction(7 * p, 5 * q)
        quotient = over(Fraction(p, 5), q)
        assert gcd(quotient.numerator, quotient.denominator) == 1
    with allowed_digits():
        assert spell_integer(-above) == str(-above)
        assert spell_fraction(Fraction(above, below)) == f"{above}/{below}"
    assert spell_fraction(Fraction(-4, 2)) == "-2"


def test_integers_longer_than_the_interpreter_writes_are_written() -> None:
    assert spell_integer(10**5000) == "1" + "0" * 5000


@contextmanager
def allowed_digits() -> Iterator[None]:
    """Let the interpreter write integers of any length."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
