"""Bounds: equal to values computed by hand, monotone where they must be, honest about what they rest on."""

from __future__ import annotations

import math

import numpy as np
import pytest

import gordan
from gordan.bound import margin_bound, partition_bound, selection_bound, support_bound, update_bound
from gordan.learn.compression.bound.formula import log_choices


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


@pytest.mark.parametrize("n", [3, 40, 400, 10_000])
def test_theorem_four_one_never_falls_as_more_examples_are_kept(n: int) -> None:
    """A rule of at most d examples is one of at most d + 1; and 399 of 400 may fit labels tossed like coins."""
    for errors in (0.0, 0.3):
        values = [selection_bound(n, d, 0.05, training_error=errors) for d in range(0, n + 1, max(1, n // 400))]
        assert values == sorted(values)
    assert selection_bound(400, 399, 0.05) == selection_bound(400, 148, 0.05) == math.inf
    assert selection_bound(400, 147, 0.05) < math.inf
    assert margin_bound(100, 0.16, 0.1) == math.inf > margin_bound(100, 0.17, 0.1)


def test_theorem_four_one_does_not_apply_beyond_n_over_e() -> None:
    X = np.vstack([np.eye(30), -np.eye(30)])
    problem = gordan.Points(X, X @ np.random.default_rng(0).standard_normal(30) > 0, intercept=False)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem, solver="perceptron"), size=40)
    theorems = [one for one in found.bounds if one.name.startswith("Theorem 4.1")]
    assert [one.applies for one in theorems] == [False, False]
    assert found.tightest not in theorems
    assert "at most n/e = 22.07" in str(found)


def test_logarithms_of_choices() -> None:
    """No cancellation: the sum over all factors, or an upper bound that is off by less than a logarithm."""
    n = 2**53
    assert (n - 1) * support_bound(n, 1, 0.05) == pytest.approx(2 * math.log(n) + math.log(20), rel=1e-12)
    for n, k in ((50_000, 20_000), (100_000, 99_000), (30, 7), (10**6, 15_000)):
        exact = math.log(math.comb(n, k))
        assert exact * (1 - 1e-12) <= log_choices(n, k) <= exact + math.log(n + 1)


def sample(n: int, *, intercept: bool = False, noise: float = 0.0) -> gordan.Points:
    generator = np.random.default_rng(n)
    X = generator.uniform(-1, 1, (3 * n, 2)) / 2**0.5
    z = X @ [1.0, 0.5] + (0.1 if intercept else 0.0)
    X, z = X[np.abs(z) > 0.15][:n], z[np.abs(z) > 0.15][:n]
    return gordan.Points(X, (z + noise * generator.standard_normal(n)) > 0, intercept=intercept)


@pytest.mark.parametrize("intercept", [False, True])
def test_supports_are_the_tightest_and_share_delta(intercept: bool) -> None:
    problem = sample(500, intercept=intercept)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem), delta=0.1)
    kept = gordan.compress(problem, gordan.solve(problem))
    assert [one.name for one in found.bounds] == ["Theorem 4.1", "supports"]
    assert found.tightest is found.bounds[1]
    assert found.bounds[1].value == support_bound(500, kept.size, 0.1 / 3)
    assert "halfspace" in found.local_to_global()
    assert "vacuous" in str(found)


def test_updates_are_counted_for_a_perceptron() -> None:
    problem = sample(500)
    outcome = gordan.solve(problem, solver="perceptron")
    found = gordan.bound.error_bounds(problem, outcome)
    assert found.bounds[2].value == update_bound(500, outcome.n_iter, 0.05 / 3)
    assert found.bounds[2].applies


def test_a_mean_of_the_sample_is_no_compression() -> None:
    problem = sample(500, intercept=True)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem, solver="perceptron"))
    assert not found.bounds[2].applies
    assert found.tightest is not found.bounds[2]
    assert "no example" in str(found)


def test_theorem_one_and_its_conditions() -> None:
    problem = sample(60_000)
    outcome = gordan.solve(problem)
    found = gordan.bound.error_bounds(problem, outcome, eps=0.1)
    theorem = found.bounds[-1]
    assert theorem.name == "Theorem 1.1"
    assert theorem.value == margin_bound(60_000, 0.1, 0.05 / 4)
    assert theorem.applies
    assert {one.status for one in theorem.conditions} == {"checked", "assumed"}
    assert not gordan.bound.error_bounds(problem, outcome, eps=0.3).bounds[-1].applies  # the sample's margin is less
    assert not gordan.bound.error_bounds(problem, outcome, eps=0.1, radius=0.5).bounds[-1].applies  # points are longer
    wider = gordan.bound.error_bounds(problem, outcome, eps=0.1, radius=2.0).bounds[-1]
    assert wider.value == margin_bound(60_000, 0.05, 0.05 / 4)


def test_inseparable_points_have_a_training_error() -> None:
    problem = sample(2000, noise=0.2)
    outcome = gordan.solve(problem)
    found = gordan.bound.error_bounds(problem, outcome, size=3)
    [only] = found.bounds
    assert only.value == selection_bound(2000, 3, 0.05 / 4, training_error=found.errors / 2000)
    assert found.errors > 0
    with pytest.raises(gordan.InputError, match="size="):
        gordan.bound.error_bounds(problem, outcome)


