"""The β-hinge: every output neuron is a perceptron whose products have to exceed β.

1. f_k ← 1 for the neuron of the example's class, −1 for the others
2. loss = Σ_k ReLU(β − f_k z_k), with z_k = w_k·G(x) what enters neuron k and G(x) what the hidden layers make of x
3. after an update t ← t + 1, and β ← what the schedule says

At f_k z_k = β the slope is −f_k where the schedule is inclusive, and 0 where it is not: ties are errors for β = 0, or
w = 0 would never move, and for thresholds that grow, but not for a constant β > 0. So do Algorithms 1 to 4.

Guarantee
    For one neuron without a bias from w = 0, the sum of the losses and steps of length 1 on one error at a time: those
    of Algorithms 1 to 4. With a bias those of Algorithms 1, 2 and 4 on examples that have a 1 appended. For networks
    none.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Introduction (table 1 and footnotes 2 and 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.learn.neural.clock import Clock, Clocked
from gordan.learn.neural.reading import check_tensor, load_torch, longest_squared, read_count, read_signs
from gordan.learn.neural.schedule import BetaSchedule, Threshold, read_schedule

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["BetaHinge"]


class BetaHinge(Clocked):
    """The loss ReLU(β − f z), summed over the output neurons.

    Call it with outputs *before* any ReLU of theirs and with labels; call `advance()` after the optimiser's step, or
    `discard()` if there was none. Calls between two steps count as one update. Batches without an error count as none,
    and so do calls from which no gradient flows: under `torch.no_grad()`, or with outputs that were detached.

    Parameters
    ----------
    neurons : int
        Outputs of the network. Labels are 0 to neurons − 1; for a single output they are 1 and 0, or 1 and −1.
    schedule : BetaSchedule, float or function
        How β grows with the updates: a number is a constant, a function gives β from the number of updates. β is the
        threshold itself, as for `gordan.solver.AggressivePerceptron(beta)` and the online learners.
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
        schedule: BetaSchedule | float | Threshold = 1.0,
        *,
        clock: Literal["network", "neuron"] = "network",
        reduction: Literal["mean", "sum"] = "mean",
    ) -> None:
        load_torch("BetaHinge")
        self.neurons = read_count("neurons", neurons, "the number of the network's outputs")
        for name, value, allowed in (
            ("clock", clock, ("network", "neuron")),
            ("reduction", reduction, ("mean", "sum")),
        ):
            if not isinstance(value, str) or value not in allowed:
                raise InputError(f"{name} is {value!r}; give {' or '.join(map(repr, allowed))}")
        self.schedule = read_schedule(schedule)
        self.reduction = reduction
        self.clock = Clock(self.schedule, 1 if clock == "network" else self.neurons)
        self.errors = 0

    def __call__(self, outputs: Tensor, labels: Tensor, *, inputs: Tensor | None = None) -> Tensor:
        """The loss of a batch; `errors` is then the number of its examples on which some neuron errs.

        `inputs` is what enters the last layer, one row per example; an adaptive schedule needs it. Where that layer has
        a bias, append a 1 to every row: the bias is one weight more.
        """
        torch = load_torch("BetaHinge")
        losses, wrong = self._measure(outputs, labels)
        total: Tensor = torch.where(wrong, losses, torch.zeros_like(losses)).sum()
        squared = self._read_lengths(inputs, wrong) if self.schedule.needs_length else None
        self.errors = int(wrong.any(dim=1).sum())
        if total.requires_grad:
            # As a list: inside torch.func.grad tensors have no memory that NumPy could look at.
            self.clock.note(np.array(wrong.any(dim=0).tolist()), squared)
        return total / len(labels) if self.reduction == "mean" else total

    def find_errors(self, outputs: Tensor, labels: Tensor) -> Tensor:
        """For every example, whether some neuron errs on it.

        >>> import torch
        >>> BetaHinge(2, 1.0).find_errors(torch.tensor([[1.5, -1.5], [1.5, 0.0]]), torch.tensor([0, 0])).tolist()
        [False, True]
        """
        return self._measure(outputs, labels)[1].any(dim=1)

    def _measure(self, outputs: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        outputs, signs = read_signs(outputs, labels, self.neurons)
        losses = outputs.new_tensor(self.clock.beta) - signs * outputs
        # Written so that a NaN is an error: a network that has diverged must not look content.
        return losses, ~(losses < 0) if self.schedule.inclusive else ~(losses <= 0)

    def _read_lengths(self, inputs: Any, wrong: Tensor) -> NDArray[np.float64]:
        if inputs is None:
            raise InputError(
                "an adaptive threshold follows the length of what it learns, and no inputs were given; "
                f"give inputs=, what enters the last layer, {len(wrong)} rows"
            )
        check_tensor("inputs", inputs)
        if inputs.ndim < 2 or len(inputs) != len(wrong) or inputs.device != wrong.device:
            raise InputError(
                f"inputs have the shape {tuple(inputs.shape)} on {inputs.device}; give what enters the last layer, "
                f"{len(wrong)} rows on {wrong.device}"
            )
        return longest_squared(inputs, wrong)
