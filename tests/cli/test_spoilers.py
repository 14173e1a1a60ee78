"""`gordan spoilers`: lines of the file, both bounds, exit codes and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import gordan
from cli.conftest import IRIS, Run
from gordan.cli import FAILED, INSEPARABLE, SEPARABLE, UNDECIDED

VIRGINICA = ("spoilers", IRIS, "--label", "species", "--positive", "virginica")


def write(path: Path, rows: list[tuple[float, float, str]]) -> Path:
    path.write_text("x,y,class\n" + "".join(f"{x},{y},{name}\n" for x, y, name in rows), encoding="utf-8")
    return path


def test_without_the_lines_that_are_named_the_rest_separates(command: Run, tmp_path: Path) -> None:
    record = json.loads(command(*VIRGINICA, "--output-format", "json").out)
    text = IRIS.read_text(encoding="utf-8").splitlines()
    kept = [line for number, line in enumerate(text, 1) if number not in record["lines"]]
    rest = tmp_path / "rest.csv"
    rest.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert command("check", rest, "--label", "species", "--positive", "virginica").code == SEPARABLE
    assert command("spoilers", rest, "--label", "species", "--positive", "virginica").code == SEPARABLE
    assert all(distance < 0 for distance in record["distances"])


def test_the_record_is_the_answer_of_the_function(command: Run, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    rows = [(float(x), float(y), "ab"[int(x > 0) ^ (k in (4, 9))]) for k, (x, y) in enumerate(rng.normal(size=(40, 2)))]
    file = write(tmp_path / "points.csv", rows)
    ran = command("spoilers", file, "--output-format", "json")
    record = json.loads(ran.out)
    problem = gordan.Points([row[:2] for row in rows], [row[2] for row in rows], numbers="decimal")
    answer = gordan.spoilers(problem)
    assert (record["rows"], record["lower"], record["upper"]) == (list(answer.rows), answer.lower, answer.upper)
    assert record["lines"] == [row + 2 for row in answer.rows]
    assert ran.code == INSEPARABLE
    assert record["verdict"]["holds"]


def test_rest_of_one_class(command: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "twins.csv", [(1.0, 1.0, "a"), (1.0, 1.0, "b")])
    ran = command("spoilers", file)
    assert ran.code == INSEPARABLE
    assert "the rest is of one class" in ran.out


def test_time_that_is_over_before_a_refutation_is_undecided(command: Run) -> None:
    ran = command(*VIRGINICA, "--max-seconds", "1e-9", "--output-format", "json")
    assert ran.code == UNDECIDED
    assert not ran.out or json.loads(ran.out)["outcome"] == "undecided"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((IRIS, "--label", "species"), "3 classes"),
        ((IRIS, "--positive", "setosa", "--normalise"), "--no-intercept"),
        (("nowhere.csv",), "nowhere.csv"),
    ],
)
def test_refusals_are_sentences(command: Run, arguments: tuple[object, ...], said: str) -> None:
    ran = command("spoilers", *arguments)
    assert (ran.code, ran.out) == (FAILED, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_the_page_fits(command: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    page = command("spoilers", IRIS, "--label", "species", "--positive", "versicolor").out
    assert max(map(len, page.splitlines())) <= int(columns)
