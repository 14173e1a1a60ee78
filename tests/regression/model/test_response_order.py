"""The order of a response's classes, listed before ~: as an ordered categorical would give it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import gordan

WORDS = ["low", "middle", "high"]
DOSE = [1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0]
GRADE = ["low", "low", "low", "middle", "middle", "high", "high", "high"]
DATA: dict[str, list[Any]] = {"dose": DOSE, "grade": GRADE, "age": [3, 1, 2, 3, 1, 2, 3, 2]}
LEFT = "C(grade, levels=['low', 'middle', 'high'])"


@pytest.mark.parametrize("terms", ["dose + age", "np.log(dose) + age"])
def test_it_is_that_of_an_ordered_categorical(terms: str) -> None:
    frame = pd.DataFrame(DATA).assign(grade=pd.Categorical(GRADE, categories=WORDS, ordered=True))
    listed = gordan.diagnose(f"{LEFT} ~ {terms}", data=DATA, family="ordinal", proof="exact")
    declared = gordan.diagnose(f"grade ~ {terms}", data=frame, family="ordinal", proof="exact")
    assert listed.study is not None
    assert declared.study is not None
    assert listed.study.posed.system.digest() == declared.study.posed.system.digest()
    assert listed.coefficients == declared.coefficients
    assert listed.kind == "complete"
    assert list(listed.classes) == WORDS
    assert listed.response == "grade"


def test_another_order_is_another_model() -> None:
    mixed = gordan.diagnose("C(grade, levels=['middle', 'low', 'high']) ~ dose", data=DATA, family="ordinal")
    assert mixed.kind == "overlap"


def test_the_second_of_two_levels_is_the_success() -> None:
    data = {"ill": ["yes", "no", "yes", "no"], "dose": [1, 2, 1, 2]}
    ways = [
        gordan.diagnose(f"C(ill, levels={levels}) ~ dose", data=data).coefficients["dose"]
        for levels in ("['no', 'yes']", "['yes', 'no']")
    ]
    assert ways == ["-inf", "+inf"]


def test_numbers_and_the_first_class_of_a_multinomial() -> None:
    data = {"kind": [9, 9, 1, 1, 2, 2], "dose": [1, 2, 1, 2, 1, 2]}
    found = gordan.diagnose("C(kind, levels=[9, 1, 2]) ~ dose", data=data, family="multinomial")
    assert list(found.coefficients) == ["1:Intercept", "1:dose", "2:Intercept", "2:dose"]


@pytest.mark.parametrize("terms", ["dose + age", "np.log(dose) + age"])
def test_its_certificate_is_verified_on_the_table(terms: str, tmp_path: Path) -> None:
    from gordan.cli.exit import run

    table, path = tmp_path / "grades.csv", tmp_path / "c.json"
    with table.open("w", newline="") as file:
        csv.writer(file).writerows([DATA, *zip(*DATA.values(), strict=True)])
    option = "--python-formula" if "np.log" in terms else "--formula"
    asked = ["diagnose", str(table), option, f"{LEFT} ~ {terms}", "--family", "ordinal", "--certificate", str(path)]
    assert run(asked) == 1
    assert run(["verify", str(path), str(table)]) == 0
    response = json.loads(path.read_text())["model"]["design"]["response"]
    assert response["levels"] == {"text": WORDS}
    # A table with a grade that the model does not list is refused.
    table.write_text(table.read_text().replace("middle", "medium"))
    assert run(["verify", str(path), str(table)]) != 0


@pytest.mark.parametrize(
    ("left", "family", "words"),
    [
        (
            "grade",
            "ordinal",
            "write C(grade, levels=['high', 'low', 'middle']) before ~, with the levels in their order",
        ),
        ("C(grade, levels=['low', 'high'])", "ordinal", "has 'middle', which its levels ('low', 'high') do not list"),
        ("C(grade, levels=c('low', 'high'))", "ordinal", "write levels=['low', 'high']"),
        ("C(grade, levels=['low', 'low'])", "ordinal", "no list of different texts"),
        ("C(grade, levels=[low, high])", "ordinal", "write levels=['low', 'high']"),
        ("C(gade, levels=['low', 'high'])", "ordinal", "did you mean 'grade'?"),
        ("C(age, levels=[1, 2, 3])", "poisson", "leave levels out"),
    ],
)
def test_what_cannot_be_an_order(left: str, family: str, words: str) -> None:
    for python in (False, True):
        with pytest.raises(gordan.InputError) as refusal:
            gordan.diagnose(f"{left} ~ dose", data=DATA, family=family, python=python)
        assert words in str(refusal.value)


def test_a_level_that_no_row_has_is_told() -> None:
    found = gordan.diagnose(f"{LEFT[:-2]}, 'huge']) ~ dose", data=DATA, family="ordinal")
    assert found.notes == ("no row has grade = 'huge': the model is that of the other levels",)
