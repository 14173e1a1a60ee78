"""Panels and factors nobody wants: each has its sentence or its honest answer, and advice that can be followed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.cli.exit import run


@pytest.fixture
def data() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    n = 40
    table = pd.DataFrame({"count": rng.poisson(1, n), "ill": rng.integers(0, 2, n), "x": rng.integers(0, 9, n)})
    table["f"], table["g"], table["row"] = np.arange(n) % 5, np.arange(n) // 4, np.arange(n)
    table["one"], table["zero"], table["less"] = "a", 0, -1
    table["part"] = table["f"].where(table["f"] != 3)
    table["above"] = table["g"] // 2
    return table


@pytest.mark.parametrize("terms", ["x", "x | f", "x | f + g"])
def test_no_positive_response(data: pd.DataFrame, terms: str) -> None:
    answer = gordan.diagnose(f"zero ~ {terms}", data=data, family="poisson")
    assert (answer.kind, len(answer.rows), answer.refit_formula) == ("complete", 40, None)
    with pytest.raises(gordan.InputError, match="one value only"):
        gordan.diagnose(f"zero ~ {terms}", data=data)


def test_one_level(data: pd.DataFrame) -> None:
    assert gordan.diagnose("count ~ x | one", data=data, family="poisson").unique
    with pytest.raises(gordan.InputError, match="one level only"):
        gordan.diagnose("count ~ x + C(one)", data=data, family="poisson")


def test_a_level_for_every_row(data: pd.DataFrame) -> None:
    answer = gordan.diagnose("count ~ x | row", data=data, family="poisson")
    assert (len(answer.rows), answer.aliased) == (int((data["count"] == 0).sum()), ("x",))
    assert answer.refit_formula == "count ~ 1 | row"
    written = gordan.diagnose("count ~ C(row)", data=data, family="poisson")
    assert written.rows == answer.rows
    assert gordan.diagnose("ill ~ x | row", data=data).kind == "complete"


def test_effects_inside_one_another(data: pd.DataFrame) -> None:
    both, one = (gordan.diagnose(f"count ~ x | {bar}", data=data, family="poisson") for bar in ("g + above", "g"))
    assert (both.kind, both.rows, both.coefficients) == (one.kind, one.rows, one.coefficients)


@pytest.mark.parametrize(("terms", "refit"), [("x + f", "count ~ x | f"), ("x + C(f)", "count ~ x | f")])
def test_an_effect_that_is_a_regressor(data: pd.DataFrame, terms: str, refit: str) -> None:
    answer = gordan.diagnose(f"count ~ {terms} | f", data=data, family="poisson")
    assert "the effects take the place of some regressors" in answer.words()
    assert answer.refit_formula == refit
    assert gordan.diagnose(refit, data=answer.keep(data), family="poisson").unique


def test_missing_effects_leave_their_rows_out(data: pd.DataFrame) -> None:
    answer = gordan.diagnose("count ~ x | part", data=data, family="poisson")
    assert (answer.n, answer.n_missing, answer.mask.size) == (32, 8, 40)


@pytest.mark.parametrize("terms", ["x", "x | f"])
def test_negative_responses(data: pd.DataFrame, terms: str) -> None:
    with pytest.raises(gordan.InputError, match="negative"):
        gordan.diagnose(f"less ~ {terms}", data=data, family="poisson")


def test_data_sets_of_stata(data: pd.DataFrame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "trial.dta"
    table = data[["ill", "x", "one"]].assign(size=(data["x"] / 10).astype("float32"), g=pd.Categorical(data["f"] > 2))
    table["g"] = table["g"].cat.rename_categories({False: "low", True: "high"})
    table.to_stata(path, write_index=False)
    code = run(["diagnose", str(path), "--formula", "ill ~ size + g", "--output-format", "concise"])
    expected = gordan.diagnose("ill ~ x + g", data=table.assign(g=table["g"].astype(str)))
    assert code == (1 if expected.separated else 0)
    assert capsys.readouterr().out.startswith(expected.kind)
    path.write_bytes(path.read_bytes()[:200])
    assert run(["diagnose", str(path), "--formula", "ill ~ x"]) == 2
    assert "cannot be read as a data set of Stata" in capsys.readouterr().err
