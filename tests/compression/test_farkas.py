"""The sparse Farkas lemma: both alternatives, each checked by what it says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gordan


@pytest.mark.parametrize("seed", range(8))
def test_one_of_the_two(seed: int) -> None:
    generator = np.random.default_rng(seed)
    m, n, mass, eps = 5, 30, 2.0, 0.1
    A = generator.standard_normal((m, n)) + (0.5 if seed % 2 else 0.0)
    b = generator.standard_normal(m) * (0.3 if seed % 3 else 3.0)
    found = gordan.sparse_farkas(A, b, eps=eps, mass=mass)
    longest = max(np.linalg.norm(b), np.linalg.norm(b[:, None] - mass * A, axis=0).max())
    assert found.updates <= 3 * longest**2 / eps**2 + 1
    assert found.support.size <= found.updates <= found.limit
    if isinstance(found, gordan.SparseSolution):
        assert (found.x >= 0).all()
        assert found.x.sum() <= mass * (1 + 1e-12)
        assert np.linalg.norm(A @ found.x - b) <= found.residual < eps
    else:
        check_refutation(A, b, mass, found)


def check_refutation(A: np.ndarray, b: np.ndarray, mass: float, found: gordan.SparseRefutation) -> None:
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
    assert gordan.sparse_farkas(A, A @ x, eps=0.05, mass=1.0).kind == "solution"
    far = gordan.sparse_farkas(A, -np.ones(6), eps=0.5, mass=100.0)
    assert isinstance(far, gordan.SparseRefutation)
    assert far.unconditional
    assert far.distance <= 6**0.5


def test_a_limit_leaves_the_bracket() -> None:
    A, b = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([0.1, 0.7])
    found = gordan.sparse_farkas(A, b, eps=1e-3, mass=1.0, max_iter=2)
    assert isinstance(found, gordan.Unresolved)
    assert found.bracket.lower == 0.0 < found.bracket.upper
    # A mass of exactly the distance: rounding alone stands between the two answers.
    assert gordan.sparse_farkas([[1.0]], [0.0], eps=1e-3, mass=1.0).kind == "solution"
