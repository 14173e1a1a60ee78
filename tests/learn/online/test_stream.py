"""One example at a time or in batches, dense, sparse or by name: the same learner comes out."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csc_array, csr_array

import gordan
from gordan.engine.oracle.build import build
from gordan.learn.online.columns import Columns
from learn.online.streams import LINEAR, dictionaries, integer_stream

COMBINE = ["last", "averaged", "voted"]


def counts(learner: Any) -> tuple[int, ...]:
    return learner.examples, learner.mistakes, learner.updates


@pytest.mark.parametrize("combine", COMBINE)
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("name", LINEAR)
def test_every_way_of_seeing_a_stream_is_the_same_run(name: str, intercept: bool, combine: str) -> None:
    X, y = integer_stream()
    learners = [LINEAR[name](intercept=intercept, combine=combine) for _ in range(6)]
    by_name, by_row, dense, sparse, framed, parts = learners
    for x, row, label in zip(dictionaries(X), X, y, strict=True):
        by_name.learn_one(x, label)
        by_row.learn_one(row, label)
    dense.partial_fit(X, y)
    sparse.partial_fit(csr_array(X), y)
    framed.partial_fit(pl.DataFrame(X, schema=[f"x{j}" for j in range(X.shape[1])]), y.tolist())
    for part in np.array_split(np.arange(len(y)), 7):
        parts.partial_fit(csc_array(X[part]), y[part])
    decisions = [by_name.decision_one(x) for x in dictionaries(X)]
    for learner in learners[1:]:
        assert counts(learner) == counts(by_name)
        assert learner.decision_function(X) == pytest.approx(decisions, rel=1e-12, abs=1e-9)
        if combine == "last":
            assert learner.coef_.tolist() == [by_name.coef_.get(f"x{j}", 0.0) for j in range(X.shape[1])]
            assert learner.intercept_ == by_name.intercept_


@pytest.mark.parametrize("combine", COMBINE)
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", LINEAR)
def test_the_compiled_loop_does_what_the_plain_one_does(name: str, sparse: bool, combine: str) -> None:
    X, y = integer_stream(seed=1)
    signs = np.where(y == "up", 1, -1).astype(np.int8)
    matrix = csr_array(X) if sparse else X
    plain, compiled = (Columns(LINEAR[name]()._run, combine) for _ in range(2))
    plain.learn_rows(matrix, signs, compiled=False)
    compiled.learn_rows(matrix, signs, compiled=True)
    assert compiled.run == plain.run
    assert compiled.w.tolist() == plain.w.tolist()
    assert compiled.weighted.tolist() == plain.weighted.tolist()
    assert compiled.decide_rows(matrix).tolist() == plain.decide_rows(matrix).tolist()


def test_one_pass_is_the_first_pass_of_the_library_s_perceptron() -> None:
    X, y = integer_stream(seed=2)
    outcome = gordan.separate(X, y, intercept=False, solver=gordan.solver.Perceptron(), max_iter=1)
    learner = gordan.online.OnlinePerceptron(intercept=False).partial_fit(X, y)
    assert learner.updates == outcome.n_iter > 10

    problem = gordan.Points(X, y, intercept=False)
    first = next(gordan.solver.Perceptron().candidates(build(problem.canonical())))
    scale = np.linalg.norm(learner.coef_) / np.linalg.norm(first.direction)
    assert first.updates == learner.updates
    assert learner.coef_ == pytest.approx(scale * first.direction)


@pytest.mark.parametrize("form", ["names", "rows"])
def test_the_average_is_the_mean_of_the_directions_and_the_vote_their_vote(form: str) -> None:
    X, y = integer_stream(n=60, seed=3)
    points: Any = dictionaries(X) if form == "names" else list(X)
    learners = {combine: gordan.online.OnlinePerceptron(combine=combine) for combine in COMBINE}
    lived = []
    for x, label in zip(points, y, strict=True):
        for learner in learners.values():
            learner.learn_one(x, label)
        lived.append(copy.deepcopy(learners["last"]))
    flipped = [len(each.classes_) == 1 and each.classes_ == ("down",) for each in lived]
    for x in points[:20]:
        every = [
            -each.decision_one(x) if turned else each.decision_one(x)
            for each, turned in zip(lived, flipped, strict=True)
        ]
        assert learners["averaged"].decision_one(x) == pytest.approx(np.mean(every), rel=1e-12, abs=1e-9)
        assert learners["voted"].decision_one(x) == np.sign(every).sum()


def test_the_intercept_finds_a_far_threshold() -> None:
    """The paper's 999 and 1001: with a last coordinate of 1 the margin is tiny and the rounds are many more."""
    X, y = np.array([[999.0], [1001.0]]), ["low", "high"]
    growing, rounds = gordan.online.OnlinePerceptron().partial_fit(X, y), 1
    while list(growing.predict(X)) != y:
        growing.partial_fit(X, y)
        rounds += 1
    ones = gordan.online.OnlinePerceptron(intercept=False)
    for _ in range(3 * rounds):
        ones.partial_fit(np.column_stack([X, np.ones(2)]), y)
    assert list(ones.predict(np.column_stack([X, np.ones(2)]))) != y


