"""LIBLINEAR, LIBSVM and the perceptron, through scikit-learn.

A vector machine with a vast C only tends to the hard margin, so deciding is a ladder: a coarse tolerance first, finer
ones while the direction found does not yet separate. Looking at that costs one product, and is counted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.flagship.question import Claim, Question, signed

__all__ = ["liblinear", "libsvm", "perceptron"]

_C = 1e10
_LADDER = (1e-3, 1e-6, 1e-9)
_CANCELLED = 1e-6  # length of the weighted mean, relative to the points', below which LIBSVM's weights say inseparable
_LONGEST = 64  # epochs between two looks at the perceptron's direction


def liblinear(question: Question) -> Callable[[], Claim]:
    """Deciding by Newton's method on squared slacks, the margin by coordinate descent on plain ones.

    On 100 x 5,000 the first was the quickest to separate, and the second alone came within 1e-6 of the margin.
    """
    from sklearn.svm import LinearSVC

    X, y = question.X, question.y
    common = {"C": _C, "max_iter": 10**8, "fit_intercept": False, "random_state": 0}

    def decide() -> Claim:
        for tol in _LADDER:
            w = _fit(LinearSVC(loss="squared_hinge", dual=False, tol=tol, **common), X, y).coef_.ravel()
            if _separates(question, w):
                return Claim(says="separable", direction=w)
        return Claim()

    def maximise() -> Claim:
        found = _fit(LinearSVC(loss="hinge", dual=True, tol=1e-6, **common), X, y)
        return Claim(says="separable", direction=found.coef_.ravel())

    return decide if question.goal == "decide" else maximise


def libsvm(question: Question) -> Callable[[], Claim]:
    """The one-class machine with nu = 1/n: min ‖Ax‖² over the simplex, which is the hard margin without an intercept.

    SVC always has an intercept; on points and their mirror images it has none in effect, but took about twice as long.
    """
    from sklearn.svm import OneClassSVM

    A = signed(question)
    n = A.shape[0]
    lengths = np.sqrt(np.asarray((A.multiply(A) if hasattr(A, "nnz") else A * A).sum(axis=1)).ravel())

    def solve(tolerances: tuple[float, ...]) -> Claim:
        for tol in tolerances:
            found = _fit(OneClassSVM(kernel="linear", nu=1.0 / n, tol=tol, cache_size=2000), A)
            x = np.zeros(n)
            x[found.support_] = _dense(found.dual_coef_)
            w = np.asarray(A.T @ x).ravel()
            if _separates(question, w):
                return Claim(says="separable", direction=w, weights=x)
            if np.linalg.norm(w) <= _CANCELLED * (x @ lengths):
                return Claim(says="inseparable", weights=x)
        return Claim()

    # Its condition is on products of about rho², hence a tolerance far below that of the margin.
    return lambda: solve((1e-6, 1e-9, 1e-12) if question.goal == "decide" else (1e-12,))


def perceptron(question: Question) -> Callable[[], Claim]:
    """Epochs in rounds of 1, 2, 4, ... up to 64: its own stopping rule looks at the loss, not at the answer."""
    from sklearn.linear_model import Perceptron

    model = Perceptron(tol=None, max_iter=1, fit_intercept=False, warm_start=True, random_state=0)

    def solve() -> Claim:
        while True:
            w = _fit(model, question.X, question.y).coef_.ravel()
            if _separates(question, w):
                return Claim(says="separable", direction=w.copy())
            model.set_params(max_iter=min(2 * model.max_iter, _LONGEST))

    return solve


def _fit(model: Any, *data: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an iteration limit was reached; the direction is judged anyway
        return model.fit(*data)


def _separates(question: Question, w: np.ndarray) -> bool:
    return bool((question.y * (question.X @ w) > 0).all())


def _dense(row: Any) -> np.ndarray:
    return row.toarray().ravel() if hasattr(row, "toarray") else np.asarray(row).ravel()
