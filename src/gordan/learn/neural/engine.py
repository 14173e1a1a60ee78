"""torch, or the sentence that says how to get it."""

from __future__ import annotations

from typing import Any

from gordan.errors import InputError

__all__ = ["load_torch"]


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
