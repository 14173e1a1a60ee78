"""Bounds: equal to values computed by hand, monotone where they must be, honest about what they rest on."""

from __future__ import annotations

import math

import numpy as np
import pytest

import gordan
from gordan.compression import margin_bound, partition_bound, selection_bound, support_bound, update_bound


def test_values_by_hand() -> None:
    """n = 1000, delta = 0.1: the logarithms written out."""
    assert margin_bound(1000, 0.5, 0.1) == pytest.approx(50 * (5.521460918 + 2.995732274) / 250)
    assert selection_bound(1000, 10, 0.1) == pytest.approx(50 * (46.05170186 + 2.302585093) / 1000)
    eps = 50 * (46.05170186 + 2.302585093) / 1000
    assert selection_bound(1000, 10, 0.1, training_error=0.2) == pytest.approx(0.2 + math.sqrt(0.2 * eps) + eps)
    assert support_bound(1000, 2, 0.1) == pytest.approx((math.log(499_500) + math.log(10_000)) / 998)
    assert update_bound(1000, 3, 0.1) == pytest.approx((3 * 6.907755279 + 9.210340372) / 997)
    assert partition_bound(4, 1.0) == 10.0


def test_monotone() -> None:
    for make in (
        selection_bound,
        support_bound,
        update_bound,
        lambda n, d, delta: margin_bound(n, d**-0.5, delta),
    ):
        assert make(10_000, 5, 0.1) < make(1000, 5, 0.1)
        assert make(1000, 5, 0.1) < make(1000, 6, 0.1)
        assert make(1000, 5, 0.1) < make(1000, 5, 0.01)
    # A set has fewer choices than a sequence.
    assert support_bound(1000, 5, 0.1) < update_bound(1000, 5, 0.1)
    assert partition_bound(10, 0.5) < partition_bound(11, 0.5) < partition_bound(11, 0.4)


def test_what_says_nothing_is_infinite() -> None:
    assert support_bound(5, 5, 0.1) == update_bound(5, 7, 0.1) == selection_bound(5, 5, 0.1) == math.inf
    assert margin_bound(3, 0.5, 0.1) == math.inf
    assert partition_bound(10, 1e-3) == math.inf


def sample(n: int, *, intercept: bool = False, noise: float = 0.0) -> gordan.Points:
    generator = np.random.default_rng(n)
    X = generator.uniform(-1, 1, (3 * n, 2)) / 2**0.5
    z = X @ [1.0, 0.5] + (0.1 if intercept else 0.0)
    X, z = X[np.abs(z) > 0.15][:n], z[np.abs(z) > 0.15][:n]
    return gordan.Points(X, (z + noise * generator.standard_normal(n)) > 0, intercept=intercept)


@pytest.mark.parametrize("intercept", [False, True])
def test_supports_are_the_tightest_and_share_delta(intercept: bool) -> None:
    problem = sample(500, intercept=intercept)
    found = gordan.bound(problem, gordan.solve(problem), delta=0.1)
    kept = gordan.compress(problem, gordan.solve(problem))
    assert [one.name for one in found.bounds] == ["Theorem 4.1", "supports"]
    assert found.tightest is found.bounds[1]
    assert found.bounds[1].value == support_bound(500, kept.size, 0.05)
    assert sum(one.delta for one in found.bounds) == pytest.approx(0.1)
    assert "halfspace" in found.local_to_global()
    assert "vacuous" in str(found)


def test_updates_are_counted_for_a_perceptron() -> None:
    problem = sample(500)
    outcome = gordan.solve(problem, solver="perceptron")
    found = gordan.bound(problem, outcome)
    assert found.bounds[2].value == update_bound(500, outcome.n_iter, 0.05 / 3)
    assert found.bounds[2].applies


def test_a_mean_of_the_sample_is_no_compression() -> None:
    problem = sample(500, intercept=True)
    found = gordan.bound(problem, gordan.solve(problem, solver="perceptron"))
    assert not found.bounds[2].applies
    assert found.tightest is not found.bounds[2]
    assert "no example" in str(found)


