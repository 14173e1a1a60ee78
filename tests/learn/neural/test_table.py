"""The command of the measurement: the paper's table beside ours, and options that are refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks.beta.case import CASES
from benchmarks.beta.checkpoint import Run

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")

EXAMPLES = [(torch.arange(n * 784).reshape(n, 784) % 256 / 255.0, torch.arange(n) % 10) for n in (40, 20)]


@pytest.fixture
def face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command, its results in a folder of the test's, its data made here."""
    from benchmarks import result
    from benchmarks.beta import face, report

    monkeypatch.setattr(result, "FOLDER", tmp_path)
    monkeypatch.setattr(report, "FOLDER", tmp_path)
    monkeypatch.setattr(face, "_load", lambda folder, threads: EXAMPLES)
    return face


def test_the_table_stands_beside_the_paper_s(face: Any, tmp_path: Path, capsys: Any) -> None:
    command = ["--hidden", "4", "--epochs", "1", "--batch", "10", "--seeds", "0", "1", "--keep", str(tmp_path / "keep")]
    face.main(command)
    assert capsys.readouterr().err.count("epoch 1 of 1") == 2 * len(CASES)
    rows = (tmp_path / "beta.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split(",")[:2] for row in rows] == [[case.title, case.paper] for case in CASES.values()]
    assert all("±" in row for row in rows)
    assert (tmp_path / "beta.png").stat().st_size
    table = (tmp_path / "beta.md").read_bytes()
    face.main([*command, "--only", "one"])
    assert capsys.readouterr().err == ""  # nothing was left to do
    assert (tmp_path / "beta.md").read_bytes() == table  # a part does not take the place of the whole
    assert (tmp_path / "beta-part.md").exists()


@pytest.mark.parametrize(("epochs", "told"), [(3, "shrink linearly to nothing"), (4, "not all runs came to the last")])
def test_the_note_says_whether_the_steps_shrank_to_nothing(
    epochs: int, told: str, face: Any, monkeypatch: Any, capsys: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(face, "train", lambda case, seed, **_: Run(case.name, seed, [3.0, 0.0, 0.0]))
    face.main(["--epochs", str(epochs), "--keep", str(tmp_path / "keep")])
    assert told in capsys.readouterr().out


def test_an_interruption_leaves_the_whole_table_alone(face: Any, monkeypatch: Any, capsys: Any, tmp_path: Path) -> None:
    def stop(case: Any, seed: int, **_: Any) -> Run:
        if case.name == "slow":
            raise KeyboardInterrupt
        return Run(case.name, seed, [0.0])

    monkeypatch.setattr(face, "train", stop)
    face.main(["--keep", str(tmp_path / "keep")])
    assert "interrupted" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.glob("beta*")) == ["beta-part.csv", "beta-part.md", "beta-part.png"]


def test_held_out_images_are_tested_on_and_not_learned(face: Any, monkeypatch: Any, tmp_path: Path) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(face, "train", lambda case, seed, *, data, **_: seen.append(data) or Run(case.name, seed))
    face.main(["--only", "one", "--keep", str(tmp_path / "keep"), "--holdout", "15"])
    (X, y), (X_held, y_held) = seen[0]
    whole, labels = EXAMPLES[0]
    assert torch.equal(torch.cat([X, X_held]), whole)
    assert torch.equal(torch.cat([y, y_held]), labels)
    assert len(y_held) == 15


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (["--holdout", "40"], "fewer than the 40 training images"),
        (["--seeds", "0", "-1"], "--seeds has -1; give whole numbers from 0"),
        (["--seeds", str(10**30)], "--seeds has 1000"),
        (["--scale", "inf"], "--scale is inf; give a positive number below"),
        (["--rate", "inf"], "--rate is inf"),
        (["--rate", "nan"], "--rate is nan"),
        (["--threads", str(10**20)], "--threads is 1000"),
        (["--epochs", "0"], "--epochs is 0"),
    ],
)
def test_a_bad_option_is_told_in_a_sentence(option: list[str], told: str, face: Any, capsys: Any) -> None:
    with pytest.raises(SystemExit):
        face.main(option)
    assert told in capsys.readouterr().err


def test_checkpoints_need_a_folder(face: Any, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(SystemExit, match=r"file cannot be made .*; give --keep a folder"):
        face.main(["--keep", str(file)])
