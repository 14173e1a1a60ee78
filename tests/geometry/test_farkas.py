"""The sparse Farkas lemma: both alternatives, each checked by what it says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gordan
from claimed import replace


@pytest.mark.parametrize("seed", range(8))
def test_one_of_the_two(seed: int) -> None:
    generator = np.random.default_rng(seed)
    m, n, mass, eps = 5, 30, 2.0, 0.1
    A = generator.standard_normal((m, n)) + (0.5 if seed % 2 else 0.0)
    b = generator.standard_normal(m) * (0.3 if seed % 3 else 3.0)
    found = gordan.geometry.sparse_farkas(A, b, eps=eps, mass=mass)
    longest = max(np.linalg.norm(b), np.linalg.norm(b[:, None] - mass * A, axis=0).max())
    assert found.updates <= 3 * longest**2 / eps**2 + 1
    assert found.support.size <= found.updates <= found.limit
    if isinstance(found, gordan.geometry.SparseSolution):
        assert (found.x >= 0).all()
        assert found.x.sum() <= mass * (1 + 1e-12)
        assert np.linalg.norm(A @ found.x - b) <= found.residual < eps
    else:
        check_refutation(A, b, mass, found)


def check_refutation(A: np.ndarray, b: np.ndarray, mass: float, found: gordan.geometry.SparseRefutation) -> None:
    """In fractions: y·b exceeds y·(mass a_j) for every column, and 0."""

    def product(v: np.ndarray) -> Fraction:
        return sum((Fraction(a) * Fraction(c) for a, c in zip(found.y.tolist(), v.tolist(), strict=True)), Fraction(0))

    highest = max(max(product(column) for column in A.T) * Fraction(mass), Fraction(0))
    assert product(b) > highest
    assert found.unconditional == (highest == 0 and all(product(column) < 0 for column in A.T))
    np.testing.assert_allclose(found.updates * b - mass * (A @ found.counts), found.y, rtol=0, atol=1e-9)


def test_what_is_far_is_refuted_and_what_is_made_is_found() -> None:
    generator = np.random.default_rng(3)
    A = np.abs(generator.standard_normal((6, 20)))
    x = np.zeros(20)
    x[:3] = 0.2
    assert gordan.geometry.sparse_farkas(A, A @ x, eps=0.05, mass=1.0).kind == "solution"
    far = gordan.geometry.sparse_farkas(A, -np.ones(6), eps=0.5, mass=100.0)
    assert isinstance(far, gordan.geometry.SparseRefutation)
    assert far.unconditional
    assert far.distance <= 6**0.5


@pytest.mark.parametrize("s", [1e-130, 1e-100, 1e-60, 1e60, 1e100, 1e130])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_found_is_true_in_any_units(seed: int, s: float) -> None:
    """In fractions: a solution is as near as it says and no heavier than the mass, a refutation refutes."""
    generator = np.random.default_rng(seed)
    A = generator.integers(-2, 3, (3, 4)) * s
    b = A @ generator.uniform(0, 0.3, 4) if seed % 2 else generator.standard_normal(3) * s
    found = gordan.geometry.sparse_farkas(A, b, eps=0.2 * s, mass=1.5)
    if isinstance(found, gordan.geometry.SparseSolution):
        x = [Fraction(v) for v in found.x.tolist()]
        rows = [[Fraction(v) for v in row] for row in A.tolist()]
        left = [sum(a * v for a, v in zip(row, x, strict=True)) - Fraction(c) for row, c in zip(rows, b, strict=True)]
        assert sum(v * v for v in left) <= Fraction(found.residual) ** 2
        assert found.residual < 0.2 * s
        assert sum(x) <= Fraction(1.5)
    else:
        y, right = [Fraction(v) for v in found.y.tolist()], [Fraction(v) for v in b.tolist()]
        highest = max(sum(v * Fraction(a) for v, a in zip(y, column, strict=True)) for column in A.T.tolist())
        gap = sum(v * c for v, c in zip(y, right, strict=True)) - Fraction(1.5) * max(highest, Fraction(0))
        assert gap > 0
        assert gap**2 >= Fraction(found.distance) ** 2 * sum(v * v for v in y)


def test_weights_never_exceed_the_mass() -> None:
    generator = np.random.default_rng(0)
    for _ in range(100):
        mass = float(generator.uniform(0.05, 3))
        A = generator.uniform(0.1, 1, (2, 3))
        found = gordan.geometry.sparse_farkas(A, A @ generator.dirichlet(np.ones(3)) * mass, eps=0.1 * mass, mass=mass)
        assert sum(map(Fraction, found.x.tolist())) <= Fraction(mass)


def test_products_that_vanish_are_no_solution() -> None:
    """Squares of 1e-165 are nothing to a double, and ‖A x − b‖ is 1e-165 all the same."""
    found = gordan.geometry.sparse_farkas([[1e-170], [0.0]], [-1e-165, 1e-100], eps=1e-101, mass=1.0)
    assert found.kind == "refutation"
    near = gordan.geometry.sparse_farkas([[1.0], [0.0]], [0.5, 1e-170], eps=1e-3, mass=1.0)
    assert isinstance(near, gordan.geometry.SparseSolution)
    exact = gordan.geometry.sparse_farkas([[1.0, 0.0], [0.0, 1.0]], [0.0, 1e-165], eps=1e-163, mass=1.0, max_iter=50)
    assert exact.kind == "undecided" or exact.residual >= 1e-165


def test_a_limit_leaves_the_bracket() -> None:
    A, b = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([0.1, 0.7])
    found = gordan.geometry.sparse_farkas(A, b, eps=1e-3, mass=1.0, max_iter=2)
    assert isinstance(found, gordan.Undecided)
    assert found.bracket.lower == 0.0 < found.bracket.upper
    # A mass of exactly the distance: rounding alone stands between the two answers.
    assert gordan.geometry.sparse_farkas([[1.0]], [0.0], eps=1e-3, mass=1.0).kind == "solution"


@pytest.mark.parametrize("seed", range(6))
def test_both_alternatives_have_a_verdict(seed: int) -> None:
    generator = np.random.default_rng(seed)
    A, b = (
        generator.standard_normal((4, 12)) + 0.5 * (seed % 2),
        generator.standard_normal(4) * (0.2 if seed % 3 else 2),
    )
    problem = gordan.geometry.Mixture(A, b, 2.0)
    answer = gordan.geometry.sparse_farkas(A, b, eps=0.1, mass=2.0)
    assert answer.verdict.holds
    assert gordan.verify(problem, answer).holds
    if isinstance(answer, gordan.geometry.SparseSolution):
        lies: list[dict[str, object]] = [{"x": 9.0 * answer.x}, {"x": -answer.x}, {"residual": 0.0}, {"limit": 0.0}]
    else:
        lies = [{"y": -answer.y}, {"distance": 2.0 * answer.distance}, {"counts": answer.counts + 1.0}, {"limit": -1.0}]
        lies += [] if answer.unconditional else [{"unconditional": True}]
    for lie in lies:
        assert not gordan.verify(problem, replace(answer, **lie)).holds, lie
