"""Classifiers in a kernel's space: LIBSVM's hyperplanes with proofs, from the rows that they need and no others."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.datasets import load_digits, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import laplacian_kernel, polynomial_kernel, rbf_kernel
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

import gordan
from gordan.engine.solver import SOLVERS
from gordan.errors import UnsuitableSolver

X, Y = make_moons(120, noise=0.05, random_state=0)
NEW = np.random.default_rng(1).uniform(-1.5, 2.5, (200, 2))
KERNELS: dict[str, Any] = {"rbf": rbf_kernel, "poly": polynomial_kernel, "laplacian": laplacian_kernel}
D, L = (each[:200] for each in load_digits(return_X_y=True))


def products(name: str, A: Any, B: Any) -> Any:
    return KERNELS[name](A, B, gamma=2.0, **({"degree": 3, "coef0": 1.0} if name == "poly" else {}))


@pytest.mark.parametrize("name", KERNELS)
def test_it_is_the_hyperplane_of_a_support_vector_machine_without_slack(name: str) -> None:
    model = gordan.MaxMarginClassifier(name, gamma=2.0, coef0=1.0).fit(X, Y)
    K = products(name, X, X)
    machine = SVC(C=1e10, kernel="precomputed", tol=1e-8).fit(K, Y)
    c = machine.dual_coef_[0]
    margin = 1.0 / np.sqrt(c @ K[np.ix_(machine.support_, machine.support_)] @ c)
    assert model.margin_.lower * (1 - 1e-4) <= margin <= model.margin_.upper * (1 + 1e-4)
    theirs, ours = machine.decision_function(products(name, NEW, X)), model.decision_function(NEW)
    clear = np.abs(theirs) > 1e-2
    assert clear.sum() > 150
    assert (np.sign(ours) == np.sign(theirs))[clear].all()
    assert ours == pytest.approx(theirs * margin, abs=1e-3 * np.abs(ours).max())


@pytest.mark.parametrize("name", KERNELS)
def test_values_are_distances_by_the_support_alone(name: str) -> None:
    model = gordan.MaxMarginClassifier(name, gamma=2.0, coef0=1.0).fit(X, Y)
    c, S = model.dual_coef_[0], model.support_
    assert np.array_equal(model.support_vectors_, X[S])
    assert np.sqrt(c @ products(name, X[S], X[S]) @ c) == pytest.approx(1.0, rel=1e-9)
    assert model.decision_function(NEW) == pytest.approx(products(name, NEW, X[S]) @ c + model.intercept_[0], abs=1e-9)
    nearest = np.abs(model.decision_function(X)).min()
    assert model.margin_.lower * (1 - 1e-6) <= nearest <= model.margin_.upper * (1 + 1e-6)
    assert gordan.verify(gordan.Points(X, Y, kernel=name, gamma=2.0, coef0=1.0), model.certificate_).holds
    with pytest.raises(AttributeError, match="no coordinates"):
        _ = model.coef_
    assert not hasattr(model, "coef_")


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_more_classes_given_products_are_the_same_classifier(scheme: str) -> None:
    half, other = slice(0, 150), slice(150, None)
    model = gordan.MaxMarginClassifier("rbf", gamma=1e-3, multi_class=scheme).fit(D[half], L[half])
    K, new = rbf_kernel(D[half], gamma=1e-3), rbf_kernel(D[other], D[half], gamma=1e-3)
    given = gordan.MaxMarginClassifier("precomputed", multi_class=scheme).fit(K, L[half])
    assert model.score(D[half], L[half]) == given.score(K, L[half]) == 1.0
    assert given.decision_function(new) == pytest.approx(model.decision_function(D[other]), abs=1e-5)
    assert not hasattr(given, "support_vectors_")
    for each, same in zip(model.margin_, given.margin_, strict=True):
        assert max(each.lower, same.lower) <= min(each.upper, same.upper) * (1 + 1e-9)
    first = np.isin(L[half], [0, 1]) if scheme == "ovo" else np.ones(150, dtype=bool)
    labels = L[half][first] if scheme == "ovo" else L[half] == 0
    posed = gordan.Points(D[half][first], labels, kernel="rbf", gamma=1e-3)
    assert gordan.verify(posed, model.certificate_[0]).holds
    assert gordan.verify(gordan.Gram(K[np.ix_(first, first)], labels), given.certificate_[0]).holds


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "winnow"])
def test_every_solver_runs_under_a_kernel(solver: str) -> None:
    model = gordan.PerceptronClassifier(solver, kernel="rbf", gamma=2.0, max_iter=500).fit(X, Y)
    assert model.outcome_.kind == "separable"
    assert model.score(X, Y) == 1.0


def test_winnow_has_no_coordinates_to_multiply() -> None:
    with pytest.raises(UnsuitableSolver, match="winnow multiplies coordinates"):
        gordan.PerceptronClassifier("winnow", kernel="rbf").fit(X, Y)


def test_two_warm_fits_are_one_and_other_rows_begin_anew() -> None:
    options: dict[str, Any] = {"solver": "aggressive-perceptron", "kernel": "laplacian", "gamma": 0.1}
    with pytest.warns(ConvergenceWarning):
        once = gordan.PerceptronClassifier(max_iter=4, **options).fit(X, Y)
    twice = gordan.PerceptronClassifier(max_iter=2, warm_start=True, **options)
    with pytest.warns(ConvergenceWarning):
        twice.fit(X, Y).fit(X, Y)
    assert np.array_equal(once.decision_function(NEW), twice.decision_function(NEW))
    with pytest.warns(ConvergenceWarning):
        moved, fresh = twice.fit(X[::-1], Y[::-1]), clone(twice).fit(X[::-1], Y[::-1])
    assert np.array_equal(moved.decision_function(NEW), fresh.decision_function(NEW))


@pytest.mark.parametrize("solver", ["mirror-prox", "perceptron"])
def test_a_warm_start_in_another_space_begins_anew(solver: str) -> None:
    model = gordan.PerceptronClassifier(solver, kernel="rbf", gamma=1.0, warm_start=True).fit(X, Y)
    fresh = gordan.PerceptronClassifier(solver, kernel="rbf", gamma=2.0).fit(X, Y)
    model.set_params(gamma=2.0).fit(X, Y)
    assert np.array_equal(model.decision_function(NEW), fresh.decision_function(NEW))


@pytest.mark.parametrize("kind", [gordan.MaxMarginClassifier, gordan.PerceptronClassifier])
@pytest.mark.parametrize("form", ["points", "products"])
def test_twins_with_opposite_labels_are_proved_inseparable(kind: Any, form: str) -> None:
    twins, labels = np.vstack([X, X[:1]]), np.append(Y, 1 - Y[0])
    model = kind(kernel="rbf", gamma=2.0, polish=True) if form == "points" else kind(kernel="precomputed", polish=True)
    given = twins if form == "points" else rbf_kernel(twins, gamma=2.0)
    space = r"the rbf kernel \(gamma=2\)" if form == "points" else "the given products"
    with pytest.warns(
        gordan.errors.NotSeparableWarning, match=f"in the space of {space} for 0 against 1 .2 rows cancel; 1 of"
    ):
        model.fit(given, labels)
    assert model.outcome_.proof.support == (0, 120)
    assert model.score(given, labels) == pytest.approx(120 / 121)


def test_a_budget_that_ends_before_a_proof_leaves_a_classifier() -> None:
    noise = np.random.default_rng(0).integers(0, 2, len(X))
    with pytest.warns(ConvergenceWarning, match="in the space of the laplacian kernel"):
        model = gordan.PerceptronClassifier("von-neumann", kernel="laplacian", gamma=0.01, max_iter=1).fit(X, noise)
    assert model.outcome_.kind == "undecided"
    assert model.score(X, noise) >= max(noise.mean(), 1 - noise.mean())


def test_it_travels_without_the_data() -> None:
    model = gordan.MaxMarginClassifier("rbf").fit(X, Y)
    copy = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copy.decision_function(NEW), model.decision_function(NEW))
    assert gordan.verify(gordan.Points(X, Y, kernel="rbf"), copy.certificate_).holds


def test_a_function_is_a_kernel_but_no_file_holds_it() -> None:
    model = gordan.MaxMarginClassifier(lambda A, B: rbf_kernel(A, B, gamma=2.0)).fit(X, Y)
    named = gordan.MaxMarginClassifier("rbf", gamma=2.0).fit(X, Y)
    assert model.decision_function(NEW) == pytest.approx(named.decision_function(NEW), abs=1e-5)
    with pytest.raises(gordan.InputError, match="no file can hold"):
        _ = model.certificate_


def test_sparse_and_narrow_points_are_the_same_points() -> None:
    rounded = np.round(X, 2).astype(np.float32)
    rounded[np.abs(rounded) < 0.2] = 0.0
    wide = gordan.MaxMarginClassifier("rbf", gamma=4.0).fit(rounded.astype(np.float64), Y)
    for same in (rounded, csr_array(rounded), csr_array(rounded.astype(np.float64))):
        model = gordan.MaxMarginClassifier("rbf", gamma=4.0, tol=1e-4).fit(same, Y)
        assert model.decision_function(same) == pytest.approx(wide.decision_function(rounded), abs=1e-3)
        assert model.score(same, Y) == 1.0


def test_far_from_the_origin_distances_keep_their_digits() -> None:
    far = X + 2.0**30
    near = gordan.MaxMarginClassifier("rbf", gamma=2.0).fit(far - 2.0**30, Y)
    model = gordan.MaxMarginClassifier("rbf", gamma=2.0).fit(far, Y)
    assert model.decision_function(far) == pytest.approx(near.decision_function(far - 2.0**30), abs=1e-5)


def test_folds_of_given_products_are_cut_on_both_sides() -> None:
    K = rbf_kernel(X, gamma=2.0)
    given = cross_val_score(gordan.MaxMarginClassifier("precomputed"), K, Y)
    assert given.tolist() == cross_val_score(gordan.MaxMarginClassifier("rbf", gamma=2.0), X, Y).tolist()


def test_separability_in_a_kernel_s_space() -> None:
    corners, labels = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [0, 0, 1, 1]
    verdicts = [gordan.separability(corners, labels, kernel=k, gamma=1.0)["verdict"].item() for k in ("linear", "rbf")]
    assert verdicts == ["inseparable", "separable"]
