"""The steps of the margin over w ≥ 0, with coarse neighbours: a step that rounds to the wrong side shows at once."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import inf, nextafter
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Bracket, Claim, Domination, IntegerSeparator, Separator
from gordan.verify.bounds import Lowest, lowest
from gordan.verify.positive import judge_positive
from gordan.verify.rounded import Products

positive = import_module("gordan.verify.positive")
ROUNDED = "floating point with rounding bounds"


@pytest.fixture(name="coarse")
def sums_are_off_by_a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positive, "sum_error", lambda size, *terms, **extra: 0.25 * size)


def posed(rows: Any, y: Any = None, **question: Any) -> gordan.Points:
    y = np.ones(len(rows)) if y is None else y
    return gordan.Points(np.array(rows), y, positive=True, **({"intercept": False} | question))


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("total", [3.0, 0.5, 0.0, -0.5, -3.0])
@pytest.mark.parametrize("wrong", [0.0, 1.0])
def test_a_mean_lies_between_the_quotients_by_both_masses(total: float, wrong: float) -> None:
    below, above = positive._mean(np.array([total]), np.array([wrong]), 1.0, 3)
    low, high = total - wrong, total + wrong
    ends = low / (1.25 if low >= 0 else 0.75), high / (0.75 if high >= 0 else 1.25)
    assert (below[0], above[0]) == pytest.approx(ends, rel=1e-14, abs=1e-300)
    assert below[0] <= ends[0] <= ends[1] <= above[0]


def test_a_mass_that_may_be_nothing_has_no_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positive, "sum_error", lambda size, *terms, **extra: 2.0 * size)
    assert np.isnan(positive._mean(np.ones(1), np.zeros(1), 1.0, 3)).all()
    problem, w = posed([[1.0]]), np.ones(1)
    for value in (-1.0, -inf):
        low = Lowest(Rounded(value), None, Products(np.empty(0), np.empty(0)))
        assert positive._rounded_margin(problem, w, low).value == -inf
    assert positive._rounded_ceiling(problem, np.ones(1), np.zeros(1)).value == inf


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("value", [3.0, 0.5, 0.0, -0.5, -3.0])
def test_a_lower_end_is_divided_by_what_makes_it_less(monkeypatch: pytest.MonkeyPatch, value: float) -> None:
    monkeypatch.setattr(positive, "_entry_bounds", lambda problem: (np.array([1.0]), np.array([2.0])))
    low = Lowest(Rounded(value), None, Products(np.array([value]), np.zeros(1)))
    for unit in (False, True):
        entry = 2.0 if unit and value > 0 else 1.0
        expected = value / entry / (1.25 if value >= 0 else 0.75)
        problem = posed([[1.0]], normalise=unit)
        found = positive._rounded_margin(problem, np.ones(1), low).value
        assert found == pytest.approx(expected, rel=1e-14, abs=1e-300)
        assert found < expected or value == 0


@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("value", [3.0, 0.5, 0.0, -0.5, -3.0])
def test_an_upper_end_is_divided_by_what_makes_it_more(monkeypatch: pytest.MonkeyPatch, value: float) -> None:
    monkeypatch.setattr(positive, "_entry_bounds", lambda problem: (np.array([1.0]), np.array([2.0])))
    for unit in (False, True):
        entry = 2.0 if unit and value < 0 else 1.0
        expected = value / entry / (0.75 if value >= 0 else 1.25)
        row = [value, -4.0]
        found = positive._rounded_ceiling(posed([row], normalise=unit), np.array([0.5]), np.zeros(2)).value
        assert found == pytest.approx(expected, rel=1e-13, abs=1e-300)
        assert found > expected
    both = posed([[value], [1.0]], [1, 0], intercept=True)
    found = positive._rounded_ceiling(both, np.array([0.5, 0.5]), np.zeros(1)).value
    assert found == pytest.approx((value / (0.75 if value >= 0 else 1.25) - 1.0 / 1.25) / 2, rel=1e-13)


def test_errors_of_both_classes_widen_the_upper_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from gordan.verify.rounded import Image

    parts = np.array([3.0]), np.array([1.0]), np.array([0.25]), np.array([0.5])
    monkeypatch.setattr(positive, "image_of", lambda *given: Image(*parts, 1.0, 1.0))
    problem = posed([[3.0], [1.0]], [1, 0])
    assert positive._rounded_ceiling(problem, np.array([0.5, 0.5]), np.zeros(1)).value == pytest.approx(2.75)
    other = posed([[3.0], [1.0]], [1, 0], intercept=True)
    assert positive._rounded_ceiling(other, np.array([0.5, 0.5]), np.zeros(1)).value == pytest.approx(1.375)


def test_entries_stand_for_decimals_on_both_sides() -> None:
    X = np.array([[0.1, 0.05], [-0.9, 0.3]], dtype=np.float32)
    short, long = positive._entry_bounds(gordan.Points(X, [1, 0], positive=True, numbers="decimal"))
    for written, low, high in zip((Fraction(1, 10), Fraction(9, 10)), short.tolist(), long.tolist(), strict=True):
        assert written * (1 - Fraction(1, 10**6)) <= Fraction(low) < written < Fraction(high)
        assert Fraction(high) <= written * (1 + Fraction(1, 10**6))


def test_the_greatest_coordinate_is_above_a_column_without_entries() -> None:
    assert positive._ceiling(posed([[1.0, 0.0], [2.0, 0.0]]), np.array([0.5, 0.5])) == Fraction(3, 2)
    assert positive._ceiling(posed([[-1.0, 0.0], [-2.0, 0.0]]), np.array([0.5, 0.5])) == 0
    assert positive._ceiling(posed([[-1.0], [-2.0]]), np.array([0.5, 0.5])) == Fraction(-3, 2)


def refused(problem: gordan.Points, claim: Claim, *, exact: bool = False) -> list[str]:
    return [check.name for check in judge_positive(problem, claim, exact=exact) if not check.holds]


def separator(offset: Any, w: Any = (0.25,)) -> dict[str, Any]:
    direction, centre = np.array(w), np.zeros(len(w))
    proof = Separator(direction=direction, offset=offset, centre=centre)
    number = float(offset) if isinstance(offset, int | float | Fraction) else 0.0
    return {"proof": proof, "coef": direction, "centre": centre, "offset": offset, "intercept": number}


def test_a_separator_is_judged_by_all_its_checks() -> None:
    up, apart = posed([[1.0], [3.0]]), posed([[1.0], [3.0]], [0, 1], intercept=True)
    names = [check.name for check in judge_positive(up, Claim(**separator(0.0)), exact=False)]
    assert names[2:6] == [
        "every point on its side",
        "no offset",
        "coef and intercept are the proof's",
        "margin at least",
    ]
    assert refused(up, Claim(**separator(0.0))) == []
    assert refused(up, Claim(**separator(None))) == ["offset is a number"]
    assert refused(up, Claim(**separator(0.125))) == ["no offset"]
    assert refused(up, Claim(**separator(0.0, (-0.25,)))) == ["no coefficient is negative"]
    assert refused(up, Claim(**separator(0.0), bracket=Bracket(0, 1))) == ["bracket is made of doubles"]
    assert refused(apart, Claim(**separator(-0.5))) == []
    assert refused(apart, Claim(**separator(-0.75))) == ["offset lies between the classes"]
    # One double inside of the edge of the gap, which rounding does not tell from the edge.
    assert refused(apart, Claim(**separator(nextafter(-0.75, 0.0)))) == []
    for offset in (-0.5, Fraction(-1, 2)):
        checks = judge_positive(apart, Claim(**separator(offset)), exact=False)
        assert [check.arithmetic for check in checks if check.name.startswith("offset lies")] == [ROUNDED]


def test_a_domination_is_judged_by_all_its_checks() -> None:
    problem = posed([[-1.0, 0.0], [1.0, -2.0], [2.0, 1.0]])
    for integers, bad in (((1, 1), []), ((1, 2), ["weighted rows are nowhere above zero"])):
        shown = np.array([*(v / sum(integers) for v in integers), 0.0])
        claim = Claim(proof=Domination((0, 1), integers), weights=shown)
        assert refused(problem, claim) == bad
        exact = Claim(proof=Domination((0, 1), integers), weights=shown, bracket=Bracket(-inf, 0.0))
        assert refused(problem, exact) == bad
    below = posed([[-1.0], [-3.0]])
    for upper, bad in ((-1.5, []), (nextafter(-1.5, -2.0), ["margin at most"])):
        proof = Domination((0, 1), (3, 1))
        claim = Claim(proof=proof, weights=np.array([0.75, 0.25]), bracket=Bracket(-inf, upper))
        assert refused(below, claim) == bad
    labelled = posed([[1.0], [3.0], [0.0]], [1, 0, 0], intercept=True)
    for integers, bad in (((1, 1), []), ((1, 2), ["weighted labels cancel"]), ((2, 1), ["weighted labels cancel"])):
        shown = np.array([*(v / sum(integers) for v in integers), 0.0])
        assert refused(labelled, Claim(proof=Domination((0, 1), integers), weights=shown)) == bad


@pytest.mark.parametrize("exact", [False, True])
def test_rounding_is_asked_first_and_integers_where_it_refutes(exact: bool) -> None:
    problem, w, x = posed([[0.25, 1.0], [0.75, 0.125]]), np.array([1.0, 0.0]), np.array([0.5, 0.5])

    def ends(lower: float, upper: float) -> list[Any]:
        claim = Claim(bracket=Bracket(lower, upper), coef=w, weights=x, centre=np.zeros(2))
        low, high = positive._lower_bound(problem, claim, exact), positive._upper_bound(problem, claim, exact)
        return [low[-1].holds, low[-1].arithmetic, high[-1].holds, high[-1].arithmetic]

    quick = "integers" if exact else ROUNDED
    assert ends(0.125, 0.75) == [True, quick, True, quick]
    assert ends(0.25, 0.5625) == [True, "integers", True, "integers"]
    assert ends(nextafter(0.25, 1), nextafter(0.5625, 0)) == [False, "integers", False, "integers"]


@pytest.mark.parametrize(("sharp", "exact"), [(True, False), (True, True), (False, True)])
@pytest.mark.parametrize("normalise", [False, True])
def test_minima_that_are_fractions_stay_so(sharp: bool, exact: bool, normalise: bool) -> None:
    problem, w, centre = posed([[0.25], [0.75]], normalise=normalise), np.ones(1), np.zeros(1)
    low = lowest(problem, w, centre, sharp=sharp)
    check = positive._at_least(problem, w, centre, low, 0.125, exact)
    assert (check.holds, check.arithmetic) == (True, "integers")


@pytest.mark.parametrize(("normalise", "lower"), [(False, 1.0), (True, 0.5)])
def test_a_hyperplane_in_integers_is_judged_as_one(normalise: bool, lower: float) -> None:
    """By its integers' sum, and by the greatest entry of each row where they are brought to one size."""
    problem = posed([[1.0, 2.0], [3.0, 0.5]], normalise=normalise)
    shown = {"coef": np.array([0.5, 0.0]), "centre": np.zeros(2), "offset": Fraction(0), "intercept": 0.0}
    x, proof = np.array([0.5, 0.5]), IntegerSeparator((2, 0), Fraction(0))
    below = ["margin at least"]
    for bracket, bad in ((None, []), (Bracket(lower, 3.0), []), (Bracket(nextafter(lower, 2), 3.0), below)):
        assert refused(problem, Claim(proof=proof, weights=x, bracket=bracket, **shown)) == bad
    assert refused(problem, Claim(proof=IntegerSeparator((0, 0), Fraction(0)), weights=x, **shown)) != []


