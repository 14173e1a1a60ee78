"""One neuron with the β-hinge is a perceptron, bit for bit: whole numbers make all of the arithmetic exact.

In float32 that needs sums below 2^24; here they stay below 10^5.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.compiled.rule import Rule
from gordan.engine.compiled.state import SweepState
from gordan.engine.compiled.sweep import sweep_dense

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")

PASSES = 3
ADAPTIVE = gordan.neural.BetaSchedule.adaptive()
RULES = [
    pytest.param(0.0, Rule.rosenblatt(), id="perceptron"),
    pytest.param(7.0, Rule.aggressive(7.0), id="aggressive"),
    pytest.param(ADAPTIVE, Rule.r_independent(), id="r-independent"),
]


def whole(seed: int, n: int = 30, m: int = 4) -> tuple[Any, Any]:
    """Small whole numbers, none of the rows zero, and labels of a hyperplane with some of them wrong."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, (n, m)).astype(float)
    X[:, 0] += (X == 0).all(axis=1)
    X[n // 2 :] *= 3.0
    y = np.where(X @ rng.integers(-3, 4, m) + rng.integers(-4, 5, n) > 0, 1, -1)
    return X, y


def learned(
    X: Any, y: Any, schedule: Any, *, piece: int = 30, dtype: Any = torch.float64, bias: bool = False
) -> tuple[list[Any], list[int], Any]:
    """Weights after every update of a network of one neuron, the example of each, and its loss."""
    inputs, labels = torch.tensor(X, dtype=dtype), torch.tensor(y)
    numbers = torch.arange(len(y), dtype=dtype)[:, None]
    neuron = torch.nn.Linear(X.shape[1], 1, bias=bias, dtype=dtype)
    for weights in neuron.parameters():
        torch.nn.init.zeros_(weights)
    hinge = gordan.neural.BetaHinge(1, schedule, reduction="sum")
    course, visited = [], []
    for _ in range(PASSES):
        pieces = zip(torch.cat([inputs, numbers], 1).split(piece), labels.split(piece), strict=True)
        batches = gordan.learn.neural.gather_errors(lambda x: neuron(x[:, :-1]), hinge, examples=pieces, errors=1)
        for batch, label in batches:
            x = batch[:, :-1]
            neuron.zero_grad()
            hinge(neuron(x), label, inputs=torch.cat([x, torch.ones_like(x[:, :1])], 1) if bias else x).backward()
            with torch.no_grad():
                for weights in neuron.parameters():
                    weights -= weights.grad
            assert hinge.advance()
            course.append(torch.cat([weights.detach().double().ravel() for weights in neuron.parameters()]).numpy())
            visited.append(int(batch[0, -1]))
    return course, visited, hinge


def swept(X: Any, y: Any, rule: Rule) -> tuple[list[Any], list[int], SweepState]:
    """The same of gordan's sweep, one visit at a time."""
    state = SweepState.begin(len(y), X.shape[1])
    course, visited = [], []
    for i in np.tile(np.arange(len(y)), PASSES):
        before = state.updates
        sweep_dense(X, y, None, None, 0.0, np.array([i]), rule, state, compiled=False)
        if state.updates > before:
            course.append(state.w.copy())
            visited.append(int(i))
    return course, visited, state


def agree(found: tuple[list[Any], list[int], Any], expected: tuple[list[Any], list[int], SweepState]) -> None:
    (course, visited, hinge), (directions, rows, state) = found, expected
    assert len(rows) > len(set(rows)) > 1  # the run is long enough to tell rules apart
    assert visited == rows
    assert [w.tobytes() for w in course] == [w.tobytes() for w in directions]
    assert hinge.updates.tolist() == [state.updates]
    assert hinge.beta.tolist() == [state.beta]


@pytest.mark.parametrize(
    ("seed", "piece", "dtype"), [(0, 1, torch.float32), (1, 7, torch.float64), (0, 30, torch.float32)]
)
@pytest.mark.parametrize(("schedule", "rule"), RULES)
def test_one_neuron_makes_the_same_updates(seed: int, schedule: Any, rule: Rule, piece: int, dtype: Any) -> None:
    X, y = whole(seed)
    agree(learned(X, y, schedule, piece=piece, dtype=dtype), swept(X, y, rule))


@pytest.mark.parametrize(("schedule", "rule"), RULES)
def test_a_bias_is_the_weight_of_one_coordinate_more(schedule: Any, rule: Rule) -> None:
    X, y = whole(2)
    agree(learned(X, y, schedule, bias=True), swept(np.column_stack([X, np.ones(len(y))]), y, rule))


@pytest.mark.parametrize(("schedule", "rule"), RULES)
def test_ties_are_decided_as_by_the_kernels(schedule: Any, rule: Rule) -> None:
    """Products that meet the threshold exactly, before the first update and after it."""
    X, y = np.array([[1.0, 0.0], [0.0, 1.0], [4.0, 1.0], [7.0, 3.0], [1.0, 0.0]]), np.ones(5, dtype=np.int64)
    course, visited, hinge = learned(X, y, schedule)
    expected, rows, state = swept(X, y, rule)
    assert visited == rows
    assert [w.tolist() for w in course] == [w.tolist() for w in expected]
    tie = torch.tensor([state.beta])
    assert hinge.find_errors(tie, torch.tensor([1])).item() == rule.inclusive
    assert not hinge.find_errors(tie + 1, torch.tensor([1])).item()


def test_one_neuron_ends_with_the_solver_s_direction() -> None:
    X, _ = whole(3, n=40, m=3)
    y = np.where(X @ [1.0, -2.0, 3.0] > 0, 1, -1)
    X = X[X @ [1.0, -2.0, 3.0] != 0]
    y = np.where(X @ [1.0, -2.0, 3.0] > 0, 1, -1)
    outcome = gordan.separate(X, y, intercept=False, solver="perceptron", goal="decide")
    course, _, hinge = learned(X, y, 0.0)
    w = course[-1]
    assert isinstance(outcome, gordan.Separable)
    assert (y * (X @ w) > 0).all()
    assert hinge.updates[0] == outcome.n_iter
    assert np.array_equal(w / np.abs(w).max(), outcome.coef / np.abs(outcome.coef).max())
