"""In the space of a kernel: the examples kept give back the rule, and bounds count them and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.bound import support_bound, update_bound

KERNELS: list[dict[str, Any]] = [
    {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0, "intercept": True},
    {"kernel": "rbf", "gamma": 2.0, "intercept": True},
    {"kernel": "rbf", "gamma": 2.0},
    {"kernel": "laplacian", "gamma": 1.0},
    {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0},
    {"kernel": "rbf", "gamma": 2.0, "normalise": True},
]


def ring(n: int, seed: int, **options: Any) -> gordan.Points:
    X = np.random.default_rng(seed).uniform(-1, 1, (3 * n, 2))
    length = (X**2).sum(axis=1)
    kept = abs(length - 0.5) > 0.1
    return gordan.Points(X[kept][:n], (length > 0.5)[kept][:n], **{"intercept": False, **options})


def decide(kept: gordan.compression.Compressed, options: dict[str, Any], X: Any) -> Any:
    """Σ c_j k(x_j, x) written out, without the library's kernels."""
    rule = gordan.reconstruct(kept)
    E, c = np.array(kept.examples), rule.coefficients
    if options["kernel"] == "poly":
        K = (X @ E.T + 1.0) ** 2
    else:
        D = X[:, None, :] - E[None]
        size = abs(D).sum(axis=2) if options["kernel"] == "laplacian" else (D**2).sum(axis=2)
        K = np.exp(-options["gamma"] * size)
    return K @ c + float(rule.offset)


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


@pytest.mark.parametrize("options", [each for each in KERNELS if "intercept" not in each])
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
    options = KERNELS[seed % 5]
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
    own = gordan.Points(X, y, kernel=lambda A, B: A @ B.T + 1.0, intercept=False)
    with pytest.raises(gordan.InputError, match="cannot be written down"):
        gordan.compress(own, gordan.solve(own))
    plain = ring(60, 4, **KERNELS[1])
    text = gordan.compress(plain, gordan.solve(plain)).to_json()
    with pytest.raises(gordan.InputError, match="kernel is"):
        gordan.compression.Compressed.from_json(text.replace('"rbf"', '"sigmoid"'))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("solver", ["perceptron", "auto"])
def test_fresh_examples_are_as_far_away(seed: int, solver: str) -> None:
    """`margin_bounds` in a kernel's space: the share of fresh images nearer than the margin is within the bound."""
    options = KERNELS[seed % 5]
    problem, fresh = ring(300, seed, **options), ring(4000, seed + 100, **options)
    outcome = gordan.solve(problem, solver=solver)
    found = {one.name: one for one in gordan.bound.margin_bounds(problem, outcome).bounds}
    assert set(found) == ({"supports", "updates"} if solver == "perceptron" else {"supports"})
    schemes = {"supports": "support", "updates": "perceptron"}
    for name, one in found.items():
        kept = gordan.compress(problem, outcome, scheme=schemes[name])  # type: ignore[arg-type]
        assert one.applies
        assert one.margin > 0
        rule = gordan.reconstruct(kept)
        examples = gordan.Points(kept.examples, kept.signs, **options)
        length = np.sqrt(rule.coefficients @ decide_matrix(examples, options) @ rule.coefficients)
        distance = fresh.signs * decide(kept, options, fresh.X) / length
        assert (distance < one.margin).mean() <= one.value
        # Of the sample itself no image is nearer; with an intercept the margin is half the gap.
        assert (problem.signs * decide(kept, options, problem.X) / length).min() >= one.margin * (1 - 1e-6)


def decide_matrix(points: gordan.Points, options: dict[str, Any]) -> Any:
    X = points.X
    if options["kernel"] == "poly":
        return (X @ X.T + 1.0) ** 2
    D = X[:, None, :] - X[None]
    size = abs(D).sum(axis=2) if options["kernel"] == "laplacian" else (D**2).sum(axis=2)
    return np.exp(-options["gamma"] * size)


def test_a_margin_of_a_sampled_gamma_is_no_bound() -> None:
    problem = ring(200, 3, kernel="rbf")
    found = gordan.bound.margin_bounds(problem, gordan.solve(problem, solver="perceptron"))
    assert not any(one.applies for one in found.bounds)


def test_an_offset_lies_between_two_examples() -> None:
    problem = ring(150, 1, kernel="rbf", gamma=2.0, intercept=True)
    outcome = gordan.solve(problem, solver="perceptron")
    kept = gordan.compress(problem, outcome)
    assert kept.selects
    assert kept.updates == outcome.n_iter
    f = decide(kept, {"kernel": "rbf", "gamma": 2.0}, np.array(kept.examples)[list(kept.offset_from)])
    assert f[0] == pytest.approx(-f[1])
    assert float(gordan.reconstruct(kept).offset) == pytest.approx(float(outcome.offset), rel=1e-9)
