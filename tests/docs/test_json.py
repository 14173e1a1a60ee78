"""The tables of json.md have the fields of real records, no more and no fewer."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from docs.test_readme import ROOT
from gordan.cli.exit import run
from gordan.outcome import Code

IRIS = str(ROOT / "src" / "gordan" / "data" / "iris.csv")
RUNS = {
    "separable": ("--positive", "setosa"),
    "inseparable": ("--positive", "versicolor"),
    "undecided": ("--positive", "versicolor", "--solver", "perceptron", "--max-iter", "1"),
    "depth": ("--positive", "versicolor", "--depth"),
    "nonnegative": ("--positive", "virginica", "--nonnegative"),
    "kernel": ("--positive", "setosa", "--kernel", "rbf"),
}
ONLY_SOMETIMES = {"dual_coef": {"kernel"}, "kernel": {"kernel"}, "nonnegative": {"nonnegative"}, "ball": {"depth"}}


def table(heading: str) -> list[str]:
    """The names in the first column of the first table below a heading, in their order."""
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8").partition(f"\n## {heading}")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.+?`) \|", text, re.M)
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]


def expected(heading: str, run_name: str) -> list[str]:
    return [name for name in table(heading) if run_name in ONLY_SOMETIMES.get(name, RUNS)]


@pytest.mark.parametrize("name", RUNS)
def test_a_record_has_the_fields_of_the_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", IRIS, *RUNS[name], "--output-format", "json"])
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert sorted(record) == sorted(expected("The object", name))
    assert sorted(record["posed"]) == sorted(expected("The question", name))
    assert set(record["bracket"]) == {"lower", "upper"}
    assert set(record["verdict"]) == {"holds", "checks"}
    for check in record["verdict"]["checks"]:
        assert list(check) == table("A check of the verdict")
    if record["proof"] is not None:
        question = "kernel" if "kernel" in record["posed"] else "points"
        assert any(set(record["proof"]) == fields for fields in proofs(record["outcome"], question))


def proofs(outcome: str, question: str) -> list[set[str]]:
    """The sets of fields that the page gives for the proofs of an outcome."""
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| {outcome} \| ([^|]*) \| (.+) \|$", page, re.M)
    forms = [form for asked, cell in rows if question in asked for form in cell.split("; or ")]
    return [set(re.findall(r"`(\w+)`", form.partition(":")[0])) for form in forms]


def test_every_code_is_listed() -> None:
    assert table("Why it ended") == [code.value for code in Code]
