"""Labels of a batch as the signs that the output neurons should have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gordan.errors import InputError
from gordan.learn.neural.tensor import load_torch

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["check_tensor", "read_signs"]


def read_signs(outputs: Tensor, labels: Tensor, neurons: int) -> tuple[Tensor, Tensor]:
    """The outputs as a matrix, and a matrix of the same shape with 1 for the neuron of the class and −1 elsewhere.

    Outputs of half precision come back in float32: sums over a batch and large thresholds need its range.

    Examples
    --------
    >>> import torch
    >>> read_signs(torch.zeros(2, 3), torch.tensor([2, 0]), 3)[1].tolist()
    [[-1.0, -1.0, 1.0], [1.0, -1.0, -1.0]]
    """
    torch = load_torch("BetaHinge")
    check_tensor("outputs", outputs)
    check_tensor("labels", labels)
    if labels.device != outputs.device:
        raise InputError(
            f"outputs are on {outputs.device} and labels on {labels.device}; bring them together, as by "
            "labels.to(outputs.device)"
        )
    if neurons == 1 and outputs.ndim == 1:
        outputs = outputs[:, None]
    if outputs.ndim != 2 or outputs.shape[1] != neurons:
        raise InputError(
            f"outputs have the shape {tuple(outputs.shape)}; give one row per example with {neurons} columns, "
            "or make the loss with as many neurons as the network has outputs"
        )
    if outputs.dtype not in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        raise InputError(
            f"outputs are of type {outputs.dtype}; give floating-point numbers of 16, 32 or 64 bits, "
            "before any ReLU or argmax"
        )
    if labels.shape != outputs.shape[:1]:
        raise InputError(
            f"labels have the shape {tuple(labels.shape)}; give one for each of the {len(outputs)} examples"
        )
    if not len(labels):
        raise InputError("the batch has no examples; give at least one")
    outputs = outputs.float() if outputs.dtype in (torch.float16, torch.bfloat16) else outputs
    if neurons == 1:
        return outputs, (2 * _read_two(labels).to(outputs.dtype) - 1)[:, None]
    signs = torch.full_like(outputs, -1.0, requires_grad=False)
    return outputs, signs.scatter_(1, _read_many(torch, labels, neurons)[:, None], 1.0)


def check_tensor(name: str, value: Any) -> None:
    """Refuse what is not a dense tensor with values."""
    torch = load_torch("BetaHinge")
    if not isinstance(value, torch.Tensor):
        raise InputError(f"{name} is a {type(value).__name__}; give a tensor, for example torch.as_tensor({name})")
    if value.layout is not torch.strided or value.is_nested or value.is_quantized:
        raise InputError(f"{name} is not a plain dense tensor; give one, for example {name}.to_dense()")
    if value.is_meta:
        raise InputError(f"{name} is on the device meta and has no values; give a tensor with some")


def _read_two(labels: Tensor) -> Tensor:
    if labels.is_complex():
        raise InputError(f"labels are of type {labels.dtype}; for a single output give 0 and 1, or -1 and 1")
    values = sorted(set(labels.tolist()))
    if not (set(values) <= {0, 1} or set(values) <= {-1, 1}):
        shown = ", ".join(f"{value:g}" for value in values[:5])
        raise InputError(f"labels have the values {shown}; for a single output give 0 and 1, or -1 and 1")
    return labels.double() == 1


def _read_many(torch: Any, labels: Tensor, neurons: int) -> Tensor:
    if labels.is_floating_point() or labels.is_complex() or labels.dtype == torch.bool:
        raise InputError(
            f"labels are of type {labels.dtype}; give whole numbers from 0 to {neurons - 1}, as by labels.long()"
        )
    # Unsigned numbers know few operations; those too large for a long come out negative, and are refused as well.
    whole: Tensor = labels.long()
    low, high = int(whole.min()), int(whole.max())
    if low < 0 or high >= neurons:
        raise InputError(
            f"a label is {low if low < 0 else high} and the network has {neurons} outputs; give labels from 0 to "
            f"{neurons - 1}, or a network with an output for every class"
        )
    return whole
