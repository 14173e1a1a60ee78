"""The README is true: its Python lines are run, its terminal sessions are run, its table of algorithms is the list.

`GORDAN_GOLDEN=write` writes the sessions and the table anew, to be read in the diff.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import gordan
from gordan.solver import SOLVERS

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SESSION = re.compile(r"```console\n\$ (gordan [^\n]*)\n(.*?)```", re.S)
TABLE = re.compile(r"\| algorithm \|.*?\n\n", re.S)
# Seconds are the machine's and counts its arithmetic library's; the words and the answer are not.
COUNTS = re.compile(
    r"[\d.e-]+ s$|[\d,]+ (?=iteration|pass)|Used [\d,]+ of at most [\d,]+|\d* ± [\d.e-]+$|\d+ of \d+ checks hold$", re.M
)


def run(command: str) -> str:
    program = "import sys, gordan_stub; sys.exit(gordan_stub.main())"
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", program, *shlex.split(command)[1:]],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=environment,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"


def table() -> str:
    rows = [f"| `{name}` | {solver.summary} | {solver.formula} |" for name, solver in SOLVERS.items()]
    return "\n".join(["| algorithm | what it does | iterations at most |", "|---|---|---|", *rows]) + "\n\n"


def renewed(text: str) -> str:
    text = SESSION.sub(lambda found: f"```console\n$ {found[1]}\n{run(found[1])}```", text)
    return TABLE.sub(lambda _: table(), text)


def masked(text: str) -> list[str]:
    return COUNTS.sub("…", text).splitlines()


def test_sessions_and_table_are_what_is_printed_today() -> None:
    text = README.read_text(encoding="utf-8")
    today = renewed(text)
    if os.environ.get("GORDAN_GOLDEN") == "write":
        README.write_text(today, encoding="utf-8")
    assert len(SESSION.findall(text)) >= 2
    assert masked(text) == masked(today)


def test_python_lines_give_what_they_show() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 10
    assert result.failed == 0


def test_names_others_rely_on_exist() -> None:
    for name in ("separate", "solve", "verify", "Points", "Separable", "Inseparable", "Undecided", "Interrupted"):
        assert hasattr(gordan, name)
