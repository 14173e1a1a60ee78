"""A stack of three small problems, each part of what is judged of it changed by itself: the check of it must fail."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

from gordan.arithmetic.rounding import U
from gordan.errors import InputError
from gordan.outcome import Bracket, Claim
from gordan.verify import Claims, Stack, verify_many
from gordan.verify.batch.judged import Judged, judge_empty_claim
from gordan.verify.batch.stack import margin_at_most, sides

stacked, judging = import_module("gordan.verify.batch.stack"), import_module("gordan.verify.batch.judged")
X = np.array([[[0.0], [1.0], [3.0]], [[1.0], [0.0], [2.0]], [[0.0], [1.0], [1.0]]])
SIGNS = np.array([[-1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, 1.0]])
STACK = Stack(X, SIGNS, classes=[(0, 1)] * 3)
# A separable one, an inseparable one, and one that is left undecided though its direction separates.
CLAIMS = Claims(
    np.array([0, 1, 2], np.int8),
    np.array([[1.0], [1.0], [1.0]]),
    np.zeros((3, 1)),
    np.array([-0.5, 0.0, -0.5]),
    np.array([[0, 1, 2, 0], [0, 1, 2, 0], [0, 1, 2, 0]]),
    np.array([[0.5, 0.5, 0.0, 0.0], [0.5, 0.25, 0.25, 0.0], [0.5, 0.25, 0.25, 0.0]]),
    [(0, 1)] * 3,
)
ALONE = Stack(X[:1], np.ones((1, 3)), intercept=False, classes=[(1,)])


def of(field: str, i: int, value: Any) -> Judged:
    """The claims with one row, or one number, of a field changed."""
    changed = getattr(CLAIMS, field).copy()
    changed[i] = value
    return verify_many(STACK, replace(CLAIMS, **{field: changed}))


def test_all_of_it_holds() -> None:
    judged = verify_many(STACK, CLAIMS)
    assert judged.holds.tolist() == [True] * 3
    assert judged.separating.tolist() == [True, False, False]
    assert judged.cancelling.tolist() == [False, True, False]
    assert judged.upper.tolist() == pytest.approx([0.5, 0.0, 0.5])
    assert judged.upper[1] == 0.0
    assert judged.lower.tolist() == pytest.approx([0.5, -0.5, 0.5])
    assert np.isinf(judged.away[[0, 2]]).all()
    assert judged.radius[1, 3] == 0.0


@pytest.mark.parametrize(
    ("field", "i", "value", "part"),
    [
        ("S", 1, [0, 1, 99, 0], "rows"),
        ("S", 0, [0, -5, 2, 0], "rows"),
        ("S", 1, [0, 1, 1, 0], "rows"),
        ("centre", 0, [np.nan], "direction"),
        ("W", 0, [0.0], "direction"),
        ("W", 0, [np.inf], "direction"),
        ("x", 0, [0.5, 0.5, -0.25, 0.0], "base"),
        ("x", 0, [0.5, 0.0, 0.0, 0.0], "base"),
        ("x", 0, [0.0, 0.5, 0.5, 0.0], "base"),
        ("x", 0, [0.5, 0.5, np.nan, 0.0], "base"),
        ("x", 0, [0.5, 0.5, np.inf, 0.0], "base"),
    ],
)
def test_a_part_that_is_none_is_told(field: str, i: int, value: list[float], part: str) -> None:
    assert getattr(of(field, i, value), part).tolist() == [j != i for j in range(3)]


def test_wrong_proofs_do_not_hold() -> None:
    for field, i, value in (
        ("offset", 0, 0.5),
        ("offset", 0, -1.0),
        ("W", 0, [-1.0]),
        ("x", 1, [0.5, 0.45, 0.05, 0.0]),
    ):
        assert not of(field, i, value).holds[i], (field, value)
    with pytest.raises(InputError, match="classes of 2 problems"):
        verify_many(STACK._replace(classes=[(0, 1)] * 2), CLAIMS)


def test_ends_are_those_proved() -> None:
    nothing = np.full(3, -np.inf), np.full(3, np.inf)
    assert verify_many(STACK, replace(CLAIMS, lower=nothing[0], upper=nothing[1])).holds.all()
    for value in (0.75, np.nan, np.inf):
        assert not verify_many(STACK, replace(CLAIMS, lower=np.full(3, value))).holds.any()
    above = np.array([0.25, -0.25, 0.25])  # the second is true of no hyperplane that is shown
    assert verify_many(STACK, replace(CLAIMS, lower=above)).holds.tolist() == [True, False, True]
    for value in (-0.25, np.nan, -np.inf):
        assert not verify_many(STACK, replace(CLAIMS, upper=np.full(3, value))).holds.any()


def test_radii_are_those_claimed() -> None:
    proved = verify_many(STACK, CLAIMS).radius
    assert verify_many(STACK, replace(CLAIMS, radius=proved)).holds.all()
    for i, value in ((0, 0.5), (0, 0.75), (2, 0.25), (0, 0.0), (0, -1.0), (0, np.nan)):
        radius = proved.copy()
        radius[1, i] = value
        assert verify_many(STACK, replace(CLAIMS, radius=radius)).holds.tolist() == [True, False, True]


def test_a_system_without_an_equation_is_not_square() -> None:
    """Beside one that is: a column of zeros, and rows that are the same."""
    rows = np.array([[[1.0], [0.0], [2.0]], [[0.0], [0.0], [0.0]], [[1.0], [1.0], [1.0]]])
    stack = Stack(rows, np.tile(SIGNS[1], (3, 1)), classes=[(0, 1)] * 3)
    claims = replace(CLAIMS, kind=np.ones(3, np.int8), x=np.tile(CLAIMS.x[1], (3, 1)))
    judged = verify_many(stack, claims)
    assert judged.square.tolist() == [True, False, True]
    assert judged.cancelling.tolist() == [True, False, False]


@pytest.mark.parametrize("cached", [1, 1 << 16])
def test_points_that_all_share(monkeypatch: pytest.MonkeyPatch, cached: int) -> None:
    """About a centre that all share too."""
    monkeypatch.setattr(stacked, "_CACHED", cached)
    shared = Stack(X[1:2], SIGNS[[1, 2, 1]], classes=[(0, 1)] * 3)
    claims = replace(CLAIMS, kind=np.array([1, 2, 1], np.int8), x=CLAIMS.x[[1, 1, 1]], centre=np.ones((1, 1)))
    judged = verify_many(shared, claims)
    assert judged.holds.tolist() == [True] * 3
    assert judged.positive.tolist() == pytest.approx([0.0, -1.0, 0.0], abs=1e-12)
    assert judged.negative.tolist() == pytest.approx([-1.0, 0.0, -1.0], abs=1e-12)
    assert np.isfinite(verify_many(shared, replace(claims, kind=np.full(3, 2, np.int8))).upper).all()
    apart = verify_many(
        STACK, replace(CLAIMS, centre=np.array([[0.5], [0.5], [0.5]]), offset=np.array([0.0, 0.0, 0.0]))
    )
    assert apart.holds.tolist() == [True] * 3
    assert apart.positive.tolist() == pytest.approx([0.5, 0.5, 0.5], abs=1e-12)


def test_decimals_of_few_digits_leave_a_system_open() -> None:
    for least, holds in ((0.0, True), (1e-30, True), (1e-40, False)):
        rows = X.astype(np.float32)
        rows[1, 1] = least
        stack = STACK._replace(X=rows, numbers="decimal")
        x = CLAIMS.x.copy()
        assert verify_many(stack, replace(CLAIMS, x=x)).cancelling[1] == holds


@pytest.mark.parametrize("swapped", [False, True])
def test_the_lowest_product_is_rounded_down(swapped: bool) -> None:
    judged = verify_many(STACK, CLAIMS)
    sizes = [1.0, 1.0 + 2 * U, 1.5 * U, 0.5 * U, 1e-300, 5e-324, 1.5e-323, 1.7e308, 0.0]
    pairs = list(product(sizes, [sign * size for size in sizes for sign in (1, -1)]))
    ends = np.array(pairs).T[:: -1 if swapped else 1]
    for intercept in (True, False):
        least = replace(judged, intercept=intercept, positive=ends[0], negative=ends[1])._least
        for (above, below), found in zip(pairs, least.tolist(), strict=True):
            truth = (Fraction(above) + Fraction(below)) / 2 if intercept else min(Fraction(above), Fraction(below))
            wide = Fraction(max(above, abs(below))) * 4 * Fraction(U) + Fraction(2e-323)
            assert truth - wide <= Fraction(found) <= truth


def test_a_side_is_strict_without_an_intercept() -> None:
    claims = replace(CLAIMS.take(np.array([0])), offset=np.zeros(1), classes=[(1,)])
    judged = verify_many(ALONE._replace(X=ALONE.X + 1.0), claims)
    assert judged.separating.tolist() == [True]
    shown = Claim(proof=claims.separator(0), coef=claims.W[0], centre=np.zeros(1), offset=0.0, classes=(1,))
    assert judged.verdict(0, shown).holds
    away = verify_many(ALONE._replace(X=ALONE.X + 1.0), replace(claims, offset=np.array([-0.25])))
    assert away.separating.tolist() == [False]
    for above, below in ((0.0, 1.0), (1.0, 0.0), (5.0, -1.0), (-1.0, np.inf)):
        other = replace(judged, positive=np.array([above]), negative=np.array([below]))
        assert other.separating.tolist() == [False]
        assert not other.verdict(0, shown).holds


def test_a_centre_without_an_intercept_bounds_nothing() -> None:
    claims = replace(CLAIMS.take(np.array([2])), classes=[(1,)], centre=np.ones((1, 1)), offset=np.zeros(1))
    judged = verify_many(ALONE._replace(X=ALONE.X + 1.0), claims)
    shown = {"coef": claims.W[0], "centre": np.ones(1), "offset": 0.0, "intercept": -1.0, "classes": (1,)}
    assert judged.lower.tolist() == [-np.inf]
    for lower in (0.0, -5.0):
        failed = judged.verdict(0, Claim(bracket=Bracket(lower, np.inf), **shown)).failed
        assert [check.name for check in failed] == ["no offset"]
    assert np.isfinite(judged.upper).all()
    assert judged.upper[0] >= 1.0  # of the weights about the origin


def claim(i: int, judged: Judged, **changes: Any) -> Claim:
    separator = CLAIMS.separator(i)
    proof = separator if i == 0 else judged.enclosure(i) if i == 1 else None
    shown: dict[str, Any] = {"coef": separator.direction, "centre": separator.centre, "offset": separator.offset}
    shown |= {"intercept": separator.offset, "weights": CLAIMS.weights(i, 3), "classes": (0, 1), "proof": proof}
    return Claim(**(shown | changes))


@pytest.mark.parametrize("i", [0, 1, 2])
def test_records_of_what_was_judged_hold(i: int) -> None:
    judged = verify_many(STACK, CLAIMS)
    assert judged.verdict(i, claim(i, judged)).holds
    less = {"proof": None, "coef": None, "centre": None, "offset": 0.0, "intercept": 0.0, "weights": None}
    assert judged.verdict(i, claim(i, judged, **less)).holds
    assert judged.verdict(i, claim(i, judged, **less, bracket=Bracket(-np.inf, np.inf))).holds


def failed(i: int, judged: Judged | None = None, **changes: Any) -> list[str]:
    judged = judged or verify_many(STACK, CLAIMS)
    return [check.name for check in judged.verdict(i, claim(i, judged, **changes)).failed]


def test_records_of_something_else_are_refused() -> None:
    other = ["claim is the one judged"]
    judged = verify_many(STACK, CLAIMS)
    box = judged.enclosure(1)
    assert failed(2, weights=np.array([0.25, 0.25, 0.5])) == other
    assert failed(2, coef=np.array([2.0])) == other
    assert failed(1, proof=replace(box, radius=box.radius * 2)) == other
    assert failed(1, proof=replace(box, centre=box.centre[::-1].copy())) == other
    assert failed(1, proof=replace(box, support=(0, 2, 1))) == other
    assert failed(0, proof=replace(CLAIMS.separator(0), offset=-0.25)) == other
    assert failed(2, proof=CLAIMS.separator(2)) == other
    odd = of("kind", 0, 7)
    assert failed(0, odd) == other
    assert failed(0, coef=np.ones(1, np.float32)) != []
    assert not judging._same(np.ones(1, np.float32), np.ones(1))
    assert judging._same(np.array([np.nan]), np.array([np.nan]))


def test_what_is_shown_beside_the_proof_is_judged() -> None:
    for i in range(3):
        assert failed(i, nearest=(7,)) == ["nearest rows exist and differ"]
        assert failed(i, classes=(0, 2)) == ["classes"]
    assert failed(0, classes="no tuple") != []
    assert failed(0, bracket=Bracket(0, 1)) == ["bracket is made of doubles"]
    assert failed(0, bracket=Bracket(0.5, 0.75)) == ["margin at least"]
    assert failed(0, bracket=Bracket(0.25, 0.25)) == ["margin at most"]
    assert failed(1, bracket=Bracket(-2.0, -0.25)) == ["upper bound of the margin"]


def test_ends_that_contradict_one_another_are_refused() -> None:
    judged = replace(verify_many(STACK, CLAIMS), lower=np.full(3, 5.0), upper=np.full(3, 1.0))
    assert failed(2, judged, bracket=Bracket(4.0, 2.0)) == ["lower bound is not above the upper"]
    assert failed(2, judged, bracket=Bracket(1.5, 2.0)) == []


def test_a_claim_of_nothing_claims_no_ends() -> None:
    for lower, upper, holds in ((-np.inf, np.inf, True), (0.0, np.inf, False), (-np.inf, 0.0, False)):
        assert judge_empty_claim(Claim(classes=(0, 1), bracket=Bracket(lower, upper)), (0, 1)).holds == holds
    assert not judge_empty_claim(Claim(classes=(0, 1), bracket=Bracket(np.inf, np.inf)), (0, 1)).holds
    assert judge_empty_claim(Claim(classes=(0, 1)), (0, 1)).holds
    assert not judge_empty_claim(Claim(classes=(0, 1), coef=np.ones(1)), (0, 1)).holds


@pytest.mark.parametrize(
    "changes",
    [
        {"X": X.astype(np.int64)},
        {"X": X[0]},
        {"X": X[:2]},
        {"X": X[:, :2]},
        {"signs": SIGNS.astype(np.float32)},
        {"signs": SIGNS[0]},
        {"intercept": True, "normalise": True},
        {"numbers": "roman"},
    ],
)
def test_what_is_no_stack_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        STACK._replace(**changes).require_question()


def test_the_least_decimals_are_off_by_a_fixed_amount() -> None:
    """The least single is written 1e-45 and is 1.4e-45."""
    rows = np.full((1, 3, 400), 1e-45, dtype=np.float32)
    stack = Stack(rows, np.ones((1, 3)), False, False, "decimal")
    assert stack.misread_least == 2.0**-148
    assert (sides(stack, np.ones((1, 400)), np.zeros((1, 400))).positive < 400e-45).all()
    short, long = stacked._lengths(stack)
    assert (short < 20e-45).all()
    assert (long > 20e-45).all()
    assert (long < 1e-40).all()
    wide = stack._replace(X=np.full((1, 3, 2), 0.1, dtype=np.float32))
    short, long = stacked._lengths(wide)
    truth = float(Fraction(2, 100)) ** 0.5
    assert ((truth * (1 - 1e-5) < short) & (short < truth) & (truth < long) & (long < truth * (1 + 1e-5))).all()


@pytest.mark.parametrize("value", [4.0, 0.5, -0.5, -4.0])
def test_quotients_are_by_the_length_that_makes_them_less(monkeypatch: pytest.MonkeyPatch, value: float) -> None:
    monkeypatch.setattr(stacked, "_lengths", lambda stack: (np.full((1, 1), 1.0), np.full((1, 1), 2.0)))
    monkeypatch.setattr(stacked, "lengths", lambda W: (np.full(1, 1.0), np.full(1, 2.0)))
    for unit in (False, True):
        stack = Stack(np.full((1, 1, 1), value), np.ones((1, 1)), False, unit)
        half = 2.0 if value > 0 else 1.0
        expected = value / half / (half if unit else 1.0)
        assert sides(stack, np.ones((1, 1)), np.zeros((1, 1))).margin.tolist() == pytest.approx([expected])


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_weights_that_cancel_leave_what_may_have_been_rounded(intercept: bool, numbers: Any) -> None:
    """Sizes and not sums, of both classes; decimals may be off by a part of themselves besides."""
    rows = np.array([[[0.5], [-0.5], [0.5], [-0.5]]], dtype=np.float32)
    stack = Stack(rows, np.array([[1.0, 1.0, -1.0, -1.0]]), intercept, False, numbers)
    slots, x = np.array([[0, 1, 2, 3]]), np.full((1, 4), 0.25)
    bound = float(margin_at_most(stack, np.zeros((1, 1)), slots, x)[0])
    off = 4.0 * 2.0**-23 if numbers == "decimal" else 0.0
    # Twice twelve roundings of each class, whose entries are one half in size.
    expected = 0.5 * (24 * U + off)
    assert expected <= bound <= expected * 1.01


def test_a_mass_beyond_the_ordinary_bounds_nothing() -> None:
    slots = np.array([[0, 1, 2]])
    for x in ([0.5, 1e300, 0.0], [1e300, 0.5, 0.0], [1e-300, 0.5, 0.0], [0.5, 1e-300, 0.0]):
        assert margin_at_most(STACK.take(np.array([0])), np.zeros((1, 1)), slots, np.array([x])).tolist() == [np.inf]
    assert margin_at_most(STACK.take(np.array([0])), np.zeros((1, 1)), slots, np.array([[3.0, 5.0, 1.0]])).tolist() == (
        pytest.approx([(5.0 + 3.0) / 6.0 / 2.0])
    )


def test_fewer_slots_than_equations_enclose_nothing() -> None:
    short = replace(CLAIMS, S=CLAIMS.S[:, :2].copy(), x=CLAIMS.x[:, :2].copy())
    judged = verify_many(STACK, short)
    assert judged.holds.tolist() == [True, False, True]
    assert not judged.square.any()


class Lying(Claim):
    """A claim that may say something else each time that it is asked."""


def test_only_plain_claims_are_judged() -> None:
    judged = verify_many(STACK, CLAIMS)
    for i in range(3):
        plain = claim(i, judged)
        lie = Lying(**{field.name: getattr(plain, field.name) for field in fields(Claim) if field.init})
        assert judged.verdict(i, plain).holds
        assert not judged.verdict(i, lie).holds
        assert len(judged.verdict(i, lie).checks) == 1


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_points_that_are_no_finite_numbers_are_refused(number: float) -> None:
    changed = X.copy()
    changed[1, 2, 0] = number
    with pytest.raises(InputError, match="no finite number"):
        verify_many(STACK._replace(X=changed), CLAIMS)


def test_huge_points_are_finite_numbers_and_places_after_the_last_point_are_none() -> None:
    changed, signs = X * 1e300, SIGNS.copy()
    signs[0, 2], changed[0, 2] = 0.0, np.nan
    STACK._replace(X=changed, signs=signs).require_question()
    alone = ALONE._replace(X=ALONE.X * 1e300, signs=np.ones((3, 3)))
    alone.require_question()
    with pytest.raises(InputError, match="no finite number"):
        alone._replace(X=np.full_like(ALONE.X, np.inf)).require_question()
