"""Finding the format, opening the file, and setting one class against the others."""

from __future__ import annotations

import bz2
import gzip
import importlib
import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gordan import data
from gordan.errors import InputError
from gordan.file.table import Table, read

pytestmark = pytest.mark.usefixtures("both_ways")

CSV = b"a,b,kind\n1,2,x\n3,4,z\n"
TSV = CSV.replace(b",", b"\t")
SVM = b"+1 1:1 2:2\n-1 1:3 2:4\n"
PACKS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}


def write(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def refusal(path: Any, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        read(path, **options)
    return str(caught.value)


def points(table: Table) -> Any:
    return (table.X if isinstance(table.X, np.ndarray) else table.X.toarray()).tolist()


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("t.csv", CSV, "csv"),
        ("T.CSV", CSV, "csv"),
        ("t.tsv", TSV, "tsv"),
        ("t.csv", TSV, "tsv"),
        ("t.txt", CSV, "csv"),
        ("t", TSV, "tsv"),
        ("t.svm", SVM, "svmlight"),
        ("t.libsvm", SVM, "svmlight"),
        ("t.txt", SVM, "svmlight"),
        ("t", b"# c\n\n+1 # none\n" + SVM, "svmlight"),
    ],
)
@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".bz2"])
def test_formats_and_compression(tmp_path: Path, name: str, content: bytes, format: str, suffix: str) -> None:
    path = write(tmp_path, name + suffix, PACKS.get(suffix, bytes)(content))
    table = read(path)
    assert table.format == format
    assert table.source == str(path)
    assert points(table)[-2:] == [[1, 2], [3, 4]]


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_compression_is_seen_without_its_suffix(tmp_path: Path, suffix: str) -> None:
    assert points(read(write(tmp_path, "t.csv", PACKS[suffix](CSV)))) == [[1, 2], [3, 4]]


@pytest.mark.parametrize("name", ["t.npz", "t", "t.npz.gz"])
def test_npz(tmp_path: Path, name: str) -> None:
    plain = tmp_path / "plain.npz"
    np.savez(plain, X=np.eye(2, dtype=np.float32), y=[0, 1])
    content = plain.read_bytes()
    table = read(write(tmp_path, name, gzip.compress(content) if name.endswith("gz") else content))
    assert table.format == "npz"
    assert table.X.dtype == np.float32


def test_a_path_may_be_text(tmp_path: Path) -> None:
    assert read(str(write(tmp_path, "t.csv", CSV)), label="kind").y.tolist() == ["x", "z"]


def test_no_label_column_in_svmlight(tmp_path: Path) -> None:
    assert "label always comes first" in refusal(write(tmp_path, "t.svm", SVM), label="kind")


def test_no_such_file(tmp_path: Path) -> None:
    write(tmp_path, "iris.csv", CSV)
    said = refusal(tmp_path / "irsi.csv")
    assert "no file" in said
    assert "did you mean 'iris.csv'" in said
    assert "no file" in refusal(tmp_path / "nowhere" / "t.npz")
    assert "cannot be read" in refusal("a\0b.csv")


@pytest.mark.parametrize("name", ["folder", "folder.npz", "folder.csv.gz"])
def test_a_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert "is a folder" in refusal(tmp_path / name)


@pytest.mark.parametrize("name", ["t.csv", "t.npz"])
def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def deny(*_: Any) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(importlib.import_module("gordan.file.table.source"), "open", deny, raising=False)
    assert "may not be read" in refusal(write(tmp_path, name, CSV))


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2"])
def test_cut_short_or_damaged(tmp_path: Path, suffix: str) -> None:
    packed = PACKS[suffix](CSV * 50)
    assert "cut short or damaged" in refusal(write(tmp_path, "a.csv" + suffix, packed[:-9]))
    assert "cut short or damaged" in refusal(write(tmp_path, "b.csv" + suffix, packed[:12] + b"????" + packed[16:]))
    assert "although it is called so" in refusal(write(tmp_path, "c.csv" + suffix, CSV))
    assert "is empty" in refusal(write(tmp_path, "d.csv" + suffix, b""))


