"""A budget is for the whole fit, and the hyperplanes that prove nothing have no more than their share of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.oracle import products, rows

pytestmark = pytest.mark.filterwarnings(
    "ignore::gordan.errors.NotSeparableWarning", "ignore::sklearn.exceptions.ConvergenceWarning"
)


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each sweep visits, as sweeps are made."""
    seen: list[int] = []
    dense, implicit = rows.sweep_dense, products.sweep

    def sweep_dense(*args: Any, **options: Any) -> None:
        seen.append(args[5].size)
        dense(*args, **options)

    def sweep(*args: Any) -> Any:
        seen.append(args[-1].size)
        return implicit(*args)

    monkeypatch.setattr(rows, "sweep_dense", sweep_dense)
    monkeypatch.setattr(products, "sweep", sweep)
    return seen


@pytest.mark.parametrize("kernel", ["linear", "poly"])
def test_once_the_time_is_up_no_more_passes_are_made(kernel: str, visits: list[int]) -> None:
    generator = np.random.default_rng(0)
    X, y = generator.standard_normal((200, 3)), generator.integers(0, 3, 200)
    model = gordan.MaxMarginClassifier(kernel, degree=1, max_seconds=1e-9).fit(X, y)
    assert sum(visits) == 0
    assert set(model.predict(X)) <= {0, 1, 2}


@pytest.mark.parametrize("n", [500, 12_000])
def test_without_a_budget_the_passes_are_few(n: int, visits: list[int]) -> None:
    generator = np.random.default_rng(0)
    X, y = generator.standard_normal((n, 2)), generator.integers(0, 2, n)
    gordan.MaxMarginClassifier().fit(X, y)
    assert 2 * n <= sum(visits) <= max(2 * n, 20_000)