def test_theorem_one_and_its_conditions() -> None:
    problem = sample(60_000)
    outcome = gordan.solve(problem)
    found = gordan.bound(problem, outcome, eps=0.1)
    theorem = found.bounds[-1]
    assert theorem.name == "Theorem 1.1"
    assert theorem.value == margin_bound(60_000, 0.1, 0.05 / 3)
    assert theorem.applies
    assert {one.status for one in theorem.conditions} == {"checked", "assumed"}
    assert not gordan.bound(problem, outcome, eps=0.3).bounds[-1].applies  # the sample's margin is less
    assert not gordan.bound(problem, outcome, eps=0.1, radius=0.5).bounds[-1].applies  # points are longer
    wider = gordan.bound(problem, outcome, eps=0.1, radius=2.0).bounds[-1]
    assert wider.value == margin_bound(60_000, 0.05, 0.05 / 3)


def test_inseparable_points_have_a_training_error() -> None:
    problem = sample(2000, noise=0.2)
    outcome = gordan.solve(problem)
    found = gordan.bound(problem, outcome, size=3)
    [only] = found.bounds
    assert only.value == selection_bound(2000, 3, 0.05, training_error=found.errors / 2000)
    assert found.errors > 0
    with pytest.raises(gordan.InputError, match="size="):
        gordan.bound(problem, outcome)


def test_nothing_is_said_of_few_examples() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    assert "nothing" in gordan.bound(problem, gordan.solve(problem)).local_to_global()


@pytest.mark.parametrize("n", [2, 5, 7])
def test_partitions_never_exceed_the_theorem(n: int) -> None:
    generator = np.random.default_rng(n)
    X = generator.standard_normal((n, 3))
    X /= np.linalg.norm(X, axis=1).max()
    for eps in (0.05, 0.2, 0.5):
        found = gordan.count_partitions(X, eps=eps)
        assert found.exact
        assert found.certain <= partition_bound(n, eps)
    # Cover's count of what hyperplanes through the origin can do with points in general position.
    every = 2 * sum(math.comb(n - 1, k) for k in range(3))
    assert gordan.count_partitions(X, eps=1e-7).certain == every


@pytest.mark.parametrize(("n", "k"), [(5, 1), (6, 2), (8, 3)])
def test_example_one_three(n: int, k: int) -> None:
    """Every subset of k unit vectors is Ω(1/√k)-separated, and there are C(n, k) of them."""
    margins = {j: 0.5 * math.sqrt(1 / j + 1 / (n - j)) for j in range(1, n)}
    eps = margins[k] - 1e-9
    expected = 2 + sum(math.comb(n, j) for j in range(1, n) if margins[j] >= eps)
    found = gordan.count_partitions(np.eye(n), eps=eps, intercept=True)
    assert found.exact
    assert found.certain == expected >= math.comb(n, k)
    assert margins[k] >= 0.5 / math.sqrt(k)
    # Through the origin all labellings of unit vectors have margin 1/√n.
    assert gordan.count_partitions(np.eye(n), eps=n**-0.5 - 1e-9).certain == 2**n
    assert gordan.count_partitions(np.eye(n), eps=n**-0.5 + 1e-9).possible == 0


def test_refusals() -> None:
    problem = sample(100)
    outcome = gordan.solve(problem)
    for delta in (0.0, 1.0, -0.5, "often"):
        with pytest.raises(gordan.InputError, match="delta"):
            gordan.bound(problem, outcome, delta=delta)
    with pytest.raises(gordan.InputError, match="eps"):
        gordan.bound(problem, outcome, eps=0.0)
    with pytest.raises(gordan.InputError, match="eps"):
        partition_bound(3, 0.0)
    with pytest.raises(gordan.InputError, match="bound takes"):
        gordan.bound(outcome, problem)
    with pytest.raises(gordan.InputError, match="labellings"):
        gordan.count_partitions(np.eye(30), eps=0.1)
    assert gordan.count_partitions([[1.0]], eps=0.5, intercept=True).certain == 2
