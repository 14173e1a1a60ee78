"""The β-hinge: every output neuron is a perceptron that wants its products to exceed β.

1. f_k ← 1 for the neuron of the example's class, −1 for the others
2. loss = Σ_k ReLU(β − f_k z_k), with z_k = w_k·G(x) what enters neuron k and G(x) what the hidden layers make of x
3. after an update t ← t + 1, and β ← what the schedule says

At f_k z_k = β the slope is −f_k and not 0: a product equal to the threshold is an error, or β = 0 would never leave
w = 0. So one neuron with β = 0, the sum of the losses and steps of length 1 is the perceptron.

Guarantee
    For one neuron and the sum of the losses, steps of length 1 on one error at a time: those of Algorithms 1 to 3. For
    networks none.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Introduction (table 1 and footnotes 2 and 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.neural.clock import Clock
from gordan.neural.engine import load_torch
from gordan.neural.label import read_signs
from gordan.neural.schedule import BetaSchedule

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["BetaHinge"]


class BetaHinge:
    """The loss ReLU(β − f z), summed over the output neurons.

    Call it with outputs *before* any ReLU of theirs and with labels; call `advance()` after the optimiser's step. Calls
    between two steps count as one update, calls under `torch.no_grad()` as none, and so do batches without an error.

    Parameters
    ----------
    neurons : int
        Outputs of the network. Labels are 0 to neurons − 1; for a single output they are 1 and 0, or 1 and −1.
    schedule : BetaSchedule or float
        How β grows with the updates; a number is a constant.
    clock : {"network", "neuron"}
        Whether updates are counted once for the network, or for every output neuron those on its own errors.
    reduction : {"mean", "sum"}
        Over the examples of a batch.

    Examples
    --------
    >>> import torch
    >>> hinge = BetaHinge(3, BetaSchedule.power(0.75))
    >>> outputs = torch.tensor([[2.0, -1.0, 0.5]], requires_grad=True)
    >>> hinge(outputs, torch.tensor([0])).item()
    0.5
    >>> hinge.errors, hinge.advance(), hinge.beta.tolist()
    (1, True, [1.0])
    >>> hinge(outputs, torch.tensor([0])).item()
    1.5
    """

    def __init__(
        self,
        neurons: int,
        schedule: BetaSchedule | float = 1.0,
        *,
        clock: Literal["network", "neuron"] = "network",
        reduction: Literal["mean", "sum"] = "mean",
    ) -> None:
        load_torch("BetaHinge")
        if isinstance(neurons, bool) or not isinstance(neurons, int) or neurons < 1:
            raise InputError(f"neurons is {neurons!r}; give the number of the network's outputs, 1 or more")
        for name, value, allowed in (
            ("clock", clock, ("network", "neuron")),
            ("reduction", reduction, ("mean", "sum")),
        ):
            if value not in allowed:
                raise InputError(f"{name} is {value!r}; give {' or '.join(map(repr, allowed))}")
        schedule = schedule if isinstance(schedule, BetaSchedule) else BetaSchedule.constant(schedule)
        self.neurons, self.schedule, self.reduction = neurons, schedule, reduction
        self.clock = Clock(schedule, 1 if clock == "network" else neurons)
        self.errors = 0

    @property
    def beta(self) -> NDArray[np.float64]:
        """The thresholds now: one, or one for each neuron."""
        return self.clock.beta

    @property
    def updates(self) -> NDArray[np.int64]:
        """The updates so far: one count, or one for each neuron."""
        return self.clock.updates

    def __call__(self, outputs: Tensor, labels: Tensor, *, inputs: Tensor | None = None) -> Tensor:
        """The loss of a batch; `errors` is then the number of its examples below the threshold somewhere.

        `inputs` is what enters the last layer, one row per example; an adaptive schedule needs it.
        """
        torch = load_torch("BetaHinge")
        losses, wrong = self._measure(outputs, labels)
        if self.schedule.needs_length and (not isinstance(inputs, torch.Tensor) or inputs.shape[:1] != labels.shape):
            told = f"the shape {tuple(inputs.shape)}" if isinstance(inputs, torch.Tensor) else type(inputs).__name__
            raise InputError(
                f"an adaptive threshold follows the length of what it learns, and inputs= was {told}; "
                f"give what enters the last layer, {len(labels)} rows"
            )
        if torch.is_grad_enabled():
            self.errors = int(wrong.any(dim=1).sum())
            self._note(wrong, inputs)
        total: Tensor = torch.where(wrong, losses, torch.zeros_like(losses)).sum()
        return total / len(labels) if self.reduction == "mean" else total

    def find_errors(self, outputs: Tensor, labels: Tensor) -> Tensor:
        """For every example, whether some neuron's product is not above the threshold.

        >>> import torch
        >>> BetaHinge(2, 1.0).find_errors(torch.tensor([[1.5, -1.5], [1.5, 0.0]]), torch.tensor([0, 0])).tolist()
        [False, True]
        """
        return self._measure(outputs, labels)[1].any(dim=1)

    def advance(self) -> bool:
        """Count the update just made, if the batches since the last one had an error; returns whether they had."""
        return self.clock.advance()

    def state_dict(self) -> dict[str, list[float]]:
        """What a checkpoint keeps: updates and thresholds, as plain lists."""
        return self.clock.state_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where a checkpoint was."""
        self.clock.load_state_dict(state)

    def _measure(self, outputs: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        outputs, signs = read_signs(outputs, labels, self.neurons)
        losses = outputs.new_tensor(self.clock.beta) - signs * outputs
        # Written so that a NaN is an error: a network that has diverged must not look content.
        return losses, ~(losses < 0)

    def _note(self, wrong: Tensor, inputs: Tensor | None) -> None:
        squared = None
        if inputs is not None and self.schedule.needs_length:
            lengths = inputs.detach().double().flatten(1).square().sum(dim=1)
            squared = (wrong * lengths[:, None]).amax(dim=0).cpu().numpy()
        self.clock.note(wrong.any(dim=0).cpu().numpy(), squared)
