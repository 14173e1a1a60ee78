"""Files of any length: scanned in parts they give the table that the readers of shorter files give."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import InputError, Points
from gordan.cli.question import pose
from gordan.file.table import Table, read, scan
from gordan.file.table import scan as module_scan
from gordan.problem.batches import is_batches

RNG = np.random.default_rng(1)
ROWS = RNG.standard_normal((60, 3)).round(3)
KIND = np.where(ROWS[:, 0] > 0, "yes", "no")


@pytest.fixture(autouse=True)
def _short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few lines in a part, and no file too small to be scanned."""
    import sys

    module = sys.modules["gordan.file.table.scan"]
    monkeypatch.setattr(module, "_PART", 200)
    monkeypatch.setattr(module, "_SMALL", 100)


def lines() -> list[str]:
    return [",".join(map(str, row)) + f",{kind}" for row, kind in zip(ROWS.tolist(), KIND, strict=True)]


def texts() -> Iterator[tuple[str, str]]:
    body = lines()
    yield "plain.csv", "\n".join(["a,b,c,kind", *body])
    yield "no_names.csv", "\n".join(body) + "\n"
    yield "comments.csv", "\n".join(["# made by hand", "a,b,c,kind", *body[:9], "", "# more", *body[9:], ""])
    yield "windows.csv", "\r\n".join(["a,b,c,kind", *body])
    yield "tabs.tsv", "\n".join(line.replace(",", "\t") for line in ["a,b,c,kind", *body])
    yield (
        "quoted.csv",
        "\n".join(
            [
                "a,b,c,kind",
                *(
                    f'"{line.rpartition(",")[0]}'.replace(",", '","') + f'","{k}\nq"'
                    for line, k in zip(body, KIND, strict=True)
                ),
            ]
        ),
    )
    yield "numbers.csv", "\n".join(line.replace("yes", "+1").replace("no", "-1") for line in ["a,b,c,kind", *body])
    sparse = [f"{'+1' if k == 'yes' else '-1'} 1:{r[0]} 3:{r[2]}" for r, k in zip(ROWS, KIND, strict=True)]
    yield "one.svm", "\n".join(sparse)
    yield "zero.svm", "\n".join(line.replace("1:", "0:", 1) for line in sparse)


@pytest.mark.parametrize(("name", "text"), list(texts()), ids=[name for name, _ in texts()])
def test_scanned_text_is_the_table(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, newline="")
    whole = read(path)
    with gordan.limits(memory=1000):
        long = read(path)
    assert is_batches(long.X)
    assert not is_batches(whole.X)
    expected, problem = posed(whole), posed(long)
    assert problem.digest() == expected.digest()
    assert problem.classes == expected.classes
    assert (long.names, long.label, long.format, long.first) == (whole.names, whole.label, whole.format, whole.first)
    assert long.lines[np.arange(problem.n)].tolist() == whole.lines.tolist()
    outcome = gordan.solve(problem)
    assert outcome.kind == gordan.solve(expected).kind
    assert gordan.verify(expected, outcome).holds


def posed(table: Table) -> Points:
    return pose(table, intercept=True, normalise=False)


def test_packed_text_and_one_class(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress("\n".join(["a,b,c,kind", *lines()]).encode()))
    problem = Points.from_batches(scan(path, positive="no"))
    assert problem.classes == ("no", "not no")
    assert problem.digest() == Points(ROWS, KIND == "yes").digest()
    with pytest.raises(InputError, match="has no class 'maybe' in its label column 'kind'"):
        scan(path, positive="maybe")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="cut short or damaged"):
        scan(path)


def test_binary_files(tmp_path: Path) -> None:
    coded = np.column_stack([ROWS, KIND == "yes"])
    np.save(tmp_path / "t.npy", coded)
    table = read(tmp_path / "t.npy")
    assert not is_batches(table.X)
    assert (table.label, table.format, table.on_lines) == ("4", "npy", False)
    assert posed(table).classes == (0, 1)
    assert posed(read(tmp_path / "t.npy", label="4", positive="0")).classes == ("0", "not 0")
    with gordan.limits(memory=500):
        assert is_batches(read(tmp_path / "t.npy").X)
    assert posed(table).digest() == Points(ROWS, KIND == "yes").digest()
    with pytest.raises(InputError, match="columns 1 to 4, and the label column 9"):
        read(tmp_path / "t.npy", label="9")


def test_a_folder_of_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    import pyarrow.parquet as pq

    frame = pa.table({"kind": list(KIND), **{name: ROWS[:, k] for k, name in enumerate("abc")}})
    for k in range(3):
        (tmp_path / "data").mkdir(exist_ok=True)
        pq.write_table(frame.slice(20 * k, 20), tmp_path / "data" / f"{k}.parquet")
    table = read(tmp_path / "data", label="kind")
    assert (table.names, table.label) == (("a", "b", "c"), "kind")
    assert posed(table).digest() == Points(ROWS, KIND).digest()
    (tmp_path / "data" / "notes.txt").write_text("left alone")
    (tmp_path / "data" / "1.parquet").write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"cannot be read|no readable"):
        read(tmp_path / "data", label="kind")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.replace("-", "minus", 1), "t.csv, line"),
        (lambda t: t + "\n1,2,yes", r"pass 1, batch \d+: .*line 62 has 3 cells and the first line 4"),
        (lambda t: t + "\n1,2,3,", r"line 62: the label in column 'kind' is missing"),
        (lambda t: t + "\n1,2,3,ja", "more than two classes"),
    ],
)
def test_bad_lines_are_named(change: Any, words: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(change("\n".join(["a,b,c,kind", *lines()])))
    with pytest.raises(InputError, match=words):
        scan(path, label="kind")


def test_the_name_is_public() -> None:
    assert gordan.scan is module_scan


def test_certificates_of_long_files(tmp_path: Path) -> None:
    path, certificate = tmp_path / "t.csv", tmp_path / "c.json"
    path.write_text("\n".join(["a,b,c,kind", *lines()]))
    with gordan.limits(memory=1000):
        table = read(path)
    problem = posed(table)
    gordan.certify(problem, gordan.solve(problem), certificate, table=table)
    claimed = gordan.read_certificate(certificate)
    assert claimed.lines == tuple(row + 2 for row in claimed.rows)
    assert gordan.verify(problem, claimed).holds
    assert gordan.verify(posed(read(path)), claimed).holds
    path.write_text(path.read_text().replace(lines()[40], "9,9,9,no"))
    with gordan.limits(memory=1000):
        assert not gordan.verify(posed(read(path)), claimed).holds
