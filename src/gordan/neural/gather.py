"""Batches that wait until B errors occurred.

With the β-hinge an example is either an error or changes nothing. So instead of B examples a batch may have B errors,
however many examples have to be looked at until then. With B = 1 the examples are visited as by a perceptron.

Reference
    Moran, Nachum, Panasoff and Yehudayoff, footnote 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from gordan.errors import InputError
from gordan.neural.engine import load_torch

if TYPE_CHECKING:
    from torch import Tensor

    from gordan.neural.beta_hinge import BetaHinge

__all__ = ["gather_errors"]


def gather_errors(
    network: Callable[[Tensor], Tensor], hinge: BetaHinge, *, examples: Iterable[tuple[Tensor, Tensor]], errors: int
) -> Iterator[tuple[Tensor, Tensor]]:
    """Batches of exactly `errors` examples on which the network errs; the last may have fewer.

    Learn from each batch before asking for the next: what has not been looked at is then judged by the new network.

    Parameters
    ----------
    network : callable
        From inputs to the outputs that `hinge` takes. It is called without gradients.
    hinge : BetaHinge
        Says what an error is, by its threshold at the time.
    examples : iterable of pairs
        Inputs and labels in pieces, such as a DataLoader's. What is left of a piece is looked at again after every
        batch: pieces much longer than the examples that a batch takes cost time and change nothing.
    errors : int
        How many to wait for.

    Examples
    --------
    >>> import torch
    >>> from gordan.neural import BetaHinge
    >>> X, y = torch.tensor([[3.0], [0.5], [-2.0], [0.1], [0.2]]), torch.tensor([1, 1, 0, 1, 0])
    >>> [x.flatten().tolist() for x, _ in gather_errors(lambda x: x, BetaHinge(1), examples=[(X, y)], errors=2)]
    [[0.5, 0.10000000149011612], [0.20000000298023224]]
    """
    torch = load_torch("gather_errors")
    if isinstance(errors, bool) or not isinstance(errors, int) or errors < 1:
        raise InputError(f"errors is {errors!r}; give how many a batch waits for, 1 or more")
    return _gather(torch, network, hinge, examples, errors)


def _gather(
    torch: Any, network: Callable[[Tensor], Tensor], hinge: BetaHinge, examples: Iterable[tuple[Tensor, Tensor]], B: int
) -> Iterator[tuple[Tensor, Tensor]]:
    held: list[tuple[Tensor, Tensor]] = []
    missing = B
    for inputs, labels in examples:
        while len(labels):
            with torch.no_grad():
                wrong = hinge.find_errors(network(inputs), labels).nonzero().flatten()[:missing]
            if len(wrong):
                held.append((inputs[wrong], labels[wrong]))
                missing -= len(wrong)
            if missing:
                break
            yield _join(torch, held)
            held, missing = [], B
            inputs, labels = inputs[wrong[-1] + 1 :], labels[wrong[-1] + 1 :]
    if held:
        yield _join(torch, held)


def _join(torch: Any, held: list[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    return torch.cat([inputs for inputs, _ in held]), torch.cat([labels for _, labels in held])
