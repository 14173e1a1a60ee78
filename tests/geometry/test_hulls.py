"""Sparse separation of two classes' hulls, in the space of a kernel as for points: Lemma 1.6, and the truth of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.geometry import Hull, separate_bodies, separate_hulls

KERNELS: list[dict[str, Any]] = [
    {},
    {"kernel": "rbf", "gamma": 2.0},
    {"kernel": "laplacian", "gamma": 1.0},
    {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0},
]


def problem_of(seed: int, options: dict[str, Any]) -> gordan.Points:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (200, 2))
    side = X @ [1.0, 2.0] if not options else (X**2).sum(axis=1) - 0.5
    kept = abs(side) > 0.2
    return gordan.Points(X[kept][:80], side[kept][:80] > 0, **options)


def products(problem: gordan.Points, options: dict[str, Any]) -> Any:
    """The matrix of products, written out without the library's kernels."""
    X = problem.X
    if not options:
        return X @ X.T
    if options["kernel"] == "poly":
        return (X @ X.T + 1.0) ** 2
    D = X[:, None, :] - X[None]
    return np.exp(-options["gamma"] * (abs(D).sum(axis=2) if options["kernel"] == "laplacian" else (D**2).sum(axis=2)))


@pytest.mark.parametrize("options", KERNELS, ids=lambda options: options.get("kernel", "points"))
@pytest.mark.parametrize("seed", range(3))
def test_the_lemma(options: dict[str, Any], seed: int) -> None:
    problem = problem_of(seed, options)
    K = products(problem, options)
    distance = 2.0 * gordan.solve(problem).bracket.lower
    for share in (0.9, 0.3, 3.0):
        eps = share * distance
        answer = separate_hulls(problem, eps=eps)
        c = np.zeros(problem.n)
        np.add.at(c, answer.positive, answer.times)
        np.add.at(c, answer.negative, -answer.times)
        length = np.sqrt(c @ K @ c)
        assert (problem.signs[answer.positive] > 0).all()
        assert (problem.signs[answer.negative] < 0).all()
        if answer.kind == "apart":
            values = K @ c / length
            gap = values[problem.signs > 0].min() - values[problem.signs < 0].max()
            assert gap >= eps / 3 * (1 - 1e-9)
            assert answer.outcome.verdict.holds
            longest = max(
                K[i, i] + K[j, j] - 2 * K[i, j] for i, j in zip(answer.positive, answer.negative, strict=True)
            )
            assert answer.n_points <= 6 * longest / eps**2 * (1 + 1e-9)
        else:
            assert answer.kind == "near"
            assert length / answer.updates < eps
        assert answer.kind == "apart" or share > 1
        assert answer.kind in str(answer)


def test_classes_that_touch_are_near() -> None:
    for options in KERNELS:
        problem = gordan.Points([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0], [2.0, 0.0]], [0, 0, 1, 1], **options)
        answer = separate_hulls(problem, eps=0.1)
        assert answer.kind == "near"
        assert 2 * answer.outcome.bracket.upper < 0.1


def test_points_are_answered_as_their_hulls_are() -> None:
    problem = problem_of(1, {})
    up = problem.signs > 0
    for eps in (0.05, 0.1, 0.5, 1.0):
        own = separate_hulls(problem, eps=eps)
        bodies = separate_bodies(Hull(problem.X[up]), Hull(problem.X[~up]), eps=eps)
        assert own.kind == bodies.kind
        assert own.updates == bodies.updates


def test_products_alone_are_enough() -> None:
    problem = problem_of(2, KERNELS[1])
    gram = gordan.Gram(products(problem, KERNELS[1]), problem.signs)
    one, other = separate_hulls(problem, eps=0.1), separate_hulls(gram, eps=0.1)
    assert (one.kind, one.updates) == (other.kind, other.updates)


def test_budgets_and_refusals() -> None:
    problem = problem_of(0, KERNELS[1])
    assert separate_hulls(problem, eps=1e-3, max_iter=2).kind == "undecided"
    with pytest.raises(gordan.InputError, match="with an intercept"):
        separate_hulls(gordan.Points(problem.X, problem.y, intercept=False), eps=0.1)
    with pytest.raises(gordan.InputError, match="eps"):
        separate_hulls(problem, eps=0.0)
