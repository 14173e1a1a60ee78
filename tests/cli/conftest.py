"""Two ways to run the command line: in this process, and as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import gordan
from gordan.cli.exit import run

SOURCE = Path(gordan.__file__).parents[1]
DATA = Path(__file__).parent / "data"
IRIS = SOURCE / "gordan" / "data" / "iris.csv"
HISTOLOGY = SOURCE / "gordan" / "data" / "histology.csv"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


class Metronome:
    """A clock that advances by a second whenever somebody looks: every machine is equally fast by it."""

    def __init__(self) -> None:
        self.now = time.perf_counter()

    def perf_counter(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `gordan …` in this process, in the folder of the test data, 80 columns wide."""
    monkeypatch.chdir(DATA)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "GORDAN_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)

    def execute(*arguments: object) -> Ran:
        # When polishing is tried depends on the clock, and which certificate is found on when it is tried.
        monkeypatch.setattr(import_module("gordan.engine.loop.settings"), "now", Metronome().perf_counter)
        capsys.readouterr()
        code = run([str(each) for each in arguments])
        return Ran(code, *capsys.readouterr())

    return execute


@pytest.fixture
def environ() -> dict[str, str]:
    """The environment in which a program of its own finds gordan."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GORDAN", "NO_COLOR", "PYTHON"))}
    return {**kept, "PYTHONPATH": str(SOURCE), "COLUMNS": "80", "PYTHONUTF8": "1"}


@pytest.fixture
def program(environ: dict[str, str]) -> Run:
    """Run `gordan …` as a program; keywords go to its environment."""

    def execute(*arguments: object, **settings: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "gordan_stub", *map(str, arguments)],
            env={**environ, **settings},
            check=False,
            cwd=DATA,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return execute
