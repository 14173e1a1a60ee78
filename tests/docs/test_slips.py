"""The papers' lemmas on small numbers, and counter-examples to what is a slip in print (docs/papers, "Slips")."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan


def _unit(n: int, m: int, seed: int, *, separable: bool) -> Any:
    A = np.random.default_rng(seed).standard_normal((n, m))
    if separable:
        A[:, 0] = np.abs(A[:, 0]) + 0.1
    return A / np.linalg.norm(A, axis=1)[:, None]


def _loss(G: Any, alpha: Any) -> float:
    return float(-(G @ alpha).min() + 0.5 * alpha @ G @ alpha)


@pytest.mark.parametrize("n", [18, 19, 10_000])
def test_mirror_prox_printed_constant(n: int) -> None:
    """ΩL = ln n·√(α_x/α_y) + ½√(α_y/α_x) is least at √(2 ln n), above the printed √ln n + √½ from n = 19 on."""
    log = math.log(n)
    least = min(log * s + 0.5 / s for s in np.geomspace(1e-3, 1e3, 200_001))
    assert least == pytest.approx(math.sqrt(2 * log), rel=1e-6)
    assert (math.sqrt(2 * log) > math.sqrt(log) + math.sqrt(0.5)) == (n >= 19)


def test_mirror_prox_exceeds_the_printed_bound() -> None:
    """Algorithm 1 on two nearly opposite columns and n − 2 equal ones, whose weights stay equal: one number for all."""
    n, eps, s = 1e12, 0.02, 1e-9
    A = np.array([[math.sqrt(1 - s * s), -s], [-math.sqrt(1 - s * s), -s], [0.0, 1.0]])
    many, theta = np.log([1.0, 1.0, n - 2]), math.log(n)
    gamma = 1 / math.sqrt(2 * theta)

    def prox(x: Any, y: Any, at_x: Any, at_y: Any) -> tuple[Any, Any]:
        """From and to the logarithms of the weights of single columns."""
        u, v = x - 2 * theta * gamma * (A @ at_y), y + gamma * (A.T @ np.exp(at_x + many))
        return u - np.logaddexp.reduce(u + many), v / max(np.linalg.norm(v), 1.0)

    x, y = np.full(3, -theta), np.zeros(2)
    sums, t, sad = (np.zeros(3), np.zeros(2)), 0, math.inf
    while sad > eps:
        w = prox(x, y, x, y)
        x, y = prox(x, y, *w)
        sums, t = (sums[0] + np.exp(w[0] + many), sums[1] + w[1]), t + 1
        lowest = float((A @ sums[1]).min()) / t
        assert lowest <= 0
        sad = float(np.linalg.norm(A.T @ sums[0])) / t - lowest
    printed, derived = (math.sqrt(theta) + math.sqrt(0.5)) / eps + 1, math.sqrt(2 * theta) / eps + 1
    assert printed + 20 < t <= derived


def test_products_of_a_kernel_are_those_of_two_points() -> None:
    """Ψ'y of y = Ψg is Gg; the printed Σ K(A_i, A_i) g_i is one number for all points. And Qx* is not on a simplex."""
    Psi = np.array([[1.0, 0.6], [0.0, 0.8]])
    g = np.array([1.0, -0.5])
    assert Psi.T @ (Psi @ g) == pytest.approx((Psi.T @ Psi) @ g)
    assert abs((Psi.T @ Psi).diagonal() @ g - (Psi.T @ (Psi @ g))[0]) > 0.1
    twins, labels = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1, -1])
    outcome = gordan.separate(twins, labels, intercept=False)
    assert outcome.kind == "inseparable"
    x = np.full(2, 0.5)
    assert not (x * labels @ twins).any()
    assert (labels * x).min() < 0


def test_a_weak_inequality_separates_nothing() -> None:
    """(1) of Ramdas and Peña asks for y(w·x) ≥ 0, which w = (0, 1) has for one point with both labels."""
    X, y, w = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1, -1]), np.array([0.0, 1.0])
    assert (y * (X @ w) >= 0).all()
    assert gordan.separate(X, y, intercept=False).kind == "inseparable"


def test_a_hull_around_the_origin_is_on_no_side() -> None:
    """The proof of Theorem 3 takes g with ⟨g, ·⟩ ≥ 0 on the hull: with ±e_1, ±e_2 only g = 0 has it."""
    A = np.vstack([np.eye(2), -np.eye(2)])
    for angle in np.linspace(0, 2 * math.pi, 100):
        assert (A @ [math.cos(angle), math.sin(angle)]).min() < 0


@pytest.mark.parametrize(("n", "k"), [(16, 1), (25, 4)])
def test_unit_vectors_are_far_apart_with_an_intercept_only(n: int, k: int) -> None:
    """Example 1.3 has Ω(1/√k); through the origin the margin is 1/√n for every k."""
    y = np.where(np.arange(n) < k, 1, -1)
    linear, affine = (gordan.separate(np.eye(n), y, intercept=i, goal="margin").bracket for i in (False, True))
    assert linear.upper == pytest.approx(1 / math.sqrt(n))
    assert affine.lower == pytest.approx(0.5 * math.sqrt(1 / k + 1 / (n - k)))


def test_second_order_prox_needs_the_root() -> None:
    """The point of [−1, 1] nearest to 2 is 1; 2 divided by the sum of squares is ½."""
    moved = Fraction(2)
    assert moved / moved**2 == Fraction(1, 2)
    assert min(moved, Fraction(1)) == 1


