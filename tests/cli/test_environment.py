"""Terminals, pipes and encodings: colours only where they are wanted, and no sign that cannot be written."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.conftest import DATA, IRIS, Run
from gordan.cli import environment
from gordan.cli.clean import spell
from gordan.cli.grid import Wide

SETOSA = ("check", str(IRIS), "--positive", "setosa")
ESCAPE = "\x1b["


def test_the_version_names_the_engines(command: Run) -> None:
    ran = command("--version")
    assert ran.code == 0
    first, second = ran.out.splitlines()
    assert first.startswith("gordan ")
    for engine in ("Python", "numpy", "scipy", "python-flint", "numba"):
        assert engine in second


def test_a_missing_engine_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_ENGINES", ("numpy", "no-such-engine"))
    assert environment.engines()["no-such-engine"] == "missing"


@pytest.mark.parametrize(("columns", "width"), [("10", 40), ("72", 72), ("300", 100)])
def test_the_page_is_as_wide_as_reads_well(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert environment.width() == width


@pytest.mark.parametrize("columns", ["40", "60", "80", "100"])
def test_every_width_holds_the_page(columns: str, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (SETOSA, ("check", "many_columns.csv"), ("solvers",), ("explain", "winnow")):
        assert max(map(len, command(*arguments).out.splitlines())) <= int(columns)


def test_no_escape_codes_outside_a_terminal(program: Run) -> None:
    for format in ("full", "concise", "json"):
        ran = program(*SETOSA, "--output-format", format)
        assert ESCAPE not in ran.out + ran.err
        assert "\r" not in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_gets_colours_unless_it_forbids_them(
    settings: dict[str, str], coloured: bool, environ: dict[str, str]
) -> None:
    shown = on_terminal({**environ, "TERM": "xterm", **settings})
    assert (ESCAPE in shown) is coloured
    assert "a hyperplane separates the 50 setosa rows" in shown


# One process for three commands: starting it takes longer than all of them.
THREE = f"""
import sys
from gordan.cli.exit import run
for arguments in {[[*SETOSA], ["solvers"], [*SETOSA, "--solver", "mirror-prox", "--output-format", "json"]]}:
    if run(arguments):
        sys.exit(f"{{arguments}} failed")
    print(chr(30))
"""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_poor_encodings_get_the_nearest_sign(encoding: str, environ: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", THREE],
        env={**environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
        check=False,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    *texts, rest = done.stdout.decode(encoding).split(chr(30))
    assert len(texts) == 3
    assert not rest.strip()
    assert all(text.strip() and "?" not in text.replace("did you mean", "") for text in texts)
    assert "rho" in texts[-1] or "\\u03c1" in texts[-1]


def test_columns_stand_straight_in_poor_encodings(program: Run) -> None:
    ran = program(*SETOSA, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    heading, *lines = ran.out[ran.out.index("     check  ") :].splitlines()
    assert ">=" in ran.out
    for line in lines:
        if line.startswith("  +  "):
            assert line[heading.index("arithmetic") - 1] == " "
            assert line[heading.index("arithmetic")] != " "


def test_spelling_keeps_styles() -> None:
    text = spell(Text.assemble(("a ≥ b", "bold"), " ± ", ("c", "red")), "ascii")
    assert isinstance(text, Text)
    assert text.plain == "a >= b +- c"
    assert {(text.plain[span.start : span.end], span.style) for span in text.spans} >= {(">=", "bold"), ("c", "red")}


def test_a_narrow_page_keeps_every_check(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = command(*SETOSA).out
    monkeypatch.setenv("COLUMNS", "10")
    narrow = command(*SETOSA).out
    assert "…" not in narrow
    assert narrow.count("✓") == wide.count("✓") > 0
    assert "(rounded)" in narrow


def test_a_table_wider_than_the_page_runs_over_its_edge() -> None:
    console = Console(width=20, file=io.StringIO())
    grid = Table(box=None)
    for heading in ("a" * 12, "b" * 12, "c" * 12):
        grid.add_column(heading, no_wrap=True)
    with console.capture() as captured:
        console.print(Wide(Padding(grid, (0, 0, 0, 2))), crop=False)
    assert captured.get().split() == ["a" * 12, "b" * 12, "c" * 12]


def test_small_questions_import_nothing_heavy(environ: dict[str, str]) -> None:
    probe = (
        "import sys; from gordan.cli.exit import run; code = run(sys.argv[1:]); "
        "heavy = {'pandas', 'sklearn', 'numba', 'scipy.optimize', 'matplotlib', 'dask', 'torch'}; "
        "print(code, sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, *SETOSA, "--label", "species"],
        env=environ,
        check=False,
        cwd=DATA,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.stderr == "0 []\n"


def on_terminal(environ: dict[str, str]) -> str:
    """What a person would see on a terminal of 80 columns."""
    import pty

    keeper, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "gordan_stub", *SETOSA],
        env=environ,
        stdout=terminal,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(terminal)
        shown = b""
        while chunk := read_some(keeper):
            shown += chunk
        assert process.wait(60) == 0
    os.close(keeper)
    return shown.decode()


def read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # how Linux says that the other side has closed
        return b""
