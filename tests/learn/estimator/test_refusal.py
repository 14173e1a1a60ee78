"""What an estimator refuses, and in which words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from learn.estimator.flowers import apart

BOTH = [gordan.MaxMarginClassifier, gordan.PerceptronClassifier]
X, Y = apart(k=3)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"solver": "smoth-perceptron"}, "did you mean smooth-perceptron"),
        ({"solver": 3}, "solver is 3"),
        ({"kernel": "rfb"}, "did you mean 'rbf'"),
        ({"kernel": "sigmoid"}, "not positive semidefinite"),
        ({"kernel": "rbf", "gamma": -1.0}, "gamma is -1.0"),
        ({"kernel": "poly", "degree": 0}, "degree is 0"),
        ({"kernel": "poly", "coef0": -1.0}, "coef0 is -1.0"),
        ({"kernel": "precomputed"}, "square|n rows and n columns"),
        ({"kernel": "rbf", "proof": "exact"}, "are no fractions"),
        ({"multi_class": "all"}, "multi_class is 'all'"),
        ({"multi_class": ["ovr"]}, "multi_class is"),
        ({"max_iter": 0}, "max_iter is 0"),
        ({"max_seconds": -1.0}, "max_seconds is -1.0"),
        ({"tol": 0}, "tol is 0"),
        ({"proof": "good"}, "proof is 'good'"),
        ({"fit_intercept": "no"}, "fit_intercept is 'no'"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_a_parameter_that_has_no_meaning(kind: Any, parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kind(**parameters).fit(X, Y)


@pytest.mark.parametrize("kind", BOTH)
def test_weights_are_refused_with_a_reason_and_unknown_names_as_unknown(kind: Any) -> None:
    with pytest.raises(gordan.InputError, match="does not depend on the rows' weights"):
        kind().fit(X, Y, sample_weight=np.ones(len(X)))
    with pytest.raises(TypeError, match="'sample_wait'"):
        kind().fit(X, Y, sample_wait=None)
    assert kind().fit(X, Y, sample_weight=None).score(X, Y) == 1.0


@pytest.mark.parametrize("kind", BOTH)
def test_data_that_are_no_question(kind: Any) -> None:
    with pytest.raises(gordan.InputError, match="one class only"):
        kind().fit(X, np.zeros(len(X)))
    bad = X.copy()
    bad[3, 1] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        kind().fit(bad, Y)
    with pytest.raises(ValueError, match="Unknown label type"):
        kind().fit(X, X[:, 0])
    with pytest.raises(gordan.InputError, match="no double represents"):
        kind().fit([[2**53 + 1], [0]], [0, 1])
    model = kind().fit(X, Y)
    with pytest.raises(ValueError, match="expecting 4 features"):
        model.predict(X[:, :3])


def test_a_stream_that_changes_its_mind() -> None:
    model = gordan.PerceptronClassifier("perceptron")
    with pytest.raises(gordan.InputError, match="needs classes"):
        model.partial_fit(X, Y)
    with pytest.raises(gordan.InputError, match="class only"):
        gordan.PerceptronClassifier("perceptron").partial_fit(X, np.zeros(len(X)), classes=[0])
    model = gordan.PerceptronClassifier("perceptron").partial_fit(X, Y, classes=[0, 1, 2])
    with pytest.raises(gordan.InputError, match="the class 3, which was not among classes"):
        model.partial_fit(X, np.where(Y == 2, 3, Y))
    with pytest.raises(gordan.InputError, match="they must stay"):
        model.partial_fit(X, Y, classes=[0, 1])
    with pytest.raises(ValueError, match="expecting 4 features"):
        model.partial_fit(X[:, :3], Y)
    with pytest.raises(gordan.InputError, match="weights"):
        model.partial_fit(X, Y, sample_weight=np.ones(len(X)))
    with pytest.raises(TypeError, match=r"partial_fit\(\) got an unexpected keyword argument 'foo'"):
        model.partial_fit(X, Y, foo=1)
    for classes in (np.array([0, "b"], dtype=object), [0, 1, "b"], [0, 1, np.nan], [[0, 1, 2]]):
        with pytest.raises(gordan.InputError, match="classes is"):
            gordan.PerceptronClassifier("perceptron").partial_fit(X, Y, classes=classes)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"solver": "mirror-prox"}, "mirror-prox needs all points at once"),
        ({"solver": "auto"}, "auto needs all points at once"),
        ({"solver": "hildreth"}, "hildreth needs all points at once"),
        ({"solver": gordan.solver.Perceptron(order="worst")}, "needs all points"),
        ({"solver": "perceptrn"}, "did you mean perceptron"),
        ({"solver": "perceptron", "kernel": "rbf"}, "keeps a direction, not points"),
    ],
)
def test_what_cannot_learn_from_a_stream_has_no_partial_fit_and_says_why(parameters: Any, words: str) -> None:
    model = gordan.PerceptronClassifier(**parameters)
    assert not hasattr(model, "partial_fit")
    with pytest.raises(gordan.InputError, match=words):
        model.partial_fit(X, Y, classes=[0, 1, 2])


def test_order_and_warm_start_that_cannot_be() -> None:
    with pytest.raises(gordan.InputError, match="shuffle=True has no meaning for mirror-prox"):
        gordan.PerceptronClassifier("mirror-prox", shuffle=True).fit(X, Y)
    with pytest.raises(gordan.InputError, match="shuffle=True has no meaning for solver='auto'"):
        gordan.PerceptronClassifier("auto", shuffle=True).fit(X, Y)
    for name in ("shuffle", "warm_start"):
        with pytest.raises(gordan.InputError, match=f"{name} is 'x'"):
            gordan.PerceptronClassifier(**{name: "x"}).fit(X, Y)
    model = gordan.PerceptronClassifier(warm_start=True).fit(X, Y)
    with pytest.raises(gordan.InputError, match="goes on from 0, 1, 2"):
        model.fit(X[Y < 2], Y[Y < 2])


@pytest.mark.parametrize("wrong", [{"multi_class": "foo"}, {"random_state": "a"}, {"fit_intercept": 2}])
def test_a_first_batch_that_was_refused_leaves_no_trace(wrong: dict[str, Any]) -> None:
    fresh = gordan.PerceptronClassifier("perceptron")
    model = gordan.PerceptronClassifier("perceptron", **wrong)
    with pytest.raises(ValueError, match=r"foo|'a'|is 2"):
        model.partial_fit(X, Y, classes=[0, 1, 2])
    assert not hasattr(model, "classes_")
    model.set_params(**{name: getattr(fresh, name) for name in wrong})
    for each in (model, fresh):
        each.partial_fit(X[:, :3], Y, classes=[0, 1, 2])
    assert (model.coef_ == fresh.coef_).all()
    before = repr(vars(model))
    with pytest.raises(gordan.InputError, match="so large that sums of their squares"):
        model.partial_fit(X[:, :3] * 1e160, Y)
    assert repr(vars(model)) == before


@pytest.mark.parametrize("form", [np.asarray, csr_array])
@pytest.mark.parametrize("power", [-440, 440])
def test_a_stream_of_any_length_that_is_taken_is_learnt(form: Any, power: int) -> None:
    """Units of a power of two change neither the directions nor the predictions."""
    two = Y < 2
    model, other = (gordan.PerceptronClassifier("perceptron", fit_intercept=False) for _ in range(2))
    for _ in range(2):
        model.partial_fit(X[two], Y[two], classes=[0, 1])
        other.partial_fit(form(X[two] * 2.0**power), Y[two], classes=[0, 1])
    assert other.coef_ == pytest.approx(model.coef_)
    assert np.linalg.norm(other.coef_) == pytest.approx(1.0)


def test_lengths_that_leave_no_room_are_refused() -> None:
    for size, words in ((1e160, "so large"), (1e-170, "so small")):
        with pytest.raises(gordan.InputError, match=words):
            gordan.PerceptronClassifier("perceptron").partial_fit(X * size, Y, classes=[0, 1, 2])
    narrow = csr_array((X * 1e30).astype(np.float32))
    model = gordan.PerceptronClassifier(gordan.solver.AggressivePerceptron()).partial_fit(narrow, Y, classes=[0, 1, 2])
    assert np.isfinite(model.coef_).all()
    assert np.isfinite(model._square)


class Other:
    """A solver that is no dataclass, as somebody else may write one."""

    def __init__(self) -> None:
        self._inner = gordan.solver.MirrorProx()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._inner, name)


def test_a_solver_need_not_be_a_dataclass() -> None:
    assert gordan.PerceptronClassifier(Other()).fit(X, Y).score(X, Y) == 1.0
    with pytest.raises(gordan.InputError, match="shuffle=True has no meaning"):
        gordan.PerceptronClassifier(Other(), shuffle=True).fit(X, Y)


def test_a_stream_after_a_fit_in_other_units_has_directions_of_length_one() -> None:
    two = Y < 2
    model = gordan.PerceptronClassifier("perceptron").fit(X[two] * 2.0**-900, Y[two])
    model.partial_fit(X[two], Y[two])
    assert np.linalg.norm(model.coef_) == pytest.approx(1.0)
