"""Bounds: equal to values computed by hand, monotone where they must be, honest about what they rest on."""

from __future__ import annotations

import math

import numpy as np
import pytest

import gordan
from gordan.bound import (
    expected_margin_bound,
    global_margin_bound,
    margin_bound,
    partition_bound,
    selection_bound,
    support_bound,
    update_bound,
)
from gordan.learn.compression.bound.formula import log_choices
from gordan.testing import instances


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
    assert theorem.value == pytest.approx(margin_bound(60_000, 0.1, 0.05 / 4), rel=1e-12)
    assert theorem.applies
    assert {one.status for one in theorem.conditions} == {"checked", "assumed"}
    assert not gordan.bound.error_bounds(problem, outcome, eps=0.3).bounds[-1].applies  # the sample's margin is less
    assert not gordan.bound.error_bounds(problem, outcome, eps=0.1, radius=0.5).bounds[-1].applies  # points are longer
    wider = gordan.bound.error_bounds(problem, outcome, eps=0.1, radius=2.0).bounds[-1]
    assert wider.value == pytest.approx(margin_bound(60_000, 0.05, 0.05 / 4), rel=1e-12)


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


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_points_divided_by_their_lengths_are_unit_vectors(dtype: type) -> None:
    """In the last digit about half of such samples are longer than 1; the level allows for it."""
    longer = 0
    for seed in range(50):
        X = np.random.default_rng(seed).standard_normal((40, 5)).astype(dtype)
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        X = X[abs(X[:, 0]) > 0.05]
        longer += bool((X.astype(np.float64) ** 2).sum(axis=1).max() > 1)
        problem = gordan.Points(X, X[:, 0] > 0, intercept=False)
        theorem = gordan.bound.error_bounds(problem, gordan.solve(problem), eps=0.05).bounds[-1]
        assert theorem.applies, str(theorem)
        assert theorem.value >= margin_bound(len(X), 0.05, 0.05 / 4)
        stretched = gordan.Points(X * 1.001, X[:, 0] > 0, intercept=False)
        assert not gordan.bound.error_bounds(stretched, gordan.solve(stretched), eps=0.05).bounds[-1].applies
    assert longer > 25


def test_theorem_one_is_attached_to_the_perceptron_s_own_rule() -> None:
    """A polished run under the same name has another rule, and the lifted points of an intercept another perceptron."""
    one = instances.worst_case(30)
    problem = gordan.Points(one.X, one.y, intercept=False)
    own = gordan.solve(problem, solver="perceptron")
    polished = gordan.solve(problem, solver="perceptron", polish=True)
    assert not np.array_equal(own.coef, polished.coef)
    for outcome, whose in ((own, "checked: the outcome's rule is the perceptron's"), (polished, "as published, not")):
        theorem = gordan.bound.error_bounds(problem, outcome, eps=0.1).bounds[-1]
        assert any(whose in str(condition) for condition in theorem.conditions)
    lifted = sample(300, intercept=True)
    theorem = gordan.bound.error_bounds(lifted, gordan.solve(lifted, solver="perceptron"), eps=0.1).bounds[-1]
    assert any("the perceptron on the points (x, radius)" in str(condition) for condition in theorem.conditions)


def test_the_mean_of_one_over_the_margin_gives_a_margin() -> None:
    problem = sample(60_000)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem), inverse_margin=8.0)
    theorem, share = found.bounds[-1], 0.05 / 4
    assert theorem.name == "Theorem 1.1 by E[1/margin]"
    assert theorem.value == pytest.approx(expected_margin_bound(60_000, 8.0, share), rel=1e-9)
    assert expected_margin_bound(10**9, 8.0, 0.05) == margin_bound(10**9, 0.05 / 16, 0.05)
    assert theorem.applies
    with pytest.raises(gordan.InputError, match="both given"):
        gordan.bound.error_bounds(problem, gordan.solve(problem), eps=0.1, inverse_margin=8.0)
    with pytest.raises(gordan.InputError, match="no margin of points"):
        expected_margin_bound(100, 0.5, 0.1)


def test_markov_s_step_on_samples_drawn() -> None:
    """Margins of two unit points at an angle: the mean of 1/margin is exact, and ε B bounds the chance of less."""
    margins = np.random.default_rng(0).beta(2.0, 1.0, 200_000)  # density 2x, so the mean of 1/x is 2
    for delta in (0.4, 0.1, 0.02):
        assert (margins < delta / 4.0).mean() <= delta / 2.0


def test_the_global_margin_by_hand() -> None:
    assert global_margin_bound(10_000, 0.5, 0.1) == pytest.approx(
        50 * (12 * math.log(10_000 / 12) + math.log(20)) / 10_000
    )
    assert global_margin_bound(32, 0.5, 0.1) == math.inf
    assert global_margin_bound(33, 0.5, 0.1) < math.inf


@pytest.mark.parametrize("solver", ["auto", "perceptron", "r-independent-perceptron", "infinity-perceptron"])
def test_the_sample_s_margin_bounds_the_global_one(solver: str) -> None:
    """Fresh examples of the same distribution: those nearer than the margin are fewer than the bound says."""
    for seed in range(4):
        X = np.random.default_rng(seed).standard_normal((9_000, 3))
        X = X[abs(X[:, 0]) > (0.02 if solver == "auto" else 0.4)]
        z = X[:, 0]
        problem = gordan.Points(X[:400], z[:400] > 0, intercept=False)
        outcome = gordan.solve(problem, solver=solver)
        found = gordan.bound.margin_bounds(problem, outcome)
        w = {"supports": gordan.solve(problem, goal="margin").coef, "updates": outcome.coef}
        assert [one.name for one in found.bounds] == ["supports", "updates"][: 1 + (solver != "auto")]
        for one in found.bounds:
            assert one.applies
            distances = np.where(z > 0, 1, -1) * (X @ w[one.name]) / np.linalg.norm(w[one.name])
            assert 0 < one.margin <= distances[:400].min() * (1 + 1e-6)
            assert (distances[400:] < one.margin).mean() <= one.value
        assert found.bounds[0].margin >= (1 - 1e-5) * gordan.solve(problem, goal="margin").bracket.upper


def test_an_offset_between_two_examples_counts_them() -> None:
    """Sparse points are not centred: the sum has no mean in it, but the offset lies between two examples more."""
    from scipy.sparse import csr_array

    problem = sample(400, intercept=True)
    sparse = gordan.Points(csr_array(problem.X), problem.signs > 0)
    outcome = gordan.solve(sparse, solver="perceptron")
    kept = gordan.compress(sparse, outcome)
    bound = next(one for one in gordan.bound.error_bounds(sparse, outcome).bounds if one.name == "updates")
    assert kept.selects
    assert bound.value == update_bound(400, kept.updates + 2, 0.05 / 3)


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
