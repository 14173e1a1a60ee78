"""A few hundred problems of every kind in the default suite; `make campaign` goes on for days, see docs/trials.md."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from campaign import farkas
from campaign.__main__ import is_stopped
from campaign.runner import judge, run, table
from campaign.trial import above, below, root_at_least, root_at_most

# As many problems as take a few seconds of one core.
FEW = {
    "claim": 300,
    "points": 200,
    "exponents": 200,
    "kernel": 200,
    "function": 300,
    "gram": 400,
    "regression": 210,
    "program": 200,
    "cone": 200,
    "body": 150,
    "farkas": 500,
    "constraint": 60,
}


@pytest.mark.parametrize("kind", FEW)
def test_no_answer_is_wrong(kind: str) -> None:
    if kind == "constraint":
        from campaign.constraint import cvxpy

        try:
            cvxpy()
        except ImportError:
            pytest.skip("CVXPY is not installed")
    counts, failures = judge(kind, 0, FEW[kind], seconds=120.0)
    assert not failures, failures
    assert sum(n for what, n in counts.items() if not what.startswith(("undecided", "refused"))) > FEW[kind] / 2, counts


# Programs whose sides and scales together were beyond all doubles, so that the search ended in an OverflowError; and a
# model in which a coordinate of a direction was lost below the least double, and a coefficient called undetermined.
@pytest.mark.parametrize(
    ("kind", "number"),
    [("program", 4061), ("program", 9471), ("program", 15097), ("regression", 7954), ("kernel", 46337)],
)
def test_what_was_met_once(kind: str, number: int) -> None:
    counts, failures = judge(kind, number, number + 1, seconds=120.0)
    assert not failures
    assert counts.total() == 1


@pytest.mark.parametrize(
    "square", [Fraction(2), Fraction(1, 4), Fraction(3, 2**2000), Fraction(10) ** 600, Fraction(1, 3)]
)
def test_false_bounds_are_next_to_the_root(square: Fraction) -> None:
    """Just beyond the truth: the double before is true."""
    low, high = root_at_least(square), root_at_most(square)
    assert not below(low, square)
    assert not above(high, square)
    assert low > high


def test_a_run_is_resumed(tmp_path: Path) -> None:
    """Where it was left, and without the problem that ended it."""
    run("farkas", tmp_path, 10)
    assert json.loads((tmp_path / "farkas.json").read_text())["next"] == 10
    (tmp_path / "farkas.stuck").write_text("12")
    done = run("farkas", tmp_path, 20)
    assert (done["next"], done["counts"]["hang"]) == (20, 1)
    assert sum(done["counts"].values()) == 20
    assert "| farkas | 20 | 19 |" in table(tmp_path)


def test_a_run_may_begin_at_any_number(tmp_path: Path) -> None:
    done = run("farkas", tmp_path, 20, first=12)
    assert (done["next"], sum(done["counts"].values())) == (20, 8)
    assert "| farkas | 8 | 8 |" in table(tmp_path)
    assert run("farkas", tmp_path, 22, first=0)["next"] == 22  # what is kept goes on


def test_a_problem_without_end_is_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the processor's time: a pause is none."""

    def answer(number: int) -> Counter[str]:
        time.sleep(0.5)
        while number:
            pass
        return Counter(done=1)

    monkeypatch.setattr(farkas, "answer", answer)
    counts, failures = judge("farkas", 0, 2, seconds=0.2)
    assert (counts, [each["words"] for each in failures]) == ({"done": 1, "hang": 1}, ["_Late: longer than 0.2 s"])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not say whether a process is stopped")
def test_a_stopped_process_is_waited_for() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert not is_stopped(process.pid)
        os.kill(process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        assert is_stopped(process.pid)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [22519, 23373])
def test_matrices_whose_coefficients_became_no_numbers(number: int) -> None:
    """No matrices of products: an offset was sought for a direction of NaN."""
    assert judge("gram", number, number + 1)[1] == []


def test_a_run_leaves_the_memory_of_the_process_as_it_was(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    run("points", tmp_path, 1)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
