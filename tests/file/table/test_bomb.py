"""Small files that ask for much: refused by what is known before the memory is spent, with the way to allow it."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import gordan
from gordan.arithmetic.deadline import deadline
from gordan.errors import InputError, OverBudget, OverLimit
from gordan.file.mps import read_mps
from gordan.file.table import read
from gordan.file.table.frame import read_frame
from gordan.file.table.npz import read_linear_map

PACKS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}
LARGE = b"a,b\n" + b"1,1\n" * 1_000_000  # four megabytes, in a few kilobytes when packed
CSV = b"a,b,kind\n1,2,x\n3,4,z\n"


@pytest.fixture
def small() -> Iterator[None]:
    """Limits so low that nothing large need be made to go beyond them; files count by `memory` alone."""
    with gordan.limits(memory="1MB"):
        yield


def refusal(ask: Callable[[], object], most: int = 16 << 20) -> str:
    """The sentence; and never was more memory than this taken."""
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as caught:
            ask()
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
    return str(caught.value)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("suffix", PACKS)
@pytest.mark.parametrize("reader", [read, read_frame, read_mps])
def test_what_unpacks_to_more_than_allowed(tmp_path: Path, suffix: str, reader: Callable[[Path], object]) -> None:
    path = tmp_path / f"t.csv{suffix}"
    path.write_bytes(PACKS[suffix](LARGE))
    assert path.stat().st_size < 50_000
    told = refusal(lambda: reader(path), most=30 << 20)  # unpacking xz takes eight megabytes by itself
    assert "unpacks to more than 1MB" in told
    assert 'gordan.limits(memory="4MB")' in told


def test_the_same_file_where_it_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.xz"
    path.write_bytes(lzma.compress(LARGE[: 4 + 4 * 1000]))
    with gordan.limits(memory="4MB"):
        assert read(path).X.shape == (1000, 1)


def test_a_plain_file_is_as_large_as_it_is_unless_told_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(LARGE[: 4 + 4 * 100_000])
    assert read(path).X.shape == (100_000, 1)
    with gordan.limits(memory=300_000):
        assert "holds more than" in refusal(lambda: read(path))


@pytest.mark.parametrize("form", ["csv", "frame", "svm", "mps"])
def test_what_the_text_would_become_counts_too(tmp_path: Path, form: str) -> None:
    """The text is allowed, the table made of it is not."""
    line = {"csv": b"1,1\n", "frame": b"1,1\n", "svm": b"1 1:1\n", "mps": b" x r 1\n"}[form]
    start = {"csv": b"a,b\n", "frame": b"a,b\n", "svm": b"", "mps": b"ROWS\n G r\nCOLUMNS\n"}[form]
    path = tmp_path / f"t.{'csv' if form == 'frame' else form}.gz"
    path.write_bytes(gzip.compress(start + line * 50_000))
    reader = {"frame": read_frame, "mps": read_mps}.get(form, read)
    with gordan.limits(memory="2MB"):
        assert "lines, which take about" in refusal(lambda: reader(path))


@pytest.mark.parametrize("suffix", PACKS)
def test_archives_cut_short_or_followed_by_others(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"t.csv{suffix}"
    packed = PACKS[suffix](CSV)
    path.write_bytes(packed + PACKS[suffix](b"5,6,x\n"))
    assert read(path).X.tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    path.write_bytes(packed[: len(packed) // 2])
    assert "is cut short or damaged" in refusal(lambda: read(path), most=30 << 20)


def test_xz_streams_may_be_padded(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.xz"
    path.write_bytes(lzma.compress(CSV) + b"\0" * 8 + lzma.compress(b"5,6,x\n") + b"\0" * 4)
    assert len(read(path).y) == 3


def test_xz_headers_that_ask_for_a_dictionary_of_gigabytes(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.xz"
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]
    packed = bytearray(lzma.compress(CSV, filters=filters))
    at = packed.index(b"\x21\x01", 12)  # the filter's number, the length of its properties, and the dictionary's size
    packed[at + 2] = 40  # 4 GiB
    size = (packed[12] + 1) * 4
    packed[12 + size - 4 : 12 + size] = struct.pack("<I", _crc(bytes(packed[12 : 12 + size - 4])))
    path.write_bytes(bytes(packed))
    assert "is cut short or damaged" in refusal(lambda: read(path))


def _crc(data: bytes) -> int:
    import zlib

    return zlib.crc32(data)


def _npz(path: Path, packing: int = zipfile.ZIP_DEFLATED, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return path


def _head(shape: tuple[int, ...], descr: str = "<f8", *, version: int = 1, padding: int = 0) -> bytes:
    told = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}".encode() + b" " * padding + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + len(told).to_bytes(2 if version == 1 else 4, "little") + told


LABELS = _head((2,), "<i8") + bytes(16)


@pytest.mark.parametrize(
    "declared",
    [
        _head((10**9, 10)),
        _head((2, 1), "|V2000000000"),
        _head((2, 1), "<U500000000"),
        _head((10**9, 10), version=2),
    ],
)
@pytest.mark.parametrize("reader", [read, read_linear_map])
def test_arrays_that_declare_more_than_is_there(
    tmp_path: Path, declared: bytes, reader: Callable[[Path], object]
) -> None:
    """With the limits as they are: nothing of the size that the head tells is ever made."""
    told = refusal(lambda: reader(_npz(tmp_path / "t.npz", X=declared, y=LABELS)))
    assert "more than the 512MB allowed" in told
    assert "gordan.limits(memory=" in told


def test_a_bare_array_that_declares_more(tmp_path: Path) -> None:
    (tmp_path / "A.npy").write_bytes(_head((10**6, 10**6)))
    assert "more than the 512MB allowed" in refusal(lambda: read_linear_map(tmp_path / "A.npy"))


def test_members_that_unpack_to_more_than_allowed(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    np.savez_compressed(path, X=np.zeros((1_000_000, 2)), y=np.zeros(1_000_000))
    assert path.stat().st_size < 50_000
    with gordan.limits(memory="1MB"):
        assert "holds arrays of" in refusal(lambda: read(path))
        assert "holds arrays of" in refusal(lambda: read_linear_map(path))


@pytest.mark.usefixtures("small")
def test_heads_that_are_long(tmp_path: Path) -> None:
    """NumPy reads a head whole before it says that it is too long."""
    path = _npz(tmp_path / "t.npz", X=_head((2, 1), version=2, padding=3_000_000) + bytes(16), y=LABELS)
    assert "holds arrays of" in refusal(lambda: read(path))


def test_entries_that_lie_about_their_size(tmp_path: Path) -> None:
    path = _npz(tmp_path / "t.npz", X=_head((2, 1)) + bytes(5_000_000), y=LABELS)
    true = struct.pack("<I", len(_head((2, 1))) + 5_000_000)
    path.write_bytes(path.read_bytes().replace(true, struct.pack("<I", 100)))
    refusal(lambda: read(path))


def test_an_archive_inside_a_packed_file_counts_by_what_is_on_disk(tmp_path: Path) -> None:
    inner = io.BytesIO()
    np.savez(inner, X=np.zeros((100_000, 2)), y=np.zeros(100_000))
    path = tmp_path / "t.npz.gz"
    path.write_bytes(gzip.compress(inner.getvalue()))
    with gordan.limits(memory="1MB"):
        assert "unpacks to more than 1MB" in refusal(lambda: read(path))


def test_an_index_makes_no_columns_that_memory_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "t.svm"
    path.write_text("1 1:1\n-1 1:1 2000000000:1\n")
    told = refusal(lambda: read(path))
    assert "line 2: 2,000,000,000 columns take about" in told
    path.write_text("1 1:1\n-1 1:1 99999999999:1\n")
    assert "is beyond" in refusal(lambda: read(path))
    path.write_text("1 1:1\n-1 1:1 1000000:1\n")
    assert read(path).X.shape == (2, 1_000_000)


def test_lines_and_cells_without_end(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"1," * 50_000 + b"1\n")
    with gordan.limits(line=10_000):
        assert "has a line of 100,002 bytes, and the limit is 10,000" in refusal(lambda: read(path))
    path.write_bytes(b"a,b\n1," + b"x" * 200_000 + b"\n")
    assert "line 2" in refusal(lambda: read(path))


def test_one_long_label_is_not_made_as_wide_for_every_row(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n1," + b"x" * 100_000 + b"\n" + b"1,y\n" * 20_000)
    assert "has 100,000 characters" in refusal(lambda: read(path), most=20 << 20)


def test_many_columns_of_one_name_are_found_at_once(tmp_path: Path) -> None:
    """Comparing every name with all before it takes hours for so many."""
    path = tmp_path / "t.csv"
    names = ",".join(f"c{j}" for j in range(50_000))
    path.write_text(f"{names},c0\n")
    for reader in (read, read_frame):
        assert "more than once" in refusal(lambda reader=reader: reader(path), most=200 << 20)


@pytest.mark.parametrize("number", ["1e999999999", "1e-99999", "1" * 5000, f"{'1' * 2000}e2500"])
def test_decimals_of_a_program_have_a_length(tmp_path: Path, number: str) -> None:
    path = tmp_path / "m.mps"
    path.write_text(f"ROWS\n N cost\n G r\nCOLUMNS\n x r {number}\nRHS\n RHS r 3\nENDATA\n")
    assert "line 5" in refusal(lambda: read_mps(path))


def test_reading_ends_with_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second at every look."""
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(CSV + b"5,6,x\n" * 20_000))
    seconds = iter(range(1_000_000))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    with deadline(1000.0):
        read(path)
    for reader in (read, read_frame):
        with deadline(3.0), pytest.raises(OverBudget, match=r"reading .* was not done within max_seconds = 3"):
            reader(path)


