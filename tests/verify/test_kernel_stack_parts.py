"""What is computed of a stack of questions in a kernel's space, part by part: each bound, each check, each refusal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from math import inf
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.rounding import ETA, U
from gordan.outcome import Bracket, Claim, KernelSeparator
from gordan.problem.kernel import Kernel
from gordan.verify import KernelClaims, KernelStack, verify_in_space
from gordan.verify.kernel.source import Bounded, Source

stacked = import_module("gordan.verify.kernel.stack")
LINEAR = Kernel("poly", gamma=1.0, degree=1, coef0=0.0)
X = np.array([[3.0, 1.0], [1.0, 2.0], [-2.0, 1.0], [-1.0, -2.0]])
STARTS = np.array([0, 4, 8])
# Both questions are about all four points; coefficients and weights have little to do with one another.
STACK = KernelStack(X, LINEAR, STARTS, np.tile(np.arange(4), 2), np.tile([1.0, 1.0, -1.0, -1.0], 2), [(0, 1), (2, 3)])
CLAIMS = KernelClaims(
    np.array([0, 2, 4]),
    np.array([1, 2, 0, 2]),
    np.array([1.0, -0.5, 0.25, -1.0]),
    np.array([1.0, 1.0, 0.5, 0.25]),
    np.zeros(2),
    [(0, 1), (2, 3)],
)
ALONE = STACK._replace(intercept=False)


class Odd(np.ndarray):
    """An array that may compare as it likes."""


class Long(Source):
    """Images without products, whose lengths are known only to an error."""

    def __init__(self, squares: Any, off: Any) -> None:
        self.squares, self.off = np.array(squares), np.array(off)

    def block(self, rows: Any, S: Any) -> Bounded:
        raise NotImplementedError

    def diagonal(self, rows: Any) -> Bounded:
        return Bounded(self.squares[rows], self.off[rows])

    def sharp(self, rows: Any, S: Any) -> Any:
        raise NotImplementedError

    def sharp_diagonal(self, rows: Any) -> Any:
        raise NotImplementedError


def slots(k: int) -> Any:
    """One question with k rows that have a coefficient."""
    return stacked._Slots(np.zeros(k, int), np.arange(k), np.array([0]), np.array([float(k)]))


def test_questions_have_an_intercept_unless_they_say_otherwise() -> None:
    plain = KernelStack(*STACK[:6])
    plain.require_question()
    assert plain.intercept is True
    ALONE._replace(signs=np.ones(8)).require_question()


@pytest.mark.parametrize(
    "changes",
    [
        {"starts": STARTS.astype(np.int32)},
        {"rows": STACK.rows.astype(np.int32)},
        {"signs": STACK.signs.astype(np.float32)},
        {"signs": STACK.signs.view(Odd)},
        {"rows": STACK.rows[:, None]},
        {"rows": np.where(STACK.rows == 3, 4, STACK.rows)},
        {"rows": STACK.rows - 1},
        {"signs": np.repeat([1.0, -1.0], 4)},
        {"classes": [(0, 1)]},
    ],
)
def test_what_is_no_question_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(gordan.InputError):
        verify_in_space(STACK._replace(**changes), CLAIMS)


@pytest.mark.parametrize(
    "changes",
    [
        {"c": CLAIMS.c[:-1]},
        {"x": CLAIMS.x[:, None]},
        {"offset": np.zeros(3)},
        {"starts": np.array([0, 1, 2, 4])},
        {"c": CLAIMS.c.view(Odd)},
        {"x": CLAIMS.x.view(Odd)},
        {"S": CLAIMS.S.astype(np.int32)},
        {"offset": np.zeros(2, np.float32)},
        {"classes": [(0, 1)]},
        {"starts": np.array([0, 4, 4])},
        {"starts": np.array([0, 5, 4])},
        {"starts": np.array([1, 2, 4])},
        {"starts": np.array([0, 2, 3])},
    ],
)
def test_what_is_no_claim_about_every_question_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(gordan.InputError):
        verify_in_space(STACK, CLAIMS._replace(**changes))


@pytest.mark.parametrize("stack", [STACK, ALONE], ids=["intercept", "none"])
def test_coefficients_bound_from_below_and_weights_from_above(stack: KernelStack) -> None:
    judged, signs = verify_in_space(stack, CLAIMS), np.array([1.0, 1.0, -1.0, -1.0])
    for q in (0, 1):
        c, x = CLAIMS.dense(q, 4)
        w = c @ X
        ends = [(signs * (X @ w))[side].min() for side in (signs > 0, signs < 0)]
        low = sum(ends) / 2 if stack.intercept else min(ends)
        mass = np.where(signs > 0, x[:2].sum(), x[2:].sum()) if stack.intercept else x.sum()
        left = np.linalg.norm((signs * x / mass) @ X) * (0.5 if stack.intercept else 1.0)
        assert judged.gap[q] == pytest.approx(low, rel=1e-12, abs=0.0)
        assert judged.least[q] == pytest.approx(min(ends), rel=1e-12, abs=0.0)
        assert judged.upper[q] == pytest.approx(left, rel=1e-12, abs=0.0)
        assert judged.lower[q] == pytest.approx(low / np.linalg.norm(w), rel=1e-12, abs=0.0)
    assert (judged.m, judged.sizes.tolist(), judged.holds.tolist()) == (2, [4, 4], [True, True])


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_errors_are_those_of_the_sums_that_they_belong_to(scale: float) -> None:
    """Coefficients far larger than the weights, or far smaller, do not lend them their errors."""
    judged, plain = (verify_in_space(STACK, CLAIMS._replace(c=c)) for c in (scale * CLAIMS.c, CLAIMS.c))
    assert judged.upper.tolist() == plain.upper.tolist()
    assert judged.least == pytest.approx(scale * plain.least, rel=1e-12, abs=0.0)


def test_a_quotient_among_the_least_doubles_is_not_rounded_up() -> None:
    """0.6 of the least double, which a quotient would round to the whole of it."""
    points = np.array([[3.0, 4.0], [5e-324, 0.0]]) * np.array([[2.0**20], [1.0]])
    one, two = np.array([0, 2]), np.array([0, 1])
    stack = KernelStack(points, LINEAR, one, two, np.ones(2), [(1,)], False)
    claims = KernelClaims(np.array([0, 1]), np.zeros(1, int), np.ones(1), np.ones(1), np.zeros(1), [(1,)])
    judged = verify_in_space(stack, claims)
    assert judged.gap[0] > 0
    assert Fraction(judged.lower[0]) <= Fraction(3, 5) * Fraction(5e-324)


@pytest.mark.parametrize("weights", [[-0.5, 1.0, 1.0, 1.0], [inf, 1.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0]])
def test_weights_off_their_base_bound_nothing(weights: list[float]) -> None:
    judged = verify_in_space(ALONE, CLAIMS._replace(x=np.array(weights)))
    assert judged.sound.all()
    assert judged.base.tolist() == [False, True]
    assert judged.upper[0] == inf
    claim = record(judged, 0, ALONE, bracket=Bracket(-inf, inf))
    assert "weights" in " ".join(check.name for check in judged.verdict(0, claim).failed)


@pytest.mark.parametrize("far", [2.0**901, 2.0**-901])
def test_a_mass_that_is_not_ordinary_bounds_nothing(far: float) -> None:
    judged = verify_in_space(STACK, CLAIMS._replace(x=CLAIMS.x * np.array([far, 1.0, 1.0, 1.0])))
    assert judged.base.all()
    assert (judged.upper < inf).tolist() == [False, True]


@pytest.mark.parametrize("offset", [0.0, 0.5])
def test_an_offset_rounds_by_units_of_both_terms(offset: float) -> None:
    f = Bounded(np.array([1.0, 2.0]), np.zeros(2))
    one = KernelStack(X[:2], LINEAR, np.array([0, 2]), np.arange(2), np.ones(2), [(1,)], False)
    _, least, twice = stacked._sides(one, f, np.array([offset]))
    assert Fraction(1 + offset) - Fraction(least[0]) >= 4 * Fraction(U) * Fraction(1 + offset)
    assert Fraction(1 + offset) - Fraction(twice[0]) >= 8 * Fraction(U) * Fraction(1 + offset)
    assert twice[0] == pytest.approx(1 + offset, rel=1e-14)


@pytest.mark.parametrize(("first", "second"), [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, 3.0), (5e-324, 5e-324)])
def test_a_gap_is_rounded_down(first: float, second: float) -> None:
    two = STACK._replace(starts=np.array([0, 2]), rows=np.arange(2), signs=np.array([1.0, -1.0]))
    found = Fraction(float(stacked._gap(two, np.array([first, second]))[0]))
    off = 3 * Fraction(U) * (abs(Fraction(first)) + abs(Fraction(second)))
    assert found <= (Fraction(first) + Fraction(second)) / 2 - off
    assert found >= (Fraction(first) + Fraction(second)) / 2 - 2 * off - 4 * Fraction(ETA)
    assert stacked._gap(two._replace(intercept=False), np.array([first, second])).tolist() == [min(first, second)]


@pytest.mark.parametrize(("value", "error"), [(4.0, 0.0), (0.0, 1.0), (-3.0, 0.5), (1.0, 0.25)])
def test_a_length_has_twice_the_error_of_its_square(value: float, error: float) -> None:
    k, c = 100, np.full(100, -0.5)
    found = Fraction(float(stacked._length(slots(k), c, Bounded(np.full(k, -value), np.full(k, error)))[0]))
    square = max(50 * Fraction(value), Fraction(0))
    off = 50 * Fraction(error) * (1 + 100 * Fraction(U)) + (k + 8) * Fraction(U) * 50 * abs(Fraction(value))
    assert found**2 >= (square + 2 * off) * (1 + 6 * Fraction(U)) ** 2
    assert found**2 <= (square + 2 * off) * (1 + 40 * Fraction(U)) ** 2


@pytest.mark.parametrize("k", [1, 100])
@pytest.mark.parametrize("intercept", [True, False])
def test_shares_are_rounded_by_units_of_the_farthest_images(k: int, intercept: bool) -> None:
    """Where nothing is left of the weighted images the bound is what rounding may have lost of them."""
    source = Long(np.full(k, 25.0e20), np.full(k, 16.0e20))
    one = STACK._replace(rows=np.arange(k), intercept=intercept)
    share = np.full(k, -1.0 / k)
    found = stacked._margin_at_most(one, source, slots(k), share, Bounded(np.zeros(k), np.zeros(k)))[0]
    # Roots of 25e20 are off by 2e10 where the square is 9e20.
    spans, factor = 7.0e10, 0.5 if intercept else 1.0
    assert found == pytest.approx(factor * 4 * (k + 16) * U * spans, rel=1e-12, abs=0.0)
    assert found >= factor * 4 * (k + 16) * U * spans * (1 + (k + 8 + 4) * U)


def record(judged: Any, q: int, stack: KernelStack, **changes: Any) -> Claim:
    """What was judged of a question, as a record."""
    c, x = judged.claims.dense(q, int(judged.sizes[q]))
    offset = float(judged.claims.offset[q])
    shown = {"classes": stack.classes[q], "dual_coef": c, "offset": offset, "intercept": offset, "weights": x}
    bracket = Bracket(float(judged.lower[q]), float(judged.upper[q]))
    return Claim(**({"proof": KernelSeparator(c, offset), "bracket": bracket} | shown | changes))


def failed(judged: Any, **changes: Any) -> list[str]:
    return [check.name for check in judged.verdict(0, record(judged, 0, STACK, **changes)).failed]


def test_a_record_of_what_was_judged_holds_and_no_other() -> None:
    judged = verify_in_space(STACK, CLAIMS)
    c, x = judged.claims.dense(0, 4)
    assert judged.holds.tolist() == [True, True]
    assert failed(judged) == []
    assert failed(judged, bracket=None) == []
    assert failed(judged, proof=KernelSeparator(2.0 * c, 0.0)) == ["claim is the one judged"]
    assert failed(judged, proof=KernelSeparator(c, 0.125)) == ["claim is the one judged"]
    assert failed(judged, weights=2.0 * x) == ["claim is the one judged"]
    assert failed(judged, offset=0.125) == ["dual_coef and intercept are the proof's"]
    assert failed(judged, intercept=0.125) == ["dual_coef and intercept are the proof's"]
    assert failed(judged, bracket=Bracket(0, 100)) == ["bracket is made of doubles"]
    assert failed(judged, classes=(0, 2), space="another") == ["classes"]


def test_ends_that_contradict_one_another_are_refused() -> None:
    judged = replace(verify_in_space(STACK, CLAIMS), lower=np.full(2, 5.0), upper=np.full(2, 1.0))
    assert failed(judged, bracket=Bracket(4.0, 2.0)) == ["lower bound is not above the upper"]
    assert not judged.holds.any()


def test_without_an_intercept_no_offset_holds() -> None:
    judged = verify_in_space(ALONE, CLAIMS)
    assert judged.holds.tolist() == [True, True]
    assert verify_in_space(ALONE, CLAIMS._replace(offset=np.array([0.125, 0.0]))).holds.tolist() == [False, True]
    assert verify_in_space(STACK, CLAIMS._replace(offset=np.array([0.125, 0.0]))).holds.tolist() == [True, True]