def test_shares_of_delta_do_not_depend_on_the_sample() -> None:
    """Separable or not, found by whichever solver: with the same arguments each bound has the same share."""
    easy, hard = sample(300), sample(300, noise=0.3)
    outcomes = [(easy, gordan.solve(easy)), (easy, gordan.solve(easy, solver="perceptron")), (hard, gordan.solve(hard))]
    assert outcomes[2][1].kind == "inseparable"
    for eps in (None, 0.1):
        deltas = {
            one.delta for at in outcomes for one in gordan.bound.error_bounds(*at, size=5, eps=eps, delta=0.1).bounds
        }
        assert len(deltas) == 1
        most = max(len(gordan.bound.error_bounds(*at, size=5, eps=eps).bounds) for at in outcomes)
        assert most * deltas.pop() == pytest.approx(0.1)


@pytest.mark.parametrize("solver", ["perceptron", "aggressive-perceptron", "infinity-perceptron"])
def test_a_rule_is_named_after_what_found_it(solver: str) -> None:
    problem = sample(300)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem, solver=solver), eps=0.1, size=3)
    rules = {one.name: one.rule for one in found.bounds}
    assert rules["updates"] == f"the {solver}'s rule"
    assert rules["Theorem 1.1"] == "the perceptron's rule"
    assert rules["Theorem 4.1 with errors"].endswith(f"of the {solver}")
    assert (solver == "perceptron") == ("finds here" not in str(found))


def test_nothing_is_said_of_few_examples() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    assert "nothing" in gordan.bound.error_bounds(problem, gordan.solve(problem)).local_to_global()


@pytest.mark.parametrize("n", [2, 5, 7])
def test_partitions_never_exceed_the_theorem(n: int) -> None:
    generator = np.random.default_rng(n)
    X = generator.standard_normal((n, 3))
    X /= np.linalg.norm(X, axis=1).max()
    for eps in (0.05, 0.2, 0.5):
        found = gordan.bound.count_partitions(X, eps=eps)
        assert found.exact
        assert found.certain <= partition_bound(n, eps)
    # Cover's count of what hyperplanes through the origin can do with points in general position.
    every = 2 * sum(math.comb(n - 1, k) for k in range(3))
    assert gordan.bound.count_partitions(X, eps=1e-7).certain == every


@pytest.mark.parametrize("n", [3, 5, 8])
def test_with_an_intercept_the_theorem_is_about_half_the_margin(n: int) -> None:
    """By the lift (x, 1)/√2, and two labellings of one class have any margin at all."""
    generator = np.random.default_rng(n)
    X = np.vstack([np.zeros(2), generator.standard_normal((n - 1, 2))])
    X /= np.linalg.norm(X, axis=1).max()
    lifted = np.column_stack([X, np.ones(n)]) / 2**0.5
    for eps in (0.1, 0.3, 0.5, 0.9):
        found = gordan.bound.count_partitions(X, eps=eps, intercept=True)
        assert found.certain - 2 <= gordan.bound.count_partitions(lifted, eps=eps / 2).possible
        assert found.certain - 2 <= partition_bound(n, eps / 2)


@pytest.mark.parametrize(("n", "k"), [(5, 1), (6, 2), (8, 3)])
def test_example_one_three(n: int, k: int) -> None:
    """Every subset of k unit vectors is Ω(1/√k)-separated, and there are C(n, k) of them."""
    margins = {j: 0.5 * math.sqrt(1 / j + 1 / (n - j)) for j in range(1, n)}
    eps = margins[k] - 1e-9
    expected = 2 + sum(math.comb(n, j) for j in range(1, n) if margins[j] >= eps)
    found = gordan.bound.count_partitions(np.eye(n), eps=eps, intercept=True)
    assert found.exact
    assert found.certain == expected >= math.comb(n, k)
    assert margins[k] >= 0.5 / math.sqrt(k)
    # Through the origin all labellings of unit vectors have margin 1/√n.
    assert gordan.bound.count_partitions(np.eye(n), eps=n**-0.5 - 1e-9).certain == 2**n
    assert gordan.bound.count_partitions(np.eye(n), eps=n**-0.5 + 1e-9).possible == 0


def test_refusals() -> None:
    problem = sample(100)
    outcome = gordan.solve(problem)
    for delta in (0.0, 1.0, -0.5, "often"):
        with pytest.raises(gordan.InputError, match="delta"):
            gordan.bound.error_bounds(problem, outcome, delta=delta)
    with pytest.raises(gordan.InputError, match="eps"):
        gordan.bound.error_bounds(problem, outcome, eps=0.0)
    with pytest.raises(gordan.InputError, match="eps"):
        partition_bound(3, 0.0)
    with pytest.raises(gordan.InputError, match="error_bounds takes"):
        gordan.bound.error_bounds(outcome, problem)
    with pytest.raises(gordan.InputError, match="labellings"):
        gordan.bound.count_partitions(np.eye(30), eps=0.1)
    assert gordan.bound.count_partitions([[1.0]], eps=0.5, intercept=True).certain == 2
