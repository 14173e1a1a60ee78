"""Claim 1.7: sparse strategies, what they lose and what the answers win, at every round."""

from __future__ import annotations

import numpy as np
import pytest

import gordan


def points(seed: int, *, separable: bool) -> np.ndarray:
    V = np.random.default_rng(seed).standard_normal((40, 4))
    return V + [3.0, 0, 0, 0] if separable else V


@pytest.mark.parametrize("alpha", [None, 1.2, 1.6])
@pytest.mark.parametrize("seed", range(4))
def test_the_claim_where_the_value_is_positive(alpha: float | None, seed: int) -> None:
    V = points(seed, separable=True)
    V = V[V[:, 0] > 0.3]
    value = gordan.separate(V, np.ones(len(V), dtype=int), intercept=False, tol=1e-9).bracket
    game = gordan.geometry.play(V, alpha=alpha, max_rounds=200_000)
    radius = np.linalg.norm(V, axis=1).max()
    assert game.ended
    assert game.bracket.lower <= value.upper
    assert value.lower <= game.bracket.upper
    assert (game.losses <= game.allowed).all()
    assert (game.losses >= value.lower).all()
    assert (game.gains <= value.upper).all()
    assert game.gains[-1] >= game.promised - 1e-12
    assert game.losses[-1] <= game.factor * value.upper + 1e-12
    if alpha is None:
        assert game.factor == pytest.approx(3.0)
        assert game.promised == pytest.approx(radius / np.sqrt(3 * game.rounds))
        assert radius**2 / (3 * value.upper**2) <= game.rounds <= 3 * radius**2 / value.lower**2
    else:
        assert game.rounds <= (radius / value.lower) ** (2 / (2 - alpha))


def test_the_constant_comes_down_from_three() -> None:
    V = np.array([[1.0, 0.1], [-1.0, 0.1]])
    factors = [gordan.geometry.play(V, alpha=alpha, max_rounds=10**6).factor for alpha in (None, 1.2, 1.5)]
    assert factors == sorted(factors, reverse=True)
    assert factors[0] == pytest.approx(3.0)
    assert factors[-1] < 1.6


def test_strategies_are_sparse_and_do_what_they_say() -> None:
    V = points(5, separable=False)
    game = gordan.geometry.play(V, max_rounds=400)
    assert not game.ended
    assert game.bracket.lower == 0.0
    assert game.promised == 0.0
    assert (game.losses <= game.allowed).all()
    for t in (1, 7, 400):
        strategy = game.strategy(t)
        assert strategy.sum() == pytest.approx(1.0)
        assert np.count_nonzero(strategy) <= t
        assert np.linalg.norm(strategy @ V) == pytest.approx(game.losses[t - 1], rel=1e-9)
        assert (V @ game.answer(t)).min() == pytest.approx(game.gains[t - 1], abs=1e-9)
    assert "stopped" in str(game)


def test_refusals() -> None:
    with pytest.raises(gordan.InputError, match="alpha"):
        gordan.geometry.play([[1.0]], alpha=2.0)
    with pytest.raises(gordan.InputError, match="max_rounds"):
        gordan.geometry.play([[1.0]], max_rounds=0)
    with pytest.raises(gordan.InputError, match="empty"):
        gordan.geometry.play(np.empty((0, 2)))
    with pytest.raises(gordan.InputError, match="round from 1"):
        gordan.geometry.play([[1.0]]).strategy(99)
    with pytest.raises(gordan.InputError, match="cancel"):
        gordan.geometry.play([[1.0], [-1.0]], max_rounds=2).answer()


def test_the_threshold_is_the_squared_radius_itself() -> None:
    assert gordan.geometry.play([[1.0, 0.0], [0.0, -1.0]]).rounds == 2
