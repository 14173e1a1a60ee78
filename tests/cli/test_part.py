"""Certificates about the first rows of a file that has more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import gordan
from cli.conftest import Run
from gordan.cli import ACCEPTED, REJECTED

RNG = np.random.default_rng(5)


def test_a_part_of_a_file(command: Run, tmp_path: Path) -> None:
    """The claim is about the first rows: others may follow, none may be missing, and none of the first may change."""
    few, sides = RNG.standard_normal((40, 2)).round(3), RNG.integers(0, 2, 40)
    path, whole = tmp_path / "c.json", tmp_path / "t.csv"
    problem = gordan.Points.from_batches(lambda: [(few, sides)], rows=30, numbers="decimal")
    outcome = gordan.solve(problem)
    assert outcome.kind == "inseparable"
    gordan.certify(problem, outcome, path)
    rows = np.column_stack([few, sides])

    def judged(rows: Any) -> Any:
        np.savetxt(whole, rows, delimiter=",", fmt="%g", header="a,b,y", comments="")
        return command("verify", path, whole)

    for n in (30, 40):
        assert judged(rows[:n]).code == ACCEPTED
    assert "about its first 30 rows of 40" in judged(rows).err
    assert judged(rows[:29]).code == REJECTED
    changed = rows.copy()
    changed[29, 0] += 1
    refused = judged(changed)
    assert refused.code == REJECTED
    assert "rows 0 to 29 have SHA-256" in refused.out
    # What separates the first rows says nothing of those that follow.
    apart = gordan.Points.from_batches(lambda: [(few, few[:, 0] > 0)], rows=30, numbers="decimal")
    gordan.certify(apart, gordan.solve(apart), path, overwrite=True)
    assert judged(np.column_stack([few, few[:, 0] > 0])).code == REJECTED
