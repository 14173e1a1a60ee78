"""A threshold for every neuron of a layer: its input is moved by a β of its own, which grows with its own updates.

1. what enters neuron k's ReLU becomes z_k + β_k
2. a neuron's update is a step for which some example gave it a gradient that is not zero
3. after it t_k ← t_k + 1, and β_k ← what the schedule says

The paper proposes step 1, with a β that may change during the learning, and reports no experiment; steps 2 and 3 are
ours. A constant shift is a bias that is not learned.

Reference
    Moran, Nachum, Panasoff and Yehudayoff, Introduction ("internal clocks of the neurons").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.errors import InputError
from gordan.learn.neural.clock import Clock, Clocked
from gordan.learn.neural.reading import load_torch, longest_squared
from gordan.learn.neural.schedule import BetaSchedule, Threshold, read_schedule

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Linear

__all__ = ["NeuronShift"]


class NeuronShift(Clocked):
    """Moves what leaves a linear layer, neuron by neuron; call `advance()` after the optimiser's step.

    Updates are seen in `backward()`; without a step after it call `discard()`. A layer whose weights are frozen counts
    none. `copy.deepcopy` of the layer copies the shift with it, and nothing leads to that copy: call `remove()` before
    it, and make a new shift for each of the two.

    Parameters
    ----------
    layer : torch.nn.Linear
        The layer before the ReLU. `remove()` takes the shift away again.
    schedule : BetaSchedule, float or function
        How each β grows with the updates of its neuron; a number is a constant, a function gives β from
        the number of updates.

    Examples
    --------
    >>> import torch
    >>> layer = torch.nn.Linear(1, 2, bias=False)
    >>> layer.weight.data = torch.tensor([[1.0], [-4.0]])
    >>> shift = NeuronShift(layer, 3.0)
    >>> layer(torch.ones(1, 1)).tolist()
    [[4.0, -1.0]]
    >>> torch.relu(layer(torch.ones(1, 1))).sum().backward()
    >>> shift.advance(), shift.updates.tolist()
    (True, [1, 0])
    """

    def __init__(self, layer: Linear, schedule: BetaSchedule | float | Threshold) -> None:
        torch = load_torch("NeuronShift")
        if not isinstance(layer, torch.nn.Linear):
            raise InputError(f"layer is a {type(layer).__name__}; give a torch.nn.Linear, the one before the ReLU")
        if not layer.weight.is_floating_point():
            raise InputError(f"layer has weights of type {layer.weight.dtype}; give one with floating-point numbers")
        self.neurons = layer.out_features
        self.schedule = read_schedule(schedule)
        self.clock = Clock(self.schedule, self.neurons)
        self._hook = layer.register_forward_hook(self._move, with_kwargs=True)

    def remove(self) -> None:
        """Give the layer its own outputs back."""
        self._hook.remove()

    def _move(self, layer: Any, entered: tuple[Tensor, ...], named: dict[str, Tensor], left: Tensor) -> Tensor:
        moved = left + left.new_tensor(self.clock.beta)
        if moved.requires_grad and any(weights.requires_grad for weights in layer.parameters()):
            inputs = (entered[0] if entered else named["input"]).detach() if self.schedule.needs_length else None
            moved.register_hook(lambda gradient: self._note(gradient, inputs, layer.bias is not None))
        return moved

    def _note(self, gradient: Tensor, inputs: Tensor | None, bias: bool) -> None:
        took_part = gradient.reshape(-1, self.neurons) != 0
        moved = np.array(took_part.any(dim=0).tolist())
        if inputs is None:
            return self.clock.note(moved)
        longest = longest_squared(inputs.reshape(-1, inputs.shape[-1]), took_part)
        # A bias is the weight of one coordinate more, which is 1 in every example.
        self.clock.note(moved, longest + (moved if bias else 0.0))
