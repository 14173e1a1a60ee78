"""What an estimator refuses, and in which words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from estimator.flowers import apart

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
        ({"multi_class": "all"}, "'all'"),
        ({"max_iter": 0}, "max_iter is 0"),
        ({"max_seconds": -1.0}, "max_seconds is -1.0"),
        ({"tol": 0}, "tol is 0"),
        ({"proof": "good"}, "proof is 'good'"),
        ({"fit_intercept": "no"}, "'no'"),
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


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"solver": "mirror-prox"}, "mirror-prox needs all points at once"),
        ({"solver": "auto"}, "auto needs all points at once"),
        ({"solver": "hildreth"}, "hildreth needs all points at once"),
        ({"solver": gordan.Perceptron(order="worst")}, "needs all points"),
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
    model = gordan.PerceptronClassifier(warm_start=True).fit(X, Y)
    with pytest.raises(gordan.InputError, match="goes on from 0, 1, 2"):
        model.fit(X[Y < 2], Y[Y < 2])
