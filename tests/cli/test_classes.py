"""`gordan check` of several classes, of some columns, and of standard input."""

from __future__ import annotations

import io
import json
import sys
from itertools import combinations
from pathlib import Path

import pytest

import gordan
from cli.conftest import IRIS, Ran, Run
from gordan.cli import ACCEPTED, FAILED, INSEPARABLE, SEPARABLE, UNDECIDED
from gordan.data import path
from gordan.file.table import read

SPECIES = ("check", IRIS, "--label", "species")


def questions(ran: Ran) -> list[dict[str, object]]:
    return json.loads(ran.out)["questions"]


def test_all_pairs_and_each_class_against_the_rest_as_separability_answers_them(command: Run) -> None:
    ran = command(*SPECIES, "--output-format", "json")
    table = read(path("iris.csv"))
    expected = gordan.separability(table.X, table.y)
    assert ran.code == INSEPARABLE
    assert json.loads(ran.out)["outcome"] == "inseparable"
    asked = [(each["first"], each["second"], each["outcome"]) for each in questions(ran)]
    assert asked == list(zip(expected["first"], expected["second"], expected["verdict"], strict=True))
    for each, lower, upper in zip(questions(ran), expected["lower"], expected["upper"], strict=True):
        assert each["verdict"]["holds"]
        if each["outcome"] == "separable":
            assert each["bracket"]["lower"] <= upper
            assert lower <= each["bracket"]["upper"]


def test_the_lines_of_a_pair_are_those_of_the_file(command: Run) -> None:
    table = read(path("iris.csv"))
    for each in questions(command(*SPECIES, "--output-format", "json")):
        if each["second"] is None:
            continue
        for row, line in zip(each["support"], each["lines"], strict=True):
            assert table.y[line - 2] in (each["first"], each["second"])
            assert row < each["posed"]["n"]


def test_a_page_a_line_for_each_and_sixty_columns(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    concise = command(*SPECIES, "--output-format", "concise").out.splitlines()
    assert [line.split("  ")[1] for line in concise][::3] == ["setosa | versicolor", "setosa | all others"]
    monkeypatch.setenv("COLUMNS", "60")
    page = command(*SPECIES).out
    assert max(map(len, page.splitlines())) <= 60
    assert all(f"{a}" in page and f"{b}" in page for a, b in combinations(("setosa", "versicolor", "virginica"), 2))


def test_the_worst_answer_is_the_exit_code(command: Run, tmp_path: Path) -> None:
    three = tmp_path / "three.csv"
    three.write_text("x,y,kind\n0,0,a\n9,0,b\n0,9,c\n1,0,a\n")
    assert command("check", three).code == SEPARABLE
    late = command(*SPECIES, "--solver", "perceptron", "--max-iter", 2, "--output-format", "json")
    assert late.code == UNDECIDED
    assert {"separable", "undecided"} < {each["outcome"] for each in questions(late)}


def test_their_picture(command: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert command(*SPECIES, "--plot", tmp_path / "pairs.png").code == INSEPARABLE
    assert (tmp_path / "pairs.png").read_bytes().startswith(b"\x89PNG")


PATIENTS = "patient,id,height,width,kind\nann,1,1.5,2,a\nbob,2,2.5,1,a\neve,3,7,8,b\ndan,4,9,9.5,b\n"


@pytest.mark.parametrize(
    "choice", [("--drop", "patient,id"), ("--drop", "1", "--drop", "id"), ("--columns", "height,4")]
)
def test_columns_are_chosen_by_name_or_number(command: Run, tmp_path: Path, choice: tuple[str, ...]) -> None:
    file = tmp_path / "patients.csv"
    file.write_text(PATIENTS)
    assert "--drop" in command("check", file).err
    ran = command("check", file, *choice, "--output-format", "json")
    assert ran.code == SEPARABLE
    assert json.loads(ran.out)["names"] == ["height", "width"]


def test_a_certificate_about_some_columns_is_verified_on_the_whole_file(command: Run, tmp_path: Path) -> None:
    file, certificate = tmp_path / "patients.csv", tmp_path / "patients.json"
    file.write_text(PATIENTS)
    assert command("check", file, "--drop", "patient,id", "--certificate", certificate).code == SEPARABLE
    ran = command("verify", certificate, file)
    assert ran.code == ACCEPTED
    assert "left out: 'patient', 'id'" in ran.err
    file.write_text(PATIENTS.replace("7,8", "7,0"))
    assert command("verify", certificate, file).code != ACCEPTED


def test_no_certificate_about_some_columns_without_names(command: Run, tmp_path: Path) -> None:
    file = tmp_path / "bare.csv"
    file.write_text("ann,1.5,2,a\nbob,2.5,1,a\neve,7,8,b\ndan,9,9.5,b\n")
    ran = command("check", file, "--drop", "1", "--output-format", "json")
    assert json.loads(ran.out)["names"] == ["2", "3"]
    assert json.loads(ran.out)["posed"]["n"] == 4
    assert command("check", file, "--drop", "1", "--certificate", tmp_path / "a.json").code == FAILED


def test_columns_of_a_large_text_and_of_parquet_are_the_same(command: Run, tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pd.read_csv(IRIS).assign(name="plant")[lambda f: f["species"] != "virginica"]
    frame = pd.concat([frame] * 60, ignore_index=True)  # beyond what is read cell by cell
    frame.to_csv(tmp_path / "long.csv", index=False)
    frame.to_parquet(tmp_path / "long.parquet")
    records = [
        json.loads(
            command("check", tmp_path / name, "--label", "species", "--drop", "name", "--output-format", "json").out
        )
        for name in ("long.csv", "long.parquet")
    ]
    assert records[0]["coef"] == records[1]["coef"]
    assert len(records[0]["names"]) == 4


def test_columns_of_svmlight_by_their_numbers(command: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.svm"
    file.write_text("+1 1:5 2:1 3:7\n-1 1:1 2:1 3:2\n")
    assert json.loads(command("check", file, "--drop", "2", "--output-format", "json").out)["names"] == ["1", "3"]


def test_a_column_that_counts_the_rows_is_named(command: Run, tmp_path: Path) -> None:
    file = tmp_path / "counted.csv"
    file.write_text("row,x,kind\n" + "".join(f"{k},{k * k},{'ab'[k > 5]}\n" for k in range(12)))
    assert "column 'row' is another number in every row" in command("check", file).err
    assert "another number" not in command("check", file, "--drop", "row").err


def test_standard_input(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Piped(io.StringIO):
        buffer = io.BytesIO(path("iris.csv").read_bytes())

    monkeypatch.setattr(sys, "stdin", Piped())
    assert command("check", "-", "--positive", "setosa", "--output-format", "concise").code == SEPARABLE
    Piped.isatty = lambda self: True  # type: ignore[method-assign]
    assert command("check", "-").err.startswith("gordan: '-' is standard input")


def test_depth_of_points_that_separate_is_said_to_be_idle(command: Run) -> None:
    ran = command(*SPECIES, "--positive", "setosa", "--depth", "--output-format", "concise")
    assert ran.code == SEPARABLE
    assert "--depth had nothing to prove" in ran.err


def test_parameters_of_a_solver(command: Run) -> None:
    ran = command(*SPECIES, "--positive", "setosa", "--solver", "von-neumann:start=uniform", "--output-format", "json")
    other = command(*SPECIES, "--positive", "setosa", "--solver", "VN", "--output-format", "json")
    assert ran.code == SEPARABLE
    assert json.loads(ran.out)["n_iter"] == json.loads(other.out)["n_iter"]
