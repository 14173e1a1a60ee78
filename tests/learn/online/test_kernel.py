"""The kernel perceptron is the perceptron in another space, and with a budget never stores more."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.errors import InputError
from gordan.problem.kernel import Kernel, values
from learn.online.streams import dictionaries, integer_stream


def test_a_linear_kernel_is_the_perceptron() -> None:
    X, y = integer_stream(seed=1)
    kernel = gordan.online.OnlineKernelPerceptron(kernel="linear").partial_fit(X, y)
    plain = gordan.online.OnlinePerceptron(intercept=False).partial_fit(X, y)
    assert kernel.mistakes == plain.mistakes == kernel.stored
    assert kernel.decision_function(X).tolist() == plain.decision_function(X).tolist()


def test_a_polynomial_kernel_is_the_perceptron_on_the_products() -> None:
    X, y = integer_stream(seed=2)
    kernel = gordan.online.OnlineKernelPerceptron(kernel="poly", degree=2).partial_fit(X, y)
    products = np.einsum("ij,ik->ijk", X, X).reshape(len(X), -1)
    plain = gordan.online.OnlinePerceptron(intercept=False).partial_fit(products, y)
    assert kernel.decision_function(X).tolist() == plain.decision_function(products).tolist()


@pytest.mark.parametrize("budget", [None, 7])
def test_rows_batches_and_names_agree(budget: int | None) -> None:
    X, y = integer_stream(seed=3)
    options: dict[str, Any] = {"kernel": "rbf", "gamma": 0.125, "budget": budget}
    batch = gordan.online.OnlineKernelPerceptron(**options).partial_fit(csr_array(X), y)
    rows, names = gordan.online.OnlineKernelPerceptron(**options), gordan.online.OnlineKernelPerceptron(**options)
    for x, row, label in zip(dictionaries(X), X, y, strict=True):
        rows.learn_one(row, label)
        names.learn_one(x, label)
    assert batch.mistakes == rows.mistakes == names.mistakes
    decisions = batch.decision_function(X)
    assert [rows.decision_one(row) for row in X] == decisions.tolist()
    assert [names.decision_one(x) for x in dictionaries(X)] == pytest.approx(decisions, rel=1e-12)
    assert names.decision_one({"x0": 1.0, "new": 2.0}) != 0.0


@pytest.mark.parametrize("kernel", ["linear", "rbf", "laplacian", "poly", lambda X, Y: (X @ Y.T) ** 3])
@pytest.mark.parametrize("budget", [1, 5])
def test_the_budget_is_never_exceeded(kernel: Any, budget: int) -> None:
    X, y = integer_stream(seed=4)
    learner = gordan.online.OnlineKernelPerceptron(kernel=kernel, budget=budget)
    for x, label in zip(X, y, strict=True):
        learner.learn_one(x, label)
        assert learner.stored <= budget
        weights = learner._weights
        assert weights.spent <= 15 / 32 * learner.mistakes * (1 + 1e-12)
        assert (abs(weights.coef) <= 1.0).all()
    assert learner.mistakes > learner.stored == budget


def test_the_forgetron_s_bound() -> None:
    """For g = a sum of few kernels, short enough for the budget, on a stream that g almost classifies."""
    rng = np.random.default_rng(5)
    budget, X = 84, rng.uniform(-2, 2, (1500, 2))
    centres, weights = np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([0.7, -0.7])
    kernel = Kernel("rbf", 0.5)
    scores = values(kernel, X, centres) @ weights
    y = scores + 0.05 * rng.standard_normal(len(X)) > 0
    gram = values(kernel, centres, centres)
    square = float(weights @ gram @ weights)
    assert square <= (budget + 1) / log(budget + 1) / 16
    learner = gordan.online.OnlineKernelPerceptron(kernel="rbf", gamma=0.5, budget=budget).partial_fit(X, y)
    losses = np.maximum(0.0, 1.0 - np.where(y, 1.0, -1.0) * scores).sum()
    assert budget < learner.mistakes <= 2 * square + 4 * losses


def test_bad_kernels_get_a_sentence() -> None:
    bad: list[tuple[str, dict[str, Any]]] = [
        ("kernel is 'rfb'", {"kernel": "rfb"}),
        ("not positive semidefinite", {"kernel": "sigmoid"}),
        ("gamma is -1", {"gamma": -1}),
        ("gamma is 'scale'", {"gamma": "scale"}),
        ("degree is 1.5", {"degree": 1.5}),
        ("degree is True", {"degree": True}),
        ("coef0 is -0.5", {"coef0": -0.5}),
        ("budget is 0", {"budget": 0}),
        ("budget is 2.0", {"budget": 2.0}),
    ]
    for words, options in bad:
        with pytest.raises(InputError, match=words):
            gordan.online.OnlineKernelPerceptron(**options)
    wrong = gordan.online.OnlineKernelPerceptron(kernel=lambda X, Y: X.sum())
    with pytest.raises(InputError, match="the kernel returned shape"):
        wrong.learn_one([1.0], 1)
    with pytest.raises(InputError, match="which no kernel gives"):
        gordan.online.OnlineKernelPerceptron(kernel=lambda X, Y: -(X @ Y.T)).learn_one([1.0], 1)
    with pytest.raises(InputError, match="not finite"):
        gordan.online.OnlineKernelPerceptron(kernel="poly", degree=9).learn_one([1e200], 1)
    with pytest.raises(InputError, match="all zeros, so no direction classifies it; drop it, or take a kernel"):
        gordan.online.OnlineKernelPerceptron(kernel="linear").learn_one([0.0], 1)
    for given in ("x", [[1.0], [1.0, 2.0]]):
        with pytest.raises(InputError, match="the kernel returned"):
            gordan.online.OnlineKernelPerceptron(kernel=lambda X, Y, given=given: given).learn_one([1.0], 1)
    assert gordan.online.OnlineKernelPerceptron(budget=np.int64(5)).budget == 5  # type: ignore[arg-type]


def test_a_batch_with_a_bad_row_leaves_the_learner_as_it_was() -> None:
    learner = gordan.online.OnlineKernelPerceptron(kernel="linear").partial_fit([[1.0, 2.0], [2.0, -1.0]], [0, 1])
    before = learner.decision_one([1.0, 0.0]), learner.mistakes, learner.examples
    with pytest.raises(InputError, match="row 1"):
        learner.partial_fit([[-5.0, -5.0], [0.0, 0.0]], [1, 0])
    assert (learner.decision_one([1.0, 0.0]), learner.mistakes, learner.examples) == before


def test_what_a_kernel_learner_has_not() -> None:
    learner = gordan.online.OnlineKernelPerceptron(classes=[0, 1])
    with pytest.raises(InputError, match="no coordinates"):
        _ = learner.coef_
    with pytest.raises(InputError, match="no coordinates"):
        learner.compare([1.0])
    with pytest.raises(InputError, match="bound_of"):
        _ = learner.bound
    learner.learn_one({"a": 1.0}, 1)
    with pytest.raises(InputError, match="learn_one"):
        learner.partial_fit([[1.0]], [1])


def test_examples_without_features_are_stored_like_others() -> None:
    """Two empty dictionaries, mistaken one after the other, are two stored examples."""
    learner = gordan.online.OnlineKernelPerceptron(kernel="rbf", classes=[0, 1])
    learner.learn_one({}, 1)
    learner.learn_one({}, 0)
    assert learner.stored == 2
    learner.learn_one({"a": 1.0}, 1)
    assert learner.stored == 3
    assert learner.decision_one({}) == pytest.approx(np.exp(-1.0))


@pytest.mark.parametrize("form", ["names", "rows"])
def test_a_refused_example_leaves_no_trace(form: str) -> None:
    learner = gordan.online.OnlineKernelPerceptron(kernel="poly", degree=9)
    for value in (1.0, -1.0):
        learner.learn_one({"a": value} if form == "names" else [value], value)
    before = vars(learner._weights).copy()
    for bad in ({"b": np.nan}, {"b": 1e200}) if form == "names" else ([np.nan], [1e200]):
        with pytest.raises(InputError):
            learner.learn_one(bad, 1.0)
    assert repr(vars(learner._weights)) == repr(before)


def test_mistakes_are_within_the_bound_of_any_function() -> None:
    rng = np.random.default_rng(5)
    X = rng.standard_normal((60, 2))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    learner = gordan.online.OnlineKernelPerceptron(kernel="poly", degree=2, coef0=1.0).partial_fit(X, y)
    gram, signs = (X @ X.T + 1.0) ** 2, 2 * y - 1
    for a in (np.zeros(60), 0.05 * signs, np.linalg.solve(gram + 0.1 * np.eye(60), signs)):
        losses = np.maximum(0.0, 1.0 - signs * (gram @ a)).sum()
        assert learner.mistakes <= learner.bound_of(float(a @ gram @ a), float(losses))
    with pytest.raises(InputError, match="hinge is -1"):
        learner.bound_of(1.0, -1)
    with pytest.raises(InputError, match="budget=None"):
        gordan.online.OnlineKernelPerceptron(budget=3).bound_of(1.0, 0.0)


def test_rows_stored_by_a_batch_that_failed_are_written_over() -> None:
    rng = np.random.default_rng(6)
    X, y = rng.standard_normal((30, 2)), rng.integers(0, 2, 30)
    learner, alone = (gordan.online.OnlineKernelPerceptron(kernel="poly", degree=9, coef0=1.0) for _ in range(2))
    for part in (slice(0, 12), slice(12, 30)):
        for each in (learner, alone):
            each.partial_fit(X[part], y[part])
        with pytest.raises(InputError, match="not finite"):
            learner.partial_fit([*-X[:9], [1e200, 1e200]], [*y[:9], 1])
    assert learner.stored == learner.mistakes == alone.mistakes > 8
    assert (learner.decision_function(X) == alone.decision_function(X)).all()
