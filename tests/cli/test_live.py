"""What is redrawn in place, completion of words, and the demonstration."""

from __future__ import annotations

import io
import re
import sys
import time
from types import ModuleType, SimpleNamespace

import pytest

import gordan
from cli.conftest import IRIS, Run
from gordan.arithmetic.deadline import check_deadline, part_of
from gordan.cli import SEPARABLE
from gordan.cli import live as live_module
from gordan.cli.bounded import bounded
from gordan.cli.live import live
from gordan.engine.watch import Event, Progress
from gordan.problem.batches.read_ahead import tell_read


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def put_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of 60 columns as standard error, from within the test: pytest puts its own there before it."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    return stream


def lines(terminal: Terminal) -> list[str]:
    return terminal.getvalue().split("\r\x1b[K")[1:]


def test_the_bar_is_the_bracket_as_it_closes_and_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = put_terminal(monkeypatch)
    monkeypatch.setattr("gordan.engine.watch._EVERY", -1.0)
    progress = Progress()
    progress.start(None, "smooth-perceptron-von-neumann", "")
    for k in range(7):
        progress.step(Event(10**k, k, 0.1, 1.0 - 10.0**-k, 1.0, ""))
    progress.stop(None)
    bars = [re.search(r"\[(#*)\.*\]", line) for line in lines(terminal)[:-1]]
    assert [len(bar[1]) for bar in bars if bar] == [0, 2, 4, 6, 8, 10, 12]
    assert max(map(len, lines(terminal))) < 60
    assert lines(terminal)[-1] == ""


def test_work_whose_end_is_known_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = put_terminal(monkeypatch)
    monkeypatch.setattr(live_module, "_WAIT", 0.01)
    monkeypatch.setattr(live_module, "_EVERY", 0.01)

    def shown(words: str) -> bool:
        """Whether the line appears within two seconds."""
        for _ in range(200):
            if any(words in line for line in lines(terminal)):
                return True
            time.sleep(0.01)
        return False

    with bounded(max_seconds=60), live("verify"):
        check_deadline("checking the raw rows", 0.5)
        assert shown("gordan verify  [######......] checking the raw rows")
        with part_of("a | b, 4 of 4", 0.75):
            check_deadline("checking the raw rows", 0.5)
            assert shown("[#########...] a | b, 4 of 4")
        check_deadline("finding a vertex")
        assert shown("gordan verify  finding a vertex")
    assert any(" of 60 s" in line for line in lines(terminal))
    assert lines(terminal)[-1] == ""


@pytest.mark.parametrize("kernel", [True, False])
def test_below_a_cell_of_a_notebook_one_output_is_replaced(monkeypatch: pytest.MonkeyPatch, kernel: bool) -> None:
    """Where IPython has no kernel, as in its own terminal, the line is the terminal's."""
    shown: list[str] = []

    class Output:
        def update(self, data: dict[str, str], *, raw: bool) -> None:
            shown.append(data["text/plain"])

    def display(data: dict[str, str], *, raw: bool, display_id: bool) -> Output:
        assert not shown
        shown.append(data["text/plain"])
        return Output()

    module, python = ModuleType("IPython.display"), ModuleType("IPython")
    module.__dict__["display"] = display
    python.__dict__["get_ipython"] = lambda: SimpleNamespace(kernel=1) if kernel else SimpleNamespace()
    monkeypatch.setitem(sys.modules, "IPython", python)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    monkeypatch.setattr("gordan.engine.watch._EVERY", -1.0)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    gordan.separate([[0.0], [1.0], [3.0]], [0, 0, 1], solver="perceptron", watch="progress")
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]
    if kernel:
        assert "margin in [" in shown[0]
        assert shown[-1] == ""
    else:
        assert not shown


def test_a_command_without_a_bracket_says_what_it_is_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = put_terminal(monkeypatch)
    monkeypatch.setattr(live_module, "_WAIT", 0.0)
    with live("verify"):
        check_deadline("multiplying\x1b[2J")
        for _ in range(1000):
            if "multiplying" in terminal.getvalue():
                break
            time.sleep(0.01)
    assert "multiplying\\x1b[2J" in terminal.getvalue()
    assert lines(terminal)[-1] == ""


def test_what_is_read_meanwhile_is_told_on_the_same_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is drawn by two: every line begins with the name of the command."""
    terminal = put_terminal(monkeypatch)
    monkeypatch.setattr(live_module, "_WAIT", 0.05)
    monkeypatch.setattr(live_module, "_EVERY", 0.01)
    with bounded(), live("diagnose"):
        for k in range(1000):
            tell_read(1, k + 1, 2000, 1_000_000)
            if "reading  pass 1" in terminal.getvalue():
                break
            time.sleep(0.01)
    assert "reading  pass 1" in terminal.getvalue()
    assert all(line.startswith("gordan diagnose  ") for line in lines(terminal) if line)
    assert max(map(len, lines(terminal))) < 60


def test_nothing_is_drawn_into_a_pipe(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "_WAIT", 0.0)
    ran = command("check", IRIS, "--label", "species", "--solver", "perceptron", "--max-iter", 2000)
    assert "\r" not in ran.err + ran.out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("gordan che", "check"), ("gordan check --solver mirr", "mirror-prox"), ("gordan check --goal d", "decide")],
)
def test_a_shell_is_offered_commands_solvers_and_choices(program: Run, typed: str, offered: str) -> None:
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_GORDAN_COMPLETE": "complete_bash"}
    ran = program(**asked)
    assert (ran.code, ran.err) == (0, "")
    assert offered in ran.out.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_completion_for_a_shell(program: Run, shell: str) -> None:
    instruction = {"bash": "complete -o", "zsh": "#compdef gordan", "fish": "complete --command gordan"}[shell]
    ran = program("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert ran.code == 0
    assert instruction in ran.out


def test_the_demonstration_answers_anywhere(command: Run) -> None:
    ran = command("demo")
    assert ran.code == SEPARABLE
    assert [line.split()[2] for line in ran.out.splitlines() if line.startswith("$")] == ["check", "check", "diagnose"]
    assert "Separated" in ran.out or "quasi" in ran.out.lower()
