"""A learner that may decline: what it says is what it counts, and the bound is on mistakes and abstentions together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.online import (
    HingeBound,
    OnlineAggressivePerceptron,
    OnlineInfinityPerceptron,
    OnlinePerceptron,
    OnlineRIndependentPerceptron,
)

MAKE: list[Any] = [
    OnlinePerceptron,
    lambda **options: OnlineAggressivePerceptron(beta=4.0, **options),
    OnlineRIndependentPerceptron,
    lambda **options: OnlineInfinityPerceptron(alpha=1.5, **options),
]


def stream(seed: int, *, noise: float) -> Any:
    """Whole numbers: products may be exactly zero, or exactly the threshold."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (300, 3)).astype(float)
    X[~X.any(axis=1), 0] = 1.0
    y = np.where(rng.random(300) < noise, -1, 1) * np.where(X @ [2.0, -1.0, 0.5] > 0, 1, -1)
    return X, y


@pytest.mark.parametrize("make", MAKE)
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_counts_are_those_of_what_was_said(make: Any, intercept: bool, noise: float) -> None:
    X, y = stream(1, noise=noise)
    learner = make(intercept=intercept, classes=[-1, 1], abstain=True)
    wrong = unknown = 0
    for x, label in zip(X, y, strict=True):
        said = learner.predict_one(x)
        unknown += said is None
        wrong += said is not None and said != label
        learner.learn_one(x, label)
    assert (learner.mistakes, learner.abstentions) == (wrong, unknown)
    assert wrong + unknown == learner.updates
    report = HingeBound.of(learner, X, y)
    assert report.holds
    assert wrong + unknown <= report.bound


@pytest.mark.parametrize("make", MAKE)
@pytest.mark.parametrize("abstain", [False, True])
def test_batches_compiled_or_not_count_alike(make: Any, abstain: bool) -> None:
    X, y = stream(2, noise=0.05)
    one, batch, fast = (make(classes=[-1, 1], abstain=abstain) for _ in range(3))
    for x, label in zip(X, y, strict=True):
        one.learn_one(x, label)
    batch.partial_fit(X, y)
    weights = fast._begun(X)
    weights.learn_rows(weights.matrix(X), y.astype(np.int8), compiled=True)
    counts = [(each.examples, each.mistakes, each.updates, each.abstentions) for each in (one, batch, fast)]
    assert counts[0] == counts[1] == counts[2]
    assert abstain or one.abstentions <= one.mistakes


def test_the_lecture_s_perceptron_declines_at_zero_only() -> None:
    plain, careful = (OnlinePerceptron(intercept=False, abstain=abstain) for abstain in (False, True))
    X, y = stream(3, noise=0.0)
    for learner in (plain, careful):
        learner.partial_fit(X, y)
    assert plain.abstentions == careful.abstentions > 0
    assert plain.mistakes == careful.mistakes + careful.abstentions


def test_it_is_kept_and_shown(tmp_path: Path) -> None:
    X, y = stream(4, noise=0.1)
    learner = OnlineAggressivePerceptron(beta=4.0, abstain=True).partial_fit(X, y)
    learner.save(tmp_path / "learner.json")
    again = OnlineAggressivePerceptron.load(tmp_path / "learner.json")
    assert again.abstain
    assert (again.abstentions, again.mistakes) == (learner.abstentions, learner.mistakes)
    assert "abstain=True" in repr(again)
    assert list(again.predict(X)) == list(learner.predict(X))


def test_it_is_the_last_direction_s() -> None:
    for combine in ("averaged", "voted"):
        with pytest.raises(gordan.InputError, match="abstain goes with combine='last'"):
            OnlinePerceptron(combine=combine, abstain=True)
    with pytest.raises(gordan.InputError, match="abstain is 1"):
        OnlinePerceptron(abstain=1)  # type: ignore[arg-type]
