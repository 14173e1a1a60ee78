"""Both ends of the margin over w ≥ 0, rounded and exact, beside the same quotients in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import nextafter
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.outcome import Bracket, Claim
from gordan.verify.bounds import lowest
from gordan.verify.positive import _ceiling, _rounded_ceiling, _rounded_margin, judge_positive

FORMS = {"dense": np.asarray, "csr": sp.csr_array}
QUESTIONS = [(True, False), (False, False), (False, True)]  # with an intercept or not, by the greatest entry or not


def drawn(seed: int, intercept: bool, normalise: bool, numbers: Any, form: str) -> tuple[gordan.Points, Any, Any]:
    """A problem, a direction w ≥ 0 and weights on both classes."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 6)), int(rng.integers(1, 4))
    # Some problems lie on one side of all axes, so that both signs of either end are met.
    X = (rng.integers(-9, 10, (n, m)) + 10 * rng.integers(-1, 2)) / 7.0 * 10.0 ** rng.integers(-3, 4)
    X[np.abs(X).max(axis=1) == 0, 0] = 1.0
    X = X.astype(rng.choice([np.float32, np.float64]))
    y = np.arange(n) % 2 == rng.integers(2)
    w, x = rng.integers(0, 5, m) / 3.0, rng.integers(0, 4, n) / 3.0
    w[0] += 0.1
    x[:2] += 0.2
    question = {"intercept": intercept, "normalise": normalise, "numbers": numbers, "positive": True}
    return gordan.Points(FORMS[form](X), y, **question), w, x


def truth(problem: gordan.Points, w: Any, x: Any) -> tuple[Fraction, Fraction]:
    """lowest(A*w)/‖w‖₁ and the greatest coordinate of Ax, x brought on to the base."""
    exact = problem.exact_rows(range(problem.n))
    signs = [1 if sign > 0 else -1 for sign in problem.signs]
    rows = [[Fraction(0)] * problem.m for _ in signs]
    for row, sign, values, columns in zip(rows, signs, exact.integers, exact.columns, strict=True):
        for value, j in zip(values, columns, strict=True):
            row[j] = Fraction(sign * value, exact.denominator)
    v, shares = [Fraction(float(each)) for each in w], [Fraction(float(each)) for each in x]
    products = [sum(a * b for a, b in zip(row, v, strict=True)) for row in rows]
    greatest = [max(map(abs, row)) if problem.normalise else Fraction(1) for row in rows]
    sides = [[j for j, sign in enumerate(signs) if sign == side] for side in (1, -1)]
    if problem.intercept:
        least = sum(min(products[j] for j in own) for own in sides) / 2
        for own in sides:
            mass = 2 * sum(shares[j] for j in own)
            shares = [share / mass if j in own else share for j, share in enumerate(shares)]
    else:
        least = min(product / size for product, size in zip(products, greatest, strict=True))
        mass = sum(share * size for share, size in zip(shares, greatest, strict=True))
        shares = [share / mass for share in shares]
    top = max(sum(share * row[k] for share, row in zip(shares, rows, strict=True)) for k in range(problem.m))
    return least / sum(v), top


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize(("intercept", "normalise"), QUESTIONS)
def test_both_ends(intercept: bool, normalise: bool, numbers: Any, form: str) -> None:
    """What rounding proves is true and not far from the truth; the exact end is the truth itself."""
    signs = set()
    for seed in range(25):
        problem, w, x = drawn(seed, intercept, normalise, numbers, form)
        lower, upper = truth(problem, w, x)
        scale = float(np.abs(problem.X if form == "dense" else problem.X.toarray()).max())
        room = (1e-5 if problem.X.dtype == np.float32 else 1e-13) * (1.0 if normalise else scale)
        centre = np.zeros(problem.m)
        below = _rounded_margin(problem, w, lowest(problem, w, centre)).value
        above = _rounded_ceiling(problem, x, centre).value
        assert Fraction(below) <= lower <= Fraction(below + room)
        assert Fraction(above - room) <= upper <= Fraction(above)
        assert _ceiling(problem, x) == upper
        signs |= {("lower", lower > 0), ("upper", upper > 0)}
    assert {("upper", True), ("lower", False)} <= signs
    assert intercept or signs == {(end, sign) for end in ("lower", "upper") for sign in (True, False)}


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("intercept", "normalise"), QUESTIONS)
def test_the_next_double_beyond_either_end_is_refused(intercept: bool, normalise: bool, exact: bool) -> None:
    for seed in range(12):
        problem, w, x = drawn(seed, intercept, normalise, "binary", "dense")
        lower, upper = truth(problem, w, x)
        low, high = nearest_below(lower), -nearest_below(-upper)
        claim = Claim(coef=w, weights=x, centre=np.zeros(problem.m), classes=problem.classes)
        for ends, holds in (
            ((low, high), True),
            ((nextafter(low, np.inf), high), Fraction(nextafter(low, np.inf)) <= lower),
            ((low, nextafter(high, -np.inf)), Fraction(nextafter(high, -np.inf)) >= upper),
        ):
            checks = judge_positive(problem, replaced(claim, Bracket(*ends)), exact=exact)
            assert all(check.holds for check in checks) == holds, (seed, ends, checks)


