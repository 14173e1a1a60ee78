"""An earlier answer as a beginning: the same question, fewer points, more points, other labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.testing import instances

QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])


def gaussian(intercept: bool) -> tuple[Any, Any]:
    one = instances.gaussian(30, 3000, 1.0, intercept=intercept)
    return one.X, one.y


def same_margin(one: gordan.outcome.Outcome, other: gordan.outcome.Outcome) -> bool:
    return one.bracket.lower <= other.bracket.upper and other.bracket.lower <= one.bracket.upper


@QUESTIONS
@pytest.mark.parametrize("solver", ["auto", "working-set", "min-norm-point", "interior-point", "mirror-prox"])
def test_the_same_question_again_takes_no_iteration(solver: str, intercept: bool) -> None:
    X, y = gaussian(intercept)
    known = gordan.separate(X, y, intercept=intercept)
    again = gordan.separate(X, y, intercept=intercept, start=known, solver=solver, goal="margin")
    assert (again.kind, again.n_iter) == ("separable", 0)
    assert again.bracket.gap <= 1e-6
    assert again.verdict.holds


@QUESTIONS
def test_a_fold_begins_with_what_is_known_of_all(intercept: bool) -> None:
    X, y = gaussian(intercept)
    known = gordan.separate(X, y, intercept=intercept)
    # A point that mattered is left out, so that the answer changes.
    kept = np.delete(np.arange(3000), known.support[:1])
    rows = np.full(3000, -1)
    rows[kept] = np.arange(kept.size)
    fresh = gordan.separate(X[kept], y[kept], intercept=intercept)
    begun = gordan.separate(X[kept], y[kept], intercept=intercept, start=known, rows=rows)
    assert begun.kind == fresh.kind == "separable"
    assert same_margin(begun, fresh)
    assert begun.bracket.lower > known.bracket.upper
    assert begun.n_iter < fresh.n_iter


@QUESTIONS
def test_more_points_join_an_earlier_answer(intercept: bool) -> None:
    X, y = gaussian(intercept)
    known = gordan.separate(X[:2500], y[:2500], intercept=intercept)
    begun = gordan.separate(X, y, intercept=intercept, start=known, rows=np.arange(2500))
    fresh = gordan.separate(X, y, intercept=intercept)
    assert begun.kind == "separable"
    assert same_margin(begun, fresh)
    assert begun.n_iter < fresh.n_iter


@QUESTIONS
def test_other_labels_are_answered_right_whatever_the_start(intercept: bool) -> None:
    X, y = gaussian(intercept)
    known = gordan.separate(X, y, intercept=intercept)
    flipped = y.copy()
    flipped[:300] *= -1
    outcome = gordan.separate(X, flipped, intercept=intercept, start=known, rows=np.arange(3000))
    assert outcome.kind == gordan.separate(X, flipped, intercept=intercept).kind == "inseparable"
    back = gordan.separate(X, y, intercept=intercept, start=outcome, rows=np.arange(3000))
    assert same_margin(back, known)


def test_weights_are_carried_over_to_unit_lengths() -> None:
    X, y = gaussian(False)
    lengths = np.linspace(0.1, 10.0, 3000)[:, None]
    known = gordan.separate(X * lengths, y, intercept=False, normalise=True)
    again = gordan.separate(X * lengths, y, intercept=False, normalise=True, start=known)
    assert (again.n_iter, again.kind) == (0, "separable")
    assert again.bracket.gap <= 1e-6


def test_rows_that_are_all_gone_leave_the_direction() -> None:
    X, y = gaussian(True)
    known = gordan.separate(X[:1500], y[:1500])
    outcome = gordan.separate(X[1500:], y[1500:], start=known, rows=np.full(1500, -1))
    assert same_margin(outcome, gordan.separate(X[1500:], y[1500:]))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([0.5, 1.0, 2.0, 3.0], "no list of row numbers"),
        ([[0, 1], [2, 3]], "no list of row numbers"),
        ([0, 1, 2], "rows has 3 entries and the earlier data had 4 rows"),
        ([0, 1, 2, 4], "X has rows 0 to 3"),
        ([0, 1, 2, -2], "X has rows 0 to 3"),
    ],
)
def test_rows_that_lead_nowhere_get_a_sentence(rows: Any, sentence: str) -> None:
    X, y = [[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]
    known = gordan.separate(X, y)
    with pytest.raises(gordan.InputError, match=sentence):
        gordan.separate(X, y, start=known, rows=rows)


def test_rows_need_a_start() -> None:
    with pytest.raises(gordan.InputError, match="give that outcome as start"):
        gordan.separate([[0.0], [1.0]], [0, 1], rows=[0, 1])


def test_weights_that_are_all_of_one_class_now_are_left_behind() -> None:
    """Rounding must not make a class without weight look as if it had some."""
    known = gordan.separate([[0.0], [-3.0], [-1.0], [1.0], [0.0]], [-1, -1, 1, 1, 1])
    outcome = gordan.separate([[1.0], [0.0], [3.0], [-1.0], [-3.0]], [1, 1, 1, 1, -1], start=known)
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(1.0)


SHARES = {
    "mirror-prox": 0.75,
    "MPLFP": 0.7,
    "smooth-perceptron": 0.8,
    "smooth-perceptron-von-neumann": 0.7,
    "iterated-smooth-perceptron-von-neumann": 0.6,
}


@pytest.mark.parametrize("solver", SHARES)
def test_moved_points_take_fewer_iterations(solver: str) -> None:
    cold = warm = counted = 0
    for seed in range(6):
        one = instances.gaussian(20, 600, 1.0, intercept=seed % 2 == 0, random_state=seed)
        question = {"intercept": seed % 2 == 0}
        known = gordan.separate(one.X, one.y, **question)
        moved = one.X + 0.7 * known.bracket.lower * np.random.default_rng(seed).normal(size=one.X.shape)
        if gordan.separate(moved, one.y, **question).bracket.lower < 1e-3:
            continue
        fresh = gordan.separate(moved, one.y, solver=solver, **question)
        begun = gordan.separate(moved, one.y, solver=solver, start=known, **question)
        assert fresh.kind == begun.kind == "separable"
        assert begun.verdict.holds
        if begun.n_iter > 0:
            cold, warm, counted = cold + fresh.n_iter, warm + begun.n_iter, counted + 1
    assert counted >= 3
    assert warm < SHARES[solver] * cold


@pytest.mark.parametrize("solver", SHARES)
def test_an_earlier_answer_to_the_opposite_question_does_not_mislead(solver: str) -> None:
    one = instances.separable(4, 40, 0.2, intercept=False)
    wrong = gordan.separate(one.X, -one.y, intercept=False)
    begun = gordan.separate(one.X, one.y, intercept=False, solver=solver, start=wrong)
    assert begun.kind == "separable"
    if begun.guarantee is not None:
        assert begun.n_iter <= begun.guarantee.iterations


def test_the_bound_of_mirror_prox_is_that_of_its_centre() -> None:
    one = instances.separable(4, 40, 0.2, intercept=False)
    known = gordan.separate(one.X, one.y, intercept=False)
    fresh = gordan.separate(one.X, one.y, intercept=False, solver="mirror-prox")
    begun = gordan.separate(one.X, one.y, intercept=False, solver="mirror-prox", start=known)
    assert fresh.guarantee is not None
    assert begun.guarantee is None
