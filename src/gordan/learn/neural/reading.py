"""PyTorch, imported when it is used, and what users give read: numbers, labels, and the lengths of inputs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["check_tensor", "load_torch", "longest_squared", "read_count", "read_number", "read_signs"]


def read_number(value: object) -> float:
    """Return the value as a float; NaN, which fails every comparison, where it is no number.

    >>> read_number(np.float32(0.5)), read_number(True), read_number(10**400)
    (0.5, nan, nan)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def read_count(name: str, value: object, wanted: str) -> int:
    """Return the value as a whole number from 1, or refuse it.

    >>> read_count("errors", np.int64(3), "how many a batch waits for")
    3
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise InputError(f"{name} is {value!r}; give {wanted}, 1 or more")
    return int(value)


def load_torch(name: str) -> Any:
    """The module torch for the thing of that name.

    >>> load_torch("BetaHinge").tensor([1, 2]).sum().item()
    3
    """
    try:
        import torch
    except ImportError:
        raise InputError(f'{name} needs PyTorch, which is not installed; pip install "gordan[neural]"') from None
    return torch


def longest_squared(inputs: Tensor, learned: Tensor) -> NDArray[np.float64]:
    """For every neuron ‖x‖² of the longest row of `inputs` that it learns from by `learned`, 0 if there is none.

    >>> import torch
    >>> longest_squared(torch.tensor([[3.0, 4.0], [1.0, torch.inf]]), torch.tensor([[True, False], [False, False]]))
    array([25.,  0.])
    """
    torch = load_torch("an adaptive threshold")
    if inputs.is_complex():
        raise InputError(f"the inputs are of type {inputs.dtype}; an adaptive threshold takes real numbers")
    if not learned.numel():
        return np.zeros(learned.shape[1])
    squared = inputs.detach().double().flatten(1).square().sum(dim=1)
    # Not a product: 0 · ∞ is NaN, and a row that is not learned from may hold anything.
    longest = np.array(torch.where(learned, squared[:, None], 0.0).amax(dim=0).tolist())
    if not np.isfinite(longest).all():
        raise InputError(
            "an input that is learned from has no finite length, and an adaptive threshold follows lengths; "
            "look for NaN, infinity or huge numbers in what enters the layer"
        )
    return longest


def read_signs(outputs: Tensor, labels: Tensor, neurons: int) -> tuple[Tensor, Tensor]:
    """The outputs as a matrix, and a matrix of the same shape with 1 for the neuron of the class and −1 elsewhere.

    Outputs of half precision come back in float32: sums over a batch and large thresholds need its range.

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


def check_tensor(name: str, value: object) -> None:
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
