"""PyTorch, imported only where it is used, and the lengths of its tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["load_torch", "longest_squared"]


def load_torch(name: str) -> Any:
    """The module torch for the thing of that name.

    Examples
    --------
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

    Examples
    --------
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
    # Not a product: 0 · ∞ is NaN, and a row that nobody learns from may be anything.
    longest = np.array(torch.where(learned, squared[:, None], 0.0).amax(dim=0).tolist())
    if not np.isfinite(longest).all():
        raise InputError(
            "an input that is learned from has no finite length, and an adaptive threshold follows lengths; "
            "look for NaN, infinity or huge numbers in what enters the layer"
        )
    return longest
