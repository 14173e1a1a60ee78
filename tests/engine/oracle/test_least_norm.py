"""The compiled active set on some points of a whole: the answer of the steps in NumPy, from any beginning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.candidate import Candidate, Kind
from gordan.engine.compiled import LIMIT
from gordan.engine.oracle import least_norm as module
from gordan.engine.oracle.build import build
from gordan.problem import Points
from gordan.solver import MinNormPoint

QUESTIONS = {
    "intercept": {"intercept": True},
    "no intercept": {"intercept": False},
    "normalised": {"intercept": False, "normalise": True},
}
ASKED = pytest.mark.parametrize("question", QUESTIONS)


def drawn(seed: int, question: str, *, n: int = 0) -> tuple[Any, Any]:
    """An oracle of all points and one of most of them: Gaussian or whole numbers, some repeated, or far away."""
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(1, 12)), n or int(rng.integers(8, 300))
    X = rng.standard_normal((n, m))
    if seed % 4 == 1:
        X = np.rint(2 * X)[rng.integers(0, n, n)]
        X[(X == 0).all(axis=1), 0] = 1.0
    values = X @ rng.standard_normal(m)
    y = values > (np.median(values) if question == "intercept" else 0)
    if seed % 3 == 0:
        y = rng.random(n) < 0.5
        y[0], y[1] = True, False
    if seed % 4 == 2 and question == "intercept":
        X += 1e7
    whole = build(Points(X, y, **QUESTIONS[question]).canonical())
    atoms = [atom for block in whole.worst(whole.begin_with().direction, n) for atom in block]
    return whole, whole.restrict(atoms)


def by_steps(inside: Any) -> Candidate:
    for last in MinNormPoint().candidates(inside):  # noqa: B007
        pass
    return last


@ASKED
def test_the_answer_is_that_of_the_steps(question: str) -> None:
    kinds = []
    for seed in range(80):
        _, inside = drawn(seed, question)
        found, steps = inside.least_norm(None), by_steps(inside)
        if found is None:
            continue
        kinds.append(found.kind)
        assert (found.weights >= 0).all()
        assert inside.cone.normalise(found.weights) == pytest.approx(found.weights)
        assert inside.combine(found.weights) == pytest.approx(found.image, abs=1e-9 * inside.reach)
        if Kind.CERTIFICATE in (found.kind, steps.kind):
            assert inside.norm(found.image) <= 1e-8 * inside.reach
            continue
        assert inside.norm(found.image) == pytest.approx(inside.norm(steps.image), rel=1e-6)
        assert found.lowest == pytest.approx(inside.cone.lowest(inside.margins(found.direction)), abs=1e-9)
        assert found.lowest / inside.norm(found.direction) == pytest.approx(inside.norm(found.image), rel=1e-6)
    assert kinds.count(Kind.CERTIFICATE) > 10
    assert kinds.count(Kind.STEP) > 20


@ASKED
def test_it_goes_on_from_earlier_weights(question: str) -> None:
    """From its own end nothing is left to do, and from those of fewer points less than from scratch."""
    saved = 0
    for seed in range(1, 60):
        _, inside = drawn(seed, question, n=300)
        found = inside.least_norm(None)
        if found is None or found.kind is Kind.CERTIFICATE:
            continue
        again = inside.least_norm(found.weights)
        assert again.updates <= 3
        assert again.image == pytest.approx(found.image, abs=1e-9 * inside.reach)
        saved += found.updates - again.updates
    assert saved > 100


@ASKED
def test_weights_that_do_not_serve_are_left(question: str) -> None:
    """On all points, or on dependent ones, there is no active set to begin with."""
    _, inside = drawn(4, question, n=200)
    for rows in (np.arange(200), np.array([0, 0]), np.array([0])):
        x = np.zeros(200)
        x[rows] = 1.0
        found = inside.least_norm(x)
        assert found.image == pytest.approx(inside.least_norm(None).image, abs=1e-9 * inside.reach)


@ASKED
@pytest.mark.parametrize("limit", [1, 12])
def test_calls_go_on_while_they_make_w_longer(question: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a dozen steps a call, several calls come to what one does; of none, nothing comes."""
    solve, ends = module.ActiveSet.solve, []

    def short(self: Any, A: Any, signs: Any, **asked: Any) -> int:
        ends.append(solve(self, A, signs, **{**asked, "limit": limit}))
        return ends[-1]

    answered = 0
    for seed in (4, 8, 16, 20, 28, 32):
        _, inside = drawn(seed, question, n=300)
        whole = inside.least_norm(None)
        ends.clear()
        with monkeypatch.context() as patch:
            patch.setattr(module.ActiveSet, "solve", short)
            found = inside.least_norm(None)
        if found is None:
            assert ends[-1] == LIMIT
            continue
        assert found.image == pytest.approx(whole.image, abs=1e-9 * inside.reach)
        assert found.updates > limit * ends.count(LIMIT)
        answered += ends.count(LIMIT) > 1
    assert (answered > 0) == (limit > 1)


def test_what_does_not_end_is_left_to_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    _, inside = drawn(4, "no intercept", n=200)
    monkeypatch.setattr(module._Run, "solve", lambda self, active: LIMIT)
    assert inside.least_norm(None) is None
    taken = list(MinNormPoint(at_once=True).candidates(inside))
    assert len(taken) > 2
    assert taken[-1].image == pytest.approx(by_steps(inside).image)


def test_what_rounding_has_spoilt_is_left_to_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    _, inside = drawn(4, "no intercept", n=200)
    made = module._Run.candidate
    for spoilt in ({"lowest": 0.0}, {"lowest": None}):

        def candidate(run: Any, spoilt: Any = spoilt) -> Candidate:
            found = made(run)
            return Candidate(found.direction, found.weights, spoilt["lowest"], found.image)

        monkeypatch.setattr(module._Run, "candidate", candidate)
        assert inside.least_norm(None) is None
