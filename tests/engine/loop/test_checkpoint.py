"""Checkpoints: a run that was killed goes on from its last pass, and one about other data is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import InputError, Points
from gordan.engine.loop import checkpoint as module
from gordan.engine.solver import SOLVERS
from gordan.testing import instances

RNG = np.random.default_rng(5)
X = RNG.standard_normal((2000, 12))
SEPARABLE = (X @ RNG.standard_normal(12) > 0).astype(int)
INSEPARABLE = RNG.integers(0, 2, 2000)


def problem(y: Any = SEPARABLE, X: Any = X) -> Points:
    return Points.from_batches(lambda: ((X[k : k + 300], y[k : k + 300]) for k in range(0, len(X), 300)))


@pytest.mark.parametrize("y", [SEPARABLE, INSEPARABLE], ids=["separable", "inseparable"])
@pytest.mark.parametrize("after", [3, 6, 9])
def test_a_run_goes_on_where_it_was_left(y: Any, after: int, tmp_path: Path) -> None:
    path, whole = tmp_path / "c.npz", gordan.solve(problem(y))
    gordan.solve(problem(y), max_iter=after * 20, checkpoint=path)
    assert path.exists()
    asked = problem(y)
    again = gordan.solve(asked, checkpoint=path)
    assert again.kind == whole.kind
    assert gordan.verify(asked, again).holds
    assert again.bracket.upper == pytest.approx(whole.bracket.upper, rel=1e-5)
    assert not [name for name in os.listdir(tmp_path) if name != "c.npz"]


def test_the_end_of_a_run_costs_no_pass_of_the_solver_again(tmp_path: Path) -> None:
    first, second = problem(), problem()
    gordan.solve(first, checkpoint=tmp_path / "c.npz")
    gordan.solve(second, checkpoint=tmp_path / "c.npz")
    assert second.X.passes <= 5 < first.X.passes


@pytest.mark.parametrize("solver", SOLVERS)
def test_in_memory_and_for_every_kind_of_solver(solver: str, tmp_path: Path) -> None:
    one = instances.separable(8, 200, 0.05)
    for limit in (5, 100_000):
        outcome = gordan.separate(
            one.X, one.y, intercept=False, solver=solver, max_iter=limit, checkpoint=tmp_path / "c.npz"
        )
    assert outcome.kind == "separable"


@pytest.mark.parametrize("solver", ["min-norm-point", "working-set"])
def test_what_a_budget_ends_is_kept_however_short_it_took(solver: str, tmp_path: Path) -> None:
    one, path = instances.gaussian(20, 3_000), tmp_path / "c.npz"
    whole = gordan.separate(one.X, one.y, intercept=False, solver=solver)
    begun = gordan.separate(one.X, one.y, intercept=False, solver=solver, max_iter=whole.n_iter // 2, checkpoint=path)
    rest = gordan.separate(one.X, one.y, intercept=False, solver=solver, checkpoint=path)
    assert begun.kind == "undecided"
    assert rest.bracket.gap <= 1e-6
    assert rest.n_iter < 0.8 * whole.n_iter
    again = gordan.separate(one.X, one.y, intercept=False, solver=solver, checkpoint=path)
    assert again.n_iter <= 0.1 * whole.n_iter


def test_other_data_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    gordan.solve(problem(), checkpoint=path)
    for other in (problem(INSEPARABLE), problem(X=X + 1.0), problem(X=X[:1999], y=SEPARABLE[:1999])):
        with pytest.raises(InputError, match="is about other data"):
            gordan.solve(other, checkpoint=path)
    with pytest.raises(InputError, match="is about other data"):
        gordan.separate(X, SEPARABLE, intercept=False, checkpoint=path)


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    gordan.solve(problem(), checkpoint=path)
    whole = path.read_bytes()
    for content in (b"", b"nothing", whole[:-30], whole[:100]):
        path.write_bytes(content)
        with pytest.raises(InputError, match="no checkpoint of gordan"):
            gordan.solve(problem(), checkpoint=path)
    path.write_bytes(whole)
    held = dict(np.load(path))
    for name, value in (
        ("direction", np.full(12, np.nan)),
        ("rows", held["rows"] + 5000),
        ("keys", held["keys"] - 9999),
        ("direction", np.full(12, np.longdouble(10) ** 4000)),
    ):
        np.savez(path, **(held | {name: value}))
        with pytest.raises(InputError, match="its numbers are none that a run has"):
            gordan.solve(problem(), checkpoint=path)
    np.savez(path, **(held | {"form": 2}))
    with pytest.raises(InputError, match="it has the form 2"):
        gordan.solve(problem(), checkpoint=path)
    np.savez(path, **(held | {"form": [1, 1]}))
    with pytest.raises(InputError, match=r"it has the form \[1 1\]"):
        gordan.solve(problem(), checkpoint=path)
    np.savez_compressed(path, **(held | {"bomb": np.zeros(10**6)}))
    with pytest.raises(InputError, match="it is packed"):
        gordan.solve(problem(), checkpoint=path)
    with pytest.raises(InputError, match="no place for a checkpoint"):
        gordan.solve(problem(), checkpoint=tmp_path / "nowhere" / "c.npz")
    with pytest.raises(InputError, match="points with coordinates"):
        gordan.separate(X[:20], SEPARABLE[:20], kernel="rbf", checkpoint=path)


def test_what_lies_in_the_way_is_not_followed(tmp_path: Path) -> None:
    """The file is written apart first: a link of that name led to any file of whoever runs it."""
    precious, path = tmp_path / "precious", tmp_path / "c.npz"
    precious.write_text("precious")
    (tmp_path / "c.npz.part").symlink_to(precious)
    gordan.solve(problem(), checkpoint=path)
    assert precious.read_text() == "precious"
    assert path.is_file()
    assert not path.is_symlink()


def test_a_lying_checkpoint_changes_no_verdict(tmp_path: Path) -> None:
    """Any direction, weights and keys are only where the search begins."""
    path = tmp_path / "c.npz"
    gordan.solve(problem(INSEPARABLE), checkpoint=path)
    held = dict(np.load(path))
    rng = np.random.default_rng(0)
    held |= {"direction": rng.standard_normal(12), "bracket": np.array([5.0, 6.0])}
    held |= {"rows": np.arange(40), "weights": rng.random(40), "keys": np.arange(100, 130)}
    np.savez(path, **held)
    asked = problem(INSEPARABLE)
    outcome = gordan.solve(asked, checkpoint=path)
    assert outcome.kind == "inseparable"
    assert gordan.verify(asked, outcome).holds


def test_a_full_disk_costs_the_file_and_not_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "_write", full)
    outcome = gordan.solve(problem(), checkpoint=tmp_path / "c.npz")
    assert outcome.kind == "separable"
    assert "could not be written ([Errno 28] No space left on device), and the run went on" in outcome.reason


RUN = """
import sys, time, numpy as np, gordan
folder, slow = sys.argv[1], float(sys.argv[2])
X, y = np.load(folder + "/x.npy"), np.load(folder + "/y.npy")
def batches():
    for k in range(0, len(X), 300):
        time.sleep(slow)
        yield X[k : k + 300], y[k : k + 300]
