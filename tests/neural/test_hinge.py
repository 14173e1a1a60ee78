"""The β-hinge on several outputs is the sum of its neurons' losses; time is the number of updates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan import BetaHinge, BetaSchedule, InputError

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")


def batch(n: int = 20, neurons: int = 4) -> tuple[Any, Any]:
    generator = torch.Generator().manual_seed(0)
    outputs = torch.randn(n, neurons, generator=generator, dtype=torch.float64).requires_grad_()
    return outputs, torch.randint(neurons, (n,), generator=generator)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_loss_and_slope_are_those_of_the_definition(reduction: Any) -> None:
    outputs, labels = batch()
    BetaHinge(4, 0.5, reduction=reduction)(outputs, labels).backward()
    z, f = outputs.detach().numpy(), np.where(np.arange(4) == labels.numpy()[:, None], 1.0, -1.0)
    share = len(z) if reduction == "mean" else 1
    assert np.array_equal(outputs.grad.numpy(), np.where(f * z <= 0.5, -f, 0.0) / share)
    with torch.no_grad():
        found = BetaHinge(4, 0.5, reduction=reduction)(outputs, labels).item()
    assert found == pytest.approx(np.maximum(0.5 - f * z, 0.0).sum() / share)


def test_a_product_equal_to_the_threshold_is_an_error() -> None:
    outputs = torch.zeros(1, 3, requires_grad=True)
    hinge = BetaHinge(3, 0.0)
    hinge(outputs, torch.tensor([1])).backward()
    assert hinge.errors == 1
    assert outputs.grad.tolist() == [[1.0, -1.0, 1.0]]


def test_a_network_that_has_diverged_does_not_look_content() -> None:
    outputs = torch.full((1, 2), torch.nan, requires_grad=True)
    hinge = BetaHinge(2)
    assert torch.isnan(hinge(outputs, torch.tensor([1])))
    assert hinge.errors == 1


def test_updates_are_counted_and_not_examples_or_calls() -> None:
    outputs, labels = batch()
    hinge = BetaHinge(4, BetaSchedule.power(0.75, scale=2.0))
    for _ in range(16):
        hinge(outputs[:10], labels[:10])
        hinge(outputs[10:], labels[10:])
        assert hinge.advance()
    assert hinge.updates.tolist() == [16]
    assert hinge.beta.tolist() == [2.0 * 16**0.75]
    assert not hinge.advance()  # nothing since
    with torch.no_grad():
        hinge(outputs, labels)
    assert not hinge.advance()  # nothing learned
    content = 1e6 * (2.0 * torch.nn.functional.one_hot(labels, 4) - 1.0)
    assert hinge(content, labels).item() == 0
    assert not hinge.advance()  # no error
    assert hinge.updates.tolist() == [16]


def test_every_neuron_may_have_its_own_clock() -> None:
    hinge = BetaHinge(3, BetaSchedule.adaptive(), clock="neuron")
    outputs = torch.tensor([[1.0, 1.0, -1.0], [1.0, -1.0, -1.0]], requires_grad=True)
    hinge(outputs, torch.tensor([0, 0]), inputs=torch.tensor([[3.0, 4.0], [10.0, 0.0]]))
    assert hinge.advance()
    assert hinge.updates.tolist() == [0, 1, 0]
    assert hinge.beta.tolist() == [0.0, 100.0, 0.0]  # four times the squared length of the first example


def test_a_checkpoint_goes_on_where_it_was() -> None:
    outputs, labels = batch()
    one, other = (BetaHinge(4, BetaSchedule.power(0.4), clock="neuron") for _ in range(2))
    one(outputs, labels)
    one.advance()
    other.load_state_dict(one.state_dict())
    assert other(outputs, labels).item() == one(outputs, labels).item() != BetaHinge(4, 0.0)(outputs, labels).item()


@pytest.mark.parametrize(
    ("outputs", "labels", "told"),
    [
        (torch.zeros(2, 4), torch.tensor([0, 1]), "3 columns"),
        (torch.zeros(2, 3, 1), torch.tensor([0, 1]), "3 columns"),
        (torch.zeros(2, 3), torch.tensor([0, 3]), "a label is 3 and the network has 3 outputs"),
        (torch.zeros(2, 3), torch.tensor([0, -1]), "a label is -1"),
        (torch.zeros(2, 3), torch.tensor([0, 1, 2]), "one for each of the 2 examples"),
        (torch.zeros(2, 3), torch.tensor([[0], [1]]), "one for each of the 2 examples"),
        (torch.zeros(2, 3), torch.tensor([0.0, 1.0]), "whole numbers from 0 to 2"),
        (torch.zeros(2, 3, dtype=torch.int64), torch.tensor([0, 1]), "floating-point"),
        (torch.zeros(0, 3), torch.tensor([], dtype=torch.int64), "at least one"),
        ([[0.0] * 3], torch.tensor([0]), "outputs is a list"),
        (torch.zeros(1, 3), [0], "labels is a list"),
    ],
)
def test_a_bad_batch_is_refused_in_a_sentence(outputs: Any, labels: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        BetaHinge(3)(outputs, labels)


@pytest.mark.parametrize("labels", [[0, 2], [-1, 0]])
def test_a_single_output_has_two_classes(labels: list[int]) -> None:
    with pytest.raises(InputError, match="for a single output give 0 and 1, or -1 and 1"):
        BetaHinge(1)(torch.zeros(2), torch.tensor(labels))


@pytest.mark.parametrize("wrong", [{"neurons": 0}, {"neurons": 2.0}, {"clock": "wall"}, {"reduction": "none"}])
def test_a_bad_option_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        BetaHinge(**{"neurons": 2, **wrong})


def test_an_adaptive_threshold_asks_for_the_inputs() -> None:
    hinge = BetaHinge(2, BetaSchedule.adaptive())
    for inputs, told in ((None, "was NoneType"), ([[1.0]], "was list"), (torch.zeros(2, 5), r"was the shape \(2, 5\)")):
        with pytest.raises(InputError, match=told + "; give what enters the last layer, 1 rows"):
            hinge(torch.zeros(1, 2), torch.tensor([0]), inputs=inputs)


@pytest.mark.parametrize("state", [{"updates": [1], "beta": [1.0]}, {"beta": [1.0, 2.0]}])
def test_another_loss_s_state_is_refused(state: Any) -> None:
    with pytest.raises(InputError, match="the state has"):
        BetaHinge(2, clock="neuron").load_state_dict(state)
