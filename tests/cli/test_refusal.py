"""What cannot be answered: exit code 2, one sentence on standard error, nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cli.conftest import HISTOLOGY, IRIS, Run
from gordan.cli.exit import FAILED

REFUSED: dict[str, tuple[tuple[object, ...], tuple[str, ...]]] = {
    "no such file": (("check", "twin.csv"), ("no file 'twin.csv'", "did you mean 'twins.csv'")),
    "a folder": (("check", "."), ("'.' is a folder",)),
    "an empty file": (("check", "empty.csv"), ("empty.csv is empty",)),
    "a heading alone": (("check", "heading_only.csv"), ("no rows below",)),
    "no such column": (("check", IRIS, "--label", "specis"), ("no column 'specis'", "did you mean 'species'?")),
    "a text column": (("check", "text_column.csv"), ("text_column.csv, line 3, column 'y'", "'four'")),
    "a ragged line": (("check", "ragged.csv"), ("ragged.csv, line 3 has 2 cells",)),
    "not a number": (("check", "not_a_number.csv"), ("not_a_number.csv, line 3, column 'y'",)),
    "one class": (("check", "one_class.csv"), ("one class only (a)", "--no-intercept")),
    "a certificate of three classes": (
        ("check", IRIS, "--label", "species", "--certificate", "three.json"),
        ("--certificate is for one question", "3 classes", "--positive"),
    ),
    "the depth of three classes": (("check", IRIS, "--label", "species", "--depth"), ("leave --depth out",)),
    "w ≥ 0 of three classes": (("check", IRIS, "--label", "species", "--nonnegative"), ("choose it with --positive",)),
    "columns to take and to leave out": (("check", "xor.csv", "--columns", "x", "--drop", "y"), ("give one of them",)),
    "no such column to leave out": (("check", IRIS, "--drop", "sepal_lenght"), ("did you mean 'sepal_length'",)),
    "the label left out": (("check", IRIS, "--label", "species", "--drop", "5"), ("'species' has the labels",)),
    "no column left": (("check", IRIS, "--label", "species", "--drop", "1,2,3,4"), ("no column is left",)),
    "no such parameter": (("check", IRIS, "--solver", "mirror-prox:speed=2"), ("no parameter 'speed'", "adaptive")),
    "no such value": (("check", IRIS, "--solver", "mirror-prox:adaptive=maybe"), ("'maybe'", "true or false")),
    "parameters of auto": (("check", IRIS, "--solver", "auto:adaptive=true"), ("auto has no parameters",)),
    "no such class": (("check", IRIS, "--positive", "setoza"), ("no class 'setoza'", "did you mean 'setosa'?")),
    "no such solver": (("check", IRIS, "--solver", "mirorprox"), ("no solver 'mirorprox'", "mirror-prox")),
    "normalised with intercept": (("check", IRIS, "--normalise"), ("--normalise needs --no-intercept",)),
    "a gamma for no kernel": (("check", IRIS, "--gamma", "1"), ("--gamma 1 has no part in the linear kernel",)),
    "a degree for another kernel": (("check", IRIS, "--kernel", "rbf", "--degree", "2"), ("add --kernel poly",)),
    "a zero row normalised": (
        ("check", "zero_row.csv", "--no-intercept", "--normalise"),
        ("zero_row.csv, line 3", "all values are zero"),
    ),
    "a label of svmlight": (("check", "sparse.svm", "--label", "y"), ("svmlight",)),
    "a goal": (("check", IRIS, "--goal", "margn"), ("'--goal'", "'margn' is not decide or margin", "mean 'margin'")),
    "a proof": (("check", IRIS, "--proof", "vague"), ("'--proof'", "'vague' is not rounded or exact")),
    "a format": (
        ("check", IRIS, "--output-format", "xml"),
        ("'--output-format'", "'xml' is not full or concise or json"),
    ),
    "a tolerance of text": (("check", IRIS, "--tol", "small"), ("'--tol'", "'small' is not a number greater than 0")),
    "a negative tolerance": (("check", IRIS, "--tol", "-1"), ("'--tol'", "'-1' is not a number greater than 0")),
    "a level of 0": (("check", IRIS, "--eps", "0"), ("'--eps'", "'0' is not a number")),
    "no iterations": (("check", IRIS, "--max-iter", "0"), ("'--max-iter'", "'0' is not a whole number")),
    "half an iteration": (("check", IRIS, "--max-iter", "1.5"), ("'--max-iter'", "'1.5' is not a whole number")),
    "no time at all": (("check", IRIS, "--max-seconds", "nan"), ("'--max-seconds'", "'nan'")),
    "no file": (("check",), ("Missing argument 'FILE'",)),
    "two files": (("check", IRIS, "other.csv"), ("other.csv",)),
    "no such option": (("check", IRIS, "--sover", "x"), ("--sover", "--solver")),
    "no such command": (("chek", IRIS), ("chek", "check")),
    "a formula with a slip": (
        ("diagnose", HISTOLOGY, "--formula", "high_grade ~ invasoin"),
        ("'invasoin'", "did you mean 'invasion'?"),
    ),
    "a certificate of a panel": (
        ("diagnose", HISTOLOGY, "--formula", "high_grade ~ height | invasion", "--certificate", "no/such/panel.json"),
        ("no/such",),
    ),
    "no formula": (("diagnose", HISTOLOGY), ("--formula",)),
    "no such family": (
        ("diagnose", HISTOLOGY, "--formula", "high_grade ~ height", "--family", "poison"),
        ("no family 'poison'", "'poisson'"),
    ),
    "no such weights": (
        ("diagnose", HISTOLOGY, "--formula", "high_grade ~ height", "--weights", "freq"),
        ("weights 'freq' is not a column",),
    ),
    "a ragged frame": (("diagnose", "ragged.csv", "--formula", "y ~ x"), ("ragged.csv, line 3 has 2 cells",)),
    "a frame without names": (("diagnose", "no_heading.csv", "--formula", "y ~ x"), ("begins with numbers",)),
    "a frame of features": (("diagnose", "sparse.svm", "--formula", "y ~ x"), ("no named columns",)),
    "an empty frame": (("diagnose", "empty.csv", "--formula", "y ~ x"), ("empty.csv is empty",)),
    "no rows in a frame": (("diagnose", "heading_only.csv", "--formula", "y ~ x"), ("no rows below",)),
    "no frame": (("diagnose", "bird.csv", "--formula", "y ~ x"), ("no file 'bird.csv'", "'birds.csv'")),
    "no such solver to explain": (("explain", "winow"), ("no solver 'winow'", "winnow")),
    "solvers of something": (("solvers", "all"), ("all",)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_one_sentence_and_nothing_else(what: str, command: Run) -> None:
    arguments, told = REFUSED[what]
    ran = command(*arguments)
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.startswith("gordan: ")
    assert ran.err.count("\n") == 1
    for words in told:
        assert words in ran.err


def test_a_solver_is_named_before_the_file_is_read(command: Run) -> None:
    assert "no solver" in command("check", "nowhere.csv", "--solver", "perceptrn").err


def test_rows_of_an_archive_are_counted_as_rows(command: Run, tmp_path: Path) -> None:
    np.savez(tmp_path / "zero.npz", X=np.array([[1.0, 2.0], [0.0, 0.0]]), y=[0, 1])
    ran = command("check", tmp_path / "zero.npz", "--no-intercept", "--normalise")
    assert ran.code == FAILED
    assert "zero.npz, row 1: all values are zero" in ran.err


def test_a_refusal_cannot_steer_the_terminal(command: Run) -> None:
    ran = command("check", "escape.csv", "--positive", "y\x1b[2J!")
    assert ran.code == FAILED
    assert "\x1b" not in ran.err