def test_limits_have_names_and_sizes() -> None:
    for changes, told in (
        ({"memmory": 1}, "there is no limit 'memmory'"),
        ({"memory": "much"}, "a size such as 32GB"),
        ({"digits": -1}, "a number from 0"),
        ({"digits": True}, "a number from 0"),
    ):
        with pytest.raises(InputError, match=told), gordan.limits(**changes):
            pass
    with gordan.limits(memory="1.5GB"), gordan.limits(digits=10) as both:
        assert (both.memory, both.digits, both.ratio) == (3 << 29, 10, 0)


@pytest.mark.parametrize("form", ["parquet", "csv.gz"])
def test_rows_that_take_no_room_in_the_file(tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a megabyte of Parquet had sixty million rows, and 2.4 GB were kept of them."""
    from gordan.problem.batches import survey

    path = tmp_path / f"rows.{form}"
    if form == "parquet":
        pyarrow = pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
        from pyarrow import parquet

        table = pyarrow.table({"a": np.zeros(400_000), "label": np.arange(400_000) % 2})
        parquet.write_table(table, path, compression="zstd")
    else:
        path.write_bytes(gzip.compress(b"a,label\n" + b"0,0\n0,1\n" * 200_000))
    problem = gordan.Points.from_batches(gordan.scan(path))
    assert problem.n == 400_000
    monkeypatch.setattr(survey, "_LEAST", 0)
    with gordan.limits(memory="1MB"), pytest.raises(OverLimit, match=r"bytes are kept.*gordan.limits\(memory="):
        gordan.scan(path)
    with gordan.limits(memory="1MB", ratio=10_000):
        assert gordan.scan(path).shape == (400_000, 1)


def test_a_batch_of_wide_rows_is_short(tmp_path: Path) -> None:
    """The rows of a batch are made dense: 4,096 of them would take forty megabytes here."""
    pyarrow = pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    from pyarrow import parquet

    from gordan.problem.batches import open_source

    path = tmp_path / "wide.parquet"
    parquet.write_table(pyarrow.table({f"c{j}": np.zeros(3000) for j in range(1200)}), path)
    assert [len(values) for values, _, _ in open_source(path).read()] == [3000]
    with gordan.limits(memory="4MB"):
        assert {len(values) for values, _, _ in open_source(path).read()} <= {(1 << 24) // (8 * 1200), 3000 % 1747}
