"""The rows to blame are no more than needed: leave out any one of a witness and the others are separable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.file.table import read
from gordan.testing import instances
from zoo import ZOO
from zoo.truth import separable_exactly

KINDS = ("any", "repeated", "on a line", "in a plane", "grid", "zeros", "tenths", "far")


def drawn(kind: str, seed: int) -> tuple[Any, Any, bool]:
    rng = np.random.default_rng([KINDS.index(kind), seed])
    n, m = int(rng.integers(3, 11)), int(rng.integers(1, 5))
    X = rng.integers(-3, 4, (n, m)).astype(float)
    y = rng.choice([-1, 1], n)
    if kind == "repeated":
        again = rng.integers(0, n, 6)
        X, y = np.vstack([X, X[again]]), np.append(y, rng.choice([-1, 1]) * y[again])
    elif kind == "on a line":
        X = X[:, :1] * X[:1]
    elif kind == "in a plane":
        X = X[:, :2] @ rng.integers(-2, 3, (X[:, :2].shape[1], m))
    elif kind == "grid":
        X = X % 2
    elif kind == "zeros":
        X = X * rng.integers(0, 2, (n, 1))
    elif kind in ("tenths", "far"):
        X = X / 10 + (1e8 if kind == "far" else 0.0)
    intercept = bool(rng.integers(2))
    if intercept:
        y[:2] = [1, -1]
    elif 1 not in y:
        y[:] = 1
    return X, y, intercept


def complaint(X: Any, y: Any, intercept: bool, outcome: Any) -> str:
    """What is wrong with a witness, in rational arithmetic; nothing where nothing is."""
    S = outcome.support.tolist()
    if tuple(S) != tuple(sorted(outcome.proof.support)):
        return "the support is not the proof's"
    if separable_exactly(X[S], y[S], intercept):
        return "the witness itself is separable"
    for j in S:
        rest = [i for i in S if i != j]
        if rest and not separable_exactly(X[rest], y[rest], intercept):
            return f"row {j} is not needed"
    return ""


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("kind", KINDS)
def test_small_and_degenerate(kind: str, proof: Any) -> None:
    found = 0
    for seed in range(30):
        X, y, intercept = drawn(kind, seed)
        for solver in ("auto", "mirror-prox", "von-neumann"):
            outcome = gordan.separate(X, y, intercept=intercept, solver=solver, proof=proof, max_iter=300)
            if outcome.kind == "inseparable":
                found += 1
                assert complaint(X, y, intercept, outcome) == "", f"{kind} {seed} {solver}"
    assert found > 20


@pytest.mark.parametrize("instance", [one for one in ZOO if not one.separable], ids=lambda one: one.name)
def test_the_zoo(instance: Any) -> None:
    for form in (np.asarray, sp.csr_array):
        outcome = gordan.separate(
            form(instance.X), instance.y, intercept=instance.intercept, normalise=instance.normalise
        )
        assert complaint(instance.X, instance.y, instance.intercept, outcome) == ""


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("m", [3, 10, 45])
def test_gaussian_points(m: int, intercept: bool) -> None:
    """Integers on few rows, boxes on many; the others are separable by a proof of their own."""
    rng = np.random.default_rng(m)
    X, y = rng.normal(size=(6 * m, m)), rng.integers(0, 2, 6 * m)
    for together, outcome in (
        (False, gordan.separate(X, y, intercept=intercept)),
        (True, gordan.separate_many(X[None], y[None], intercept=intercept)[0]),
    ):
        assert isinstance(outcome.proof, gordan.outcome.Enclosure) == (m == 45 or together)
        witness(X, y, intercept, outcome)


def witness(X: Any, y: Any, intercept: bool, outcome: Any) -> None:
    S = outcome.support
    assert outcome.kind == "inseparable"
    assert gordan.separate(X[S], y[S], intercept=intercept).kind == "inseparable"
    for j in S:
        rest = S[j != S]
        if np.unique(y[rest]).size == 2:
            assert gordan.separate(X[rest], y[rest], intercept=intercept, goal="decide").kind == "separable"


def test_many_small_ones() -> None:
    rng = np.random.default_rng(0)
    X, Y = rng.integers(-2, 3, (300, 8, 3)).astype(float), rng.choice([-1, 1], (300, 8))
    Y[:, :2] = [1, -1]
    many = gordan.separate_many(X, Y)
    assert many.counts["inseparable"] > 50
    for outcome, points, y in zip(many, X, Y, strict=True):
        if outcome.kind == "inseparable":
            assert complaint(points, y, True, outcome) == ""


def test_flowers() -> None:
    table = read(Path(gordan.__file__).parent / "data" / "iris.csv", label="species")
    y = np.where(np.asarray(table.y) == "versicolor", 1, -1)
    outcome = gordan.separate(table.X, y, numbers="decimal")
    assert outcome.kind == "inseparable"
    # Tenths are whole numbers of millimetres.
    assert complaint(np.rint(np.asarray(table.X) * 10), y, True, outcome) == ""


def test_rows_that_cancel_up_to_rounding() -> None:
    one = instances.inseparable(12, 60, 0.1)
    for solver in ("auto", "min-norm-point"):
        outcome = gordan.separate(one.X, one.y, intercept=False, solver=solver)
        assert complaint(one.X, one.y, False, outcome) == ""


def test_zero_rows_need_no_company() -> None:
    """Also where lengths underflow, and thousands of rows are equal."""
    tiny = np.full((30, 2), 1e-200) * np.arange(1, 31)[:, None]
    X = np.vstack([tiny, np.zeros((2, 2))])
    outcome = gordan.separate(X, np.ones(32), intercept=False)
    assert outcome.kind == "inseparable"
    assert len(outcome.support) == 1
