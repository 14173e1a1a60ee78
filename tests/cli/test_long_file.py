"""Files that the commands read in batches: the answers of shorter files, checkpoints, and a part that is enough."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from cli.conftest import Run
from gordan.cli import ACCEPTED, EXISTS, FAILED, INSEPARABLE, SEPARABLE, SEPARATED

RNG = np.random.default_rng(2)
X = RNG.standard_normal((400, 4)).round(3)


@pytest.fixture(autouse=True)
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is long, and its first rows are few."""
    import gordan.cli.commands.check  # noqa: F401

    monkeypatch.setattr(sys.modules["gordan.file.table.scan"], "_SMALL", 0)
    monkeypatch.setattr(sys.modules["gordan.cli.commands.check"], "_FIRST", 100)


def written(folder: Path, y: object) -> list[Path]:
    rows = np.column_stack([X, y])
    np.save(folder / "t.npy", rows)
    np.savetxt(folder / "t.csv", rows, delimiter=",", fmt="%g", header="a,b,c,d,y", comments="")
    return [folder / "t.npy", folder / "t.csv"]


def test_check_and_verify(command: Run, tmp_path: Path) -> None:
    for path in written(tmp_path, X @ [1.0, -2.0, 0.5, 1.0] > 0):
        limited, certificate = ("--max-memory", "10KB"), tmp_path / f"{path.suffix}.json"
        ran = command(
            "check", path, *limited, "--certificate", certificate, "--checkpoint", tmp_path / f"{path.suffix}.npz"
        )
        assert ran.code == SEPARABLE
        assert "are read anew for every pass" in ran.err
        assert "400 rows, 4 columns" in ran.out
        again = command("check", path, *limited, "--checkpoint", tmp_path / f"{path.suffix}.npz")
        assert again.code == SEPARABLE
        assert command("verify", certificate, path, *limited).code == ACCEPTED
        assert command("verify", certificate, path).code == ACCEPTED
        assert command("check", path).out.splitlines()[0] == ran.out.splitlines()[0]


def test_a_part_that_is_enough(command: Run, tmp_path: Path) -> None:
    for path in written(tmp_path, RNG.integers(0, 2, 400)):
        limited, certificate = ("--max-memory", "10KB"), tmp_path / f"{path.suffix}.json"
        ran = command("check", path, *limited, "--certificate", certificate)
        assert ran.code == INSEPARABLE
        assert "only its first 100 rows were read" in ran.err
        assert f"{path.name}: the first 100 rows, 4 columns" in " ".join(ran.out.split())
        assert "these alone cannot be separated" in ran.err
        assert "100 rows, 4 columns" in ran.out
        judged = command("verify", certificate, path, *limited)
        assert judged.code == ACCEPTED
        assert "only its first 100 rows were read" in judged.err
        held = command("verify", certificate, path, "--max-memory", "1GB")
        assert held.code == ACCEPTED
        assert "the certificate is about its first 100 rows of 400" in held.err


def test_what_the_first_rows_do_not_settle(command: Run, tmp_path: Path) -> None:
    y = X[:, 0] > 0
    y[300] = not y[300]
    path = written(tmp_path, y)[0]
    ran = command("check", path, "--max-memory", "10KB")
    assert "are read anew for every pass" in ran.err
    assert ran.code == INSEPARABLE


@pytest.mark.parametrize(
    ("most", "words"),
    [
        ("10KB", "the rows take 13KB of memory, more than the 10KB that"),
        ("14KB", "t.csv is a file of more than the 14KB"),
    ],
)
def test_why_rows_are_read_in_batches(command: Run, tmp_path: Path, most: str, words: str) -> None:
    """The text of rows can be longer than the rows are in memory."""
    path = tmp_path / "t.csv"
    rows = np.column_stack([X, X[:, 0] > 0])
    np.savetxt(path, rows, delimiter=",", fmt="%.17f", header="a,b,c,d,y", comments="")
    ran = command("check", path, "--max-memory", most)
    assert words in " ".join(ran.err.split())
    assert ran.code == SEPARABLE


def test_diagnose(command: Run, tmp_path: Path) -> None:
    """In batches, as one that is not long, with effects, and with a certificate."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = written(tmp_path, X @ [1.0, -2.0, 0.5, 1.0] + RNG.standard_normal(400) > 0)[1]
    formula = ("--formula", "y ~ a + b + c")
    long = command("diagnose", path, *formula, "--max-memory", "10KB")
    assert long.code == EXISTS
    short = command("diagnose", path, *formula)
    assert long.out.splitlines()[0] == short.out.splitlines()[0]
    rows = np.loadtxt(path, delimiter=",", skiprows=1)
    columns = {name: rows[:, k] for k, name in enumerate("abcdy")} | {"firm": np.arange(400) // 8}
    parquet.write_table(arrow.table(columns), tmp_path / "t.parquet")
    for limited in ((), ("--max-memory", "10KB")):
        assert command("diagnose", tmp_path / "t.parquet", *formula, *limited).code == EXISTS
        apart = command("diagnose", tmp_path / "t.parquet", "--formula", "y ~ a | firm", *limited)
        assert apart.code in (EXISTS, SEPARATED)
        assert "firm (50 levels)" in apart.out
    kept = command("diagnose", tmp_path / "t.parquet", *formula, "--certificate", tmp_path / "c.json")
    assert kept.code == EXISTS
    kept = command("diagnose", path, *formula, "--max-memory", "10KB", "--certificate", tmp_path / "d.json")
    assert kept.code == EXISTS
    # The same rows in another container, in batches or not.
    for data, limited in ((path, ("--max-memory", "10KB")), (path, ()), (tmp_path / "t.parquet", ())):
        assert command("verify", tmp_path / "d.json", data, *limited).code == ACCEPTED
    refused = command("diagnose", path, *formula, "--max-memory", "10KB", "--report", tmp_path / "r.html")
    assert refused.code == FAILED
    assert "reports of models whose rows are read in batches" in refused.err
