"""What is said in a terminal names the options of the command line; in Python it names the parameters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gordan
from cli.conftest import HISTOLOGY, IRIS, Run

# Parameters of Python as they would stand in a sentence; columns of the data have none of these names.
PYTHON = re.compile(
    r"\b(max_seconds|max_iter|max_memory|overwrite)\b"
    r"|(?<!-)\b(strata|family|weights|offset|proof|intercept|normalise|kernel|goal|tol|eps|solver|python|data)\s?="
    r"|gordan\.limits|in Python:|pandas\.|astype"
)
HEIGHT = ("diagnose", HISTOLOGY, "--formula", "high_grade ~ height")
SAID: dict[str, tuple[tuple[object, ...], str]] = {
    "no strata": ((*HEIGHT, "--family", "conditional"), "with --strata"),
    "strata for another family": ((*HEIGHT, "--strata", "site"), "--strata is for --family conditional"),
    "a bar in brackets": (("diagnose", HISTOLOGY, "--formula", "high_grade ~ height + (1 | site)"), "with --strata"),
    "many values": (("diagnose", HISTOLOGY, "--formula", "height ~ invasion"), "--family multinomial"),
    "fractions as counts": (
        ("diagnose", HISTOLOGY, "--formula", "height ~ pulsatility", "--family", "negative-binomial"),
        "--family poisson",
    ),
    "no time": ((*HEIGHT, "--max-seconds", "1e-9"), "Allow more time with --max-seconds"),
    "no time to verify": (("verify", "iris-setosa-certificate.json", IRIS, "--max-seconds", "1e-9"), "--max-seconds"),
    "no time for points": (("check", IRIS, "--positive", "versicolor", "--max-seconds", "1e-6"), "--max-seconds"),
    "few iterations": (
        ("check", IRIS, "--positive", "versicolor", "--solver", "winnow", "--max-iter", "2"),
        "--max-iter 2 was reached",
    ),
    "a tolerance": (("check", IRIS, "--positive", "setosa"), "--tol 1e-06"),
    "too little memory": (("check", IRIS, "--positive", "setosa", "--limit", "memory=2KB"), "--max-memory"),
    "too long a line": (("check", IRIS, "--positive", "setosa", "--limit", "line=2"), "--limit line="),
    "an exact proof in a kernel": (
        ("check", "xor.csv", "--kernel", "rbf", "--proof", "exact"),
        "--proof exact is asked for",
    ),
    "winnow in a kernel": (("check", "xor.csv", "--kernel", "rbf", "--solver", "winnow"), "--kernel linear"),
    "no unit length": (
        ("check", "zero_row.csv", "--kernel", "poly", "--normalise", "--gamma", "1"),
        "choose --coef0 > 0, or leave --normalise out",
    ),
    "no time for a program": (("feasible", "mix.mps", "--max-seconds", "1e-9"), "The time allowed ran out"),
}


@pytest.mark.parametrize("what", SAID)
def test_a_terminal_names_options(what: str, command: Run) -> None:
    arguments, words = SAID[what]
    ran = command(*arguments)
    said = " ".join(f"{ran.out} {ran.err}".split())
    assert words in said
    assert not PYTHON.search(said), said


def test_an_old_file_is_replaced_with_force(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("{}")
    assert "--force" in command("check", IRIS, "--positive", "setosa", "--certificate", path).err
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    with pytest.raises(gordan.InputError, match="overwrite=True"):
        gordan.certify(problem, gordan.solve(problem), path)


def test_python_names_parameters_also_after_a_command(command: Run) -> None:
    command(*HEIGHT, "--family", "conditional")
    with pytest.raises(gordan.InputError, match=r"with strata$"):
        gordan.diagnose("y ~ x", data={"x": [0, 1, 2], "y": [0, 1, 0]}, family="conditional")


def test_a_column_with_the_name_of_a_parameter_keeps_it(command: Run, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("max_seconds,y\n1,0\n2,1\n3,1\n4,0\n")
    assert "y ~ max_seconds (binomial)" in command("diagnose", file, "--formula", "y ~ max_seconds").out
