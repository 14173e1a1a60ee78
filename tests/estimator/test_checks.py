"""scikit-learn's own checks, with no failure expected."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import gordan
from gordan.solver import SOLVERS

# What it is to be fitted to such data is another matter: of random labels it is proved that they are inseparable.
QUIET = [
    pytest.mark.filterwarnings("ignore::gordan.NotSeparableWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]
pytestmark = QUIET

USUAL = [
    gordan.MaxMarginClassifier(),
    gordan.PerceptronClassifier(),
    gordan.PerceptronClassifier("perceptron", max_iter=20),
    gordan.MaxMarginClassifier("rbf"),
]
EVERY = [
    gordan.MaxMarginClassifier(multi_class="ovr"),
    gordan.MaxMarginClassifier(fit_intercept=False, proof="exact"),
    gordan.MaxMarginClassifier("poly", coef0=1.0),
    gordan.PerceptronClassifier("perceptron", kernel="rbf", max_iter=20),
    gordan.PerceptronClassifier(gordan.Perceptron(combine="averaged"), multi_class="ovo", shuffle=True, max_iter=20),
    *(gordan.PerceptronClassifier(name, max_iter=20) for name in SOLVERS),
]


@parametrize_with_checks(USUAL)
def test_conventions(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks(EVERY)
def test_conventions_with_every_solver(estimator: Any, check: Any) -> None:
    check(estimator)
