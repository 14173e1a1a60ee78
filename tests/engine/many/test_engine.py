"""The compiled loop against its twin, which is the solver itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.compiled import CANCELS, LIMIT, SOLVED
from gordan.engine.many.together import TWIN_SECONDS, Engine, Solutions


def images(A: Any, signs: Any, found: Solutions) -> Any:
    """Σ x_j y_j a_j for every problem, and Σ x_j y_j."""
    x = np.zeros(signs.shape)
    for i, k in enumerate(found.ended[:, 1]):
        x[i, found.S[i, :k]] = found.x[i, :k]
    signed = x * signs
    return np.einsum("bn,bnm->bm", signed, np.broadcast_to(A, (len(signs), *A.shape[1:]))), signed.sum(axis=1)


def drawn(seed: int, n: int, m: int, integers: bool) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    A = rng.integers(-3, 4, (40, n, m)).astype(float) if integers else rng.standard_normal((40, n, m))
    signs = rng.choice([-1.0, 1.0], (40, n))
    signs[:, 0], signs[:, 1] = 1.0, -1.0
    return A, signs


@pytest.mark.parametrize("integers", [True, False])
@pytest.mark.parametrize(("n", "m"), [(2, 3), (8, 2), (9, 4), (14, 6), (30, 12)])
@pytest.mark.parametrize("intercept", [True, False])
def test_same_alternative_and_same_direction(intercept: bool, n: int, m: int, integers: bool) -> None:
    A, signs = drawn(n + m, n, m, integers)
    found, twin = (Engine(compiled=compiled).find(A, signs, intercept, False) for compiled in (True, False))
    # Where the certificate rests on a tie the two may see it a step apart: what they found must then be nothing.
    solved = (found.ended[:, 0] == SOLVED) & (twin.ended[:, 0] == SOLVED)
    assert (found.ended[:, 0] != LIMIT).all()
    assert np.allclose(found.W[solved], twin.W[solved], rtol=1e-8, atol=1e-8)
    for one in (found, twin):
        image, balance = images(A, signs, one)
        cancels = one.ended[:, 0] == CANCELS
        assert np.abs(image[cancels]).max(initial=0.0) < 1e-9
        assert not intercept or np.abs(balance[cancels]).max(initial=0.0) < 1e-9
    different = found.ended[:, 0] != twin.ended[:, 0]
    assert (found.products[different].min(axis=1) < 1e-6).all()


@pytest.mark.parametrize("intercept", [True, False])
def test_the_direction_is_the_sum_of_the_active_points(intercept: bool) -> None:
    """w = Σ u_j a_j throughout, through all rotations of the factorisation and all changes of the base."""
    A, signs = drawn(1, 40, 8, integers=False)
    A += 0.8 * signs[:, :, None]  # mostly separable, with many points that join and leave
    found = Engine(compiled=True).find(A, signs, intercept, False)
    solved = found.ended[:, 0] == SOLVED
    assert solved.sum() >= 20
    image, balance = images(A, signs, found)
    greatest = np.abs(image).max(axis=1)
    assert np.allclose(image[solved] / greatest[solved, None], found.W[solved], rtol=1e-10, atol=1e-10)
    products = signs * np.einsum("bnm,bm->bn", A, found.W)
    assert np.allclose(products, found.products, rtol=1e-12, atol=1e-12)
    least = products.min(axis=1)
    if intercept:
        up = np.where(signs > 0, products, np.inf).min(axis=1)
        least = 0.5 * (up + np.where(signs < 0, products, np.inf).min(axis=1))
        assert np.allclose(balance[solved], 0.0, atol=1e-10)
    assert np.allclose((least * greatest)[solved], 1.0, atol=1e-9)


@pytest.mark.parametrize("compiled", [True, False])
def test_shorter_problems_and_centres(compiled: bool) -> None:
    """Rows under the sign 0 are of no problem, whatever they hold; points about a centre are those that are shifted."""
    A, signs = drawn(5, 12, 4, integers=False)
    centre = A.mean(axis=1)
    engine = Engine(compiled=compiled)
    alone = engine.find(A - centre[:, None], signs, True, False)
    longer = np.concatenate([A, np.full((40, 3, 4), 7e9)], axis=1)
    padded = engine.find(longer, np.pad(signs, ((0, 0), (0, 3))), True, False, centre=centre)
    assert np.array_equal(alone.S, padded.S)
    assert np.array_equal(alone.ended, padded.ended)
    assert np.array_equal(alone.W, padded.W)
    assert np.array_equal(alone.products, padded.products[:, :12])
    assert not padded.products[:, 12:].any()


def test_shared_points_are_not_copied_into_other_answers() -> None:
    A, signs = drawn(2, 12, 4, integers=False)
    alone = Engine(compiled=True).find(np.repeat(A[:1], 40, axis=0), signs, True, False)
    shared = Engine(compiled=True).find(A[:1], signs, True, False)
    assert all(np.array_equal(one, other) for one, other in zip(alone, shared, strict=True))


def test_deciding_takes_fewer_steps() -> None:
    A, signs = drawn(3, 20, 10, integers=False)
    first, best = (Engine(compiled=True).find(A, signs, True, decide) for decide in (True, False))
    assert first.ended[:, 2].sum() < best.ended[:, 2].sum()


def test_few_problems_are_not_compiled() -> None:
    """What would be spent is counted, so the same call does the same thing every time."""
    engine = Engine()
    share = TWIN_SECONDS / 7
    assert [engine._repays(4, share), engine._repays(2, share), engine._repays(2, share)] == [False, False, True]
    assert Engine(expected=9)._repays(1, share)


def test_the_limit_of_steps_is_an_answer_too() -> None:
    from gordan.engine.compiled.min_norm import solve_stack

    A, signs = drawn(4, 12, 6, integers=False)
    W, S, U, ended = np.zeros((40, 6)), np.zeros((40, 8), np.int64), np.zeros((40, 8)), np.zeros((40, 4), np.int64)
    room = np.zeros((7, 6)), np.zeros((7, 8)), np.zeros((4, 8)), np.zeros((0, 6))
    solutions = W, S, U, ended, np.zeros((40, 12))
    solve_stack(A, np.zeros((0, 6)), np.arange(40), signs, 1, False, 3, solutions, room)
    assert (ended[:, 0] == LIMIT).any()
    assert (ended[:, 2] <= 3).all()
