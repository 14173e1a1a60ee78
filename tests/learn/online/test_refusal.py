"""What cannot be learned gets a sentence and leaves the learner as it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.errors import InputError


def taught(form: str, **options: Any) -> Any:
    learner = gordan.online.OnlinePerceptron(**options)
    for x, y in (([1.0, 2.0], "a"), ([2.0, -1.0], "b")):
        learner.learn_one({"p": x[0], "q": x[1]} if form == "names" else x, y)
    return learner


EXAMPLES = [
    ("names", {"p": 1.0, "q": float("nan")}, "a", "feature 'q' is nan"),
    ("names", {"new": float("inf")}, "a", "feature 'new' is inf"),
    ("names", {"p": "3"}, "a", "feature 'p' is '3', which is not a number"),
    ("names", {"p": None}, "a", "feature 'p' is None"),
    ("names", {"p": 1j}, "a", "feature 'p' is 1j"),
    ("names", {"p": 10**400}, "a", "feature 'p' is 1000"),
    ("names", {"p": [1.0]}, "a", r"feature 'p' is \[1.0\]"),
    ("names", [1.0, 2.0], "a", "seen dictionaries"),
    ("names", {"p": 1e200}, "a", "so large that their squares"),
    ("names", {"p": 1.0}, "c", "'c' is a third class beside 'a' and 'b'"),
    ("names", {"p": 1.0}, None, "label is missing"),
    ("names", {"p": 1.0}, float("nan"), "label is missing"),
    ("names", {"p": 1.0}, ["a"], "cannot be compared or looked up"),
    ("rows", [1.0, float("-inf")], "a", "feature 1 is -inf"),
    ("rows", [1.0], "a", "had 2 features and now have 1"),
    ("rows", [1.0, 2.0, 3.0], "a", "had 2 features and now have 3"),
    ("rows", {"p": 1.0}, "a", "seen arrays and was now given a dictionary"),
    ("rows", [["1", "2"]], "a", "neither a dictionary of numbers nor one row"),
    ("rows", [-1e200, -1e200], "b", "so large that their squares"),
    ("rows", "text", "a", "neither a dictionary"),
    ("rows", np.array([np.longdouble("1e400"), 1.0]), "a", "feature 0 is"),
    ("names", {"p": np.longdouble("1e400")}, "a", "feature 'p' is"),
    ("names", {"p": 10**200}, "b", "so large that their squares"),
    ("rows", [1.0, 2.0], "c", "third class"),
]


@pytest.mark.parametrize(("form", "x", "y", "words"), EXAMPLES)
def test_an_example_that_cannot_be_learned(form: str, x: Any, y: Any, words: str) -> None:
    learner = taught(form)
    if words.startswith("so large"):
        y = "b" if learner.predict_one(x) == "a" else "a"
    before = repr(vars(learner._run)), repr(learner.coef_), learner.classes_
    with pytest.raises(InputError, match=words):
        learner.learn_one(x, y)
    assert (repr(vars(learner._run)), repr(learner.coef_), learner.classes_) == before


BATCHES = [
    ([[1.0, 2.0], [np.nan, 1.0]], ["a", "b"], r"X\[1, 0\] is nan"),
    ([[1.0, 2.0, 3.0]], ["a"], "had 2 features and now have 3"),
    (csr_array([[1.0, 2.0, 3.0]]), ["a"], "growing=True"),
    ([[1.0, 2.0], [1.0, 1.0]], ["a", "c"], "'c' is a third class"),
    ([[1.0, 2.0], [1.0, 1.0]], ["a"], "2 rows and y has shape"),
    ([[1.0, 2.0], [1.0, 1.0]], ["a", None], "label is missing"),
    ([{"p": 1.0}], ["a"], "one by one"),
    ([["x", "y"]], ["a"], "not numbers"),
    ([[1.0, 2.0], [1.0, 1.0]], ["a", 1], "mix types"),
    ([[1.0, 2.0], [1.0, 1.0]], [[1], [1, 2]], "labels have different lengths"),
    ([[1.0, 2.0]], np.array(["2020-01-01"], dtype="M8[ns]"), "give text or numbers"),
    ([[1.0, 2.0]], np.ma.array(["a"], mask=[True]), "masked"),
    ([[1.0, 2.0]], pd.Series([pd.NA], dtype="string"), "cannot be compared"),
]


@pytest.mark.parametrize(("X", "y", "words"), BATCHES)
def test_a_batch_that_cannot_be_learned(X: Any, y: Any, words: str) -> None:
    learner = taught("rows")
    before = repr(vars(learner._run)), repr(learner.coef_), learner.classes_
    with pytest.raises(InputError, match=words):
        learner.partial_fit(X, y)
    assert (repr(vars(learner._run)), repr(learner.coef_), learner.classes_) == before


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("combine", ["last", "averaged", "voted"])
def test_a_zero_row_is_refused_by_name_and_nothing_of_its_batch_is_learned(long: bool, combine: str) -> None:
    X = np.ones((25_000 if long else 5, 2))
    X[3] = 0.0
    learner = gordan.online.OnlinePerceptron(intercept=False, combine=combine, classes=[0, 1])
    with pytest.raises(InputError, match="row 3 is all zeros; without an intercept"):
        learner.partial_fit(X, np.arange(len(X)) % 2)
    assert (learner.examples, learner.updates, learner.classes_) == (0, 0, (0, 1))
    with pytest.raises(InputError, match="the example is all zeros"):
        learner.learn_one([0.0, 0.0], 1)
    with pytest.raises(InputError, match="the example is all zeros"):
        gordan.online.OnlinePerceptron(intercept=False).learn_one({}, 1)


def test_a_zero_point_is_fine_with_an_intercept() -> None:
    learner = gordan.online.OnlinePerceptron()
    learner.learn_one([0.0], "in")
    learner.learn_one([0.0], "in")
    assert learner.mistakes == 1
    assert learner.predict_one([0.0]) == "in"
    learner.learn_one([3.0], "out")
    named = gordan.online.OnlinePerceptron()
    named.learn_one({}, "in")
    assert named.predict_one({}) == "in"


def test_tiny_points_are_said_to_be_tiny() -> None:
    with pytest.raises(InputError, match="so small that their squares"):
        gordan.online.OnlinePerceptron(intercept=False).learn_one([1e-200, 0.0], 1)
    with pytest.raises(InputError, match="so small that their squares"):
        gordan.online.OnlinePerceptron(intercept=False).learn_one({"a": 1e-200}, 1)


def test_a_refused_first_example_leaves_no_label_behind() -> None:
    learner = gordan.online.OnlinePerceptron()
    with pytest.raises(InputError):
        learner.learn_one({"p": "x"}, "a")
    assert learner.classes_ == ()
    learner.learn_one([1.0], "b")
    with pytest.raises(InputError):
        learner.learn_one([float("nan")], "c")
    assert learner.classes_ == ("b",)
    assert learner.predict_one([1.0]) == "b"


def test_frames_whose_columns_changed_places() -> None:
    learner = gordan.online.OnlinePerceptron().partial_fit(pd.DataFrame({"a": [1.0], "b": [2.0]}), [0])
    with pytest.raises(InputError, match="column 0 was named 'a' and is now 'b'"):
        learner.partial_fit(pd.DataFrame({"b": [1.0], "a": [2.0]}), [1])
    assert learner.partial_fit([[1.0, 2.0]], [0]).examples == 2


def test_classes_that_are_no_two() -> None:
    with pytest.raises(InputError, match="classes is 3"):
        gordan.online.OnlinePerceptron(classes=3)
    with pytest.raises(InputError, match="classes is 'ab'"):
        gordan.online.OnlinePerceptron(classes="ab")
    with pytest.raises(InputError, match="1 different values"):
        gordan.online.OnlinePerceptron(classes=["a", "a"])
    with pytest.raises(InputError, match="have no order"):
        gordan.online.OnlinePerceptron(classes=["a", 1])
    with pytest.raises(InputError, match="labels so far are"):
        taught("rows").partial_fit([[1.0, 2.0]], ["a"], classes=["a", "z"])
    assert taught("rows").partial_fit([[1.0, 2.0]], ["a"], classes=["b", "a"]).examples == 3


def test_parameters_that_mean_nothing() -> None:
    with pytest.raises(InputError, match="combine is 'mean'"):
        gordan.online.OnlinePerceptron(combine="mean")
    with pytest.raises(InputError, match="intercept is 1"):
        gordan.online.OnlinePerceptron(intercept=1)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="combine is"):
        gordan.online.OnlinePerceptron(combine=np.array([1, 2]))  # type: ignore[arg-type]
    for beta in (0.0, -1.0, float("nan"), "1", True, 10**400, 1e308):
        with pytest.raises(InputError, match="beta is"):
            gordan.online.OnlineAggressivePerceptron(beta=beta)  # type: ignore[arg-type]
    for alpha in (1.0, 2.0, None):
        with pytest.raises(InputError, match="alpha is"):
            gordan.online.OnlineInfinityPerceptron(alpha=alpha)  # type: ignore[arg-type]


def test_questions_too_early_and_answers_that_are_none() -> None:
    learner = gordan.online.OnlinePerceptron()
    assert (learner.predict_one([1.0]), learner.coef_, learner.intercept_) == (None, {}, 0.0)
    with pytest.raises(InputError, match="nothing has been learned"):
        learner.predict([[1.0]])
    with pytest.raises(InputError, match="no comparator"):
        _ = learner.bound
    with pytest.raises(InputError, match="with known classes"):
        learner.compare([1.0])
    with pytest.raises(InputError, match="from the first example on"):
        taught("rows").compare([1.0, 2.0])
    with pytest.raises(InputError, match="not one direction"):
        _ = gordan.online.OnlinePerceptron(combine="voted").coef_


def test_names_are_predicted_one_by_one() -> None:
    with pytest.raises(InputError, match="learn_one"):
        taught("names").predict([[1.0, 2.0]])


def test_comparators_that_do_not_fit() -> None:
    with pytest.raises(InputError, match="the comparator's intercept is"):
        gordan.online.OnlinePerceptron(classes=[0, 1]).compare([1.0], np.array([1, 2]))  # type: ignore[arg-type]
    for coef in ("abc", [[1.0]], [float("nan")], {"a": "x"}, [1e200], {"a": 10**400}):
        with pytest.raises(InputError, match="the comparator"):
            gordan.online.OnlinePerceptron(classes=[0, 1]).compare(coef)
    with pytest.raises(InputError, match="and the learner none"):
        gordan.online.OnlinePerceptron(classes=[0, 1], intercept=False).compare([1.0], 2.0)
    learner = gordan.online.OnlinePerceptron(classes=[0, 1]).compare({"a": 1.0})
    with pytest.raises(InputError, match="both have names"):
        learner.learn_one([1.0], 1)
    with pytest.raises(InputError, match="both have names"):
        learner.partial_fit([[1.0]], [1])
    assert learner.examples == 0


@pytest.mark.parametrize("form", ["names", "rows", "batch"])
def test_an_example_whose_loss_is_no_number_is_not_learned(form: str) -> None:
    learner = gordan.online.OnlinePerceptron(classes=[0, 1]).compare({"a": 1e153} if form == "names" else [1e153])
    learn: Any = learner.partial_fit if form == "batch" else learner.learn_one
    x: Any = {"names": {"a": 1e160}, "rows": [1e160], "batch": [[1e160]]}[form]
    with pytest.raises(InputError, match="the comparator's product"):
        learn(x, [1] if form == "batch" else 1)
    assert (learner.examples, learner.hinge) == (0, 0.0)


@pytest.mark.parametrize("combine", ["last", "averaged", "voted"])
@pytest.mark.parametrize("form", ["names", "rows"])
def test_a_product_that_is_no_number_is_refused_however_directions_are_combined(form: str, combine: str) -> None:
    learner = gordan.online.OnlinePerceptron(combine=combine)
    for value, label in ((1e120, "a"), (-1e120, "b"), (1e120, "a")):
        learner.learn_one({"p": value} if form == "names" else [value], label)
    with pytest.raises(InputError, match="is no double"):
        learner.predict_one({"p": 1e200} if form == "names" else [1e200])


def test_a_refused_batch_leaves_no_headings_behind() -> None:
    learner = gordan.online.OnlinePerceptron().partial_fit([[1.0, 2.0]], ["a"])
    with pytest.raises(InputError, match="missing"):
        learner.partial_fit(pd.DataFrame({"p": [1.0], "q": [2.0]}), [None])
    assert learner.partial_fit(pd.DataFrame({"q": [1.0], "p": [2.0]}), ["b"]).examples == 2


@pytest.mark.parametrize("n", [3, 20_001])
@pytest.mark.parametrize("size", [1e-160, 1e152])
def test_lengths_that_leave_no_room_are_refused_by_both_loops(size: float, n: int) -> None:
    with pytest.raises(InputError, match="so small" if size < 1 else "so large"):
        gordan.online.OnlinePerceptron(intercept=False, classes=[0, 1]).partial_fit(np.full((n, 1), size), [1] * n)
