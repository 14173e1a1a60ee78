"""Labels of a batch as the signs that the output neurons should have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gordan.errors import InputError
from gordan.neural.engine import load_torch

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["read_signs"]


def read_signs(outputs: Tensor, labels: Tensor, neurons: int) -> tuple[Tensor, Tensor]:
    """The outputs as a matrix, and a matrix of the same shape with 1 for the neuron of the class and −1 elsewhere.

    Examples
    --------
    >>> import torch
    >>> read_signs(torch.zeros(2, 3), torch.tensor([2, 0]), 3)[1].tolist()
    [[-1.0, -1.0, 1.0], [1.0, -1.0, -1.0]]
    """
    torch = load_torch("BetaHinge")
    for name, value in (("outputs", outputs), ("labels", labels)):
        if not isinstance(value, torch.Tensor):
            raise InputError(f"{name} is a {type(value).__name__}; give a tensor, for example torch.as_tensor({name})")
    if neurons == 1 and outputs.ndim == 1:
        outputs = outputs[:, None]
    if outputs.ndim != 2 or outputs.shape[1] != neurons:
        raise InputError(
            f"outputs have the shape {tuple(outputs.shape)}; give one row per example with {neurons} columns, "
            "or make the loss with as many neurons as the network has outputs"
        )
    if not outputs.is_floating_point():
        raise InputError(f"outputs are of type {outputs.dtype}; give floating-point numbers, before any ReLU or argmax")
    if labels.shape != outputs.shape[:1]:
        raise InputError(
            f"labels have the shape {tuple(labels.shape)}; give one for each of the {len(outputs)} examples"
        )
    if not len(labels):
        raise InputError("the batch has no examples; give at least one")
    if neurons == 1:
        _check_two(labels)
        return outputs, (2 * (labels == 1).to(outputs.dtype) - 1)[:, None]
    if labels.is_floating_point() or labels.is_complex() or labels.dtype == torch.bool:
        raise InputError(
            f"labels are of type {labels.dtype}; give whole numbers from 0 to {neurons - 1}, as by labels.long()"
        )
    low, high = int(labels.min()), int(labels.max())
    if low < 0 or high >= neurons:
        given = low if low < 0 else high
        raise InputError(
            f"a label is {given} and the network has {neurons} outputs; give labels from 0 to {neurons - 1}, "
            "or a network with an output for every class"
        )
    signs = torch.full_like(outputs, -1.0, requires_grad=False)
    return outputs, signs.scatter_(1, labels.long()[:, None], 1.0)


def _check_two(labels: Tensor) -> None:
    values = sorted(set(labels.tolist()))
    if not (set(values) <= {0, 1} or set(values) <= {-1, 1}):
        shown = ", ".join(f"{value:g}" for value in values[:5])
        raise InputError(f"labels have the values {shown}; for a single output give 0 and 1, or -1 and 1")
