"""The README is true: its Python lines are run, its terminal sessions are run, its table of algorithms is the list.

`GORDAN_GOLDEN=write` writes the sessions and the table anew, to be read in the diff.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import gordan
import gordan.cli.exit
from gordan.engine.solver import POSITIVE_SOLVERS, SOLVERS

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SESSION = re.compile(r"```console\n(\$ (?!make).*?)```", re.S)
TABLE = re.compile(r"\| algorithm \|.*?\n\n", re.S)
# Seconds are the machine's and counts its arithmetic library's; the words and the answer are not.
COUNTS = re.compile(
    r"[\d.e-]+ s$|[\d,]+ (?=iteration|pass)|Used [\d,]+ of at most [\d,]+|\d* ± [\d.e-]+$|\d+ of \d+ checks hold$", re.M
)


BROKEN = "\\\n"  # a command that goes on on the next line


def run(command: str, folder: Path) -> str:
    """What a command prints, in a folder from which the paths of the README lead to the sources."""
    name, *arguments = shlex.split(command)
    printed = in_this_process(arguments, folder) if name == "gordan" else elsewhere(name, arguments, command, folder)
    return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


def in_this_process(arguments: list[str], folder: Path) -> str:
    """What `gordan …` prints; tests/cli starts programs of their own, and here that would take most of the time."""
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with chdir(folder), patch.dict(os.environ, COLUMNS="80"), redirect_stdout(out), redirect_stderr(err):
        code = gordan.cli.exit.run(arguments)
    assert code in (0, 1), err.getvalue()
    out.flush()
    return out.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]


def elsewhere(name: str, arguments: list[str], command: str, folder: Path) -> str:
    """What Python prints, or the shell."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments] if name == "python" else ["sh", "-c", command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def session(text: str, folder: Path) -> str:
    """The commands of one session, one after the other, each followed by what it prints."""
    commands = re.findall(r"^\$ ((?:.*\\\n)*.*)$", text, flags=re.M)
    return "".join(f"$ {command}\n{run(command.replace(BROKEN, ' '), folder)}" for command in commands)


def table() -> str:
    rows = [
        f"| `{name}` | {solver.summary} | {solver.formula} |" for name, solver in (SOLVERS | POSITIVE_SOLVERS).items()
    ]
    return "\n".join(["| algorithm | what it does | iterations at most |", "|---|---|---|", *rows]) + "\n\n"


def renewed(text: str, folder: Path) -> str:
    for name in ("src", "docs"):
        (folder / name).symlink_to(ROOT / name)
    text = SESSION.sub(lambda found: f"```console\n{session(found[1], folder)}```", text)
    return TABLE.sub(lambda _: table(), text)


def masked(text: str) -> list[str]:
    return COUNTS.sub("…", text).splitlines()


def test_sessions_and_table_are_what_is_printed_today(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    today = renewed(text, tmp_path)
    if os.environ.get("GORDAN_GOLDEN") == "write":
        README.write_text(today, encoding="utf-8")
    assert len(SESSION.findall(text)) >= 3
    assert masked(text) == masked(today)


def test_python_lines_give_what_they_show() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 10
    assert result.failed == 0


RELIED_ON = """
separate solve separate_many feasible diagnose diagnose_many verify read_certificate read_mps separability
Points Gram Conic Program Inequalities Separable Inseparable Undecided
MaxMarginClassifier PerceptronClassifier GordanError InputError
"""
SHOWN = "kind bracket coef intercept weights support n_iter n_passes seconds solver reason verdict classes"


def test_names_others_rely_on_exist() -> None:
    assert [name for name in RELIED_ON.split() if not hasattr(gordan, name)] == []
    for y in ([0, 0, 1], [0, 1, 0]):
        outcome = gordan.separate([[0.0], [1.0], [3.0]], y)
        assert [name for name in SHOWN.split() if not hasattr(outcome, name)] == []
        assert outcome.bracket.lower <= outcome.bracket.upper
        assert outcome.verdict.holds
    diagnosis = gordan.diagnose([[0.0], [1.0], [3.0]], [0, 0, 1])
    assert [name for name in ("kind", "rows", "coefficients") if not hasattr(diagnosis, name)] == []
    assert hasattr(gordan.MaxMarginClassifier().fit([[0.0], [1.0], [3.0]], [0, 0, 1]), "margin_")
