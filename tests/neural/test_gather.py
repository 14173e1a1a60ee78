"""Batches that wait for errors have exactly the errors of the network as it was when they were looked at."""

from __future__ import annotations

import pytest

from gordan import BetaHinge, InputError
from gordan.neural import gather_errors

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


@pytest.mark.parametrize("errors", [0, 1.5, True])
def test_a_bad_number_of_errors_is_refused_at_once(errors: object) -> None:
    with pytest.raises(InputError, match="1 or more"):
        gather_errors(lambda x: x, BetaHinge(1), examples=[], errors=errors)  # type: ignore[arg-type]
