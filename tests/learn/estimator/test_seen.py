"""What is certified is what the fit has seen, in every unit; a fit that fails leaves the estimator as it was."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import gordan

FORMS = [np.asarray, np.asfortranarray, lambda X: np.repeat(X, 2, axis=1)[:, ::2], sparse.csr_matrix, sparse.csc_matrix]


def apart() -> tuple[Any, Any]:
    generator = np.random.default_rng(0)
    X = np.vstack([generator.standard_normal((20, 3)) - 3, generator.standard_normal((20, 3)) + 3])
    return X, np.repeat([0, 1], 20)


@pytest.mark.parametrize("form", FORMS)
def test_data_changed_to_others_that_are_separable_too_are_not_certified(form: Any) -> None:
    X, y = apart()
    X = form(X)
    model = gordan.MaxMarginClassifier().fit(X, y)
    before = X.copy()
    X[0, 0] -= 5.0
    assert not hasattr(model, "certificate_")
    with pytest.raises(gordan.InputError, match="changed since fit"):
        _ = model.certificate_
    X[0, 0] = before[0, 0]
    assert gordan.verify(gordan.Points(before, y), model.certificate_).holds


@pytest.mark.parametrize("kind", ["i", "U", "O"])
def test_labels_changed_after_the_fit_are_not_certified(kind: str) -> None:
    X, y = apart()
    y = y.astype("U").astype(kind)
    model = gordan.PerceptronClassifier().fit(X, y)
    y[:] = y[::-1].copy()
    assert not hasattr(model, "certificate_")
    assert not hasattr(pickle.loads(pickle.dumps(model)), "certificate_")


@pytest.mark.parametrize("unit", [1e-300, 1e-200, 1e-160, 1.0, 1e160, 1e300, 1e307])
def test_the_support_adds_up_to_the_direction_in_every_unit(unit: float) -> None:
    X, y = apart()
    X = X / np.abs(X).max() * unit
    model = gordan.MaxMarginClassifier().fit(X, y)
    scale = 2.0 ** -np.frexp(unit)[1]
    total = (model.dual_coef_ / scale) @ (X[model.support_] * scale)
    np.testing.assert_allclose(total, model.coef_, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("model", [gordan.MaxMarginClassifier(), gordan.PerceptronClassifier("perceptron")])
def test_a_fit_that_fails_leaves_no_trace(model: Any) -> None:
    X, y = apart()
    model.fit(X, y)
    with pytest.raises(gordan.InputError, match="one class"):
        model.fit(X[:, :2], y * 0)
    assert model.n_features_in_ == 3
    assert model.score(X, y) == 1.0


def test_a_first_call_that_is_refused_fits_nothing() -> None:
    X, y = apart()
    model = gordan.PerceptronClassifier("perceptron")
    with pytest.raises(gordan.InputError, match="needs classes"):
        model.partial_fit(X, y)
    assert not hasattr(model, "n_features_in_")
