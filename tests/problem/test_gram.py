"""A matrix of products, and points of a kernel: what is refused, in which words, and what is read of the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan import Gram, InputError, Points
from gordan.problem import semidefinite
from gordan.problem.kernel import Kernel

GOOD = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]])
LABELS = [0, 1, 1]


def changed(i: int, j: int, value: float) -> np.ndarray[Any, Any]:
    K = GOOD.copy()
    K[i, j] = value
    return K


@pytest.mark.parametrize(
    ("K", "told"),
    [
        (GOOD[:2], r"K has shape \(2, 3\); give the square matrix"),
        (changed(0, 2, 0.5), r"K\[0, 2\] is 0\.5 and K\[2, 0\] is 0; a matrix of products is symmetric"),
        (changed(1, 1, 0.0), r"K\[1, 1\] is 0; the product of a point with itself is positive"),
        (changed(2, 2, -1.0), r"K\[2, 2\] is -1; the product of a point with itself is positive"),
        (changed(0, 0, np.nan), r"K\[0, 0\] is nan; gordan decides on finite numbers only"),
        (changed(0, 0, np.inf), r"K\[0, 0\] is inf"),
        ([[1.0, 2.0], [2.0, 1.0]], r"K\[0, 1\] is 2, more than the lengths 1 and 1 of its points allow"),
        (sp.csr_array(GOOD), r"K is a sparse matrix; give the products as a dense one"),
        (GOOD + 1j, "K holds complex numbers"),
        ([["a"]], "K holds text, not numbers"),
    ],
)
def test_no_matrix_of_products(K: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        Gram(K, LABELS[: len(K)] if not sp.issparse(K) else LABELS)


def test_the_eigenvalue_is_named() -> None:
    """Every pair of these points is possible, all three are not: cosines of three right angles and a bit in a plane."""
    K = np.full((3, 3), -0.6)
    np.fill_diagonal(K, 1.0)
    with pytest.raises(InputError, match=r"has the eigenvalue -0\.2; products of points have none below zero"):
        Gram(4.0 * K, LABELS)


def test_a_large_matrix_is_looked_at_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semidefinite, "WHOLE", 1100)
    n = 1200
    with pytest.raises(InputError, match=r"eigenvalue -9\.9\d? on 1,100 of its rows"):
        Gram(np.full((n, n), -0.01, np.float32) + 1.01 * np.eye(n, dtype=np.float32), np.arange(n) % 2)


@pytest.mark.parametrize("width", [np.float32, np.float64])
def test_rounding_is_allowed_for(width: Any) -> None:
    """A computed matrix of low rank has eigenvalues below zero, and halves that differ in the last place."""
    X = np.random.default_rng(0).normal(size=(60, 3)).astype(width)
    K = X @ X.T
    K[0, 1] = np.nextafter(K[0, 1], width(9))
    assert np.linalg.eigvalsh(K.astype(np.float64))[0] < 0
    assert Gram(K, np.arange(60) % 2).K is K


def test_labels_are_read_as_of_points() -> None:
    with pytest.raises(InputError, match="K has 3 rows but y has 2 labels"):
        Gram(GOOD, [0, 1])
    assert Gram(GOOD, ["a", "b", "a"]).classes == ("a", "b")
    with pytest.raises(InputError, match="intercept is 1; give True or False"):
        Gram(GOOD, LABELS, intercept=1)  # type: ignore[arg-type]


def test_the_raw_rows_are_those_of_the_matrix() -> None:
    problem = Gram(GOOD / 4, LABELS)
    assert (problem.rows([2, 0]) == GOOD[[2, 0]] / 4).all()
    exact = problem.exact_rows([0, 1])
    assert exact.columns == [[0, 1], [0, 1, 2]]
    assert [[v / exact.denominator for v in row] for row in exact.integers] == [[0.5, 0.25], [0.25, 0.5, 0.25]]
    assert np.vstack([block.values for block in problem.blocks()]).tolist() == (GOOD / 4).tolist()
    assert problem.digest() == Gram((GOOD / 4).astype(np.float32), LABELS).digest()
    assert len({problem.digest(), Gram(GOOD, LABELS).digest(), Points(GOOD / 4, LABELS).digest()}) == 3


X = np.array([[1.0, 2.0], [0.0, 0.0], [2.0, 1.0]])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"kernel": "sigmoid"}, "the sigmoid kernel is not positive semidefinite"),
        ({"kernel": "precomputed"}, r"is posed as Gram\(K, y\)"),
        ({"kernel": "rbv"}, "did you mean 'rbf'"),
        ({"kernel": "rbf", "gamma": 0.0}, "gamma is 0.0; give a positive number"),
        ({"kernel": "rbf", "gamma": -1}, "gamma is -1; give a positive number"),
        ({"kernel": "rbf", "gamma": np.inf}, "gamma is inf"),
        ({"kernel": "rbf", "gamma": "much"}, "gamma is 'much'"),
        ({"kernel": "poly", "degree": 0}, "degree is 0; give a whole number from 1"),
        ({"kernel": "poly", "degree": 2.5}, r"degree is 2\.5"),
        ({"kernel": "poly", "degree": 10**6}, "degree is 1000000"),
        ({"kernel": "poly", "coef0": -1.0}, "coef0 is -1.0; give a number, 0 or more: a negative one"),
        ({"kernel": "poly", "coef0": np.nan}, "coef0 is nan"),
        ({"kernel": "poly", "degree": 1000, "gamma": 1.0}, "poly kernel .* overflows on row 0, in float64"),
        ({"kernel": "poly", "normalise": True}, "row 1 has the length 0 under the poly kernel"),
        ({"kernel": lambda A, B: np.ones(3)}, r"returned shape \(3,\) for 3 and 3 points"),
        ({"kernel": lambda A, B: A @ B.T * np.nan}, "returned NaN or infinity"),
        ({"kernel": lambda A, B: (A @ B.T).astype(str)}, "it must return real numbers"),
        ({"kernel": lambda A, B: -(A @ B.T)}, r"gives row 0 the square -5"),
        ({"kernel": lambda A, B: A @ B.T + A[:, :1]}, "in one order and .* in the other; a kernel is symmetric"),
    ],
)
def test_no_kernel(given: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        gordan.separate(X, LABELS, **given)


def test_single_precision_overflows_earlier() -> None:
    with pytest.raises(InputError, match="overflows on row 0, in float32"):
        gordan.separate(1e10 * X.astype(np.float32), LABELS, kernel="poly", degree=3, gamma=1.0)


def test_scale_and_auto_are_those_of_scikit_learn() -> None:
    assert Points(X, LABELS, kernel="rbf").kernel.gamma == pytest.approx(1 / (2 * X.var()))
    assert Points(sp.csr_array(X), LABELS, kernel="rbf").kernel.gamma == pytest.approx(1 / (2 * X.var()))
    assert Points(X, LABELS, kernel="rbf", gamma="auto").kernel.gamma == 0.5
    assert Points(X, LABELS, kernel="linear").kernel is None


def test_an_image_without_length_has_no_unit_length() -> None:
    with pytest.raises(InputError, match="row 0 has the length 0"):
        Points([[0.0], [0.0], [1.0], [2.0]], [0, 1, 1, 0], normalise=True, kernel="poly", gamma=1.0, degree=2)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"kernel": "rbf", "gamma": 10**400}, "gamma is a number beyond all doubles"),
        ({"kernel": "poly", "coef0": 10**400}, "coef0 is a number beyond all doubles"),
        ({"kernel": "rbf", "gamma": np.array([1.0, 2.0])}, "gamma is array"),
        ({"kernel": np.eye(2)}, "kernel is a ndarray"),
        ({"kernel": np.eye(2), "normalise": True}, "kernel is a ndarray"),
        ({"kernel": Kernel("rbf", gamma=-1.0)}, "gamma is -1"),
        ({"kernel": Kernel("poly", degree=0)}, "degree is 0"),
        ({"kernel": Kernel("nearly")}, "kernel is 'nearly'"),
        ({"kernel": np.dot}, "failed on matrices of"),
    ],
)
def test_kernels_that_are_none(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        gordan.solve(Points([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0, 1, 1], **asked))


def test_a_kernel_may_return_a_sparse_matrix() -> None:
    problem = Points(sp.csr_array(np.eye(3)), LABELS, kernel=lambda A, B: A @ B.T)
    outcome = gordan.solve(problem)
    assert outcome.kind == "separable"
    assert gordan.verify(problem, outcome).holds


def test_values_are_those_of_a_problem_and_its_answer() -> None:
    problem = Points([[0.0], [1.0]], [0, 1])
    for given in ((problem.X, gordan.solve(problem)), (problem, None)):
        with pytest.raises(InputError, match="give the problem"):
            gordan.decision_function(*given, problem.X)
