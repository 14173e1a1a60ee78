"""One question per class or per pair: posed without a copy, answered as if it stood alone."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.learn.multiclass import Labelled, Sides, Space, Way, all_sides, elect, separate_classes, tally

X = np.random.default_rng(3).standard_normal((30, 3)) + np.repeat(np.eye(3) * 4.0, 10, axis=0)
Y = np.repeat(np.array(["ash", "birch", "cedar"]), 10)


def test_against_the_rest_no_point_is_copied() -> None:
    for contest in separate_classes(Labelled(X, Y)):
        assert np.shares_memory(contest.problem.X, X)
        assert contest.rows is None


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_every_answer_holds_for_the_question_a_person_would_pose(scheme: str) -> None:
    for contest in separate_classes(Labelled(X, Y), scheme=scheme):
        if scheme == "ovr":
            posed = gordan.Points(X, contest.positive == Y)
        else:
            posed = gordan.Points(X[np.isin(Y, [contest.negative, contest.positive])], Y[contest.rows])
        assert gordan.verify(posed, contest.outcome).holds
        assert posed.digest() == contest.problem.digest()


def test_rows_of_a_pair_are_told_in_numbers_of_the_data() -> None:
    for contest in separate_classes(Labelled(X, Y), scheme="ovo"):
        assert set(Y[contest.given_rows(contest.outcome.support)]) == {contest.negative, contest.positive}


def test_two_classes_are_one_question_under_either_scheme() -> None:
    for scheme in ("ovr", "ovo"):
        (contest,) = separate_classes(Labelled(X[:20], Y[:20]), scheme=scheme)
        alone = gordan.separate(X[:20], Y[:20])
        assert contest.outcome.classes == alone.classes == ("ash", "birch")
        assert contest.outcome.bracket == alone.bracket


def test_the_seconds_are_for_all_questions_together() -> None:
    spent = list(separate_classes(Labelled(X, np.arange(30) % 3), way=Way(max_seconds=1e-9)))
    assert [contest.outcome.kind for contest in spent] == ["undecided"] * 3
    assert all("max_seconds" in contest.outcome.reason for contest in spent)
    with pytest.raises(gordan.InputError, match="max_seconds is -1"):
        list(separate_classes(Labelled(X, Y), way=Way(max_seconds=-1)))


def test_what_cannot_be_asked_is_refused_in_a_sentence() -> None:
    with pytest.raises(gordan.InputError, match="needs two classes"):
        list(separate_classes(Labelled(X, np.zeros(30))))
    with pytest.raises(gordan.InputError, match="'ovr'"):
        all_sides(3, "all")
    with pytest.raises(gordan.InputError, match="did you mean 'rbf'"):
        list(separate_classes(Labelled(X, Y, space=Space("rfb"))))


@pytest.mark.parametrize("n_classes", [3, 4, 7])
def test_votes_decide_and_distances_only_break_ties(n_classes: int) -> None:
    """Electing and the greatest tally agree, and no class wins against one with more votes."""
    values = np.random.default_rng(n_classes).standard_normal((200, n_classes * (n_classes - 1) // 2))
    sides = all_sides(n_classes, "ovo")
    chosen, tallied = elect(values, sides, n_classes), tally(values, sides, n_classes)
    assert (chosen == tallied.argmax(axis=1)).all()
    wins = np.zeros((200, n_classes))
    for column, (a, b) in enumerate(sides):
        wins[np.arange(200), np.where(values[:, column] > 0, b, a)] += 1
    assert (wins[np.arange(200), chosen] == wins.max(axis=1)).all()
    assert (np.abs(tallied - wins) < 1 / 3).all()


def test_equal_votes_go_to_the_greater_sum_however_large() -> None:
    cycle = np.array([[1e30, -3e30, 2e30]])  # 1 beats 0, 0 beats 2, 2 beats 1
    assert elect(cycle, [Sides(0, 1), Sides(0, 2), Sides(1, 2)], 3).tolist() == [0]


@pytest.mark.parametrize("power", [-1000, -60, 0, 70, 1000])
def test_votes_do_not_depend_on_units_and_the_greatest_value_is_elected(power: int) -> None:
    sides, ties = all_sides(3, "ovo"), np.random.default_rng(1).uniform(0.5, 1.0, (100, 3)) * [1.0, -1.0, 1.0]
    found = tally(ties * 2.0**power, sides, 3)
    assert (found == tally(ties, sides, 3)).all()
    assert (elect(ties * 2.0**power, sides, 3) == found.argmax(axis=1)).all()
    assert len(set(found.argmax(axis=1))) == 3