problem = gordan.Points.from_batches(batches)
print("posed", flush=True)
outcome = gordan.solve(problem, checkpoint=folder + "/c.npz")
print(outcome.kind, repr(outcome.bracket.upper), problem.X.passes, gordan.verify(problem, outcome).holds)
"""


def run(folder: Path, slow: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(folder), str(slow)], stdout=subprocess.PIPE, text=True, env={**os.environ}
    )


def killed_and_resumed(folder: Path, y: Any, seeds: range) -> None:
    """SIGKILL at random moments; the last run is left alone, and its answer is the one of a run without checkpoints."""
    np.save(folder / "x.npy", X)
    np.save(folder / "y.npy", y)
    for seed in seeds:
        process = run(folder, 0.001)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(float(np.random.default_rng(seed).uniform(0.0, 0.4)))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    out, _ = run(folder, 0.0).communicate()
    kind, upper, _, holds = out.split()[1:]
    expected = gordan.solve(problem(y))
    assert (kind, holds) == (expected.kind, "True")
    assert float(upper) == pytest.approx(expected.bracket.upper, rel=1e-5)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, SEPARABLE, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("y", [SEPARABLE, INSEPARABLE], ids=["separable", "inseparable"])
def test_killed_at_many_random_moments(y: Any, tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, y, range(20))
