"""Hashes of the files of a folder, and the same doubles in every container."""

from __future__ import annotations

import hashlib
import itertools
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.cli.exit import run
from gordan.problem.digest import hash_points, hash_system

pytest.importorskip("pyarrow")

RNG = np.random.default_rng(11)
N = 9_000
X = (RNG.standard_normal((N, 2)) + np.array([3.0, 0.0]) * RNG.choice([-1, 1], (N, 1))).round(3)
FRAME = pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "y": np.where(X[:, 0] > 0, "right", "left")})
CUTS = (0, 2_500, 2_500, 4_096, N)  # one file is empty, one ends where a block does


def by_definition(rows: range) -> str:
    """As docs/certificate-format.md has it, entry by entry."""
    whole = hashlib.sha256()
    for k in range(rows.start // 4096, -(-rows.stop // 4096)):
        own = [i for i in range(4096 * k, 4096 * k + 4096) if i in rows]
        if own:
            records = b"".join(struct.pack("<qqd", i, j, X[i, j]) for i in own for j in (0, 1) if X[i, j])
            whole.update(hashlib.sha256(bytes(int(X[i, 0] > 0) for i in own) + records).digest())
    return whole.hexdigest()


def write_folder(folder: Path, frame: pd.DataFrame = FRAME) -> Path:
    folder.mkdir()
    for k in range(4):
        place = folder / f"month={k}"
        place.mkdir()
        frame[CUTS[k] : CUTS[k + 1]].to_parquet(place / "part.parquet", index=False)
    return folder


def problem_of(folder: Path) -> gordan.Points:
    """Without the column that names the month."""
    return gordan.Points.from_batches(gordan.scan(folder, label="y"))


def test_hashes_by_definition() -> None:
    files = tuple((b - a,) for a, b in itertools.pairwise(CUTS))
    hashes = hash_points(X, np.where(X[:, 0] > 0, 1.0, -1.0), files)
    assert hashes.files == tuple(by_definition(range(a, b)) for a, b in itertools.pairwise(CUTS))
    assert hashes[:2] == hash_points(X, np.where(X[:, 0] > 0, 1.0, -1.0))[:2]


def test_files_of_a_system_in_memory_and_in_pieces() -> None:
    """Both kinds of rows, of which one block has some of each, by files that have some of each."""
    from gordan.problem.digest import hash_long_system

    free = RNG.random(N) < 0.6
    files = tuple((int(free[a:b].sum()), int((~free[a:b]).sum())) for a, b in itertools.pairwise(CUTS))
    known = hash_system(X[free], X[~free], files)
    for step in (700, 4096, N):
        pieces = [
            (X[k : k + step][free[k : k + step]], X[k : k + step][~free[k : k + step]]) for k in range(0, N, step)
        ]
        assert hash_long_system((int(free.sum()), int((~free).sum()), 2), pieces, files) == known


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder of files, and the certificate that the command wrote about it."""
    home = tmp_path_factory.mktemp("files")
    folder = write_folder(home / "folder")
    code = run(["check", str(folder), "--label", "y", "--drop", "month", "--certificate", str(home / "c.json")])
    assert code == 0
    return folder, home / "c.json"


def test_the_certificate_names_them(written: tuple[Path, Path]) -> None:
    certificate: Any = gordan.read_certificate(written[1])
    names = [f"month={k}/part.parquet" for k in range(4)]
    assert (certificate.version, [each.file for each in certificate.files]) == (6, names)
    assert [each.rows for each in certificate.files] == [(2500,), (0,), (1596,), (4904,)]
    assert len(certificate.blocks) == 1


def write_as(name: str, folder: Path) -> Path:
    """The same doubles in another container."""
    path = folder / name
    if name == "t.csv":
        FRAME.to_csv(path, index=False)
    elif name == "t.arrow":
        FRAME.to_feather(path, compression="uncompressed")
    elif name == "t.parquet":
        FRAME.to_parquet(path)
    elif name == "t.npz":
        np.savez(path, X=X, y=FRAME.y.to_numpy().astype(str))
    return path


@pytest.mark.parametrize("name", ["t.csv", "t.arrow", "t.parquet", "t.npz"])
def test_the_same_doubles_in_another_container(
    name: str, written: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(written[1]), str(write_as(name, tmp_path))]) == 0, capsys.readouterr().out


def test_arrays_and_npy_files_have_the_same_hashes(written: tuple[Path, Path], tmp_path: Path) -> None:
    certificate: Any = gordan.read_certificate(written[1])
    np.save(tmp_path / "x.npy", X)
    y = FRAME.y.to_numpy().astype(str)
    for problem in (
        gordan.Points(X, y, numbers="decimal"),
        gordan.Points.from_batches(tmp_path / "x.npy", y, numbers="decimal"),
    ):
        assert gordan.verify(problem, certificate).holds


def test_other_decimals_are_other_data(
    written: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cells with so few digits that they read as other doubles."""
    FRAME.to_csv(tmp_path / "t.csv", index=False, float_format="%.2f")
    assert run(["verify", str(written[1]), str(tmp_path / "t.csv")]) == 1
    assert "data are the certificate's" in capsys.readouterr().out


def test_the_file_that_differs_is_named(written: tuple[Path, Path], tmp_path: Path) -> None:
    frame = FRAME.copy()
    frame.loc[3000, "b"] += 0.001
    table = gordan.scan(write_folder(tmp_path / "folder", frame), label="y")
    problem = gordan.Points.from_batches(lambda: ((p.values[:, :2], FRAME.y[p.rows]) for p in table.read()))
    failed = {
        check.name: check.quantity for check in gordan.verify(problem, gordan.read_certificate(written[1])).failed
    }
    assert "rows of month=2/part.parquet have SHA-256" in failed["files are the certificate's"]
    assert "(1 of 4 files differ)" in failed["files are the certificate's"]
