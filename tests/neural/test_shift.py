"""Every neuron of a layer may be moved by a threshold of its own."""

from __future__ import annotations

from typing import Any

import pytest

from gordan import BetaSchedule, InputError
from gordan.neural import NeuronShift

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")


def layer(weights: list[list[float]]) -> Any:
    made = torch.nn.Linear(len(weights[0]), len(weights), bias=False)
    made.weight.data = torch.tensor(weights)
    return made


def test_neurons_count_the_updates_they_take_part_in() -> None:
    first = layer([[1.0, 0.0], [0.0, 1.0]])
    shift = NeuronShift(first, BetaSchedule.power(0.5))
    for x in ([[5.0, -9.0]], [[5.0, -9.0]], [[-9.0, 2.0]]):
        torch.relu(first(torch.tensor(x))).sum().backward()
        assert shift.advance()
    assert shift.updates.tolist() == [2, 1]
    assert shift.beta.tolist() == [2**0.5, 1.0]
    assert torch.allclose(first(torch.zeros(1, 2)), torch.tensor([[2**0.5, 1.0]]))


def test_an_adaptive_shift_follows_the_inputs_that_were_learned() -> None:
    first = layer([[1.0, 0.0], [0.0, 1.0]])
    shift = NeuronShift(first, BetaSchedule.adaptive())
    torch.relu(first(torch.tensor([[3.0, -4.0], [-6.0, -8.0]]))).sum().backward()
    shift.advance()
    assert shift.beta.tolist() == [100.0, 0.0]


def test_looking_counts_nothing_and_removing_restores() -> None:
    first, x = layer([[1.0]]), torch.ones(1, 1)
    shift = NeuronShift(first, 2.0)
    with torch.no_grad():
        assert first(x).item() == 3.0
    assert not shift.advance()
    other = NeuronShift(layer([[1.0]]), 1.0)
    other.load_state_dict(shift.state_dict())
    assert other.beta.tolist() == [2.0]
    shift.remove()
    assert first(x).item() == 1.0


def test_only_linear_layers_are_taken() -> None:
    with pytest.raises(InputError, match="the one before the ReLU"):
        NeuronShift(torch.nn.ReLU(), 1.0)
