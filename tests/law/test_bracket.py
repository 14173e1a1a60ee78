"""The bracket at every step: it only closes, and the true margin never leaves it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import gordan
from gordan.engine.solver import SOLVERS
from gordan.testing.instances import Instance
from law.draw import Question, few, questions
from zoo import ZOO

STEPS = 60
FORMS = [np.ascontiguousarray, sp.csr_array, sp.csc_array, lambda X: X.astype(np.float32)]


def watched(X: Any, y: Any, solver: str, **question: Any) -> gordan.watch.Trace:
    trace = gordan.watch.Trace()
    gordan.separate(X, y, solver=solver, max_iter=STEPS, max_seconds=20.0, watch=trace, **question)
    return trace


def only_closes(trace: gordan.watch.Trace) -> bool:
    lower, upper = trace["lower"], trace["upper"]
    return bool((np.diff(lower[np.isfinite(lower)]) >= 0).all() and (np.diff(upper[np.isfinite(upper)]) <= 0).all())


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_every_step_on_small_integers(solver: str) -> None:
    seen = []

    @few(20)
    @given(questions(rows=5), st.sampled_from(FORMS))
    def law(question: Question, form: Any) -> None:
        trace = watched(form(question.X), question.y, solver, intercept=question.intercept)
        assert only_closes(trace)
        for event in trace.events:
            assert question.contains(event.lower, event.upper), event
        seen.append(len(trace))

    law()
    assert max(seen) > 1


@pytest.mark.parametrize("solver", ["min-norm-point", "mirror-prox", "von-neumann", "perceptron"])
@pytest.mark.parametrize("instance", ZOO, ids=[instance.name for instance in ZOO])
def test_every_step_in_the_zoo(instance: Instance, solver: str) -> None:
    """Far from the origin and at extreme sizes too, dense and sparse."""
    for form in (np.ascontiguousarray, sp.csr_array):
        asked = {"intercept": instance.intercept, "normalise": instance.normalise}
        trace = watched(form(instance.X), instance.y, solver, **asked)
        assert only_closes(trace)
        if instance.margin is None:
            continue
        margin = max(instance.margin, 0.0)
        assert (trace["lower"] <= margin * (1 + 8 * 2.0**-53)).all()
        assert (trace["upper"] >= margin * (1 - 8 * 2.0**-53)).all()


@pytest.mark.parametrize("form", FORMS, ids=["dense", "csr", "csc", "narrow"])
@pytest.mark.parametrize("shift", [0.0, 2.0**9, 2.0**20, 2.0**30])
@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_every_step_far_from_the_origin(solver: str, shift: float, form: Any) -> None:
    """Products with rows of size 2**30 carry rounding of that size: the bracket must be as wide as that is."""
    X = np.array([[2.0, 1.0], [5.0, -1.0], [3.0, -3.0], [-2.0, 0.0], [-4.0, 7.0], [-3.0, -1.0]]) + shift
    y = np.array([1, 1, 1, -1, -1, -1])
    stored = form(X)
    values = stored.toarray() if sp.issparse(stored) else stored
    question = Question(np.asarray(values, dtype=np.float64), y, True)
    trace = watched(stored, y, solver)
    assert only_closes(trace)
    for event in trace.events:
        assert question.contains(event.lower, event.upper), event
    assert trace.outcome.kind == ("separable" if question.separable else "inseparable")


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_every_step_a_few_hundred_away_from_the_origin(solver: str, dtype: type) -> None:
    """Too near for centring to be worth a pass, far enough that products round by more than the spread suggests."""
    rng = np.random.default_rng(8)
    for _ in range(25):
        X = (rng.normal(size=(2, 2)).round(1) + rng.uniform(100, 900, size=2).round(1)).astype(dtype)
        question = Question(X.astype(np.float64), np.array([1, -1]), True)
        trace = watched(X, question.y, solver)
        assert only_closes(trace)
        for event in trace.events:
            assert event.lower <= event.upper
            assert question.contains(event.lower, event.upper), event
