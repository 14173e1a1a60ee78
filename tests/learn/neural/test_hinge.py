"""The β-hinge on several outputs is the sum of its neurons' losses; time is the number of updates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan import InputError
from gordan.neural import BetaHinge, BetaSchedule

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
    assert np.array_equal(outputs.grad.numpy(), np.where(f * z < 0.5, -f, 0.0) / share)
    with torch.no_grad():
        found = BetaHinge(4, 0.5, reduction=reduction)(outputs, labels).item()
    assert found == pytest.approx(np.maximum(0.5 - f * z, 0.0).sum() / share)


@pytest.mark.parametrize("beta", [0.0, 2.0])
def test_a_product_equal_to_the_threshold_is_an_error_at_zero_only(beta: float) -> None:
    outputs = torch.tensor([[-beta, beta, -beta]], requires_grad=True)
    for inclusive in (True,) if beta == 0 else (False, True):
        hinge = BetaHinge(3, BetaSchedule.constant(beta, inclusive=inclusive))
        (slope,) = torch.autograd.grad(hinge(outputs, torch.tensor([1])), outputs)
        assert hinge.errors == inclusive
        assert slope.tolist() == ([[1.0, -1.0, 1.0]] if inclusive else [[0.0] * 3])
    assert BetaHinge(3, beta).schedule.inclusive == (beta == 0)


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
    hinge(outputs.detach(), labels)
    assert not hinge.advance()  # no gradient to learn from
    hinge(outputs, labels)
    hinge.discard()
    assert not hinge.advance()  # told that no step was made
    content = 1e6 * (2.0 * torch.nn.functional.one_hot(labels, 4) - 1.0).requires_grad_()
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


def test_the_errors_shown_are_those_of_the_last_call() -> None:
    outputs, labels = batch()
    hinge = BetaHinge(4, 1.0)
    hinge(outputs, labels)
    assert hinge.errors > 0
    with torch.no_grad():
        hinge(9.0 * (2.0 * torch.nn.functional.one_hot(labels, 4) - 1.0), labels)
    assert hinge.errors == 0


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_summed_and_compared_in_float32(dtype: Any) -> None:
    outputs = torch.full((50, 1), -2000.0, dtype=dtype, requires_grad=True)
    loss = BetaHinge(1, 0.0)(outputs, torch.ones(50))
    assert loss.item() == pytest.approx(2000.0, rel=0.01)  # the sum is beyond float16
    loss.backward()
    assert outputs.grad.dtype == dtype
    near = torch.ones(1, 1, dtype=dtype)  # to a half 1.001 and 1 are one number
    assert BetaHinge(1, 1.001).find_errors(near, torch.ones(1)).item()
    assert not BetaHinge(1, 0.999).find_errors(near, torch.ones(1)).item()


def test_an_input_nobody_learns_from_may_be_anything() -> None:
    outputs = torch.tensor([[-1.0], [5.0]], requires_grad=True)
    for far in (torch.inf, torch.nan):
        hinge = BetaHinge(1, BetaSchedule.adaptive())
        hinge(outputs, torch.ones(2), inputs=torch.tensor([[3.0], [far]]))
        assert hinge.advance()
        assert hinge.beta.tolist() == [36.0]
        with pytest.raises(InputError, match="no finite length"):
            hinge(outputs, torch.ones(2), inputs=torch.tensor([[far], [3.0]]))
    with pytest.raises(InputError, match="complex64; an adaptive threshold takes real numbers"):
        hinge(outputs, torch.ones(2), inputs=torch.tensor([[1j], [3.0]]))


def test_a_checkpoint_goes_on_where_it_was() -> None:
    outputs, labels = batch()
    one, other = (BetaHinge(4, BetaSchedule.power(0.4), clock="neuron") for _ in range(2))
    one(outputs, labels)
    one.advance()
    other.load_state_dict(one.state_dict())
    assert other(outputs, labels).item() == one(outputs, labels).item() != BetaHinge(4, 0.0)(outputs, labels).item()
    other.discard()
    with pytest.raises(InputError, match="load it where it was saved"):
        BetaHinge(4, BetaSchedule.power(0.5), clock="neuron").load_state_dict(other.state_dict())


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
        (torch.zeros(2, 3).to_sparse(), torch.tensor([0, 1]), "outputs is not a plain dense tensor"),
        (torch.zeros(2, 3), torch.tensor([0, 1]).to_sparse(), "labels is not a plain dense tensor"),
        (torch.zeros(2, 3, dtype=torch.float8_e4m3fn), torch.tensor([0, 1]), "16, 32 or 64 bits"),
        (torch.zeros(2, 3, dtype=torch.complex64), torch.tensor([0, 1]), "16, 32 or 64 bits"),
        (torch.zeros(2, 3, device="meta"), torch.tensor([0, 1]), "device meta"),
        (torch.zeros(2, 3), torch.tensor([0, 1], device="meta"), "device meta"),
        (torch.zeros(1, 3), torch.tensor([2**64 - 1], dtype=torch.uint64), "a label is -1"),
    ],
)
def test_a_bad_batch_is_refused_in_a_sentence(outputs: Any, labels: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        BetaHinge(3)(outputs, labels)


@pytest.mark.parametrize("labels", [[0, 2], [-1, 0], [0.5], [float("nan")], [1j, 1]])
def test_a_single_output_has_two_classes(labels: list[complex]) -> None:
    with pytest.raises(InputError, match="for a single output give 0 and 1, or -1 and 1"):
        BetaHinge(1)(torch.zeros(len(labels)), torch.tensor(labels))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int16, torch.uint16, torch.uint32, torch.uint64])
def test_labels_are_whole_numbers_of_any_type(dtype: Any) -> None:
    outputs, labels = batch()
    assert BetaHinge(4)(outputs, labels.to(dtype)).item() == BetaHinge(4)(outputs, labels).item()
    two = labels % 2
    assert BetaHinge(1)(outputs[:, 0], two.to(dtype)).item() == BetaHinge(1)(outputs[:, 0], two).item()


@pytest.mark.parametrize(
    "wrong",
    [
        {"neurons": 0},
        {"neurons": 2.0},
        {"neurons": True},
        {"clock": "wall"},
        {"reduction": "none"},
        {"reduction": np.array(["mean", "sum"])},
    ],
)
def test_a_bad_option_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        BetaHinge(**{"neurons": 2, **wrong})
    assert BetaHinge(np.int64(2)).neurons == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        (None, "no inputs were given; give inputs=, what enters the last layer, 1 rows"),
        ([[1.0]], "inputs is a list"),
        (torch.zeros(2, 5), r"inputs have the shape \(2, 5\) on cpu; give what enters the last layer, 1 rows"),
        (torch.zeros(1), r"inputs have the shape \(1,\)"),
        (torch.zeros(1, 5).to_sparse(), "inputs is not a plain dense tensor"),
        (torch.zeros(1, 5, device="meta"), "device meta"),
    ],
)
def test_an_adaptive_threshold_asks_for_the_inputs(inputs: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        BetaHinge(2, BetaSchedule.adaptive())(torch.zeros(1, 2), torch.tensor([0]), inputs=inputs)
