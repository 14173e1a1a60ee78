"""Numbers as text: nothing is lost on the way there and back, and there is one way to write each."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gordan.file import number


@given(value=st.floats(allow_nan=False, allow_infinity=False))
@settings(deadline=None)
def test_doubles(value: float) -> None:
    text = number.spell_double(value)
    assert number.double(text) == value
    assert number.offset(text) == value
    assert isinstance(number.offset(text), float)


@given(digits=st.integers(0, 3000), value=st.integers(), sign=st.sampled_from([1, -1]))
@settings(deadline=None)
def test_integers(digits: int, value: int, sign: int) -> None:
    """Also where they are longer than what Python reads and writes by default."""
    long = sign * (10**digits + value)
    assert number.integer(number.spell_integer(long)) == long


@pytest.mark.parametrize("digits", [639, 640, 641, 4299, 4300, 4301, 50_000])
def test_integers_at_the_edges(digits: int) -> None:
    for value in (10 ** (digits - 1), 10**digits - 1, -(10**digits - 1)):
        text = number.spell_integer(value)
        assert len(text.lstrip("-")) == digits
        assert number.integer(text) == value


@given(value=st.fractions())
@settings(deadline=None)
def test_fractions(value: Fraction) -> None:
    assert number.offset(number.spell_offset(value)) == value
    assert isinstance(number.offset(number.spell_offset(value)), Fraction)


@given(text=st.text(alphabet="0123456789abcdefxp.+-/ _", max_size=12))
@settings(deadline=None)
def test_one_spelling_each(text: str) -> None:
    """Whatever is read at all is written just so."""
    readers = [
        (number.double, number.spell_double),
        (number.integer, number.spell_integer),
        (number.offset, number.spell_offset),
    ]
    for read, spell in readers:
        try:
            value = read(text)  # type: ignore[operator]
        except ValueError:
            continue
        assert spell(value) == text  # type: ignore[operator]


def test_the_longest_double() -> None:
    assert number.double((-1.7976931348623157e308).hex()) == -1.7976931348623157e308
    assert number.double((5e-324).hex()) == 5e-324
