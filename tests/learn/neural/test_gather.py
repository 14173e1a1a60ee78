"""Batches that wait for errors have exactly the errors of the network as it was when they were looked at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan import InputError
from gordan.learn.neural import gather_errors
from gordan.neural import BetaHinge

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")


@pytest.mark.parametrize("piece", [1, 9, 50])
@pytest.mark.parametrize("errors", [1, 4, 1000])
def test_a_network_at_rest_yields_all_of_its_errors_in_order(errors: int, piece: int) -> None:
    generator = torch.Generator().manual_seed(0)
    X, y = torch.randn(50, 3, generator=generator), torch.randint(3, (50,), generator=generator)
    hinge = BetaHinge(3, 0.3)
    examples = zip(X.split(piece), y.split(piece), strict=True)
    batches = list(gather_errors(lambda x: x, hinge, examples=examples, errors=errors))
    wrong = hinge.find_errors(X, y)
    assert 0 < wrong.sum() < 50
    assert torch.equal(torch.cat([x for x, _ in batches]), X[wrong])
    assert torch.equal(torch.cat([label for _, label in batches]), y[wrong])
    assert all(len(label) == errors for _, label in batches[:-1])


def test_what_was_not_looked_at_is_judged_by_the_network_of_the_time() -> None:
    shift = torch.zeros(1)
    X, y = torch.tensor([[-1.0], [-2.0], [-3.0], [-4.0]]), torch.ones(4, dtype=torch.int64)
    seen = []
    for x, _ in gather_errors(lambda x: x + shift, BetaHinge(1, 0.0), examples=[(X, y)], errors=1):
        seen.append(x.item())
        shift.add_(3.5)
    assert seen == [-1.0, -4.0]  # by then moved to 1.5, 0.5 and -0.5


X, Y = torch.zeros(2, 3), torch.zeros(2, dtype=torch.int64)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"errors": 0}, "1 or more"),
        ({"errors": 1.5}, "1 or more"),
        ({"errors": True}, "1 or more"),
        ({"network": None}, "network is a NoneType"),
        ({"hinge": torch.nn.CrossEntropyLoss()}, "hinge is a CrossEntropyLoss; give a BetaHinge"),
        ({"examples": None}, "examples is a NoneType"),
        ({"examples": X}, "examples is a Tensor"),
        ({"examples": X.numpy()}, "examples is a ndarray"),
        ({"examples": {"inputs": X}}, "examples is a dict"),
        ({"examples": (X, Y)}, r"a piece of the examples is Tensor; give pairs .* \[\(inputs, labels\)\]"),
        ({"examples": [(X, Y, Y)]}, r"\(Tensor, Tensor, Tensor\)"),
        ({"examples": [(X.numpy(), Y)]}, r"\(ndarray, Tensor\)"),
        ({"examples": [({"x": X}, Y)]}, r"\(dict, Tensor\)"),
        ({"examples": [(X[0], Y[0])]}, "as a DataLoader with a batch_size does"),
        ({"examples": [(X, Y[:1])]}, r"inputs of the shape \(2, 3\) and labels of the shape \(1,\)"),
    ],
)
def test_what_cannot_be_gathered_is_refused_at_once(wrong: dict[str, Any], told: str) -> None:
    given: dict[str, Any] = {"network": lambda x: x, "hinge": BetaHinge(3), "examples": [(X, Y)], "errors": 1, **wrong}
    with pytest.raises(InputError, match=told):
        gather_errors(**given)


def test_what_comes_piece_by_piece_is_checked_when_it_comes() -> None:
    pieces: Any = iter([(X, Y), (X, Y, Y)])
    batches = gather_errors(lambda x: x, BetaHinge(3), examples=pieces, errors=np.int64(2))  # type: ignore[arg-type]
    assert next(batches)[0].shape == (2, 3)
    with pytest.raises(InputError, match="give pairs of two tensors"):
        next(batches)
    uneven = [(X, Y), (torch.zeros(2, 4), Y)]
    with pytest.raises(InputError, match=r"one piece has inputs of the shape \(2, 3\) and another \(2, 4\)"):
        list(gather_errors(lambda x: x[:, :3], BetaHinge(3), examples=uneven, errors=3))