@pytest.mark.parametrize("seed", range(20))
def test_normalised_margin_is_no_smaller(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = _unit(20, 4, seed, separable=True) * rng.uniform(0.2, 5.0, 20)[:, None]
    raw, unit = (
        gordan.solve(gordan.Points(X, [1] * 20, intercept=False, normalise=normalise), goal="margin", tol=1e-9)
        for normalise in (False, True)
    )
    assert raw.bracket.lower / np.linalg.norm(X, axis=1).max() <= unit.bracket.upper


@pytest.mark.parametrize("seed", range(50))
def test_lemma_1_a_negative_loss_separates(seed: int) -> None:
    A = _unit(12, 4, seed, separable=seed % 2 == 0)
    G = A @ A.T
    alphas = np.random.default_rng(seed).dirichlet(np.full(12, 0.3), 200)
    for alpha in (*alphas, *(0.05 * alphas)):
        assert _loss(G, alpha) >= 0 or (G @ alpha > 0).all()


@pytest.mark.parametrize("seed", range(50))
def test_lemma_2_norms(seed: int) -> None:
    A = _unit(12, 4, seed, separable=False)
    alpha = np.random.default_rng(seed).standard_normal(12)
    ones = np.abs(alpha).sum()
    assert np.linalg.norm(A.T @ alpha) <= ones * (1 + 1e-12)
    assert ones <= math.sqrt(12) * np.linalg.norm(alpha) * (1 + 1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_lemma_3_the_loss_at_the_best_direction(seed: int) -> None:
    """The margin's minimiser x has L(x) = −½ρ², no α has less, and no p on the simplex has ‖p‖_G < ρ."""
    A = _unit(15, 4, seed, separable=True)
    G = A @ A.T
    outcome = gordan.solve(gordan.Points(A, [1] * 15, intercept=False), goal="margin", tol=1e-12)
    w = np.asarray(outcome.coef).ravel()
    rho = float((A @ w).min() / np.linalg.norm(w))
    best = -rho * rho + 0.5 * rho * rho  # at ρ w/‖w‖
    assert best == pytest.approx(-0.5 * rho**2)
    for p in np.random.default_rng(seed).dirichlet(np.full(15, 0.3), 200):
        assert _loss(G, p) >= -0.5 * rho**2 - 1e-9
        assert math.sqrt(p @ G @ p) >= rho - 1e-9


@pytest.mark.parametrize("mu", [1.0, 0.1, 0.01])
def test_lemma_4_smoothing_costs_at_most_mu_log_n(mu: float) -> None:
    """sup over p of −⟨α, p⟩ − μ d(p) is μ ln(mean of exp(−z/μ))."""
    for seed in range(20):
        A = _unit(12, 4, seed, separable=False)
        z = A @ A.T @ np.random.default_rng(seed).dirichlet(np.ones(12))
        shifted = -z / mu
        smooth = mu * (shifted.max() + math.log(np.exp(shifted - shifted.max()).mean()))
        assert -z.min() - mu * math.log(12) - 1e-12 <= smooth <= -z.min() + 1e-12


@pytest.mark.parametrize("q", [(1, 0, 0, 0), (0, 1, 0, 0), (3, 1, 0, 0), (0, 0, 5, 1), (1, 2, 3, 4)])
def test_lemma_7_distance_to_the_witnesses(q: tuple[int, ...]) -> None:
    """Four points ±e_1, ±e_2: W is {(s, s, t, t)/2 with s + t = 1}, and |ρ| = 1/√2, all in fractions."""
    total = sum(q)
    a, b, c, d = (Fraction(k, total) for k in q)
    # The nearest witness has the means of the pairs, shifted along (1, 1, −1, −1) not at all: their sum is 1 already.
    squared = ((a - b) ** 2 + (c - d) ** 2) / 2
    image = (a - b) ** 2 + (c - d) ** 2
    assert squared <= min(Fraction(2), 2 * image / Fraction(1, 2))


@pytest.mark.parametrize("alpha", [1.1, 1.5, 1.9])
def test_infinity_margin_decreases_from_one_on(alpha: float) -> None:
    def margin(t: float) -> float:
        return 0.5 * ((t + 1) ** alpha - t**alpha - 1) / t ** (alpha / 2)

    values = [margin(t) for t in range(1, 2000)]
    assert all(later <= earlier for earlier, later in itertools.pairwise(values))
    assert margin(0.1) < margin(1.0)  # so it is not decreasing for all t > 0


@pytest.mark.parametrize("delta", [Fraction(1, 4), Fraction(1, 3), Fraction(2, 5)])
def test_infinity_margin_has_another_exponent(delta: Fraction) -> None:
    alpha = 2 * (1 - delta)
    assert alpha / (2 - alpha) == (1 - delta) / delta
    assert alpha / (2 - alpha) != (2 - delta) / delta


def test_dividing_by_a_negative_bound_is_wrong() -> None:
    """w ≥ −1 has the solution 0; divided by −1 its row becomes −w ≥ 1, which 0 does not satisfy."""
    row, bound, w = Fraction(1), Fraction(-1), Fraction(0)
    assert row * w >= bound
    assert not (row / bound) * w >= 1
    assert gordan.feasible(gordan.Inequalities([[1.0]], [-1.0])).kind == "feasible"
