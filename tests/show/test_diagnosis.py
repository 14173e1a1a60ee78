"""Coefficients stand at their states, and rows at the change of their linear predictor."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.show import DiagnosisDisplay

DATA = {"ill": [0, 0, 0, 1, 1, 1, 1, 0], "dose": [1.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0, 2.5], "sex": list("aabbabab")}


def test_states_and_rows_of_a_quasi_separated_model() -> None:
    diagnosis = gordan.diagnose("ill ~ dose + sex", data=DATA)
    display = DiagnosisDisplay.from_diagnosis(diagnosis).plot()
    states, rows = display.axes_
    words = [label.get_text() for label in states.get_yticklabels()]
    columns = {0: "-inf", 1: "finite", 2: "+inf", 3: "undetermined", 4: "unsettled"}
    drawn = {words[int(y)]: columns[int(x)] for marks in states.collections for x, y in marks.get_offsets().tolist()}
    assert drawn == diagnosis.coefficients
    way = diagnosis.direction
    change = way["Intercept"] + way["dose"] * np.array(DATA["dose"]) + way["sex[T.b]"] * (np.array(DATA["sex"]) == "b")
    np.testing.assert_allclose(np.sort(display.changes), np.sort(change), atol=1e-12)
    assert (display.changes[display.lanes == 1] >= 0).all()
    assert (display.changes[display.lanes == 0] <= 0).all()
    assert rows.get_ylabel() == "ill"
    named = {int(text.get_text()): text.xy[0] for text in rows.texts}
    assert set(named) == set(diagnosis.rows)
    for row, place in named.items():
        assert place == pytest.approx(change[row], abs=1e-12)


def test_where_estimates_exist_there_is_one_panel() -> None:
    display = DiagnosisDisplay.from_diagnosis(gordan.diagnose("ill ~ sex", data=DATA)).plot()
    assert len(display.axes_) == 1
    assert "finite estimates exist" in display.ax_.get_title(loc="left")


def test_other_responses_have_a_place_for_each_inequality() -> None:
    data = DATA | {"stage": list("uuvvwwwu")}
    diagnosis = gordan.diagnose("stage ~ dose", data=data, family="multinomial")
    display = DiagnosisDisplay.from_diagnosis(diagnosis).plot()
    assert len(display.changes) == 16
    assert (display.changes[display.separated] > 0).all()
    assert display.separated.any()


def test_of_many_coefficients_those_that_are_not_finite_come_first() -> None:
    rng = np.random.default_rng(1)
    data = {f"v{k}": rng.normal(size=200) for k in range(40)} | {"$r_1$": np.arange(200) < 4}
    data["ill"] = (data["v0"] + rng.normal(size=200) > 0) | data["$r_1$"]
    X = np.column_stack([data[name] for name in data if name != "ill"])
    import pandas as pd

    diagnosis = gordan.diagnose(pd.DataFrame(X, columns=[name for name in data if name != "ill"]), data["ill"])
    display = DiagnosisDisplay.from_diagnosis(diagnosis).plot()
    assert display.ax_.get_yticklabels()[0].get_text() == "\\$r_1\\$"
    assert len(display.ax_.get_yticklabels()) == 30
    assert "12 more coefficients, all finite" in display.ax_.get_title(loc="left")
    display.figure_.draw_without_rendering()


def test_what_is_no_diagnosis_is_refused() -> None:
    with pytest.raises(gordan.InputError, match=r"give what gordan\.diagnose returned"):
        DiagnosisDisplay.from_diagnosis(3)


def test_levels_that_separate_stand_below_the_regressors() -> None:
    data = {"flow": [0, 0, 1, 2, 3, 1], "tariff": [1, 2, 1, 3, 2, 2], "from": ["at", "at", "be", "be", "ch", "ch"]}
    answer = gordan.diagnose("flow ~ tariff | `from`", data=data, family="poisson")
    assert DiagnosisDisplay.from_diagnosis(answer).states == {"tariff": "finite", "from = at": "-inf"}