def test_the_classifier_stays_when_the_last_coordinate_grows() -> None:
    learner = gordan.online.OnlinePerceptron(classes=[0, 1])
    learner.partial_fit([[1.0, 0.0], [-1.0, 1.0], [0.5, 2.0]], [1, 0, 1])
    before = learner.intercept_, learner.coef_, learner._run.lift
    learner.learn_one(100.0 * np.sign(learner.coef_), 0)
    assert learner._run.lift > 100 > before[2]
    assert learner.intercept_ - before[0] == -(learner._run.lift**2)


def test_features_grow_by_name_and_in_sparse_streams() -> None:
    learner = gordan.online.OnlinePerceptron(intercept=False)
    learner.learn_one({"a": 1}, True)
    learner.learn_one({"a": -1, "b": 2}, True)
    assert learner.predict_one({"b": 1, "c": 9}) is True
    assert "c" not in learner.coef_

    growing = gordan.online.OnlinePerceptron(intercept=False, growing=True)
    growing.partial_fit(csr_array([[1.0]]), [1], classes=[0, 1])
    growing.partial_fit(csr_array([[0.0, 3.0]]), [0])
    growing.partial_fit(csr_array([[-2.0]]), [1])
    assert growing.coef_.tolist() == [-1.0, -3.0]
    assert list(growing.predict(csr_array([[1.0, 0.0, 5.0]]))) == [0]


def test_zero_is_don_t_know_and_a_mistake() -> None:
    learner = gordan.online.OnlinePerceptron(intercept=False, classes=["no", "yes"])
    assert learner.predict_one([1.0, 0.0]) is None
    learner.learn_one([1.0, 0.0], "yes")
    assert learner.predict_one([0.0, 1.0]) is None
    learner.learn_one([0.0, 1.0], "no")
    assert (learner.mistakes, learner.examples) == (2, 2)
    assert list(learner.predict([[1.0, 1.0], [3.0, 1.0], [1.0, 3.0]])) == [None, "yes", "no"]


def test_one_class_is_fine_and_the_other_has_no_name_yet() -> None:
    learner = gordan.online.OnlinePerceptron().partial_fit([[1.0], [2.0]], ["b", "b"])
    assert (learner.predict_one([1.0]), learner.predict_one([-9.0])) == ("b", None)
    before = learner.decision_one([3.0])
    learner.learn_one([-9.0], "c")
    assert learner.classes_ == ("b", "c")
    assert learner.decision_one([3.0]) != before
    assert learner.predict_one([3.0]) == "b"


def test_labels_as_they_come_or_given_make_no_difference() -> None:
    X, y = integer_stream(seed=4)
    order = np.argsort(y != "down", kind="stable")
    as_they_come = gordan.online.OnlinePerceptron().partial_fit(X[order[:40]], y[order[:40]])
    as_they_come.partial_fit(X[order[40:]], y[order[40:]])
    given = gordan.online.OnlinePerceptron(classes=["up", "down"]).partial_fit(X[order], y[order])
    assert as_they_come.decision_function(X).tolist() == given.decision_function(X).tolist()


def test_copies_go_on_by_themselves() -> None:
    X, y = integer_stream(seed=5)
    for points in (list(X), dictionaries(X)):
        learner = gordan.online.OnlineRIndependentPerceptron(combine="averaged")
        for x, label in zip(points[:50], y[:50], strict=True):
            learner.learn_one(x, label)
        twins = [copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))]
        for x, label in zip(points[50:], y[50:], strict=True):
            for each in (learner, *twins):
                each.learn_one(x, label)
        for twin in twins:
            assert counts(twin) == counts(learner)
            assert twin.decision_one(points[0]) == learner.decision_one(points[0])


def test_numbers_of_any_kind_in_dictionaries() -> None:
    learner = gordan.online.OnlinePerceptron()
    learner.learn_one({"a": np.float32(0.1), "b": True, 3: np.int64(2)}, np.str_("x"))
    learner.learn_one({"a": 1, "b": np.bool_(False)}, "y")
    assert all(type(value) is float for value in learner.coef_.values())
    assert learner.coef_["a"] == 1.0 - float(np.float32(0.1))


def test_pandas_frames_and_series() -> None:
    X, y = integer_stream(seed=6)
    frame = pd.DataFrame(X, columns=list("abcde"))
    learner = gordan.online.OnlinePerceptron().partial_fit(frame, pd.Series(y))
    learner.learn_one(frame.iloc[0], y[0])
    assert learner.examples == len(y) + 1
