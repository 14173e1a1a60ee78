"""What a report says of levels, empty combinations and what to do next, and that the advice can be followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan


@pytest.fixture
def data() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    n = 200
    table = pd.DataFrame({"g": rng.choice(list("abcd"), n), "h": rng.choice(list("xyz"), n)})
    table["x"], table["ill"] = rng.integers(0, 10, n), (rng.random(n) < 0.4).astype(int)
    return table


def without_events(data: pd.DataFrame, level: str) -> pd.DataFrame:
    return data.assign(ill=data["ill"].where(data["g"] != level, 0))


@pytest.mark.parametrize("family", ["binomial", "poisson"])
@pytest.mark.parametrize(("level", "terms"), [("a", "g + x"), ("c", "C(g) + x"), ("a", "C(g, Treatment('b')) + x")])
def test_a_level_without_events(data: pd.DataFrame, level: str, terms: str, family: str) -> None:
    table = without_events(data, level)
    answer = gordan.diagnose(f"ill ~ {terms}", data=table, family=family)
    count = int((table["g"] == level).sum())
    text = str(answer)
    assert f"cause     g = {level}: {count} rows, 0 events\n" in text
    assert "responsible" not in text
    cells = answer.cells.set_index(["factor", "level"])
    assert cells.loc[("g", level)].tolist() == [count, 0, count]
    assert (cells["rows"].sum(), cells["events"].sum()) == (len(table), table["ill"].sum())


def test_the_reference_level_is_one_line(data: pd.DataFrame) -> None:
    """Its intercept goes to -inf and every other level to +inf: nobody would read that as one empty level."""
    page = gordan.diagnose("ill ~ g + x", data=without_events(data, "a")).page()
    assert [row[:2] for row in page.table] == [("g = a", "-inf"), ("x", "finite")]
    assert page.left_out == 0


def test_many_levels_are_counted(data: pd.DataFrame) -> None:
    table = data.assign(k=np.arange(len(data)) % 20)
    table.loc[table["k"] < 6, "ill"] = 0
    assert "6 levels of k have 0 events, with their rows: 0 (10), 1 (10)" in str(
        gordan.diagnose("ill ~ C(k)", data=table)
    ).replace("\n          ", " ")


def test_combinations_without_rows_are_one_line(data: pd.DataFrame) -> None:
    table = data[~((data["g"] == "c") & (data["h"] != "x"))].copy()
    table.loc[(table["g"] == "b") & (table["h"] == "y"), "ill"] = 1
    answer = gordan.diagnose("ill ~ g*h + x", data=table)
    assert answer.empty == ("g[T.c]:h[T.y]", "g[T.c]:h[T.z]")
    text = str(answer)
    assert "2 have no rows" in text
    assert sum("no rows" in line and "undetermined" in line for line in text.splitlines()) == 1
    assert "g:h = b:y: " in text


def test_indicators_of_a_frame_are_told_as_such(data: pd.DataFrame) -> None:
    table = without_events(data, "a")
    answer = gordan.diagnose(pd.get_dummies(table["g"], prefix="g"), table["ill"], intercept=False)
    assert "g_a = 1: " in str(answer)


@pytest.mark.parametrize("family", ["binomial", "poisson"])
@pytest.mark.parametrize("terms", ["g + x", "x + g + sign", "sign + twice + x", "x*h + sign"])
def test_the_advice_can_be_followed(data: pd.DataFrame, terms: str, family: str) -> None:
    table = without_events(data, "b").assign(sign=lambda t: ((t["ill"] == 0) & (t["x"] > 8)) * 1)
    table["twice"] = 2 * table["x"]
    answer = gordan.diagnose(f"ill ~ {terms}", data=table, family=family)
    assert answer.separated
    assert answer.refit_formula is not None
    assert f"Formula to refit: {answer.refit_formula}." in str(answer).replace("\n  ", " ")
    again = gordan.diagnose(answer.refit_formula, data=answer.keep(table), family=family)
    assert (again.kind, again.unique) == ("overlap", True)


def test_a_collinear_design_has_its_formula(data: pd.DataFrame) -> None:
    table = data.assign(twice=2 * data["x"])
    answer = gordan.diagnose("ill ~ x + twice + h", data=table)
    assert answer.refit_formula == "ill ~ x + h"
    assert "Leave out column twice" in str(answer)
    assert gordan.diagnose(answer.refit_formula, data=table).unique


def test_rows_by_place_and_label(data: pd.DataFrame) -> None:
    """Labels may repeat, and rows with missing values are counted all the same."""
    table = without_events(data, "a")
    table.index = np.zeros(len(table), int)
    table["x"] = table["x"].astype(float)
    table.iloc[[0, 5], table.columns.get_loc("x")] = np.nan
    answer = gordan.diagnose("ill ~ g + x", data=table)
    expected = np.flatnonzero((table["g"] == "a") & table["x"].notna())
    frame = answer.rows_frame()
    assert frame["position"].tolist() == expected.tolist() == np.flatnonzero(answer.mask).tolist()
    assert frame["label"].tolist() == [0] * len(expected)
    assert len(answer.keep(table)) == len(table) - len(expected)
    assert answer.coefficients_frame().index.tolist() == list(answer.coefficients)


def test_rows_of_arrays_after_dropping() -> None:
    X: Any = np.array([[np.nan], [1.0], [2.0], [3.0], [4.0]])
    answer = gordan.diagnose(X, [0, 0, 0, 1, 1], missing="drop")
    assert answer.rows == (1, 2, 3, 4)
    assert answer.rows_frame()["position"].tolist() == [1, 2, 3, 4]


def test_firth(data: pd.DataFrame) -> None:
    """Where firthmodels is installed it fits; elsewhere, and for other families, the sentence has the lines of R."""
    answer = gordan.diagnose("ill ~ g + x", data=without_events(data, "a"))
    with pytest.raises(gordan.InputError, match="brglmFit"):
        gordan.diagnose("ill ~ g + x", data=without_events(data, "a"), family="poisson").firth()
    try:
        import firthmodels  # noqa: F401
    except ImportError:
        with pytest.raises(gordan.InputError, match="logistf"):
            answer.firth()
        return
    fitted = answer.firth()
    assert np.isfinite(fitted.coef_).all()
    assert fitted.coef_.size == 4
