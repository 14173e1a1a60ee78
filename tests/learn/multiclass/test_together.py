"""Questions of several classes that are answered together: the same answers, proved, whoever does the work."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris

import gordan
from gordan.learn.multiclass import Labelled, Way, separate_classes

X, Y = load_iris(return_X_y=True)
SCHEMES = pytest.mark.parametrize("scheme", ["ovo", "ovr"])


@SCHEMES
@pytest.mark.parametrize("intercept", [False, True])
def test_the_answers_of_one_by_one(scheme: str, intercept: bool) -> None:
    labelled, way = Labelled(X, Y, intercept), Way(goal="margin")
    assert labelled.small(scheme)
    together = list(separate_classes(labelled, scheme=scheme, way=way))
    alone = separate_classes(labelled, scheme=scheme, way=way, answer=lambda asked: way.solve(asked.problem))
    for contest, other in zip(together, alone, strict=True):
        assert (contest.words, contest.outcome.kind) == (other.words, other.outcome.kind)
        assert contest.outcome.bracket.lower == pytest.approx(other.outcome.bracket.lower, rel=1e-6)
        assert gordan.verify(contest.problem, contest.outcome).holds


@SCHEMES
def test_threads_change_nothing(scheme: str) -> None:
    labelled = Labelled(X, Y)
    for one, two in zip(
        separate_classes(labelled, scheme=scheme, way=Way(workers=1)),
        separate_classes(labelled, scheme=scheme, way=Way(workers=2)),
        strict=True,
    ):
        assert one.outcome.bracket == two.outcome.bracket
        assert np.array_equal(one.outcome.coef, two.outcome.coef)


def test_within_a_budget_the_number_that_was_given_is_named() -> None:
    [*contests] = separate_classes(Labelled(X, Y), scheme="ovo", way=Way(goal="margin", max_seconds=1e-7))
    undecided = [contest.outcome for contest in contests if contest.outcome.kind == "undecided"]
    assert undecided
    assert all("max_seconds = 1e-07" in outcome.reason for outcome in undecided)


def test_large_or_sparse_questions_are_not_stacked() -> None:
    labels = np.arange(3000) % 3
    assert not Labelled(np.ones((3000, 200)), labels).small("ovo")
    assert Labelled(np.ones((3000, 20)), labels).small("ovo")
    assert not Labelled(np.ones((3000, 20)), labels % 2).small("ovo")