def test_binary_is_not_text(tmp_path: Path) -> None:
    assert "is a data set of Stata" in refusal(write(tmp_path, "t.dta", b"<stata_dta><header>\0"))
    assert "zero bytes" in refusal(write(tmp_path, "t.bin", b"\x89HDF\0\0\0HDF"))


def test_one_class_against_the_others() -> None:
    table = read(data.path("iris.csv"), positive="setosa")
    assert table.positive == "setosa"
    assert np.unique(table.y, return_counts=True)[1].tolist() == [100, 50]
    assert set(table.y[:50]) == {"setosa"}
    assert set(table.y[50:]) == {"not setosa"}
    assert read(data.path("iris.csv")).positive is None


@pytest.mark.parametrize("positive", ["2", "+2", "2.0", " 2"])
def test_a_number_as_class(tmp_path: Path, positive: str) -> None:
    table = read(write(tmp_path, "t.csv", b"1,1\n2,2\n3,3\n"), positive=positive)
    assert (table.positive, table.y.tolist()) == ("2", ["not 2", "2", "not 2"])


def test_no_such_class(tmp_path: Path) -> None:
    said = refusal(data.path("iris.csv"), positive="Setossa")
    assert "no class 'Setossa'" in said
    assert "'species'" in said
    assert "did you mean 'setosa'" in said
    assert "'virginica'" in said
    for positive in ("4", "two", ""):
        assert "expected one of '1', '2', '3'" in refusal(
            write(tmp_path, "t.csv", b"1,1\n2,2\n3,3\n"), positive=positive
        )


def test_iris() -> None:
    table = read(data.path("iris.csv"))
    assert table.X.shape == (150, 4)
    assert table.names == ("sepal_length", "sepal_width", "petal_length", "petal_width")
    assert np.unique(table.y).tolist() == ["setosa", "versicolor", "virginica"]
    assert table.lines.tolist() == list(range(2, 152))
    assert table.notes == ("label column: 'species' (the only column of text; choose another with --label)",)


def test_iris_is_scikit_learns() -> None:
    reference = pytest.importorskip("sklearn.datasets").load_iris()
    table = read(data.path("iris.csv"))
    assert (reference.data == table.X).all()
    assert (table.y == reference.target_names[reference.target]).all()


def test_unknown_data_file() -> None:
    with pytest.raises(InputError, match=r"no data file 'wine\.csv'.*iris\.csv"):
        data.path("wine.csv")


def test_reading_text_does_not_load_scipy_or_pandas() -> None:
    code = (
        "import sys, gordan.data, gordan.file.table\n"
        "before = set(sys.modules)\n"
        "gordan.file.table.read(gordan.data.path('iris.csv'))\n"
        "print({name.split('.')[0] for name in set(sys.modules) - before})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "scipy" not in done.stdout
    assert "pandas" not in done.stdout


def test_nothing_is_written(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv.gz", gzip.compress(CSV))
    before = path.read_bytes()
    read(path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == before


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    content=st.binary(max_size=200),
    start=st.sampled_from(
        [b"", b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh", b"PK\x03\x04", b"\xff\xfe", b"1,2,x\n", b"1 1:2\n"]
    ),
    name=st.sampled_from(["t", "t.csv", "t.tsv", "t.svm", "t.npz", "t.gz", "t.csv.xz", "t.bz2", "t.npz.gz"]),
)
def test_random_bytes_never_escape(tmp_path: Path, content: bytes, start: bytes, name: str) -> None:
    path = write(tmp_path, name, start + content)
    said = ""
    try:
        table = read(path)
    except InputError as error:
        said = str(error)
    if said:
        assert str(path) in said
        assert "\n" not in said
    else:
        assert table.X.shape[0] == len(table.y)
