"""The interior point: few steps whatever the size, and a crossing over that finds the last digits."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from engine.solver.flagship import QUESTIONS
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.oracle.build import build
from gordan.engine.solver import interior_point
from gordan.problem import Points
from gordan.solver import InteriorPoint
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", QUESTIONS.values(), ids=QUESTIONS)


class Crossing:
    """In place of what finishes the run: it keeps what is handed over and ends at once."""

    def __init__(self) -> None:
        self.start: Any = None

    def candidates(self, oracle: Any, start: Any) -> Any:
        self.start = start
        last = Candidate(start.direction, None, updates=0)
        yield last
        return last


def run(X: Any, y: Any, *, intercept: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[Candidate], Candidate]:
    """The oracle, the interior candidates, and what they hand over to the active set."""
    crossing = Crossing()
    monkeypatch.setattr(interior_point, "_FINISH", crossing)
    oracle = build(Points(X, y, intercept=intercept).canonical())
    *inside, _ = islice(InteriorPoint().candidates(oracle), 200)
    return oracle, inside, crossing.start


@ASKED
@pytest.mark.parametrize(("m", "n"), [(5, 50), (20, 2_000), (60, 600), (40, 20), (150, 60)])
def test_steps_are_few_whatever_the_size(m: int, n: int, intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Down to a relative gap of a thousandth, on the side of the dimensions and on that of the points."""
    one = instances.gaussian(m, n, intercept=intercept)
    oracle, inside, start = run(one.X, one.y, intercept=intercept, monkeypatch=monkeypatch)
    last = inside[-1]
    assert len(inside) <= 40
    length = oracle.norm(last.image)
    assert length - last.lowest / length <= 1e-3 * length
    assert start.weights is not None


@ASKED
def test_every_step_is_inside_and_bounds_the_margin(intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    one = instances.separable(10, 300, 0.01, intercept=intercept)
    oracle, inside, _ = run(one.X, one.y, intercept=intercept, monkeypatch=monkeypatch)
    for step, candidate in enumerate(inside):
        assert candidate.updates == step
        assert candidate.weights.min() > 0
        assert oracle.cone.violation(candidate.weights) <= 1e-14
        np.testing.assert_allclose(candidate.image, oracle.combine(candidate.weights), atol=1e-14)
        length = oracle.norm(candidate.direction)
        assert candidate.lowest / length <= one.margin + 1e-12 <= oracle.norm(candidate.image) + 2e-12


@ASKED
def test_what_is_handed_over_is_nearly_the_support(intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The active set must not begin with hundreds of points that do not matter, nor without those that do."""
    one = instances.gaussian(25, 2_000, intercept=intercept)
    _, _, start = run(one.X, one.y, intercept=intercept, monkeypatch=monkeypatch)
    true = gordan.separate(one.X, one.y, intercept=intercept, solver="min-norm-point", tol=1e-10).support
    handed = np.flatnonzero(start.weights)
    assert len(handed) <= 2.0 * len(true)
    assert len(set(handed) & set(true)) >= 0.9 * len(true)


@ASKED
@pytest.mark.parametrize("pushed", [True, False], ids=["pushed", "by a cost"])
def test_weights_that_vanish_end_it(intercept: bool, pushed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a vertex: the nearly cancelling weights brought there, or, where that fails, interior steps with a cost."""
    if not pushed:
        monkeypatch.setattr(interior_point, "at_vertex", lambda oracle, x, steps: None)
    one = instances.noise(10, 200, intercept=intercept)
    oracle = build(Points(one.X, one.y, intercept=intercept).canonical())
    inside = list(islice(InteriorPoint().candidates(oracle), 200))
    assert len(inside) <= 41
    assert inside[-1].kind is Kind.CERTIFICATE
    assert oracle.norm(inside[-1].image) <= 1e-7 * oracle.reach
    assert np.count_nonzero(inside[-1].weights) <= 11 + intercept


@ASKED
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, lambda X: X.astype(np.float32)], ids=["64", "csr", "32"])
def test_the_crossing_over_finds_the_last_digits(form: Any, intercept: bool) -> None:
    """Interior steps alone lose them; what follows does not."""
    one = instances.separable(12, 400, 1e-5, intercept=intercept)
    X = form(np.round(one.X * 2**20) / 2**20)
    outcome = gordan.separate(X, one.y, intercept=intercept, solver="interior-point", tol=1e-9)
    other = gordan.separate(X, one.y, intercept=intercept, solver="min-norm-point", tol=1e-9)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-8
    assert outcome.bracket.lower == pytest.approx(other.bracket.lower, rel=1e-8)


def test_updates_go_on_after_the_crossing_over() -> None:
    one = instances.gaussian(10, 400)
    oracle = build(Points(one.X, one.y, intercept=False).canonical())
    updates = [candidate.updates for candidate in InteriorPoint().candidates(oracle)]
    assert updates == sorted(updates)
    assert updates[-1] > 10


def test_no_system_to_solve_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rounding leaves no Newton step the active set does all of the work."""
    one = instances.separable(5, 60, 0.1)
    oracle = build(Points(one.X, one.y, intercept=False).canonical())
    monkeypatch.setattr(oracle, "newton", lambda x, z: None)
    *_, last = InteriorPoint().candidates(oracle)
    assert oracle.norm(last.image) == pytest.approx(0.1, rel=1e-9)


@ASKED
@pytest.mark.parametrize(("m", "n"), [(10, 80), (60, 400), (100, 300)])
def test_points_that_cancel_are_found_at_a_vertex(
    m: int, n: int, intercept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No crossing over: the last candidate's weights cancel on no more points than a vertex has."""
    one = instances.noise(m, n, intercept=intercept)
    crossing = Crossing()
    monkeypatch.setattr(interior_point, "_FINISH", crossing)
    oracle = build(Points(one.X, one.y, intercept=intercept).canonical())
    *_, last = islice(InteriorPoint().candidates(oracle), 200)
    assert crossing.start is None
    assert last.kind is Kind.CERTIFICATE
    assert np.count_nonzero(last.weights) <= m + 1 + intercept
    assert oracle.norm(oracle.combine(last.weights)) <= 1e-12 * oracle.reach


@ASKED
def test_a_margin_too_small_to_see_is_crossed_over(intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ax vanishes as far as Newton steps can tell; nothing cancels, and the active set goes on from there."""
    rng = np.random.default_rng(0)
    X = rng.integers(-3, 4, (200, 6)) + np.eye(6)[0] * 1e9
    y = np.where(rng.random(200) < 0.5, 1, -1)
    X[:, 0] = X[:, 0] * 0 + y * 2.0**-30
    _, _, start = run(X, y, intercept=intercept, monkeypatch=monkeypatch)
    assert start is not None
    monkeypatch.undo()
    outcome = gordan.separate(X, y, intercept=intercept, solver="interior-point")
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(2.0**-30, rel=1e-6)
