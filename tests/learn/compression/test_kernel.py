"""In the space of a kernel: the examples kept give back the rule, and bounds count them and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.bound import support_bound, update_bound

KERNELS: list[dict[str, Any]] = [
    {"kernel": "rbf", "gamma": 2.0},
    {"kernel": "laplacian", "gamma": 1.0},
    {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0},
    {"kernel": "rbf", "gamma": 2.0, "normalise": True},
]


def ring(n: int, seed: int, **options: Any) -> gordan.Points:
    X = np.random.default_rng(seed).uniform(-1, 1, (3 * n, 2))
    length = (X**2).sum(axis=1)
    kept = abs(length - 0.5) > 0.1
    return gordan.Points(X[kept][:n], (length > 0.5)[kept][:n], intercept=False, **options)


def decide(kept: gordan.compression.Compressed, options: dict[str, Any], X: Any) -> Any:
    """Σ c_j k(x_j, x) written out, without the library's kernels."""
    E, c = np.array(kept.examples), gordan.reconstruct(kept).coefficients
    if options["kernel"] == "poly":
        K = (X @ E.T + 1.0) ** 2
    else:
        D = X[:, None, :] - E[None]
        size = abs(D).sum(axis=2) if options["kernel"] == "laplacian" else (D**2).sum(axis=2)
        K = np.exp(-options["gamma"] * size)
    return K @ c


@pytest.mark.parametrize("options", KERNELS)
@pytest.mark.parametrize("solver", ["perceptron", "r-independent-perceptron", "infinity-perceptron", "auto"])
def test_the_examples_kept_give_back_the_rule(options: dict[str, Any], solver: str) -> None:
    problem = ring(150, 1, **options)
    outcome = gordan.solve(problem, solver=solver)
    kept = gordan.compress(problem, outcome)
    assert kept.scheme == ("support" if solver == "auto" else "perceptron")
    again = gordan.compression.Compressed.from_json(kept.to_json())
    assert again == kept
    assert kept.selects
    rule = gordan.reconstruct(again)
    if solver != "auto":
        assert kept.updates == outcome.n_iter <= kept.limit
        whole = np.zeros(problem.n)
        whole[list(kept.rows)] = rule.coefficients
        assert np.array_equal(whole, outcome.dual_coef)
    assert ((decide(kept, options, problem.X) > 0) == (problem.signs > 0)).all()


@pytest.mark.parametrize("options", KERNELS)
def test_bounds_count_examples_and_no_dimension(options: dict[str, Any]) -> None:
    problem = ring(400, 2, **options)
    outcome = gordan.solve(problem, solver="perceptron")
    found = {one.name: one for one in gordan.bound.error_bounds(problem, outcome, eps=1e-3, radius=9.0, size=4).bounds}
    assert set(found) == {"supports", "updates", "Theorem 1.1", "Theorem 4.1 with errors"}
    supports = gordan.compress(problem, outcome, scheme="support")
    assert found["supports"].value == support_bound(400, supports.size, 0.05 / 5)
    assert found["updates"].value == update_bound(400, outcome.n_iter, 0.05 / 5)
    assert all(one.applies for one in found.values())


@pytest.mark.parametrize("seed", range(5))
def test_fresh_examples_err_no_more_often(seed: int) -> None:
    options = KERNELS[seed % 3]
    problem, fresh = ring(300, seed, **options), ring(4000, seed + 100, **options)
    outcome = gordan.solve(problem, solver="perceptron")
    found = {one.name: one.value for one in gordan.bound.error_bounds(problem, outcome).bounds}
    for name, scheme in (("supports", "support"), ("updates", "perceptron")):
        kept = gordan.compress(problem, outcome, scheme=scheme)  # type: ignore[arg-type]
        assert ((decide(kept, options, fresh.X) > 0) != (fresh.signs > 0)).mean() <= found[name]


def test_a_gamma_of_the_sample_is_no_example() -> None:
    problem = ring(200, 3, kernel="rbf")
    outcome = gordan.solve(problem, solver="perceptron")
    assert not gordan.compress(problem, outcome).selects
    found = gordan.bound.error_bounds(problem, outcome, size=5)
    assert not any(one.applies for one in found.bounds)
    assert "gamma was computed from the whole sample" in str(found)


def test_what_has_no_form_is_refused() -> None:
    X, y = [[0.0], [1.0], [3.0]], [0, 1, 1]
    lifted = gordan.Points(X, y, kernel="rbf", gamma=1.0)
    with pytest.raises(gordan.InputError, match="intercept=False"):
        gordan.compress(lifted, gordan.solve(lifted))
    own = gordan.Points(X, y, kernel=lambda A, B: A @ B.T + 1.0, intercept=False)
    with pytest.raises(gordan.InputError, match="cannot be written down"):
        gordan.compress(own, gordan.solve(own))
    plain = ring(60, 4, **KERNELS[0])
    text = gordan.compress(plain, gordan.solve(plain)).to_json()
    with pytest.raises(gordan.InputError, match="kernel is"):
        gordan.compression.Compressed.from_json(text.replace('"rbf"', '"sigmoid"'))
