"""Every way to end: five exit codes, and a failure never leaves a traceback or a word on standard output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.conftest import IRIS, Run
from gordan.cli.exit import FAILED, INSEPARABLE, INTERRUPTED, SEPARABLE, UNDECIDED

SETOSA = ("check", str(IRIS), "--label", "species", "--positive", "setosa", "--output-format", "concise")
VERSICOLOR = ("check", str(IRIS), "--label", "species", "--positive", "versicolor", "--output-format", "concise")

# Stands in for an installation with a hole in it: the named module cannot be imported.
HOLE = """
import sys
class Hole:
    def find_spec(self, name, path=None, target=None):
        if name == "{name}":
            raise ImportError("its shared library\\nis missing")
sys.meta_path.insert(0, Hole())
"""


def test_the_codes_are_those_of_the_documentation() -> None:
    assert (SEPARABLE, INSEPARABLE, FAILED, UNDECIDED, INTERRUPTED) == (0, 1, 2, 3, 130)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (SETOSA, SEPARABLE),
        (VERSICOLOR, INSEPARABLE),
        ((*VERSICOLOR, "--max-seconds", "1e-6"), UNDECIDED),
        (("check", "nowhere.csv"), FAILED),
        (("--version",), 0),
        (("check", "--help"), 0),
    ],
)
def test_a_program_ends_with_its_code(arguments: tuple[str, ...], code: int, program: Run) -> None:
    assert program(*arguments).code == code


@pytest.mark.parametrize("name", ["numpy", "typer", "rich.console", "gordan.file.table", "gordan.cli.printer"])
def test_a_failed_import_is_not_inseparable(name: str, program: Run, environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOLE.format(name=name))
    ran = program(*SETOSA[:-2], PYTHONPATH=os.pathsep.join([str(tmp_path), environ["PYTHONPATH"]]))
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.startswith("gordan: ")
    assert ran.err.count("\n") == 1
    assert "ImportError: its shared library is missing" in ran.err


def test_an_unforeseen_exception_is_one_sentence(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nobody\nthought of this")

    monkeypatch.setattr("gordan.cli.commands.check.solve", broken)
    ran = command(*SETOSA)
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.splitlines() == [
        "gordan: failed with ZeroDivisionError: nobody thought of this (GORDAN_TRACEBACK=1 shows where)"
    ]
    monkeypatch.setenv("GORDAN_TRACEBACK", "1")
    assert "Traceback" in command(*SETOSA).err


def test_control_c_while_reading(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gordan.cli.commands.check.read", stopped)
    ran = command(*SETOSA)
    assert (ran.code, ran.out, ran.err) == (INTERRUPTED, "", "gordan: interrupted before anything was known\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process")
@pytest.mark.parametrize(("format", "first"), [("full", "Undecided: "), ("json", '{\n  "outcome": "undecided"')])
def test_control_c_while_solving_prints_what_is_known(
    format: str, first: str, environ: dict[str, str], tmp_path: Path
) -> None:
    generator = np.random.default_rng(0)
    # Above 300 columns no certificate is attempted, and the level of --eps is out of reach: it would run for hours.
    X = generator.standard_normal((800, 310)).round(2)
    np.savez(tmp_path / "endless.npz", X=X, y=np.arange(800) % 2)
    options = ["--solver", "von-neumann", "--eps", "1e-15", "--log", "--output-format", format]
    with subprocess.Popen(
        [sys.executable, "-m", "gordan_stub", "check", "endless.npz", *options],
        env=environ,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        for _ in range(30):  # lines of the log: by then the loop is running
            process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert out.startswith(first)
    assert "nterrupted" in out
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently")
def test_a_reader_that_leaves_early_is_no_failure(environ: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gordan_stub", *VERSICOLOR],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(60) == INSEPARABLE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_answer_that_cannot_be_written_is_a_failure(environ: dict[str, str]) -> None:
    with open("/dev/full", "w") as full:
        done = run_with(environ, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == FAILED
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
@pytest.mark.parametrize(("closed", "code"), [(">&-", FAILED), ("2>&-", INSEPARABLE), (">&- 2>&-", FAILED)])
def test_an_answer_without_a_place_to_go_is_a_failure(closed: str, code: int, environ: dict[str, str]) -> None:
    line = f"{sys.executable} -m gordan_stub {' '.join(VERSICOLOR)} {closed}"
    done = subprocess.run(["sh", "-c", line], env=environ, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    if closed == ">&-":
        assert done.stderr.startswith("gordan: standard output is closed")
        assert done.stderr.count("\n") == 1


def run_with(environ: dict[str, str], **streams: Any) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", "gordan_stub", *SETOSA]
    return subprocess.run(arguments, env=environ, check=False, encoding="utf-8", timeout=60, **streams)
