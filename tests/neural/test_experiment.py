"""The measurement on MNIST, on images of its own making: a resumed run is the whole run."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.beta.case import CASES, Setting
from benchmarks.beta.images import read_part

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")


def digits(n: int) -> tuple[Any, Any]:
    """Ten patterns with noise."""
    generator = torch.Generator().manual_seed(5)
    patterns, y = torch.rand(10, 784, generator=generator), torch.arange(n) % 10
    return (patterns[y] + 0.5 * torch.rand(n, 784, generator=generator)) / 1.5, y


@pytest.mark.parametrize("errors", [False, True])
@pytest.mark.parametrize("name", ["slow", "entropy"])
def test_a_run_learns_and_goes_on_where_it_was(name: str, errors: bool, tmp_path: Path) -> None:
    from benchmarks.beta.run import train

    setting = Setting(epochs=4, hidden=16, batch=10, errors=errors, rate=0.05, scale=1.0, holdout=0)
    common: dict[str, Any] = {"setting": setting, "data": (digits(200), digits(100))}
    (tmp_path / "whole").mkdir()
    (tmp_path / "parts").mkdir()
    whole = train(CASES[name], 0, **common, folder=tmp_path / "whole", minutes=10)
    for _ in range(4):  # each sitting is out of time after one epoch more
        path = tmp_path / "parts" / f"{name}-0.pt"
        spent = torch.load(path, weights_only=True)["run"]["seconds"] if path.exists() else 0.0
        parts = train(CASES[name], 0, **common, folder=tmp_path / "parts", minutes=(spent + 1e-9) / 60)
    assert parts.errors == whole.errors
    assert len(parts.errors) == 4
    assert (parts.updates, parts.beta) == (whole.updates, whole.beta)
    assert whole.errors[-1] < 20.0  # by chance 90
    common["setting"] = replace(setting, epochs=5)
    with pytest.raises(SystemExit, match="give --keep another folder"):
        train(CASES[name], 0, **common, folder=tmp_path / "whole", minutes=10)


def test_the_table_stands_beside_the_paper_s(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    from benchmarks import result
    from benchmarks.beta import face, report

    monkeypatch.setattr(result, "FOLDER", tmp_path)
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    monkeypatch.setattr(face, "_load", lambda folder, threads: [digits(40), digits(20)])
    command = ["--hidden", "4", "--epochs", "1", "--batch", "10", "--seeds", "0", "1", "--keep", str(tmp_path / "keep")]
    face.main(command)
    assert capsys.readouterr().err.count("epoch 1 of 1") == 2 * len(CASES)
    rows = (tmp_path / "beta.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split(",")[:2] for row in rows] == [[case.title, case.paper] for case in CASES.values()]
    assert all("±" in row for row in rows)
    assert (tmp_path / "beta.png").stat().st_size
    face.main(command)
    assert capsys.readouterr().err == ""  # nothing was left to do


def test_held_out_images_are_tested_on_and_not_learned(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    from benchmarks import result
    from benchmarks.beta import face, report

    seen: list[Any] = []
    monkeypatch.setattr(result, "FOLDER", tmp_path)
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    monkeypatch.setattr(face, "_load", lambda folder, threads: [digits(40), digits(20)])
    monkeypatch.setattr(face, "train", lambda case, seed, *, data, **_: seen.append(data) or face.Run(case.name, seed))
    command = ["--only", "one", "--keep", str(tmp_path / "keep")]
    face.main([*command, "--holdout", "15"])
    (X, y), (X_held, y_held) = seen[0]
    whole, labels = digits(40)
    assert torch.equal(torch.cat([X, X_held]), whole)
    assert torch.equal(torch.cat([y, y_held]), labels)
    assert len(y_held) == 15
    with pytest.raises(SystemExit):
        face.main([*command, "--holdout", "40"])
    assert "fewer than the 40 training images" in capsys.readouterr().err


def test_images_are_read_and_missing_files_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="give --data a folder with the four files"):
        read_part(tmp_path, "train")
    pixels = np.arange(2 * 784) % 256
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(gzip.compress(bytes(16) + pixels.astype(np.uint8).tobytes()))
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(gzip.compress(bytes(8) + bytes([7, 2])))
    X, y = read_part(tmp_path, "train")
    assert y.tolist() == [7, 2]
    assert np.array_equal(X.ravel(), (pixels / np.float32(255)).astype(np.float32))
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(gzip.compress(bytes(8) + bytes([7])))
    with pytest.raises(SystemExit, match="784 pixels make a digit"):
        read_part(tmp_path, "train")
