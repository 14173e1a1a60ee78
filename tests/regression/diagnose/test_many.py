"""Batches: one row each, whatever happens; the same in one process and in several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gordan
from gordan.regression.diagnose import diagnose, diagnose_many

DATA: dict[str, list[Any]] = {
    "ill": [0, 0, 1, 1, 0, 1],
    "a": [1, 2, 3, 4, 2, 3],
    "b": [1, 4, 2, 3, 1, 4],
    "odd name": [1.0, 1.0, 0.0, 1.0, 0.0, 1.0],
    "c": ["x", "y", "x", "y", "y", "x"],
}


def stack(count: int) -> list[tuple[Any, Any]]:
    rng = np.random.default_rng(5)
    pairs = []
    for k in range(count):
        X, y = rng.integers(-3, 4, (12, 2 + k % 2)).astype(float), rng.integers(0, 2, 12)
        pairs.append((X, y if k % 7 else np.zeros(12)))
    return pairs


def test_columns_in_a_formula() -> None:
    table = diagnose_many("ill ~ {}", data=DATA, columns=["a", "b", "odd name", "c", "d"])
    assert table.index.tolist() == ["a", "b", "odd name", "c", "d"]
    for name in ("a", "b", "odd name", "c"):
        alone = diagnose(f"ill ~ `{name}`", data=DATA)
        row = table.loc[name]
        assert (row["kind"], row["n_separated"], row["rank"]) == (alone.kind, len(alone.rows), alone.rank)
        assert row["coefficients"] == alone.coefficients
        assert row["infinite"] == alone.infinite
    assert table.loc["d", "kind"] == "failed"
    assert "'d'" in table.loc["d", "reason"]


def test_formulas_and_a_dict_of_them() -> None:
    formulas = ["ill ~ a", "ill ~ a + b", "ill ~ nowhere", "ill ~ ("]
    table = diagnose_many(formulas, data=pd.DataFrame(DATA))
    assert table.index.tolist() == formulas
    assert table["kind"].tolist()[2:] == ["failed", "failed"]
    named = diagnose_many({"first": "ill ~ a", "second": "ill ~ a + b"}, data=DATA)
    assert named.index.tolist() == ["first", "second"]
    assert named["kind"].tolist() == table["kind"].tolist()[:2]


def test_several_processes_answer_as_one() -> None:
    one, two = diagnose_many(stack(100), n_jobs=1), diagnose_many(stack(100), n_jobs=2)
    columns = ["kind", "separated", "n_separated", "infinite", "rank", "n", "reason"]
    pd.testing.assert_frame_equal(one[columns], two[columns])
    assert set(one["kind"]) >= {"overlap", "quasi", "failed"}
    assert (one["kind"] == "failed").sum() == 15
    assert one.loc[0, "reason"].startswith("the response")


class Deadly:
    """Ends the process that unpacks it."""

    def __reduce__(self) -> Any:
        return os._exit, (1,)


def test_a_process_that_ends_costs_its_chunk_only() -> None:
    models: list[Any] = stack(200)
    models[100] = Deadly()
    table = diagnose_many(models, n_jobs=2)
    kinds = diagnose_many(stack(200), n_jobs=1)["kind"].tolist()
    given_up = [k for k, reason in enumerate(table["reason"]) if "process" in reason]
    assert len(table) == 200
    assert 100 in given_up
    assert len(given_up) <= 128
    assert all(kind == kinds[k] for k, kind in enumerate(table["kind"]) if k not in given_up)


def test_polars_in_several_processes() -> None:
    columns = ["a", "b"] * 20
    table = diagnose_many("ill ~ {}", data=pl.DataFrame(DATA), columns=columns, n_jobs=2)
    assert table["kind"].tolist() == diagnose_many("ill ~ {}", data=DATA, columns=["a", "b"])["kind"].tolist() * 20


def test_designs_that_share_a_response() -> None:
    rng = np.random.default_rng(0)
    X = rng.integers(-2, 3, (5, 12, 2)).astype(float)
    y = np.array([0, 1] * 6)
    table = diagnose_many(X, y)
    assert table["kind"].tolist() == [diagnose(each, y).kind for each in X]


def test_a_generator_that_fails_keeps_what_it_gave() -> None:
    def models() -> Iterator[Any]:
        yield stack(2)[1]
        raise RuntimeError("the disk is full")

    table = diagnose_many(models())
    assert table["kind"].tolist()[1] == "failed"
    assert "the disk is full" in table["reason"].tolist()[1]
    assert table["kind"].tolist()[0] != "failed"


def test_what_no_model_can_be_is_flagged() -> None:
    table = diagnose_many([None, 3, object(), np.ones(4), stack(2)[1]], [0, 1, 0, 1])
    assert table["kind"].tolist()[:3] == ["failed"] * 3
    assert table["kind"].tolist()[4] != "failed"
    assert all(table["reason"].tolist()[:3])


def test_no_models_are_no_rows() -> None:
    table = diagnose_many([])
    assert len(table) == 0
    assert "kind" in table.columns


def test_columns_need_a_place() -> None:
    with pytest.raises(gordan.InputError, match=r"\{\} in their place"):
        diagnose_many("ill ~ a", data=DATA, columns=["a"])


def test_options_reach_every_model() -> None:
    table = diagnose_many(["ill ~ a", "ill ~ b"], data=DATA, family="poisson", weights=[1, 1, 1, 1, 0, 1])
    assert table["n"].tolist() == [5, 5]
    assert table["kind"].tolist() == [
        diagnose(f"ill ~ {name}", data=DATA, family="poisson", weights=[1, 1, 1, 1, 0, 1]).kind for name in "ab"
    ]
