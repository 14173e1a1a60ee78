"""The judge of claims in the space of a kernel, asked part by part: what it must not accept."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from flint import fmpq

import gordan
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Bracket, Cancellation, Claim
from gordan.verify.kernel.side import Sides
from gordan.verify.kernel.source import Bounded, source_of
from gordan.verify.kernel.verdict import _Judge, judge_kernel

cancel, verdict = import_module("gordan.verify.kernel.cancel"), import_module("gordan.verify.kernel.verdict")
HALVES = np.array([0.5, 0.5, 0.0])


def refused(problem: Any, integers: Any = (1, 1), weights: Any = HALVES, **claimed: Any) -> list[str]:
    claim = Claim(proof=Cancellation((0, 1), integers), weights=weights, **claimed)
    return [check.name for check in judge_kernel(problem, claim, exact=False) if not check.holds]


@pytest.mark.parametrize("together", [1, 1 << 12])
@pytest.mark.parametrize("place", [(0, 0), (1, 0), (2, 0), (0, 2), (0, 1)])
def test_images_cancel_at_every_row_of_a_matrix(
    monkeypatch: pytest.MonkeyPatch, place: tuple[int, int], together: int
) -> None:
    monkeypatch.setattr(cancel, "_TOGETHER", together)
    K = np.array([[2.0, 2.0, 1.0], [2.0, 2.0, 1.0], [1.0, 1.0, 5.0]])
    problem = gordan.Gram(K.copy(), [1, 0, 0])
    assert refused(problem) == []
    K[place] += 0.5
    changed: Any = SimpleNamespace(K=K, n=3)
    assert not cancel._every_row(changed, source_of(problem), (0, 1), [1, -1]).holds
    monkeypatch.setattr(cancel, "_PRODUCTS", 5)
    assert refused(problem) == ["weighted images cancel"]


@pytest.mark.parametrize("exact", [False, True])
def test_a_hyperplane_with_points_on_wrong_sides_bounds_no_margin_by_zero(exact: bool) -> None:
    problem = gordan.Gram(np.array([[2.0, 2.0, 1.0], [2.0, 2.0, 1.0], [1.0, 1.0, 5.0]]), [1, 0, 0])
    for coefficient, lower, holds in ((1.0, 0.0, False), (1.0, -1.0, True), (-1.0, 0.0, True)):
        shown: dict[str, Any] = {"dual_coef": np.array([0.0, 0.0, coefficient]), "offset": 0.0}
        claim = Claim(proof=Cancellation((0, 1), (1, 1)), weights=HALVES, bracket=Bracket(lower, 0.0), **shown)
        assert all(check.holds for check in judge_kernel(problem, claim, exact=exact)) is holds


def test_rows_that_cancel_one_another_do_not_cancel() -> None:
    """1 is left of the first row of the matrix, and −1 of the second."""
    assert refused(gordan.Gram(np.eye(2), [1, 0]), weights=HALVES[:2]) == ["weighted images cancel"]


def test_labels_cancel_with_an_intercept_only() -> None:
    K = np.array([[4.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])  # the first image is twice the second
    shown = np.array([1 / 3, 2 / 3, 0.0])
    assert refused(gordan.Gram(K, [1, 0, 0]), (1, 2), shown) == ["weighted labels cancel"]
    assert refused(gordan.Gram(K, [1, 0, 0], intercept=False), (1, 2), shown) == []


@pytest.mark.parametrize("gram", [False, True])
def test_labels_of_images_of_unit_length_count_by_their_lengths(gram: bool) -> None:
    """Two images of length √2 and twice one of length 1 cancel, with as many on both sides; brought to length 1 not."""
    X = np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 0.0]])
    for normalise, bad in ((False, []), (True, ["weighted labels cancel"])):
        how: dict[str, Any] = {"normalise": normalise}
        linear: dict[str, Any] = {"kernel": "poly", "degree": 1, "gamma": 1.0, "coef0": 0.0}
        problem: Any = gordan.Gram(X @ X.T, [1, 1, 0], **how) if gram else gordan.Points(X, [1, 1, 0], **linear, **how)
        claim = Claim(proof=Cancellation((0, 1, 2), (1, 1, 2)), weights=np.array([0.25, 0.25, 0.5]))
        checks = judge_kernel(problem, claim, exact=False)
        assert [check.name for check in checks if not check.holds] == bad
    twice = np.array([[4.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert refused(gordan.Gram(twice, [1, 0, 0], normalise=True), (1, 2), np.array([1 / 3, 2 / 3, 0.0])) == []


@pytest.mark.parametrize("squares", [[0, 1], [0, 0], [-1, -1]])
def test_images_without_a_length_have_no_labels(squares: list[int]) -> None:
    problem = gordan.Gram(np.eye(2), [1, 0], normalise=True)
    source: Any = SimpleNamespace(sharp_diagonal=lambda rows: [fmpq(v) for v in squares])
    assert not cancel._labels(problem, source, (0, 1), [1, -1], False).holds


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array])
@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly"])
def test_rows_of_the_same_places_are_not_equal_rows(kernel: str, form: Any) -> None:
    same, other = [[1.0, -0.0], [1.0, 0.0]], [[[1.0, 0.0], [2.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]]
    for rows in (same, *other):
        problem = gordan.Points(form(np.array([*rows, [5.0, 5.0]])), [1, 0, 0], kernel=kernel)
        assert refused(problem) == ([] if rows is same else ["weighted images cancel"])


def test_products_that_were_not_computed_cancel_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = gordan.Points([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [1, 0, 0], kernel="poly")
    monkeypatch.setattr(cancel, "affordable", lambda *given: False)
    assert refused(problem) == ["weighted images cancel"]


def test_a_bracket_of_other_numbers_is_all_that_is_judged() -> None:
    problem = gordan.Gram(np.ones((3, 3)), [1, 0, 0])
    assert refused(problem, bracket=Bracket(0, 1)) == ["bracket is made of doubles"]


def judge(*, exact: bool = False) -> tuple[Any, Any]:
    problem = gordan.Gram(np.eye(3), [1, 0, 0])
    return _Judge(problem, source_of(problem), exact), problem


@pytest.mark.parametrize(("off", "holds"), [(0.5, True), (2.0, False)])
def test_signs_hold_beyond_their_errors(monkeypatch: pytest.MonkeyPatch, off: float, holds: bool) -> None:
    monkeypatch.setattr(verdict, "sharp_sides", lambda *given: None)
    asked, _ = judge()
    g = Bounded(np.array([1.0, -1.0, -1.0]), np.full(3, off))
    checks = asked._signs(np.ones(3), 0.0, Sides(g, g, {}), g)
    assert [check.holds for check in checks] == [holds, holds]


@pytest.mark.parametrize("off", [0.5, 2.0])
def test_signs_left_open_are_asked_without_rounding(monkeypatch: pytest.MonkeyPatch, off: float) -> None:
    """Both of them: one alone may be open."""
    monkeypatch.setattr(verdict, "sharp_sides", lambda *given: (fmpq(1), fmpq(2)))
    asked, _ = judge()
    g = Bounded(np.array([1.0, -1.0, -1.0]), np.full(3, off))
    values = Bounded(g.value, np.zeros(3))
    checks = asked._signs(np.ones(3), 0.0, Sides(g, g, {}), values)
    assert [check.arithmetic.split(",")[0] for check in checks] == (
        ["floating point with rounding bounds"] * 2 if off < 1 else ["fractions"] * 2
    )
    far = Bounded(np.array([-3.0, -1.0, -1.0]), np.full(3, off))
    assert not any(check.holds for check in asked._signs(np.ones(3), 0.0, Sides(far, far, {}), far))


def test_a_proof_in_fractions_is_one_in_fractions() -> None:
    assert not verdict._in_fractions("name", Rounded(1.0), "").holds
    assert verdict._in_fractions("name", fmpq(1), "").holds
    assert not verdict._in_fractions("name", fmpq(-1), "").holds


def test_an_offset_is_looked_at_beside_an_intercept_only() -> None:
    for intercept in (True, False):
        problem = gordan.Points([[1.0], [-1.0]], [1, 0], intercept, kernel="poly", degree=1, gamma=1.0)
        names = {check.name for check in gordan.solve(problem).verdict.checks}
        assert ("offset lies between the classes" in names) == intercept


def test_an_upper_end_in_fractions_is_none_by_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where fractions would take too long, the bound of doubles does not stand in for them."""
    problem = gordan.Points([[1.0], [-1.0]], [1, 0], kernel="poly", degree=1, gamma=1.0)
    claim = Claim(bracket=Bracket(-np.inf, 2.0), weights=np.array([0.5, 0.5]))
    asked = _Judge(problem, source_of(problem), True)
    assert all(check.holds for check in asked.upper(claim))
    monkeypatch.setattr(verdict, "sharp_at_most", lambda *given: Rounded(np.inf))
    assert not all(check.holds for check in asked.upper(claim))
    assert all(check.holds for check in _Judge(problem, source_of(problem), False).upper(claim))
