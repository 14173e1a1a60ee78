"""Estimates without bias, at the cost that is said, and runs that decide."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.solver import RandomisedMirrorProx
from gordan.testing import instances

FORMS: dict[str, Any] = {
    "dense": gordan.Points,
    "sparse": lambda X, y, b: gordan.Points(sp.csr_array(X), y, b),
    "single": lambda X, y, b: gordan.Points(X.astype(np.float32), y, b),
    "far": lambda X, y, b: gordan.Points(X + 1e5, y, b) if b else gordan.Points(X, y, b),
    "products": lambda X, y, b: gordan.Gram(X @ X.T, y, intercept=b),
}
QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])


@QUESTIONS
@pytest.mark.parametrize("form", FORMS)
def test_estimates_have_no_bias(form: str, intercept: bool) -> None:
    one = instances.separable(5, 30, 0.1, intercept=intercept)
    oracle = build(FORMS[form](one.X, one.y, intercept).canonical())
    generator = np.random.default_rng(0)
    x = oracle.cone.soften(generator.normal(size=30), 1.0)
    w = oracle.combine(oracle.cone.soften(generator.normal(size=30), 0.5))
    drawn = [oracle.draw(x, 4, generator) for _ in range(4000)]
    mean = sum(drawn[1:], drawn[0]) / len(drawn)
    scatter = np.mean([oracle.norm(each - mean) ** 2 for each in drawn]) ** 0.5
    assert oracle.norm(mean - oracle.combine(x)) <= 5 * scatter / len(drawn) ** 0.5
    seen = np.array([oracle.glance(w, 2, generator) for _ in range(4000)])
    # A constant for each class moves no weight: margins are compared but for it.
    away = seen - oracle.margins(w)
    for block in oracle.cone.members:
        inside = away[:, block > 0]
        inside = inside - inside.mean(axis=1, keepdims=True) if intercept else inside
        assert (np.abs(inside.mean(axis=0)) <= 6 * inside.std(axis=0) / 4000**0.5 + 1e-4).all()


@QUESTIONS
@pytest.mark.parametrize("form", FORMS)
def test_it_separates(form: str, intercept: bool) -> None:
    one = instances.separable(5, 60, 0.2, intercept=intercept)
    outcome = gordan.solve(FORMS[form](one.X, one.y, intercept), solver=RandomisedMirrorProx(16), max_iter=20_000)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert outcome.guarantee is None


def test_weights_shrink_on_inseparable_points() -> None:
    one = instances.inseparable(5, 60, 0.1)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver="randomised-mirror-prox", eps=3e-2, polish=True)
    assert outcome.kind == "inseparable"


def test_an_iteration_costs_its_share_of_passes() -> None:
    """Estimates, and tests that cost as much: twice 2k(1/n + 1/m) passes for each iteration."""
    one = instances.gaussian(200, 800, 1.0, intercept=False)
    problem = gordan.Points(one.X, one.y, intercept=False)
    oracle: Any = Counted(build(problem.canonical()))
    *_, last = islice(RandomisedMirrorProx(samples=4).candidates(oracle), 20)
    expected = 4 * 4 * (1 / 200 + 1 / 800)
    assert last.updates > 20 * 30
    assert oracle.passes / last.updates == pytest.approx(expected, rel=0.1)


def test_the_seed_decides_what_is_drawn() -> None:
    one = instances.gaussian(10, 100, 1.0, intercept=False)
    runs = [
        gordan.separate(one.X, one.y, intercept=False, solver="randomised-mirror-prox", random_state=seed, max_iter=50)
        for seed in (1, 1, 2)
    ]
    assert runs[0].bracket == runs[1].bracket
    assert runs[0].bracket != runs[2].bracket


def test_no_sample_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="1 or more"):
        RandomisedMirrorProx(samples=0)
