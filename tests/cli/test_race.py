"""`gordan race` and `gordan.race`: the same question for all, each answer verified, one table."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

import gordan
from cli.conftest import IRIS, Run
from gordan.cli import FAILED, INSEPARABLE, SEPARABLE
from gordan.cli.commands.race import Board

SETOSA = ("race", IRIS, "--label", "species", "--positive", "setosa")


def test_one_table_of_the_named_solvers(command: Run) -> None:
    ran = command(*SETOSA, "--solvers", "PCT,VN", "--solvers", "mirror-prox:adaptive=false", "--output-format", "json")
    assert ran.code == SEPARABLE
    rows = json.loads(ran.out)["solvers"]
    assert {row["solver"] for row in rows} == {"PCT", "VN", "mirror-prox:adaptive=false"}
    for row in rows:
        assert row["verdict"] == "separable"
        assert row["share"] == pytest.approx(row["iterations"] / row["bound"])
        assert row["share"] <= 1.0


@pytest.mark.parametrize("columns", ["60", "80", "100"])
def test_no_name_is_cut_off(command: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    page = command(*SETOSA, "--solvers", "perceptron,von-neumann").out
    assert "von-neumann" in page
    assert "…" not in page
    assert max(map(len, page.splitlines())) <= int(columns)


def test_inseparable_points_and_a_picture(command: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ran = command("race", "xor.csv", "--solvers", "VN,min-norm-point", "--plot", tmp_path / "race.png")
    assert ran.code == INSEPARABLE
    assert (tmp_path / "race.png").read_bytes().startswith(b"\x89PNG")
    assert command("race", "xor.csv", "--solvers", "VN", "--plot", tmp_path / "race.png").code == FAILED


def test_a_race_in_the_space_of_a_kernel(command: Run) -> None:
    ran = command("race", "xor.csv", "--kernel", "rbf", "--gamma", "0.5", "--solvers", "VN,perceptron")
    assert ran.code == SEPARABLE
    assert "in the space of" in ran.out
    assert command("race", "xor.csv", "--gamma", "0.5").code == FAILED


def test_several_classes_are_a_sentence(command: Run) -> None:
    ran = command("race", IRIS, "--label", "species")
    assert (ran.code, ran.out) == (FAILED, "")
    assert "3 classes (setosa, versicolor, virginica); set one against the rest" in ran.err


@pytest.mark.parametrize("bad", [("--solvers", "mirorprox"), ("--max-seconds", "0"), ("--solvers", "VN,VN")])
def test_refusals_are_sentences(command: Run, bad: tuple[str, str]) -> None:
    ran = command(*SETOSA, *bad)
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.count("\n") == 1


def test_all_solvers_that_can_agree_with_one_another() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [4.0, 4.0], [5.0, 4.0]])
    ran = gordan.race(gordan.Points(X, [0, 0, 0, 1, 1]), max_seconds=2)
    assert len(ran.results) > 15
    assert {each.outcome.kind for each in ran.results.values() if each.outcome} <= {"separable", "undecided"}
    assert all(each.outcome.verdict.holds for each in ran.results.values() if each.outcome)
    assert "<td>perceptron</td>" in ran._repr_html_()
    heading, first, *_ = str(ran).splitlines()
    assert heading.split()[:3] == ["solver", "verdict", "iterations"]
    assert first.split()[0] == ran.ranked()[0].name


def test_an_unsuitable_solver_is_refused_with_its_sentence() -> None:
    ran = gordan.race(gordan.Points([[0.0], [1.0]], [0, 1], kernel="rbf"), ["winnow", "von-neumann"])
    assert ran.results["winnow"].outcome is None
    assert ran.results["winnow"].refusal
    assert ran.ranked()[-1].name == "winnow"


def test_the_board_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with Board() as board:
        gordan.race(gordan.Points([[0.0], [1.0], [3.0]], [0, 0, 1]), ["perceptron"], watch=board.watchers)
    assert "perceptron" in terminal.getvalue()
    assert "separable" in terminal.getvalue()
