"""The few functions that make checks: what they compare, by which arithmetic, and where they draw the line."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nan, nextafter

import flint
import numpy as np
import pytest

import gordan
from gordan.arithmetic.fraction import root_down
from gordan.arithmetic.quantity import Enclosed, Residue, Rounded
from gordan.outcome import Bracket, Relation
from gordan.verify.check import (
    bounded,
    bracket_is_sound,
    compare,
    compare_root,
    contradictions,
    every,
    fact,
    is_array,
    is_fraction,
    is_vector,
    lower_end,
    no_margin,
    offset_is_a_number,
    on_their_base,
    radius_at_least,
    same_doubles,
    shown_number,
    true,
    unclaimed,
    upper_end,
    weights_on_their_base,
)

TRUTH = {">": (False, False, True), ">=": (False, True, True), "=": (False, True, False)}
TRUTH |= {"<=": (True, True, False), "<": (True, False, False)}
KINDS = {
    "integer": int,
    "fraction": Fraction,
    "rounded": lambda v: Rounded(float(v)),
    "enclosed": lambda v: Enclosed(float(v)),
    "residue": Residue,
    "fmpz": flint.fmpz,
    "fmpq": flint.fmpq,
}


@pytest.mark.parametrize("relation", TRUTH)
@pytest.mark.parametrize("kind", KINDS)
def test_relations_hold_as_they_are_written(relation: str, kind: str) -> None:
    for value, holds in zip((1, 2, 3), TRUTH[relation], strict=True):
        assert compare("name", KINDS[kind](value), relation, 2).holds is holds
        assert every("name", [KINDS[kind](value)], relation, 2).holds is holds
        assert every("name", np.array([value, value]), relation, 2).holds is holds
        assert compare_root("name", Fraction(value**2), relation, 2.0, root_down).holds is holds
    assert not compare("name", Rounded(nan), relation, 2).holds
    assert compare("name", flint.fmpq(1, 3), "<", Fraction(1, 3)).holds is False
    assert compare("name", flint.fmpq(1, 3), "=", Fraction(1, 3)).holds is True


def test_roots_are_compared_with_their_signs() -> None:
    for square, bound, holds in (
        (-4, -2.0, True),
        (-4, -1.9, False),
        (4, -3.0, True),
        (2, 1.5, False),
        (-1, 0.0, False),
    ):
        assert compare_root("name", Fraction(square), ">=", bound, root_down).holds is holds
    assert compare_root("name", Fraction(4), ">=", -inf, root_down).holds
    assert not compare_root("name", Fraction(4), ">=", inf, root_down).holds
    assert not compare_root("name", Fraction(4), ">=", nan, root_down).holds
    assert compare_root("name", Fraction(4), "<=", inf, root_down).holds


def test_one_that_fails_among_many_fails_them_all() -> None:
    values = [Fraction(1), Fraction(2), Fraction(-1), Fraction(-2)]
    check = every("rows hold", values, ">=", 0, names=["a", "b", "c", "d"])
    assert (check.holds, check.quantity) == (False, "2 of 4 do not, c first")
    assert every("rows hold", values[:2], ">=", 0, of=9).quantity == "0 of 9 do not"
    assert not every("rows hold", np.array([1, -1]), ">=", 0).holds
    assert every("rows hold", [], ">=", 0).holds
    assert every("rows hold", [], ">=", 0).arithmetic == "integers"
    assert every("rows hold", [1, Rounded(1.0)], ">=", 0).arithmetic == "floating point with rounding bounds"


def test_facts_are_comparisons() -> None:
    assert (fact("a", "b", "c", 1).holds, fact("a", "b", "c", 0).holds) == (True, False)
    assert fact("a", "b", "c", True).arithmetic == "comparison"
    assert compare("a", 1, ">", 0, caveat="so far").arithmetic == "integers, so far"


@pytest.mark.parametrize("bracket", [(1.0, 0.5), (nan, 1.0), (0.0, nan)])
def test_a_bracket_that_no_margin_has(bracket: tuple[float, float]) -> None:
    assert [check.holds for check in contradictions(Bracket(*bracket))] == [False]
    assert contradictions(Bracket(0.5, 0.5)) == contradictions(Bracket(-inf, inf)) == []
    assert contradictions(Bracket(0.0, 1.0), "undecided") == contradictions(Bracket(0.5, 1.0), "separable") == []
    assert [check.holds for check in contradictions(Bracket(5e-324, 1.0), "undecided")] == [False]


class Whole(int):
    """An integer that may compare as it likes."""


class Other(Fraction):
    """Likewise a fraction."""


def test_offsets_are_finite_doubles_or_fractions() -> None:
    disguised = Fraction(1, 2)
    disguised._numerator = Whole(1)
    below = Fraction(1, 2)
    below._denominator = Whole(2)
    for offset in (0.5, -1e308, Fraction(1, 3)):
        assert offset_is_a_number(offset).holds
    for offset in (nan, inf, -inf, 1, True, None, np.float64(0.5), Other(1, 2), disguised, below, "0"):
        assert not offset_is_a_number(offset).holds
    assert is_fraction(Fraction(1, 2))
    assert not is_fraction(0.5)


def test_vectors_are_plain_arrays_of_finite_doubles() -> None:
    v = np.array([1.0, -2.0])
    assert is_array(v, 2)
    assert is_vector(v, 2)
    for bad in (v[:1], v[:, None], v.astype(np.float32), v.view(np.recarray), [1.0, -2.0], None):
        assert not is_array(bad, 2)
        assert not is_vector(bad, 2)
    for value in (nan, inf, -inf):
        assert is_array(np.array([1.0, value]), 2)
        assert not is_vector(np.array([1.0, value]), 2)


@pytest.mark.parametrize("intercept", [True, False])
def test_weights_stand_on_every_class_that_needs_them(intercept: bool) -> None:
    problem = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 1], intercept=intercept)
    assert weights_on_their_base(problem, np.array([1.0, 0.0, 5e-324])).holds
    for one_sided in ([1.0, 0.0, 0.0], [0.0, 1.0, 1.0]):
        assert weights_on_their_base(problem, np.array(one_sided)).holds is not intercept
    for bad in ([0.0, 0.0, 0.0], [1.0, 1.0, -5e-324], [1.0, 1.0, nan], [1.0, 1.0, inf], [1.0, 1.0]):
        assert not weights_on_their_base(problem, np.array(bad)).holds
    assert not weights_on_their_base(problem, [1.0, 1.0, 1.0]).holds


def test_long_integers_are_not_written_out() -> None:
    assert compare("a", 10**18 - 1, ">", 0).quantity == "999999999999999999"
    assert compare("a", -(10**18), ">", 0).quantity == "an integer of 60 bits"
    assert compare("a", Fraction(1, 3), ">", 0).quantity == "0.33333333333333331"
    assert compare("a", Rounded(0.1), ">", 0.25).bound == "> 0.25"


@pytest.mark.parametrize(("claimed", "shown"), [(0.1, "0.10000000000000001"), (-1e20, "-1e+20")])
def test_doubles_of_numpys_are_written_like_pythons(claimed: float, shown: str) -> None:
    """A bracket may be made of either."""
    for number in (claimed, np.float64(claimed)):
        assert lower_end(Rounded(0.5), number).bound == f">= {shown}"
        assert lower_end(Fraction(1, 2), number).bound == f">= {shown}"


def test_a_check_says_how_it_is_read() -> None:
    """Whoever shows a check looks at its relation, never at its texts."""
    assert compare("name", 1, ">=", 0).relation is bounded("name", "2 rows", "among 3", True).relation is Relation.BOUND
    assert fact("name", "3", "3", True).relation is every("name", [0], "=", 0, shown="0").relation is Relation.SAME
    assert fact("name", "2 rows", "in order", False).relation is Relation.BESIDE
    assert true("name", 1).relation is Relation.TRUTH
    assert (true("name", 1).quantity, true("name", 0).quantity, true("name", 0).holds) == ("True", "False", False)
    for nothing in (-inf, inf):
        assert unclaimed("name", None, nothing).relation is Relation.UNCLAIMED
        assert unclaimed("name", None, nothing).holds
        assert unclaimed("name", 1.0, nothing).relation is Relation.BESIDE
        assert not unclaimed("name", 1.0, nothing).holds
    assert not unclaimed("name", nan, inf).holds


def test_a_check_says_whether_it_was_rounded() -> None:
    assert compare("name", Rounded(1.0), ">=", 0).rounded
    assert every("name", [Rounded(1.0)], ">=", 0).rounded
    for check in (compare("name", 1, ">=", 0), compare("name", Rounded(1.0), ">=", 0, caveat="but"), true("name", 1)):
        assert not check.rounded


@pytest.mark.parametrize(
    "number", [Fraction(1, 3), Fraction(-1, 3), Fraction(10) ** 400, -(Fraction(10) ** 400)], ids=str
)
def test_the_double_that_an_end_proves_lies_beyond_it(number: Fraction) -> None:
    """The next double on the safe side, and no farther one."""
    low, high = lower_end(number, None), upper_end(number, None)
    assert low.value <= number <= high.value
    assert nextafter(low.value, inf) >= number
    assert nextafter(high.value, -inf) <= number
    assert low.holds
    assert high.holds


@pytest.mark.parametrize("number", [Fraction(1, 4), Fraction(-5), Rounded(0.1)])
def test_the_double_that_an_end_proves_is_the_number_where_it_is_one(number: Fraction | Rounded) -> None:
    value = number.value if isinstance(number, Rounded) else number
    assert lower_end(number, None).value == upper_end(number, None).value == value


def test_what_cancels_leaves_no_margin() -> None:
    assert no_margin(None).holds
    assert no_margin(None).value == no_margin(2.0).value == 0.0
    assert no_margin(0.0).holds
    assert no_margin(5e-324).holds
    assert not no_margin(-5e-324).holds


def test_a_bracket_of_other_numbers_is_none() -> None:
    class Other(Bracket):
        """May compare as it likes."""

    assert bracket_is_sound(None).holds
    assert bracket_is_sound(Bracket(np.float64(0.0), 1.0)).holds
    for lower, upper in ((0, 1.0), (0.0, 1), (Fraction(0), 1.0)):
        assert not bracket_is_sound(Bracket(lower, upper)).holds  # type: ignore[arg-type]
    assert not bracket_is_sound(Other(0.0, 1.0)).holds


def test_fractions_and_doubles_of_their_own_kinds() -> None:
    assert is_fraction(Fraction(-3, 7))
    for top, bottom in ((5, -1), (2, 0), (4, 2), (1.0, 1), (1, 1.0), (True, 1)):
        value = Fraction(1)
        value._numerator, value._denominator = top, bottom  # type: ignore[attr-defined]
        assert not is_fraction(value)
    proved = np.array([0.5, 0.25])
    assert same_doubles(proved.copy(), proved)
    for other in (proved.astype(np.float32), proved.tolist(), proved[:1], proved + 0.25):
        assert not same_doubles(other, proved)


def test_what_is_shown_in_place_of_numbers() -> None:
    given = compare("name", Rounded(2.0), ">", 1.0, shown="two", needed="more than one")
    assert (given.quantity, given.bound, given.relation) == ("two", "more than one", Relation.BESIDE)
    assert compare("name", 2, ">", 1, relation_shown=Relation.TRUTH).relation is Relation.TRUTH
    assert compare("name", 2, ">", 1).relation is Relation.BOUND
    assert every("name", [2], ">", 1, relation_shown=Relation.TRUTH).relation is Relation.TRUTH
    assert every("name", np.array([2, 3]), ">", 1).rounded is False
    assert every("name", [Rounded(2.0)], ">", 1).rounded is True
    assert compare("name", Rounded(2.0), ">", 1.0, caveat="if so").arithmetic.startswith("floating point")
    assert compare("name", Fraction(2), ">", 1.0, caveat="if so").arithmetic == "integers, if so"
    assert (shown_number(0.5), shown_number("x")) == ("0.5", "a str")
    assert on_their_base(np.array([1.0, 0.0]), 2, intercept=True, sound=True).quantity == "1 rows"
    assert on_their_base(np.zeros(3), 2, intercept=True, sound=False).quantity == "ndarray of shape (3,)"
    assert (compare("name", Rounded(0.1), ">", 0.5).quantity, compare("name", 2, ">", 0.1).bound) == (
        "0.10000000000000001",
        "> 0.10000000000000001",
    )


def test_a_radius_is_a_double_or_none_at_all() -> None:
    for claimed, holds in ((0.25, True), (0.5, True), (0.75, False), (0, True), (0.0, True), (1, False), (nan, False)):
        check = radius_at_least("name", 0.5, claimed)
        assert (check.holds, check.rounded) == (holds, True)
    for claimed in (None, "", False, [], -0.25):
        assert not radius_at_least("name", 0.5, claimed).holds


def test_an_end_that_nobody_claimed_is_what_is_proved() -> None:
    assert no_margin(None).holds
    assert (no_margin(None).quantity, no_margin(0.25).quantity) == ("0", "0.25")
    third = Fraction(1, 3)
    low, high = lower_end(third, None), upper_end(third, None)
    assert Fraction(low.value) < third < Fraction(high.value) == Fraction(nextafter(low.value, inf))
    for quantity in (Fraction(1, 2), Rounded(0.5)):
        assert lower_end(quantity, None).value == upper_end(quantity, None).value == 0.5
    assert bracket_is_sound(None).quantity == "float and float"


def test_a_fraction_without_a_denominator_is_none() -> None:
    broken = Fraction(1, 2)
    broken._denominator = 0
    assert not is_fraction(broken)
    broken._denominator = -2
    assert not is_fraction(broken)


@pytest.mark.parametrize("sign", [1, -1])
def test_weights_of_one_class_are_on_their_base_without_an_intercept(sign: int) -> None:
    problem = gordan.Points([[1.0], [2.0]], [sign, sign], intercept=False)
    assert weights_on_their_base(problem, np.array([0.25, 0.0])).holds
    assert not weights_on_their_base(problem, np.zeros(2)).holds
