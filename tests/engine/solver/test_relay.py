"""Sweeps that hand over: where they settle the margin, where they do not, and on points that cancel."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from engine.solver.quadratic_program import margin_by_quadratic_program
from gordan.engine.oracle.build import build
from gordan.problem import Points
from gordan.solver import Hildreth, Relay, WorkingSet
from gordan.testing import instances


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array, lambda X: X.astype(np.float32)])
@pytest.mark.parametrize("kappa", [1.0, 30.0], ids=["narrow", "wide"])
def test_the_maximum_margin_whoever_finishes(kappa: float, form: Any, intercept: bool) -> None:
    one = instances.gaussian(20, 200, kappa, intercept=intercept)
    X = form(one.X)
    outcome = gordan.separate(X, one.y, intercept=intercept, solver=Relay(), goal="margin")
    other = gordan.separate(X, one.y, intercept=intercept, solver="min-norm-point", goal="margin")
    assert outcome.kind == other.kind == "separable"
    assert outcome.bracket.gap <= 1e-6
    assert outcome.bracket.lower == pytest.approx(other.bracket.lower, rel=2e-6)


class Asked:
    """A solver that keeps what it was asked to start from."""

    def __init__(self, inner: Any) -> None:
        self.inner: Any = inner
        self.started: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def candidates(self, oracle: Any, start: Any = None) -> Any:
        self.started.append(start)
        return (yield from self.inner.candidates(oracle, start))


def test_who_goes_on() -> None:
    """Where the sweeps come near their weights are handed on; where they do not only the direction is."""
    for kappa, most, near in ((30.0, 100.0, True), (1.0, 1.0, False)):
        then, finish = Asked(WorkingSet()), Asked(WorkingSet())
        one = instances.gaussian(20, 200, kappa)
        relay = Relay(then=then, finish=finish, most=most)  # type: ignore[arg-type]
        assert gordan.separate(one.X, one.y, intercept=False, solver=relay, goal="margin").kind == "separable"
        [start] = (finish if near else then).started
        assert not (then if near else finish).started
        assert (start.weights is not None) is near


def test_an_earlier_answer_needs_no_sweeps() -> None:
    one = instances.gaussian(20, 200, 1.0)
    first, finish = Asked(Hildreth()), Asked(WorkingSet())
    relay = Relay(first=first, finish=finish)  # type: ignore[arg-type]
    earlier = gordan.separate(one.X, one.y, intercept=False)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver=relay, goal="margin", start=earlier)
    assert not first.started
    assert outcome.kind == "separable"


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
def test_points_that_cancel(intercept: bool) -> None:
    one = instances.noise(20, 300, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=Relay())
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Relay(first=Hildreth), "first is .*; give a solver"),  # type: ignore[arg-type]
        (lambda: Relay(then="auto"), "then is 'auto'; give a solver"),  # type: ignore[arg-type]
        (lambda: Relay(narrow=0.0), "narrow is 0.0"),
        (lambda: Relay(most=-1.0), "most -1.0"),
    ],
)
def test_bad_parameters_are_refused(build: Any, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        build()


def test_hildreth_tends_to_the_maximum_margin() -> None:
    """Without an intercept the bracket closes, though nobody promises when."""
    one = instances.separable(10, 100, 0.2)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver=Hildreth(), goal="margin", tol=1e-4)
    truth = margin_by_quadratic_program(one.X, one.y, intercept=False)
    assert outcome.bracket.lower <= truth * (1 + 1e-9)
    assert outcome.bracket.upper >= truth * (1 - 1e-9)
    assert outcome.bracket.gap <= 1e-4


def test_hildreth_repeats_itself_and_follows_its_seed() -> None:
    one = instances.gaussian(10, 100, 1.0)
    oracle = build(Points(one.X, one.y, intercept=False).canonical())

    def third(seed: int) -> Any:
        return next(islice(Hildreth(random_state=seed).candidates(oracle), 3, None)).direction

    assert np.array_equal(third(0), third(0))
    assert not np.array_equal(third(0), third(1))