@pytest.mark.parametrize("together", [1, 2, 512])
@pytest.mark.parametrize("weakest", [0, 1, 2])
def test_the_least_product_by_entry_is_found_in_every_block(
    monkeypatch: pytest.MonkeyPatch, together: int, weakest: int
) -> None:
    monkeypatch.setattr(positive, "_TOGETHER", together)
    rows = np.array([[4.0, 2.0], [4.0, 2.0], [4.0, 2.0]])
    rows[weakest] = [3.0, 12.0]
    problem = posed(rows, normalise=True)
    assert positive._least_by_entry(problem, np.array([1.0, 0.0])) == Fraction(1, 4)
    assert positive._least_by_entry(problem, (-1, 0)) == -1


def test_a_domination_of_unit_rows_counts_by_their_entries() -> None:
    """Rows of greatest entries 1 and 4, taken three times and once: the margin is at most −7 over 3 + 4."""
    problem = posed([[-1.0], [-4.0]], normalise=True)
    for upper, bad in ((-1.0, []), (nextafter(-1.0, -2.0), ["margin at most"])):
        proof = Domination((0, 1), (3, 1))
        claim = Claim(proof=proof, weights=np.array([0.75, 0.25]), bracket=Bracket(-inf, upper))
        assert refused(problem, claim) == bad
    wide = posed([[-1.0, 0.5], [-4.0, -1.5]], normalise=True)
    claim = Claim(proof=Domination((0, 1), (3, 1)), weights=np.array([0.75, 0.25]), bracket=Bracket(-inf, 0.0))
    assert refused(wide, claim) == []
