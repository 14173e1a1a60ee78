"""Eliminations leave few seeds, and what they compute is what the rows say."""

from __future__ import annotations

import numpy as np
import pytest

from gordan.feasibility.panel import split_panel
from gordan.feasibility.panel.elimination import eliminate
from gordan.feasibility.panel.modular import independent
from gordan.problem.panel import Panel


def _random(seed: int, n: int, *sizes: int) -> Panel:
    rng = np.random.default_rng(seed)
    levels = tuple(rng.integers(0, size, n) for size in sizes)
    return Panel(np.zeros((n, 0)), levels, np.where(rng.random(n) < 0.3, 0, -1))


@pytest.mark.parametrize("sizes", [(30, 20, 10), (6, 5, 4, 3), (200, 200, 200)])
def test_sums_of_seeds_potentials_and_weights_are_those_of_the_rows(sizes: tuple[int, ...]) -> None:
    panel = _random(1, 300, *sizes)
    order = eliminate(panel, panel.signs <= 0)
    used = np.concatenate([step.row for step in order.steps])
    learned = np.concatenate([order.seeds, *(step.vertex for step in order.steps)])
    assert np.array_equal(np.sort(learned), np.arange(panel.vertices))
    rng = np.random.default_rng(2)
    values, p = rng.integers(-9, 10, panel.n), np.zeros(panel.vertices, np.int64)
    p[order.seeds] = rng.integers(-9, 10, order.seeds.size)
    filled = order.fill_integers(values, p)
    assert not (values + panel.rise(filled))[used].any()
    assert np.array_equal(filled[order.seeds], p[order.seeds])
    # Without values a row is the sum of its seeds.
    rows = np.arange(panel.n)
    sums = order.sums(rows) @ p[order.seeds]
    assert np.array_equal(sums, panel.rise(order.fill_integers(0 * values, p)))
    weights, left = order.push(values)
    for step in order.steps:
        total = np.zeros(panel.vertices, np.int64)
        np.add.at(total, panel.tail, weights)
        np.subtract.at(total, panel.head, weights)
        for vertex in panel.further:
            np.add.at(total, vertex, weights)
        assert not total[step.vertex].any()
    assert np.array_equal(total[order.seeds], left)
    assert np.array_equal(weights[order.spare()], values[order.spare()])


def test_long_integers_are_pushed_exactly() -> None:
    panel = _random(3, 200, 12, 9, 7)
    order = eliminate(panel, panel.signs <= 0)
    values = np.random.default_rng(4).integers(1, 2**60, 200)
    weights, left = order.push(values)
    assert weights.dtype == object
    again, same = order.push(values.astype(object))
    assert (weights == again).all()
    assert (left == same).all()


def test_seeds_are_far_fewer_than_the_levels_of_any_effect() -> None:
    order = eliminate(_random(5, 8_000, 600, 600, 600), np.ones(8_000, bool))
    assert order.seeds.size < 60


def test_three_large_effects_are_decided() -> None:
    """Two effects contracted would leave 2,000 levels of the third."""
    panel = _random(6, 30_000, 3_000, 3_000, 2_000)
    answer = split_panel(panel)
    assert answer is not None
    assert answer.verdict.holds


def test_ranks_modulo_a_prime_are_those_of_small_integers() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        m, k, rank = rng.integers(1, 150), rng.integers(1, 150), rng.integers(1, 30)
        table = rng.integers(-2, 3, (m, rank)) @ rng.integers(-2, 3, (rank, k))
        rows, columns = independent(table)
        expected = np.linalg.matrix_rank(table.astype(float))
        assert rows.size == columns.size == expected
        assert np.linalg.matrix_rank(table[np.ix_(rows, columns)].astype(float)) == expected
