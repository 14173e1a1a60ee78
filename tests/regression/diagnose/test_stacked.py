"""Models that are answered together are answered as each is alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gordan.regression.diagnose import diagnose, diagnose_many, stacked

SAME = ["kind", "separated", "n_separated", "infinite", "aliased", "rank", "n", "n_missing", "coefficients", "reason"]


def genotypes(rng: Any, n: int, count: int, y: Any) -> Any:
    """SNPs common and rare; some carried by one class only, constant, or alike in all but one class."""
    S = rng.binomial(2, rng.choice([0.02, 0.05, 0.2, 0.5], count)[None, :], (n, count)).astype(float)
    S[:, 0::17] *= y[:, None]
    S[:, 1::23] = 0.0
    S[:, 2::29] = 1.0
    S[:, 3::31] = 2.0 * y[:, None]
    S[:, 4::37] = 2.0 - S[:, 4::37] * y[:, None]
    S[:, 5::41] *= -(1 - y[:, None])
    return S


def alone(table: pd.DataFrame, each: Any) -> None:
    for k, (_, row) in enumerate(table.iterrows()):
        answer = each(k)
        got = {name: row[name] for name in SAME}
        assert got["n_separated"] == len(answer.rows)
        assert got["infinite"] == answer.infinite
        for name in ("kind", "separated", "aliased", "rank", "n", "n_missing", "coefficients", "reason"):
            assert got[name] == getattr(answer, name), (k, name)


@pytest.mark.parametrize("covariate", ["digits", "decimals", "duplicates"])
def test_arrays(covariate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(len(covariate))
    n, count = 40, 96
    y = rng.integers(0, 2, n)
    c = {"digits": rng.normal(size=n), "decimals": rng.integers(1, 90, n) / 10, "duplicates": np.arange(n) % 3.0}
    S = genotypes(rng, n, count, y)
    S[:, 7] = c[covariate]
    S[:, 8] = 1.8 * c[covariate] + 32.0
    models = [np.column_stack([c[covariate], S[:, k]]) for k in range(count)]
    weights = (rng.random(n) < 0.9).astype(float)
    single = []
    monkeypatch.setattr("gordan.regression.diagnose.many.diagnosed", counted(single))
    table = diagnose_many(models, y, weights=weights, n_jobs=1)
    assert 0 < len(single) < count / 2
    alone(table, lambda k: diagnose(models[k], y, weights=weights))
    assert set(table["kind"]) >= {"overlap", "quasi"}


def counted(single: list[Any]) -> Any:
    from gordan.regression.diagnose.batch import diagnosed

    def one(item: Any, *rest: Any) -> Any:
        single.append(item.name)
        return diagnosed(item, *rest)

    return one


def test_own_responses_and_written_intercepts() -> None:
    rng = np.random.default_rng(3)
    pairs = []
    for k in range(40):
        y = rng.integers(0, 2, 25) if k % 9 else np.ones(25, int)
        S = genotypes(rng, 25, 40, y)[:, k]
        pairs.append((np.column_stack([np.ones(25), rng.normal(size=25), S]), y))
    table = diagnose_many(pairs, n_jobs=1)
    some = [k for k in range(40) if k % 9]
    assert (table["kind"].drop(some) == "failed").all()
    alone(table.loc[some], lambda k: diagnose(*pairs[some[k]]))


@pytest.mark.parametrize("formula", ["ill ~ {} + age", "ill ~ age + g + {}", "ill ~ {} + age - 1", "ill ~ age*{}"])
def test_columns_of_a_formula(formula: str) -> None:
    rng = np.random.default_rng(4)
    n, count = 40, 64
    ill = rng.integers(0, 2, n)
    S = genotypes(rng, n, count, ill)
    S[rng.random(S.shape) < 0.01] = np.nan
    names = [f"rs{k}" for k in range(count)]
    frame = pd.DataFrame(S, columns=names)
    frame["whole"], frame["level"], frame["truth"] = ill * 0 + np.arange(n) % 3, pd.Categorical(S[:, 60]), ill > 5
    frame = frame.assign(ill=ill, age=rng.normal(size=n), g=rng.choice(["a", "b"], n))
    columns = [*names, "whole", "level", "age", "ill", "g", "nowhere"]
    table = diagnose_many(formula, data=frame, columns=columns, n_jobs=1)
    failed = table.index[table["kind"] == "failed"]
    assert "nowhere" in failed
    table = table.drop(failed)
    alone(table, lambda k: diagnose(formula.replace("{}", f"`{table.index[k]}`"), data=frame))


def test_without_strict_rows_or_a_second_column() -> None:
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 12)
    models = [np.where(y == 1, 1.0, -1.0)[:, None] * rng.integers(0 if k % 2 else -1, 3, (12, 1)) for k in range(24)]
    models.append(np.where(y == 1, 1.0, -1.0)[:, None])
    table = diagnose_many(models, y, intercept=False, n_jobs=1)
    alone(table, lambda k: diagnose(models[k], y, intercept=False))
    assert set(table["kind"]) == {"overlap", "quasi", "complete"}


def test_more_rows_than_are_compared_go_alone() -> None:
    X, y = np.random.default_rng(0).normal(size=(8, stacked._ROWS + 1, 1)), np.arange(stacked._ROWS + 1) % 2
    options = dict(family="binomial", weights=None, offset=None, strata=None, intercept=True, missing=None)
    options |= dict(proof="rounded", numbers="decimal", max_seconds=None)
    items = [stacked.Item(k, each, y) for k, each in enumerate(X)]
    assert stacked.diagnosed_together(items, None, options) == [None] * 8
