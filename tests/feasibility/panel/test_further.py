"""Panels with three effects and more have the rows and states of the general method, proved by weights."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.feasibility.panel import PanelSplit, split_panel
from gordan.feasibility.panel.basis import basis_of
from gordan.feasibility.panel.elimination import eliminate
from gordan.feasibility.split import Split, coefficients, split
from gordan.outcome.panel import PanelWeights
from gordan.problem.panel import Panel
from liar.forge.lie_panel_weights import drawn_further


def _held_to_the_general_method(panel: Panel) -> bool:
    """Whether an answer was found; it must be that of all levels written out as columns."""
    general, answer = split(panel.system(), proof="exact"), split_panel(panel)
    assert isinstance(general, Split)
    if answer is None:  # then levels are written out
        return False
    assert answer.verdict.holds
    assert np.array_equal(answer.strict[panel.signs != 0], general.strict)
    assert not answer.strict[panel.signs == 0].any()
    states = coefficients(panel.system(), general, range(panel.k))
    assert all(state in (known, "unsettled") for state, known in zip(answer.states, states, strict=True))
    return True


def test_rows_and_coefficients_are_those_of_the_general_split() -> None:
    settled = [_held_to_the_general_method(drawn_further(np.random.default_rng([3, seed]))) for seed in range(120)]
    assert sum(settled) > 100


@pytest.mark.slow
def test_ten_thousand_panels_are_those_of_the_general_method() -> None:
    settled = [_held_to_the_general_method(drawn_further(np.random.default_rng([4, seed]))) for seed in range(10_000)]
    assert sum(settled) > 9_700


def _large(seed: int, *, binomial: bool, way: str) -> Panel:
    """20,000 rows; with "regressor" one of two separates, with "levels" only the levels of all three effects do."""
    rng = np.random.default_rng(seed)
    n, sizes = 20_000, (800, 200, 30)
    levels = [rng.integers(0, size, n) for size in sizes]
    X = np.round(rng.normal(size=(n, 2)), 3)
    event = rng.random(n) < 0.4
    if way == "regressor":
        X[:, 0] = rng.random(n) < 0.02
        event &= X[:, 0] == 0
    if way == "levels":
        parts = [rng.integers(0, 2, size)[each] for size, each in zip(sizes, levels, strict=True)]
        z = parts[0] + parts[1] - parts[2]
        event = np.where(z < 0, False, np.where((z > 0) & binomial, True, event))
        kept = (z <= 0) | binomial
        X, levels, event = X[kept], [each[kept] for each in levels], event[kept]
    return Panel(X, tuple(levels), np.where(event, 1 if binomial else 0, -1), "decimal")


def _answered(panel: Panel) -> PanelSplit:
    answer = split_panel(panel)
    assert answer is not None
    assert isinstance(answer.claim.proof, PanelWeights)
    assert gordan.verify(panel, answer.claim).holds
    return answer


@pytest.mark.parametrize("binomial", [False, True])
def test_overlap_and_separation_by_a_regressor(binomial: bool) -> None:
    answer = _answered(_large(0, binomial=binomial, way="none"))
    assert answer.states == ("finite", "finite")
    panel = _large(1, binomial=binomial, way="regressor")
    answer = _answered(panel)
    assert answer.states == ("-inf", "finite")
    assert bool(answer.strict[panel.regressors[:, 0] == 1].all())


@pytest.mark.parametrize("binomial", [False, True])
def test_separation_by_the_levels_of_three_effects(binomial: bool) -> None:
    """No two of the effects separate these rows by themselves."""
    panel = _large(2, binomial=binomial, way="levels")
    answer = _answered(panel)
    assert answer.kind == "quasi"
    assert answer.states == ("finite", "finite")
    pair = split_panel(Panel(panel.regressors, panel.levels[:2], panel.signs, "decimal"))
    assert pair is not None
    assert pair.strict.sum() < answer.strict.sum()


def test_a_single_changed_response_is_refused() -> None:
    panel = _large(3, binomial=False, way="levels")
    answer = _answered(panel)
    signs = panel.signs.copy()
    signs[np.flatnonzero(answer.strict)[0]] = 0
    assert not gordan.verify(Panel(panel.regressors, panel.levels, signs, "decimal"), answer.claim).holds


def test_regressors_of_the_effects_are_aliased() -> None:
    rng = np.random.default_rng(5)
    levels = [rng.integers(0, size, 400) for size in (9, 7, 5)]
    own = sum(rng.integers(0, 9, 9)[each] for each in levels) / 10
    x = rng.integers(0, 50, 400) / 10
    panel = Panel(
        np.round(np.column_stack([own, x, x + own]), 1), tuple(levels), -1 * (rng.random(400) < 0.5), "decimal"
    )
    answer = _answered(panel)
    assert answer.kind == "overlap"
    assert answer.aliased in ((0, 1), (0, 2))


@pytest.mark.parametrize("seed", range(8))
def test_a_basis_solves_potentials_and_closes_weights(seed: int) -> None:
    """Sparse panels have nodes that no differences join, whose core is solved in fractions."""
    rng = np.random.default_rng(seed)
    n, sizes = 600, (150, 60, 25, 6)[: 3 + seed % 2]
    panel = Panel(np.zeros((n, 0)), tuple(rng.integers(0, size, n) for size in sizes), np.zeros(n, int))
    basis = basis_of(eliminate(panel, np.ones(n, bool)))
    assert not basis.open
    values = -panel.rise(rng.integers(-9, 10, panel.vertices))
    p, factor = basis.potentials(values)
    assert not (values * factor + panel.rise(p)).any()
    closed = basis.close(rng.integers(1, 1000, n))
    assert closed is not None
    total = closed.factor * closed.weights.astype(object)
    np.add.at(total, closed.rows, np.array(closed.integers, object))
    for codes in panel.levels:
        sums = np.zeros(codes.max() + 1, object)
        np.add.at(sums, codes, total)
        assert not sums.any()


def test_scales_that_no_double_joins() -> None:
    """A unit of 2^1000 and one of 2^-900 have no quotient in doubles: the split is found otherwise, or left open."""
    X = np.array([[2.0, 2.0, -1.0], [2.0, 0.0, -1.0], [-1.0, -1.0, -2.0], [-2.0, 1.0, 2.0]])
    panel = Panel(
        X * [2.0**-1000, 2.0**-1000, 2.0**900],
        (np.zeros(4, int), np.zeros(4, int), np.array([0, 1, 2, 1])),
        np.array([1, 1, -1, 0]),
        "decimal",
    )
    found = split_panel(panel)
    general = split(panel.system())
    assert isinstance(general, Split)
    if found is not None:
        assert gordan.verify(panel, found.claim).holds
        assert found.claim.strict[panel.signs != 0].tolist() == general.strict.tolist()
