"""Brackets as printed are true: the ends are rounded outwards."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gordan.cli.digits import bracket_ends, bracket_words, counted, shorten
from gordan.outcome import Bracket

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(FINITE, FINITE)
def test_what_is_printed_contains_the_bracket(one: float, other: float) -> None:
    bracket = Bracket(*sorted((one, other)))
    words = bracket_words(bracket)
    if words.startswith("between "):
        low, high = words.removeprefix("between ").split(" and ")
        assert Fraction(low) <= Fraction(repr(bracket.lower))
        assert Fraction(repr(bracket.upper)) <= Fraction(high)


@given(st.floats(1e-300, 1e300), st.floats(0, 1e-3))
def test_a_narrow_bracket_is_one_number_and_its_uncertainty(lower: float, gap: float) -> None:
    bracket = Bracket(lower, lower * (1 + gap))
    middle, *around = bracket_ends(bracket).split("±")
    if ".." in middle:
        assert bracket.gap > 1e-3
        return
    far = Fraction(around[0]) if around else Fraction(0)
    assert Fraction(middle) - far <= Fraction(repr(bracket.lower))
    assert Fraction(repr(bracket.upper)) <= Fraction(middle) + far


@pytest.mark.parametrize(
    ("bracket", "words"),
    [
        (Bracket(), "unknown"),
        (Bracket(upper=0.25), "at most 0.25"),
        (Bracket(lower=0.25), "at least 0.25"),
        (Bracket(-0.5, 0.1), "between -0.5 and 0.1"),
        (Bracket(0.81091, 1.20339), "between 0.8109 and 1.204"),
        (Bracket(1.0, 1.0), "1"),
    ],
)
def test_half_known_brackets(bracket: Bracket, words: str) -> None:
    assert bracket_words(bracket) == words


def test_only_long_numbers_are_shortened() -> None:
    assert shorten("1.016 in (0.21609543, 1.8166181)") == "1.016 in (0.2161, 1.817)"
    assert shorten("150 rows") == "150 rows"
    assert counted(1, "pass") == "1 pass"
