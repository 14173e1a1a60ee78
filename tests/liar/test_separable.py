"""A true separation, spoilt in one field: the verifier refuses it and says which check found out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from liar.truthful import CASES, Case, failed, restate, true

SEPARABLE = [name for name in CASES if true(name).outcome.kind == "separable"]
WITH_INTERCEPT = [name for name in SEPARABLE if true(name).problem.intercept]
WITHOUT = [name for name in SEPARABLE if not true(name).problem.intercept]

DIRECTION = "direction is finite and not zero"
SIDE = "every point on its side"
OFFSET = "offset lies between the classes"
NO_OFFSET = "no offset"
REPORTED = "coef and intercept are the proof's"
AT_LEAST = "margin at least"
AT_MOST = "margin at most"


def separable_cases() -> dict[str, Case]:
    return {name: true(name) for name in SEPARABLE}


def test_the_truth_is_accepted() -> None:
    assert len(SEPARABLE) == 7
    for name, (problem, outcome, margin) in separable_cases().items():
        assert failed(problem, outcome) == set(), name
        assert gordan.verify(problem, outcome, proof="exact").holds, name
        # Tight enough that the lies below about the bracket are lies.
        assert outcome.bracket.lower == pytest.approx(margin, rel=1e-4), name
        assert outcome.bracket.upper == pytest.approx(margin, rel=1e-4), name


def negated(w: Any) -> Any:
    return -w


def tilted(w: Any) -> Any:
    return w + np.array([0.0, 100.0])


def one_component_zero(w: Any) -> Any:
    return w * np.array([0.0, 1.0]) + np.array([0.0, 1e-3])


@pytest.mark.parametrize("name", SEPARABLE)
@pytest.mark.parametrize("spoil", [negated, tilted, one_component_zero])
def test_another_direction(name: str, spoil: Callable[[Any], Any]) -> None:
    problem, outcome, _ = true(name)
    lie = restate(outcome, direction=spoil(outcome.proof.direction))
    assert SIDE in failed(problem, lie)
    assert not gordan.verify(problem, lie, proof="exact").holds


@pytest.mark.parametrize("name", SEPARABLE)
@pytest.mark.parametrize(
    "w",
    [
        np.zeros(2),
        np.array([1.0, np.nan]),
        np.array([np.inf, 0.0]),
        np.ones(3),
        np.ones(1),
        np.ones((2, 1)),
        [1.0, 0.0],
    ],
    ids=["zero", "nan", "infinite", "too long", "too short", "a column", "a list"],
)
def test_no_direction_at_all(name: str, w: Any) -> None:
    problem, outcome, _ = true(name)
    lie = replace(outcome, proof=replace(outcome.proof, direction=w), coef=w)
    assert failed(problem, lie) == {DIRECTION}


@pytest.mark.parametrize("name", SEPARABLE)
@pytest.mark.parametrize("c", [np.array([np.nan, 0.0]), np.array([0.0, -np.inf]), np.zeros(3), None])
def test_no_centre_at_all(name: str, c: Any) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, replace(outcome, proof=replace(outcome.proof, centre=c), centre=c)) == {DIRECTION}


@pytest.mark.parametrize("name", WITH_INTERCEPT)
@pytest.mark.parametrize("gaps", [-1.001, -10.0, 1.001, 1e6])
def test_an_offset_outside_the_gap(name: str, gaps: float) -> None:
    problem, outcome, margin = true(name)
    lie = restate(outcome, offset=float(outcome.proof.offset) + gaps * margin)
    assert failed(problem, lie) == {OFFSET}


@pytest.mark.parametrize("name", WITH_INTERCEPT)
@pytest.mark.parametrize("gaps", [-0.99, -0.25, 0.5, 0.99])
def test_an_offset_elsewhere_in_the_gap_is_no_lie(name: str, gaps: float) -> None:
    problem, outcome, margin = true(name)
    assert failed(problem, restate(outcome, offset=float(outcome.proof.offset) + gaps * margin)) == set()


def test_an_offset_on_the_very_edge_of_the_gap() -> None:
    """At the edge a point lies on the hyperplane: not strictly inside, and rounding must not decide it."""
    problem = gordan.Points([[0.0], [3.0]], ["a", "b"])
    outcome = gordan.solve(problem, solver="min-norm-point")
    honest = restate(outcome, direction=np.array([1.0]), centre=np.zeros(1), offset=-1.5)
    assert failed(problem, honest) == set()
    for offset in (0.0, -3.0):
        assert failed(problem, restate(honest, offset=offset)) == {OFFSET}
    assert failed(problem, restate(honest, offset=float(np.nextafter(-3.0, 0.0)))) == set()
    assert failed(problem, restate(honest, offset=Fraction(-1, 10**400))) == set()
    assert failed(problem, restate(honest, offset=Fraction(1, 10**400))) == {OFFSET}


@pytest.mark.parametrize("offset", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", SEPARABLE)
def test_an_offset_that_is_no_number(name: str, offset: float) -> None:
    problem, outcome, _ = true(name)
    lie = replace(outcome, proof=replace(outcome.proof, offset=offset), offset=offset)
    assert failed(problem, lie) == {"offset is a number"}


@pytest.mark.parametrize("name", WITH_INTERCEPT)
def test_another_centre(name: str) -> None:
    """The hyperplane moves with the centre; a slide along the hyperplane alone is harmless."""
    problem, outcome, margin = true(name)
    centre = outcome.proof.centre
    assert OFFSET in failed(problem, restate(outcome, centre=centre + [2.0 * margin, 0.0]))
    assert OFFSET not in failed(problem, restate(outcome, centre=centre + [0.0, 8.0]))


@pytest.mark.parametrize("name", WITHOUT)
def test_an_offset_where_none_was_asked(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, restate(outcome, offset=1e-300)) == {NO_OFFSET}
    # Beyond the doubles on either side.
    assert failed(problem, restate(outcome, offset=Fraction(1, 10**400))) == {NO_OFFSET}
    assert NO_OFFSET in failed(problem, replace(outcome, proof=replace(outcome.proof, offset=Fraction(10**400))))
    assert NO_OFFSET in failed(problem, restate(outcome, centre=np.array([0.0, 1.0])))


@pytest.mark.parametrize("name", SEPARABLE)
def test_what_is_shown_is_not_what_was_proved(name: str) -> None:
    problem, outcome, _ = true(name)
    lies = [
        replace(outcome, coef=outcome.coef * 2),
        replace(outcome, coef=-outcome.coef),
        replace(outcome, coef=outcome.coef + [0.0, 1e-300 + 2.0**-52 * abs(outcome.coef[1])]),
        replace(outcome, coef=None),
        replace(outcome, intercept=float(np.nextafter(outcome.intercept, np.inf))),
        replace(outcome, intercept=float(np.nextafter(outcome.intercept, -np.inf))),
        replace(outcome, intercept=np.nan),
        replace(outcome, offset=outcome.offset + 1),
        replace(outcome, centre=outcome.centre + [0.0, 1.0]),
        replace(outcome, centre=None),
    ]
    for lie in lies:
        assert REPORTED in failed(problem, lie)


@pytest.mark.parametrize("name", SEPARABLE)
def test_a_bracket_that_misses_the_margin(name: str) -> None:
    problem, outcome, margin = true(name)
    above, below = np.nextafter(margin, np.inf), np.nextafter(margin, -np.inf)
    for lower in (above, 2 * margin, np.inf, np.nan):
        assert failed(problem, replace(outcome, bracket=replace(outcome.bracket, lower=float(lower)))) == {AT_LEAST}
    for upper in (below, margin / 2, 0.0, -1.0):
        assert failed(problem, replace(outcome, bracket=replace(outcome.bracket, upper=float(upper)))) == {AT_MOST}
    for upper in (-np.inf, np.nan):
        assert failed(problem, replace(outcome, bracket=replace(outcome.bracket, upper=upper))) == {
            "no upper bound claimed"
        }


@pytest.mark.parametrize("name", SEPARABLE)
def test_a_wider_bracket_is_no_lie(name: str) -> None:
    problem, outcome, margin = true(name)
    for bracket in (gordan.outcome.Bracket(margin / 2, margin * 2), gordan.outcome.Bracket(5e-324, np.inf)):
        assert failed(problem, replace(outcome, bracket=bracket)) == set()


@pytest.mark.parametrize("name", SEPARABLE)
def test_weights_that_bound_nothing(name: str) -> None:
    problem, outcome, _ = true(name)
    base = "weights are non-negative, " + ("on both classes" if problem.intercept else "not all zero")
    x = outcome.weights
    negative, missing, infinite = x.copy(), x.copy(), x.copy()
    negative[np.flatnonzero(x == 0)[0]] = -1e-300
    missing[0], infinite[0] = np.nan, np.inf
    for lie in (negative, missing, infinite, x[1:], np.append(x, 0.0), np.zeros(problem.n), x[:, None], -x, list(x)):
        assert failed(problem, replace(outcome, weights=lie)) == {base}
    if problem.intercept:
        for one_class in (problem.signs > 0, problem.signs < 0):
            assert failed(problem, replace(outcome, weights=np.where(one_class, x, 0.0))) == {base}
    assert failed(problem, replace(outcome, weights=None)) == {"no upper bound claimed"}


@pytest.mark.parametrize("name", SEPARABLE)
def test_weights_that_bound_less_than_claimed(name: str) -> None:
    problem, outcome, _ = true(name)
    even = np.ones(problem.n)
    assert failed(problem, replace(outcome, weights=even)) == {AT_MOST}
    # Weights have no scale of their own.
    assert failed(problem, replace(outcome, weights=outcome.weights * 4.0)) == set()


@pytest.mark.parametrize("name", SEPARABLE)
def test_other_classes(name: str) -> None:
    problem, outcome, _ = true(name)
    for classes in (problem.classes[::-1], (0, 1), problem.classes[:1], ()):
        assert failed(problem, replace(outcome, classes=classes)) == {"classes"}
