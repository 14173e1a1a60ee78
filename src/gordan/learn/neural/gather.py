"""Batches that wait until B errors occurred.

With the β-hinge an example is either an error or changes nothing. So instead of B examples a batch may have B errors,
however many examples have to be looked at until then. With B = 1 the examples are visited as by a perceptron.

Reference
    Moran, Nachum, Panasoff and Yehudayoff, footnote 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.errors import InputError
from gordan.learn.neural.beta_hinge import BetaHinge
from gordan.learn.neural.reading import load_torch, read_count

if TYPE_CHECKING:
    from torch import Tensor

    Pair = tuple[Tensor, Tensor]

__all__ = ["gather_errors"]


def gather_errors(
    network: Callable[[Tensor], Tensor], hinge: BetaHinge, *, examples: Iterable[Pair], errors: int
) -> Iterator[Pair]:
    """Batches of exactly `errors` examples on which the network errs; the last may have fewer.

    Learn from each batch before asking for the next: what has not been looked at is then judged by the new network.

    What a batch holds are errors for networks that answer the same whenever they are asked. Dropout draws anew, batch
    normalisation moves its averages by being looked at, and a product may be rounded otherwise in a piece than in a
    batch: then an example may turn out to be none. Call `network.eval()` for the looking where that matters.

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
    >>> from gordan.learn.neural import BetaHinge
    >>> X, y = torch.tensor([[3.0], [0.5], [-2.0], [0.1], [0.2]]), torch.tensor([1, 1, 0, 1, 0])
    >>> [x.flatten().tolist() for x, _ in gather_errors(lambda x: x, BetaHinge(1), examples=[(X, y)], errors=2)]
    [[0.5, 0.10000000149011612], [0.20000000298023224]]
    """
    torch = load_torch("gather_errors")
    if not callable(network):
        raise InputError(f"network is a {type(network).__name__}; give what makes outputs of inputs, as a torch module")
    if not isinstance(hinge, BetaHinge):
        raise InputError(f"hinge is a {type(hinge).__name__}; give a BetaHinge, which says what an error is")
    if not isinstance(examples, Iterable) or isinstance(examples, torch.Tensor | np.ndarray | dict):
        raise InputError(f"examples is a {type(examples).__name__}; give pieces, for example [(inputs, labels)]")
    if isinstance(examples, tuple | list):
        for piece in examples:
            _check(torch, piece)
    return _gather(torch, network, hinge, examples, read_count("errors", errors, "how many a batch waits for"))


def _gather(
    torch: Any, network: Callable[[Tensor], Tensor], hinge: BetaHinge, examples: Iterable[Pair], B: int
) -> Iterator[Pair]:
    held: list[Pair] = []
    missing = B
    for piece in examples:
        inputs, labels = _check(torch, piece)
        if held and inputs.shape[1:] != held[0][0].shape[1:]:
            raise InputError(
                f"one piece has inputs of the shape {tuple(held[0][0].shape)} and another {tuple(inputs.shape)}; "
                "give examples that are all of one shape"
            )
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


def _check(torch: Any, piece: object) -> Pair:
    if not isinstance(piece, tuple | list) or [isinstance(part, torch.Tensor) for part in piece] != [True, True]:
        parts = piece if isinstance(piece, tuple | list) else None
        given = type(piece).__name__ if parts is None else f"({', '.join(type(part).__name__ for part in parts)})"
        raise InputError(
            f"a piece of the examples is {given}; give pairs of two tensors, inputs and labels: [(inputs, labels)]"
        )
    inputs, labels = piece
    if labels.ndim != 1 or inputs.shape[:1] != labels.shape:
        raise InputError(
            f"a piece has inputs of the shape {tuple(inputs.shape)} and labels of the shape {tuple(labels.shape)}; "
            "give a row of inputs for each label, as a DataLoader with a batch_size does"
        )
    return inputs, labels


def _join(torch: Any, held: list[Pair]) -> Pair:
    return torch.cat([inputs for inputs, _ in held]), torch.cat([labels for _, labels in held])
