"""Every neuron of a layer may be moved by a threshold of its own."""

from __future__ import annotations

from typing import Any

import pytest

from gordan import InputError
from gordan.learn.neural import NeuronShift
from gordan.neural import BetaHinge, BetaSchedule

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


def test_a_bias_is_a_coordinate_more_of_an_adaptive_shift() -> None:
    first = torch.nn.Linear(2, 2)
    with torch.no_grad():
        first.weight.copy_(torch.eye(2))
        first.bias.zero_()
    shift = NeuronShift(first, BetaSchedule.adaptive())
    torch.relu(first(torch.tensor([[3.0, -4.0]]))).sum().backward()
    shift.advance()
    assert shift.beta.tolist() == [4.0 * 26.0, 0.0]


def test_looking_counts_nothing_and_removing_restores() -> None:
    first, x = layer([[1.0]]), torch.ones(1, 1)
    shift = NeuronShift(first, 2.0)
    with torch.no_grad():
        assert first(x).item() == 3.0
    assert not shift.advance()
    other = NeuronShift(layer([[1.0]]), 2.0)
    other.load_state_dict(shift.state_dict())
    assert other.beta.tolist() == [2.0]
    with pytest.raises(InputError, match="load it where it was saved"):
        NeuronShift(layer([[1.0]]), 1.0).load_state_dict(shift.state_dict())
    shift.remove()
    assert first(x).item() == 1.0


def test_updates_that_were_not_made_are_not_counted() -> None:
    first = layer([[1.0]])
    shift = NeuronShift(first, 1.0)
    first(torch.ones(1, 1)).sum().backward()
    shift.discard()
    assert not shift.advance()
    first.requires_grad_(False)
    first(torch.ones(1, 1, requires_grad=True)).sum().backward()
    assert not shift.advance()


def test_an_input_may_be_named_or_have_no_rows_or_many_axes() -> None:
    first = layer([[1.0, 0.0], [0.0, 1.0]])
    shift = NeuronShift(first, BetaSchedule.adaptive())
    first(input=torch.tensor([[[3.0, 4.0]]])).sum().backward()
    shift.advance()
    assert shift.beta.tolist() == [100.0, 100.0]
    first.bfloat16()
    first(torch.zeros(0, 2, dtype=torch.bfloat16)).sum().backward()
    assert not shift.advance()


def test_an_input_nobody_learns_from_may_be_anything() -> None:
    first = layer([[1.0]])
    shift = NeuronShift(first, BetaSchedule.adaptive())
    x = torch.tensor([[3.0], [torch.inf]])
    first(x)[:1].sum().backward()
    shift.advance()
    assert shift.beta.tolist() == [36.0]
    with pytest.raises(InputError, match="no finite length"):
        first(x).sum().backward()


def test_torch_func_counts_as_backward_does() -> None:
    first = layer([[1.0], [-1.0]])
    shift, hinge = NeuronShift(first, BetaSchedule.adaptive()), BetaHinge(2, BetaSchedule.adaptive())

    def loss(given: Any) -> Any:
        x = torch.tensor([[3.0]])
        return hinge(torch.relu(torch.func.functional_call(first, given, (x,))), torch.tensor([1]), inputs=x)

    torch.func.grad(loss)(dict(first.named_parameters()))
    assert shift.advance()
    assert hinge.advance()
    assert shift.updates.tolist() == [1, 0]
    assert shift.beta.tolist() == [36.0, 0.0]
    assert hinge.beta.tolist() == [36.0]


@pytest.mark.parametrize("taken", [torch.nn.ReLU(), torch.nn.Linear(1, 1, dtype=torch.complex64)])
def test_only_linear_layers_of_real_numbers_are_taken(taken: Any) -> None:
    with pytest.raises(InputError, match=r"the one before the ReLU|weights of type torch.complex64"):
        NeuronShift(taken, 1.0)
