"""One neuron with the β-hinge is a perceptron, bit for bit: whole numbers make all of the arithmetic exact."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan._kernels.rule import Rule
from gordan._kernels.state import SweepState
from gordan._kernels.sweep import sweep_dense

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")

PASSES = 4


def whole(seed: int, n: int = 60, m: int = 5) -> tuple[Any, Any]:
    """Small whole numbers, none of the rows zero, and labels of a hyperplane with some of them wrong."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, (n, m)).astype(float)
    X[:, 0] += (X == 0).all(axis=1)
    X[n // 2 :] *= 3.0
    y = np.where(X @ rng.integers(-3, 4, m) + rng.integers(-4, 5, n) > 0, 1, -1)
    return X, y


def learned(X: Any, y: Any, schedule: Any, piece: int, dtype: Any) -> tuple[list[Any], list[int], Any]:
    """Weights after every update of a network of one neuron, the example of each, and its loss."""
    inputs, labels = torch.tensor(X, dtype=dtype), torch.tensor(y)
    numbers = torch.arange(len(y), dtype=dtype)[:, None]
    neuron = torch.nn.Linear(X.shape[1], 1, bias=False, dtype=dtype)
    torch.nn.init.zeros_(neuron.weight)
    optimizer = torch.optim.SGD(neuron.parameters(), lr=1.0)
    hinge = gordan.BetaHinge(1, schedule, reduction="sum")
    course, visited = [], []
    for _ in range(PASSES):
        pieces = zip(torch.cat([inputs, numbers], 1).split(piece), labels.split(piece), strict=True)
        batches = gordan.neural.gather_errors(lambda x: neuron(x[:, :-1]), hinge, examples=pieces, errors=1)
        for batch, label in batches:
            x = batch[:, :-1]
            optimizer.zero_grad()
            hinge(neuron(x), label, inputs=x).backward()
            optimizer.step()
            assert hinge.advance()
            course.append(neuron.weight.detach().numpy().astype(float).ravel())
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


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("piece", [1, 7, 60])
@pytest.mark.parametrize(
    ("schedule", "rule"),
    [
        (0.0, Rule.rosenblatt()),
        (7.5, Rule.aggressive(7.5)),  # no product of whole numbers equals it, so that ties need not be agreed on
        (gordan.BetaSchedule.adaptive(), Rule.r_independent()),
    ],
    ids=["perceptron", "aggressive", "r-independent"],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_one_neuron_makes_the_same_updates(seed: int, schedule: Any, rule: Rule, piece: int, dtype: Any) -> None:
    X, y = whole(seed)
    course, visited, hinge = learned(X, y, schedule, piece, dtype)
    expected, rows, state = swept(X, y, rule)
    assert len(rows) > len(set(rows)) > 1  # the run is long enough to tell rules apart
    assert visited == rows
    assert [w.tobytes() for w in course] == [w.tobytes() for w in expected]
    assert hinge.updates.tolist() == [state.updates]
    assert hinge.beta.tolist() == [state.beta]


def test_one_neuron_ends_with_the_solver_s_direction() -> None:
    X, _ = whole(3, n=40, m=3)
    y = np.where(X @ [1.0, -2.0, 3.0] > 0, 1, -1)
    X = X[X @ [1.0, -2.0, 3.0] != 0]
    y = np.where(X @ [1.0, -2.0, 3.0] > 0, 1, -1)
    outcome = gordan.separate(X, y, intercept=False, solver="perceptron", goal="decide")
    course, _, hinge = learned(X, y, 0.0, len(y), torch.float64)
    w = course[-1]
    assert isinstance(outcome, gordan.Separable)
    assert (y * (X @ w) > 0).all()
    assert hinge.updates[0] == outcome.n_iter
    assert np.array_equal(w / np.abs(w).max(), outcome.coef / np.abs(outcome.coef).max())
