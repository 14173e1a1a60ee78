"""scikit-learn's own checks, with no failure expected."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator, parametrize_with_checks

import gordan
from gordan.engine.solver import SOLVERS

# What it is to be fitted to such data is another matter: of random labels it is proved that they are inseparable.
QUIET = [
    pytest.mark.filterwarnings("ignore::gordan.errors.NotSeparableWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]
pytestmark = QUIET

USUAL = [
    gordan.MaxMarginClassifier(),
    gordan.PerceptronClassifier(),
    gordan.PerceptronClassifier("perceptron", max_iter=20),
]
# In a kernel's space, what differs from the other estimators: how rows are read, stored, and taken for new ones.
QUICK = {
    "check_classifiers_one_label",
    "check_dict_unchanged",
    "check_dtype_object",
    "check_estimators_nan_inf",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_fit2d_1sample",
    "check_fit_idempotent",
    "check_methods_subset_invariance",
    "check_n_features_in_after_fitting",
}
EVERY = [
    gordan.MaxMarginClassifier("rbf"),
    gordan.MaxMarginClassifier(multi_class="ovr"),
    gordan.MaxMarginClassifier(fit_intercept=False, proof="exact"),
    gordan.MaxMarginClassifier("poly", coef0=1.0),
    gordan.PerceptronClassifier("perceptron", kernel="rbf", max_iter=20),
    gordan.PerceptronClassifier(
        gordan.solver.Perceptron(combine="averaged"), multi_class="ovo", shuffle=True, max_iter=20
    ),
    *(gordan.PerceptronClassifier(name, max_iter=20) for name in SOLVERS),
]


@parametrize_with_checks(USUAL)
def test_conventions(estimator: Any, check: Any) -> None:
    check(estimator)


def test_conventions_in_the_space_of_a_kernel() -> None:
    found = set()
    for estimator, check in estimator_checks_generator(gordan.MaxMarginClassifier("rbf")):
        name = getattr(check, "func", check).__name__
        if name in QUICK:
            check(estimator)
            found.add(name)
    assert found == QUICK


@pytest.mark.slow
@parametrize_with_checks(EVERY)
def test_conventions_with_every_solver(estimator: Any, check: Any) -> None:
    check(estimator)
