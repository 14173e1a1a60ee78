"""Splits by the structure of the levels are those of the general method with every level as a column."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.errors import InputError
from gordan.feasibility.panel import split_panel
from gordan.feasibility.split import Split, coefficients, split
from gordan.outcome.panel import PanelClaim
from gordan.problem.panel import Panel
from liar.forge.lie_panel import drawn_panel


@pytest.mark.parametrize("seed", range(60))
def test_rows_and_coefficients_are_those_of_the_general_split(seed: int) -> None:
    rng = np.random.default_rng(seed)
    panel = drawn_panel(rng)
    if np.abs(panel.regressors).max(initial=0.0) not in (0.0, *np.arange(100) / 10, *np.arange(100.0)):
        panel = Panel(np.sign(panel.regressors), panel.levels, panel.signs)  # the general method is for usual scales
    panel = Panel(panel.regressors, panel.levels, panel.signs, "decimal")
    answer, general = split_panel(panel), split(panel.system(), proof="exact")
    assert isinstance(general, Split)
    assert answer is not None
    assert answer.verdict.holds
    assert np.array_equal(answer.strict[panel.signs != 0], general.strict)
    assert not answer.strict[panel.signs == 0].any()
    states = coefficients(panel.system(), general, range(panel.k))
    assert list(answer.states) == states


def _drawn(rng: np.random.Generator) -> Panel:
    """Up to four regressors, turned along a direction or not, so that several of them often separate at once."""
    n, k = int(rng.integers(5, 30)), int(rng.integers(1, 5))
    levels = (rng.integers(0, rng.integers(1, 5), n), rng.integers(0, rng.integers(1, 4), n))[: rng.integers(1, 3)]
    X = rng.integers(-2, 3, (n, k)).astype(np.float64) if rng.random() < 0.7 else (rng.random((n, k)) < 0.2) * 1.0
    binomial, z = rng.random() < 0.5, X @ rng.integers(-1, 2, k)
    signs = rng.choice([-1, 1] if binomial else [-1, 0], n)
    if rng.random() < 0.5:
        signs = np.where(z < 0, -1, np.where((z > 0) & binomial, 1, np.where(z > 0, -1, signs)))
        X[(z > 0) & (not binomial)] *= -1
    return Panel(X, levels, signs, "decimal")


@pytest.mark.parametrize("seed", range(150))
def test_several_regressors_that_separate_have_the_ways_of_the_general_method(seed: int) -> None:
    _hold_to_the_general_method(_drawn(np.random.default_rng(seed)))


@pytest.mark.slow
def test_ten_thousand_panels_are_those_of_the_general_method() -> None:
    for seed in range(10_000):
        _hold_to_the_general_method(_drawn(np.random.default_rng([7, seed])))


def _hold_to_the_general_method(panel: Panel) -> None:
    general, answer = split(panel.system(), proof="exact"), split_panel(panel)
    assert isinstance(general, Split)
    if answer is None:  # then levels are written out
        return
    assert answer.verdict.holds
    assert np.array_equal(answer.strict[panel.signs != 0], general.strict)
    assert list(answer.states) == coefficients(panel.system(), general, range(panel.k))


def test_most_panels_of_counts_need_no_columns() -> None:
    generator = np.random.default_rng(0)
    f, g = generator.integers(0, 30, 2000), generator.integers(0, 8, 2000)
    positive = (generator.random(2000) < 0.4) & (f > 2)
    answer = split_panel(Panel(generator.integers(0, 9, (2000, 3)) / 4, (f, g), np.where(positive, 0, -1), "decimal"))
    assert answer is not None
    assert (answer.kind, answer.aliased, answer.states) == ("quasi", (), ("finite",) * 3)
    assert set(np.flatnonzero(f <= 2)) <= set(np.flatnonzero(answer.strict))


@pytest.mark.parametrize("binomial", [False, True])
def test_a_regressor_that_separates_is_named_with_its_way(binomial: bool) -> None:
    generator = np.random.default_rng(3)
    f, g = generator.integers(0, 40, 3000), generator.integers(0, 6, 3000)
    X = np.column_stack([generator.integers(0, 90, 3000) / 7, generator.random(3000) < 0.05])
    event = (generator.random(3000) < 0.5) & (X[:, 1] == 0)
    answer = split_panel(Panel(X, (f, g), np.where(event, 1 if binomial else 0, -1), "decimal"))
    assert answer is not None
    assert answer.states == ("finite", "-inf")
    assert np.array_equal(answer.strict, X[:, 1] == 1)
    assert any(answer.claim.proof.coefficients)


def test_a_regressor_of_which_another_is_a_multiple_has_no_way() -> None:
    generator = np.random.default_rng(0)
    f, g, x = generator.integers(0, 4, 40), generator.integers(0, 3, 40), generator.integers(0, 9, 40) / 4
    signs = np.where(generator.random(40) < 0.6, 0, -1)
    other = x + (np.cumsum(signs < 0) <= 3) * (signs < 0)
    answer = split_panel(Panel(np.column_stack([x, 2 * x, other]), (f, g), signs))
    assert answer is not None
    assert answer.states == ("undetermined", "undetermined", "-inf")


@pytest.mark.parametrize("step", [1.0, 2.0**-51])
def test_ways_are_decided_by_the_last_digit(step: float) -> None:
    f, g, signs = np.array([1, 1, 0, 1]), np.array([0, 0, 1, 2]), np.array([0, -1, 0, -1])
    panel = Panel(np.array([[3.0], [3.0 + step], [-3.0], [3.0 + step]]), (f, g), signs)
    answer = split_panel(panel)
    assert answer is not None
    assert answer.states == ("-inf",)


def test_sums_that_are_independent_in_doubles_only_end_without_a_traceback() -> None:
    a, b, c = -0.1999999999999999, 0.30000000000000016, 0.30000000000000004
    X = [[1e-16, 1e-16, -0.1], [a, a, 0.2], [-c, -c, 0], [0, 0, 0.2], [0, 1, c], [a, a, 0.2], [b, b, b]]
    X = np.array([*X, [0.1000000000000001, 1.1, 0.20000000000000012]])
    f, g = np.array([1, 1, 1, 0, 1, 0, 1, 0]), np.array([0] * 7 + [1])
    answer = split_panel(Panel(X, (f, g), np.array([-1, -1, 1, 1, -1, -1, -1, 1]), "decimal"))
    assert answer is None or answer.verdict.holds


def test_a_single_changed_response_is_refused() -> None:
    generator = np.random.default_rng(1)
    f, g = generator.integers(0, 20, 300), generator.integers(0, 5, 300)
    signs = np.where((generator.random(300) < 0.5) & (f > 0), 0, -1)
    answer = split_panel(Panel(np.zeros((300, 0)), (f, g), signs))
    assert answer is not None
    separated = np.flatnonzero(answer.strict)
    signs[separated[0]] = 0
    assert not gordan.verify(Panel(np.zeros((300, 0)), (f, g), signs), answer.claim).holds


def test_regressors_of_the_effects_are_aliased_and_long_decimals_are_read_as_they_are() -> None:
    generator = np.random.default_rng(2)
    f, g = generator.integers(0, 6, 200), generator.integers(0, 4, 200)
    own = np.array([0.1, 0.2, 0.3, 1e-9, 7.0, 0.7])[f]
    x = generator.integers(0, 50, 200) / 10
    panel = Panel(
        np.column_stack([own, x, np.round(3 * x + own, 10)]), (f, g), -1 * (generator.random(200) < 0.5), "decimal"
    )
    answer = split_panel(panel)
    assert answer is not None
    # Of x and 3x + own either may be the pivot.
    assert answer.aliased in ((0, 1), (0, 2))
    assert len(answer.claim.proof.pivots) == 1
    # As doubles the third column is no such sum, by its last digits.
    binary = Panel(panel.regressors, panel.levels, panel.signs, "binary")
    other = split_panel(binary)
    exact = [Fraction(a) * 3 + Fraction(b) == Fraction(c) for b, a, c in panel.regressors.tolist()]
    assert not all(exact)
    assert other is not None
    assert other.aliased == (0,)


def test_a_claim_of_other_rows_is_refused() -> None:
    panel = Panel(np.zeros((3, 0)), (np.array([0, 1, 1]),), np.array([-1, 0, -1]))
    answer = split_panel(panel)
    assert answer is not None
    assert np.flatnonzero(answer.strict).tolist() == [0]
    for strict in ([False, False, False], [True, False, True], [False, False, True]):
        assert not gordan.verify(panel, PanelClaim(np.array(strict), answer.claim.proof)).holds
    swapped = replace(answer.claim.proof, outward=answer.claim.proof.inward, potentials=-answer.claim.proof.potentials)
    assert not gordan.verify(panel, PanelClaim(answer.strict, swapped)).holds


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((np.zeros((2, 0)), (np.array([0, 1]),), [0, 2]), "give -1, 0 or 1 for each of the 2 rows"),
        ((np.zeros((2, 0)), (np.array([0.5, 1.0]),), [0, 0]), "give 2 integers from 0 on"),
        ((np.zeros((2, 0)), (), [0, 0]), "give the levels of 1 to 16"),
        ((np.full((2, 1), np.nan), (np.array([0, 1]),), [0, 0]), "finite numbers only"),
        ((np.zeros((0, 1)), (np.zeros(0, int),), []), "give a matrix with a row"),
    ],
)
def test_bad_panels_get_a_sentence(arguments: tuple, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Panel(*arguments)
