"""`gordan spoilers`: lines of the file, both bounds, exit codes and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import gordan
from cli.conftest import IRIS, Run
from gordan.cli import EXISTS, FAILED, INSEPARABLE, SEPARABLE, SEPARATED, UNDECIDED

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
        ((IRIS, "--family", "poisson"), "give one with --formula"),
        ((IRIS, "--formula", "species ~ petal_width", "--label", "species"), "leave one out"),
        ((IRIS, "--formula", "species ~ petal"), "petal"),
        ((IRIS, "--formula", "petal_width ~ petal_length", "--family", "gamma"), "spoilers are found for binomial"),
        ((IRIS, "--formula", "petal_width ~ petal_length", "--family", "cox"), "compared with one another"),
        ((IRIS, "--formula", "petal_width ~ petal_length", "--family", "conditional"), "compared with one another"),
        ((IRIS, "--formula", "petal_width ~ petal_length", "--family", "cauchy"), "there is no family"),
        ((IRIS, "--formula", "petal_width ~ petal_length | species", "--family", "poisson"), "effects after a bar"),
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


COUNTS = "count,group\n" + "".join(
    f"{count},{group}\n" for count, group in zip((0, 0, 3, "", 0, 2, 0, 1, 1), "aaaabbbbb", strict=True)
)


def test_without_the_lines_that_are_named_the_model_is_separated(command: Run, tmp_path: Path) -> None:
    file, rest = tmp_path / "counts.csv", tmp_path / "rest.csv"
    file.write_text(COUNTS, encoding="utf-8")
    model = ("--formula", "count ~ group", "--family", "poisson")
    ran = command("spoilers", file, *model, "--output-format", "json")
    record = json.loads(ran.out)
    assert (ran.code, record["outcome"], record["lines"], record["rows"]) == (INSEPARABLE, "overlap", [4], [2])
    assert record["verdict"]["holds"]
    kept = [line for number, line in enumerate(COUNTS.splitlines(), 1) if number not in record["lines"]]
    rest.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert command("diagnose", file, *model).code == EXISTS
    assert command("diagnose", rest, *model).code == SEPARATED
    separated = command("spoilers", rest, *model)
    assert separated.code == SEPARABLE
    assert "no row has to go" in separated.out


def test_the_page_of_a_model_fits_and_shows_the_cells_of_the_file(
    command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    names = [f"quite_a_long_name_{k}" for k in range(4)]
    rng = np.random.default_rng(0)
    lines = [",".join([str(k % 2), *(f"{x:.3f}" for x in rng.normal(size=4))]) for k in range(30)]
    file = tmp_path / "wide.csv"
    file.write_text(",".join(["ill", *names]) + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    page = command("spoilers", file, "--formula", f"ill ~ {' + '.join(names)}").out
    assert max(map(len, page.splitlines())) <= 60
    assert "not shown" in page