def nearest_below(value: Fraction) -> float:
    double = value.numerator / value.denominator
    return double if Fraction(double) <= value else nextafter(double, -np.inf)


def replaced(claim: Claim, bracket: Bracket) -> Claim:
    from dataclasses import replace

    return replace(claim, bracket=bracket)


def test_weights_that_would_round_leave_the_upper_end_to_integers() -> None:
    problem = gordan.Points([[1.0], [-3.0]], [1, 0], intercept=False, positive=True)
    assert _rounded_ceiling(problem, np.array([1e300, 5e-324]), np.zeros(1)).value == np.inf
    assert _ceiling(problem, np.array([1e300, 5e-324])) > 0
    large = gordan.Points([[1.7e308, 1.0], [-1.7e308, 1.0]], [1, 0], intercept=False, positive=True)
    assert _rounded_ceiling(large, np.array([0.5, 0.75]), np.zeros(2)).value >= 1.6e308


def alone(row: list[float]) -> gordan.Points:
    return gordan.Points([row], [1], intercept=False, positive=True)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_rounding_of_the_sum_of_coefficients_counts(sign: float) -> None:
    """Each of the small ones is lost, or counts for more than it is, beside the first."""
    for small in (2.0**-53, 1.5 * 2.0**-53):
        w = np.array([1.0] + 6 * [small])
        problem = alone([sign] + 6 * [0.0])
        below = _rounded_margin(problem, w, lowest(problem, w, np.zeros(7))).value
        assert Fraction(below) <= Fraction(sign) / (1 + 6 * Fraction(small))


def test_a_lower_end_beyond_the_doubles_is_left_to_integers() -> None:
    """The sum of the coefficients overflows, or the quotient by it does."""
    for row, w, low, lie in (
        ([1e-10, 1e-10], [1e308, 1e308], 1e-10, 2e-10),
        ([1.7e308], [5e-324], 1.7e308, nextafter(1.7e308, np.inf)),
        ([1.7e308], [5e-324], 1.7e308, 1.79e308),
    ):
        problem, direction = alone(row), np.array(w)
        known = lowest(problem, direction, np.zeros(len(w)))
        assert _rounded_margin(problem, direction, known).value <= low
        claim = Claim(coef=direction, centre=np.zeros(len(w)), classes=problem.classes)
        for end, holds in ((low, True), (lie, False)):
            checks = judge_positive(problem, replaced(claim, Bracket(end, np.inf)), exact=False)
            assert all(check.holds for check in checks) == holds


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("rows", "top"), [([[-1.0, 0.0], [-2.0, 0.0]], 0), ([[-1.0], [-2.0]], Fraction(-3, 2))])
def test_a_column_without_entries_is_a_coordinate_too(rows: list[list[float]], top: Fraction, form: str) -> None:
    problem = gordan.Points(FORMS[form](np.array(rows)), [1, 1], intercept=False, positive=True)
    x = np.array([0.5, 0.5])
    assert _ceiling(problem, x) == top
    assert _rounded_ceiling(problem, x, np.zeros(problem.m)).value >= top
    nothing = gordan.Points(np.zeros((1, 2)), [1], intercept=False, positive=True)
    assert _ceiling(nothing, np.ones(1)) == 0
