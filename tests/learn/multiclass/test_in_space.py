"""Several classes in a kernel's space, answered together: the same answers as one by one, made when looked at."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest

import gordan
from gordan.engine.many import in_space
from gordan.errors import NotSeparableWarning
from gordan.learn.multiclass import Labelled, Space, Way, answer_together_in_space


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    """Questions go through the stack also where the loop has still to be compiled."""
    monkeypatch.setattr(in_space, "is_compiled", lambda **_: True)


def _classes(n=90, seed=3):
    generator = np.random.default_rng(seed)
    y = generator.permutation(np.repeat(["a", "b", "c", "d"], n // 4 + 1)[:n])
    centres = {"a": (0, 0), "b": (5, 0), "c": (0, 5), "d": (4, 4)}
    return np.array([centres[label] for label in y]) + generator.standard_normal((n, 2)), y


def _question(X, y, scheme, number, kernel):
    names = np.unique(y)
    if scheme == "ovr":
        return gordan.Points(X, y == names[number], kernel=kernel)
    a, b = [(i, j) for i in range(names.size) for j in range(i + 1, names.size)][number]
    rows = np.flatnonzero((y == names[a]) | (y == names[b]))
    return gordan.Points(X[rows], y[rows], kernel=kernel)


@pytest.mark.parametrize("scheme", ["ovo", "ovr"])
@pytest.mark.parametrize("kernel", ["rbf", "poly"])
def test_the_same_answers_as_one_by_one(scheme, kernel):
    X, y = _classes()
    space = Space(kernel, gamma=0.5, degree=6, coef0=1.0)
    together = answer_together_in_space(Labelled(X, y, space=space), scheme, Way(goal="margin"))
    assert together is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some classes are inseparable under the kernels of this test
        model = gordan.MaxMarginClassifier(kernel, gamma=0.5, degree=6, coef0=1.0, multi_class=scheme).fit(X, y)
    assert (model.predict(X) == y).all() == all(outcome.kind == "separable" for outcome in model.outcome_)
    for number, (outcome, certificate) in enumerate(zip(model.outcome_, model.certificate_, strict=True)):
        problem = _question(X, y, scheme, number, together.labelled.kernel)
        alone = gordan.solve(problem, goal="margin")
        assert (outcome.kind, outcome.classes) == (alone.kind, alone.classes)
        assert gordan.verify(problem, outcome).holds
        assert gordan.verify(problem, certificate).holds
        assert outcome.bracket.lower <= alone.bracket.upper
        assert alone.bracket.lower <= outcome.bracket.upper
        assert model.margin_[number] == outcome.bracket


def test_directions_have_length_one():
    X, y = _classes()
    model = gordan.MaxMarginClassifier("rbf", gamma=0.5).fit(X, y)
    K = np.exp(-0.5 * np.square(X[:, None] - X).sum(axis=2))[np.ix_(model.support_, model.support_)]
    assert np.allclose(np.einsum("qi,ij,qj->q", model.dual_coef_, K, model.dual_coef_), 1.0)
    other = pickle.loads(pickle.dumps(model))
    assert (other.decision_function(X) == model.decision_function(X)).all()
    assert all(outcome.verdict.holds for outcome in other.outcome_)


def test_a_pair_with_a_common_point_is_inseparable():
    X, y = _classes()
    X[np.flatnonzero(y == "a")[0]] = X[np.flatnonzero(y == "b")[0]]
    with pytest.warns(NotSeparableWarning, match="'a' against 'b'"):
        model = gordan.MaxMarginClassifier("rbf", gamma=0.5).fit(X, y)
    assert [outcome.kind for outcome in model.outcome_] == ["inseparable"] + 5 * ["separable"]
    assert all(outcome.verdict.holds for outcome in model.outcome_)


def test_data_that_change_after_the_fit_change_no_outcome():
    X, y = _classes()
    model = gordan.MaxMarginClassifier("rbf", gamma=0.5).fit(X, y)
    margins = model.margin_
    X *= 2.0
    assert [outcome.bracket for outcome in model.outcome_] == margins
    with pytest.raises(AttributeError, match="changed since fit"):
        _ = model.certificate_
