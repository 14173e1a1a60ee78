"""Points that are read in batches: every source gives the same question, and what differs between passes is refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array

import gordan
from gordan import InputError, Points
from gordan.engine.oracle.build import build
from gordan.problem.batches.read_ahead import fingerprint

RNG = np.random.default_rng(0)
X = RNG.standard_normal((50, 3)).round(3)
Y = np.where(X[:, 0] > 0, "yes", "no")
NAMES = ("a", "b", "c")
LONG = RNG.standard_normal((2000, 60))  # class means near the origin, beside the lengths
SIDES = LONG[:, 0] > 0


def in_batches(X: Any, y: Any, size: int = 7) -> Callable[[], Iterator[tuple[Any, Any]]]:
    def batches() -> Iterator[tuple[Any, Any]]:
        for start in range(0, len(X), size):
            yield X[start : start + size], y[start : start + size]

    return batches


def parquet(folder: Path) -> Any:
    pa = pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    import pyarrow.parquet as pq

    table = pa.table({**{name: X[:, k] for k, name in enumerate(NAMES)}, "kind": list(Y)})
    pq.write_table(table.slice(0, 20), folder / "part-0.parquet", row_group_size=6)
    pq.write_table(table.slice(20), folder / "part-1.parquet")
    return table


def zarr_array(folder: Path) -> str:
    zarr = pytest.importorskip("zarr", reason="reading Zarr needs zarr")
    store = zarr.create_array(str(folder / "x.zarr"), shape=X.shape, chunks=(8, 2), dtype="f8")
    store[:] = X
    return str(folder / "x.zarr")


def frames(kind: Any) -> Callable[[], Iterator[Any]]:
    def batches() -> Iterator[Any]:
        for start in range(0, 50, 20):
            part = slice(start, start + 20)
            yield kind({"kind": Y[part], **{name: X[part, k] for k, name in enumerate(NAMES)}})

    return batches


def sources(folder: Path) -> Iterator[tuple[str, Points]]:
    """The same question, asked in every way."""
    np.save(folder / "x.npy", X)
    np.save(folder / "y.npy", Y)
    np.save(folder / "f.npy", np.asfortranarray(X))
    coded = np.column_stack([X, Y == "yes"])
    np.save(folder / "with_label.npy", coded)
    yield "pairs", Points.from_batches(in_batches(X, Y))
    yield "one row each", Points.from_batches(in_batches(X, Y, 1))
    yield "array", Points.from_batches(X, Y)
    yield "memmap", Points.from_batches(np.load(folder / "x.npy", mmap_mode="r"), Y)
    yield "npy", Points.from_batches(folder / "x.npy", folder / "y.npy")
    yield "npy by columns", Points.from_batches(folder / "f.npy", Y)
    yield "npy with labels", Points.from_batches(folder / "with_label.npy", label=4)
    yield "pandas", Points.from_batches(frames(pd.DataFrame), label="kind")
    yield "polars", Points.from_batches(frames(pl.DataFrame), label="kind")


def test_every_source_is_the_same_question(tmp_path: Path) -> None:
    expected = Points(X, Y)
    for name, problem in sources(tmp_path):
        assert problem.digest() == expected.digest(), name
        assert (problem.n, problem.m, list(problem.signs)) == (50, 3, list(expected.signs)), name
        outcome = gordan.solve(problem)
        assert outcome.kind == "separable", name
        own = expected if problem.classes == expected.classes else Points(X, Y == "yes")
        assert gordan.verify(own, replace(outcome, claim=replace(outcome.claim, classes=own.classes))).holds, name
        for rows in ([3], [49, 0, 7, 7], list(range(50)), [10, 11, 12]):
            assert np.array_equal(problem.rows(rows), X[rows]), name
        assert problem.exact_rows([5, 2]) == expected.exact_rows([5, 2]), name


def test_arrow(tmp_path: Path) -> None:
    table = parquet(tmp_path)
    from pyarrow import dataset

    expected = Points(X, Y)
    makers: dict[str, Any] = {
        "folder": str(tmp_path),
        "file twice": dataset.dataset([tmp_path / "part-0.parquet", tmp_path / "part-1.parquet"]),
        "table": table,
        "polars": pl.from_arrow(table),
        "function": lambda: table.to_batches(max_chunksize=9),
    }
    for name, given in makers.items():
        problem = Points.from_batches(given, label="kind")
        assert problem.digest() == expected.digest(), name
        assert problem.names == NAMES, name
        assert gordan.verify(expected, gordan.solve(problem)).holds, name
    with pytest.raises(InputError, match=r"RecordBatchReader can be read once only.*function"):
        Points.from_batches(table.to_reader(), label="kind")
    with pytest.raises(InputError, match="no column 'nothing' for the labels"):
        Points.from_batches(table, label="nothing")
    missing = table.set_column(0, "a", [[None, *X[1:, 0]]])
    with pytest.raises(InputError, match=r"pass 1, batch 1: column 'a' has 1 missing value"):
        Points.from_batches(missing, label="kind")


def test_zarr(tmp_path: Path) -> None:
    problem = Points.from_batches(zarr_array(tmp_path), Y)
    assert problem.digest() == Points(X, Y).digest()
    assert gordan.verify(Points(X, Y), gordan.solve(problem)).holds


class Chunked:
    """What an array of Zarr's has, without the package; it counts the chunks that are unpacked."""

    store, fill_value, ndim = None, 0.0, 2

    def __init__(self, values: Any, chunks: tuple[int, int], lost: int = 0) -> None:
        self._values, self.chunks, self.shape, self.dtype, self.unpacked = values, chunks, values.shape, values.dtype, 0
        self.nchunks = -(-len(values) // chunks[0]) * -(-values.shape[1] // chunks[1])
        self.nchunks_initialized = self.nchunks - lost

    def __getitem__(self, rows: slice) -> Any:
        first, last = rows.start // self.chunks[0], -(-min(rows.stop, len(self._values)) // self.chunks[0])
        self.unpacked += last - first
        return self._values[rows]


@pytest.mark.parametrize("chunks", [(8, 2), (30, 3), (50, 1), (7, 3)])
def test_a_pass_unpacks_each_chunk_once(chunks: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.problem.batches.source._BATCH", 20 * X[0].nbytes)
    array = Chunked(X, chunks)
    assert Points.from_batches(array, Y).digest() == Points(X, Y).digest()
    array.unpacked = 0
    for _ in Points.from_batches(array, Y).X.read():
        pass
    assert array.unpacked == 2 * -(-len(X) // chunks[0])  # the survey is a pass too


def test_a_lost_chunk_is_not_read_as_zeros() -> None:
    with pytest.raises(InputError, match=r"the Zarr array has 13 of its 14 chunks, and the others would be read as 0"):
        Points.from_batches(Chunked(X, (8, 2), lost=1), Y)
    with pytest.raises(InputError, match=r"y has 6 of its 7 chunks, and the others would be read as 0"):
        Points.from_batches(X, Chunked(np.ones((50, 1)), (8, 1), lost=1))


def test_labels_that_cannot_be_unpacked_are_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match=r"y cannot be read \(AttributeError: .*; mend or replace it"):
        Points.from_batches(X, Chunked(np.ones((50, 1)), (8, 1)))  # which unpacks no more than slices


def test_zarr_labels_groups_and_damage(tmp_path: Path) -> None:
    x = zarr_array(tmp_path)
    zarr = pytest.importorskip("zarr", reason="reading Zarr needs zarr")
    labels = zarr.create_array(str(tmp_path / "y.zarr"), shape=len(Y), chunks=(9,), dtype="i8")
    labels[:] = Y == "yes"
    expected = Points(X, (Y == "yes").astype(int)).digest()
    for y in (tmp_path / "y.zarr", labels):
        assert Points.from_batches(x, y).digest() == expected
        assert Points.from_batches(zarr.open_array(x, mode="r"), y).digest() == expected
    group = zarr.open_group(str(tmp_path / "all.zarr"), mode="w")
    group.create_array("x", data=X)
    assert Points.from_batches(tmp_path / "all.zarr" / "x", tmp_path / "y.zarr").digest() == expected
    with pytest.raises(InputError, match="is a Zarr group, of several arrays"):
        Points.from_batches(tmp_path / "all.zarr", Y)
    (chunk := Path(x) / "c" / "3" / "0").write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"x.zarr, pass 1, batch 1: it cannot be read"):
        Points.from_batches(x, Y)
    chunk.unlink()
    with pytest.raises(InputError, match=r"x.zarr has 13 of its 14 chunks"):
        Points.from_batches(x, Y)
    (chunk := tmp_path / "y.zarr" / "c" / "0").write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"y.zarr cannot be read"):
        Points.from_batches(X, tmp_path / "y.zarr")
    chunk.unlink()
    with pytest.raises(InputError, match=r"y.zarr has \d+ of its \d+ chunks"):
        Points.from_batches(X, tmp_path / "y.zarr")


def test_single_precision_stays(tmp_path: Path) -> None:
    narrow = X.astype(np.float32)
    np.save(tmp_path / "x.npy", narrow)
    problem = Points.from_batches(tmp_path / "x.npy", Y)
    assert problem.X.dtype == np.float32
    outcome = gordan.solve(problem)
    assert gordan.verify(Points(narrow, Y), outcome).holds
    mixed = Points.from_batches(lambda: iter([(narrow[:9], Y[:9]), (X[9:], Y[9:])]))
    assert mixed.X.dtype == np.float64


def test_empty_partitions_and_first_rows() -> None:
    def batches() -> Iterator[tuple[Any, Any]]:
        yield X[:0], Y[:0]
        yield X[:20], Y[:20]
        yield X[:0], Y[:0]
        yield X[20:], Y[20:]

    assert Points.from_batches(batches).digest() == Points(X, Y).digest()
    assert Points.from_batches(batches, rows=30).digest() == Points(X[:30], Y[:30]).digest()


def test_few_passes_and_no_row_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    wide = rng.standard_normal((3000, 8))
    y = wide @ rng.standard_normal(8) > 0
    problem = Points.from_batches(in_batches(wide, y, 500))
    outcome = gordan.solve(problem)
    inside = gordan.separate(wide, y)
    assert outcome.bracket.lower == pytest.approx(inside.bracket.lower, rel=2e-6)
    assert problem.X.passes <= 16
    assert problem.X.kept.bytes < wide.nbytes


def test_what_is_known_is_not_read_again() -> None:
    """Lengths come from the first pass, and a multiple of a direction is priced from the pass under that direction."""
    problem = Points.from_batches(in_batches(LONG, SIDES, 300))
    oracle = build(problem.canonical())
    assert problem.X.passes == 1
    w = np.random.default_rng(1).standard_normal(60)
    lowest = oracle.worst(w, 4)
    again = oracle.worst(w / 3.0, 2)
    assert problem.X.passes == 2
    assert [[atom.key for atom in block] for block in again] == [[atom.key for atom in b[:2]] for b in lowest]
    for block, first in zip(again, lowest, strict=True):
        for atom, before in zip(block, first, strict=False):
            assert atom.margin == pytest.approx(before.margin / 3.0, rel=1e-15)
            assert np.array_equal(atom.column, before.column)
    # Another direction, and more points of the same, are looked for anew.
    oracle.worst(np.nextafter(w, np.inf) + 1e-9, 2)
    oracle.worst(w, 5)
    assert problem.X.passes == 4


@pytest.mark.parametrize("shift", [0.0, 100.0])
def test_lengths_are_bounded_from_above(shift: float) -> None:
    """Means far from the origin would make the bound a poor one: then the rows are read for their distances."""
    far = LONG + shift
    reach = Points(far, SIDES).canonical().reach
    problem = Points.from_batches(in_batches(far, SIDES, 300))
    assert (1 - 1e-12) * reach <= problem.canonical().reach <= 1.5 * reach
    assert problem.X.passes == (1 if shift == 0.0 else 2)


def test_proof_of_inseparable_rows_takes_few_passes() -> None:
    rng = np.random.default_rng(4)
    wide, y = rng.standard_normal((3000, 8)), rng.integers(0, 2, 3000)
    problem = Points.from_batches(in_batches(wide, y, 500))
    outcome = gordan.solve(problem)
    assert outcome.kind == "inseparable"
    assert outcome.bracket.lower > -np.inf
    assert problem.X.passes <= 6


def changing(change: Callable[[int, int], tuple[Any, Any]]) -> Callable[[], Iterator[tuple[Any, Any]]]:
    """Batches of ten rows; `change` says which rows and labels a pass, counted from 1, has in a batch."""
    calls = iter(range(1, 100))

    def batches() -> Iterator[tuple[Any, Any]]:
        number = next(calls)
        for k in range(5):
            yield change(number, k)

    return batches


def part(k: int) -> tuple[Any, Any]:
    return X[10 * k : 10 * k + 10], Y[10 * k : 10 * k + 10]


def one_more(number: int, k: int) -> tuple[Any, Any]:
    rows, y = part(k)
    return (rows + (number == 2) * (k == 3), y)


def another_width(number: int, k: int) -> tuple[Any, Any]:
    rows, y = part(k)
    return (rows[:, :2] if (number, k) == (2, 1) else rows), y


def swapped(number: int, k: int) -> tuple[Any, Any]:
    rows, y = part(k)
    return (rows[::-1] if (number, k) == (2, 4) else rows), y


def shorter(number: int, k: int) -> tuple[Any, Any]:
    rows, y = part(k)
    return (rows[:9], y[:9]) if (number, k) == (2, 4) else (rows, y)


def frame(k: int, name: str, label: str = "y", kind: type = float) -> Any:
    rows, y = part(k)
    return pd.DataFrame({name: rows[:, 0].astype(kind), label: y})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (one_more, "pass 2, batch 4: other numbers than in the first pass"),
        (another_width, "pass 2, batch 2: it has 2 columns, and the first batch 3"),
        (swapped, "pass 2, batch 5: other numbers"),
        (shorter, "pass 2, batch 5: other numbers"),
        (lambda p, k: (X[:3], Y[:2]), "pass 1, batch 1: 3 rows have 2 labels"),
        (lambda p, k: (X[:3] * np.inf, Y[:3]), "pass 1, batch 1: X.0, 0. is -?inf"),
        (lambda p, k: (X[:3], [f"{k}"] * 3), "pass 1, batch 3: labels have more than two classes"),
        (lambda p, k: (X[:3], [k] * 3 if k else ["a"] * 3), "pass 1, batch 2: labels mix types"),
        (lambda p, k: (X[:3], np.array([0.0, np.nan, 1.0])), "pass 1, batch 1: the label of row 1 is missing"),
        (lambda p, k: 7, "pass 1, batch 1: a batch is a int; give a pair"),
        (lambda p, k: (csr_array(X[:3]), Y[:3]), r"pass 1, batch 1: its rows are a sparse matrix .*give rows.toarray"),
        (lambda p, k: csr_array(X[:3]), r"pass 1, batch 1: its rows are a sparse matrix"),
        (lambda p, k: frame(k, "a" if k < 2 else "b"), "pass 1, batch 3: its columns have other names"),
        (lambda p, k: frame(k, "a", kind=float if k < 1 else str), "pass 1, batch 2: column 'a' holds String"),
        (lambda p, k: 1 / 0, r"pass 1, batch 1: it cannot be read \(ZeroDivisionError"),
        (lambda p, k: (X[0], Y[:1]), "pass 1, batch 1: it has shape"),
    ],
)
def test_batches_that_differ_are_refused(change: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        gordan.solve(Points.from_batches(changing(change)))


@pytest.mark.parametrize("columns", [1, 3, 509, 1018])
def test_rows_that_change_places_are_noticed(columns: int) -> None:
    """However wide they are: rows may be as long as the lanes that are added up, or come back to the same lanes."""
    rows = RNG.standard_normal((1200, columns))
    for other in (1, 509, 1018):
        moved = rows.copy()
        moved[[0, other]] = rows[[other, 0]]
        assert fingerprint(moved) != fingerprint(rows)


def test_what_can_be_read_once_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a generator can be read once only.*give a function"):
        Points.from_batches(in_batches(X, Y)())
    same = in_batches(X, Y)()
    with pytest.raises(InputError, match=r"pass 2, batch 1: the data end after 0 rows.*function that returns a new"):
        gordan.solve(Points.from_batches(lambda: same))
    with pytest.raises(InputError, match=r"there are no rows in the batches"):
        Points.from_batches(lambda: iter([]))
    with pytest.raises(InputError, match=r"batches are a float; give an array"):
        Points.from_batches(1.0)
    with pytest.raises(InputError, match=r"batches are a LazyFrame, .*collect\(\) it"):
        Points.from_batches(pl.DataFrame({"a": [1.0]}).lazy(), label="a")
    with pytest.raises(InputError, match=r"no labels in the batches; give y"):
        Points.from_batches(lambda: iter([X]))
    with pytest.raises(InputError, match=r"needs all points in memory"):
        Points(Points.from_batches(in_batches(X, Y)).X, None, kernel="rbf")
    with pytest.raises(InputError, match=r"no .npy, Parquet, Arrow or Zarr file"):
        Points.from_batches("points.xls")
    with pytest.raises(InputError, match=r"there is no file 'none.npy'; check the path"):
        Points.from_batches("none.npy", Y)
    table = np.column_stack([X, Y == "yes"])
    np.save(tmp_path / "xy.npy", table)
    for given in (tmp_path / "xy.npy", table):
        with pytest.raises(InputError, match=r"nothing says what the labels .* are; give y .* \(the last is 4\)"):
            Points.from_batches(given)
        assert Points.from_batches(given, label=4).m == 3
    with pytest.raises(InputError, match=r"batch 2: there is no column 'y' for the labels"):
        Points.from_batches(lambda: iter([frame(0, "a"), frame(1, "a", "z")]), label="y")


def test_a_file_that_is_cut_short_or_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "x.npy"
    np.save(path, X)
    problem = Points.from_batches(path, Y)
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    with pytest.raises(InputError, match=r"x.npy, pass 2, batch 1: the file ends in the middle"):
        gordan.solve(problem)
    path.write_bytes(whole[:-8] + bytes(8))
    with pytest.raises(InputError, match=r"x.npy, pass 3, batch 1: other numbers"):
        gordan.solve(problem)
    path.write_bytes(whole)
    assert gordan.solve(problem).kind == "separable"
    path.write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"no readable .npy file"):
        Points.from_batches(path, Y)


def test_rows_are_read_anew_after_a_pass_that_was_broken_off() -> None:
    broken = [False]

    def batches() -> Iterator[Any]:
        for k in range(4):
            if broken[0] and k == 3:
                broken[0] = False
                raise OSError("gone")
            yield X[5 * k : 5 * k + 5], Y[5 * k : 5 * k + 5]

    matrix = Points.from_batches(batches).X
    broken[0] = True
    with pytest.raises(InputError, match="pass 2, batch 4"):
        matrix[[0, 16]]
    assert np.array_equal(matrix[[11, 16]], X[[11, 16]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_threads_multiply_the_same(dtype: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit, with the caller's way with overflows, and with the batch named that cannot be read."""
    rows, w = RNG.standard_normal((5000, 3)).astype(dtype), np.array([1.0, -2.0, 1e308])
    y = rows[:, 0] > 0
    problem = Points.from_batches(in_batches(rows, y, 499))
    with np.errstate(over="ignore"):
        alone = problem.X @ w
        monkeypatch.setattr("os.cpu_count", lambda: 3)
        monkeypatch.setattr("gordan.problem.batches.matrix._LARGE", 0)
        assert np.array_equal(problem.X @ w, alone)
    assert np.isinf(alone).any()
    solved = gordan.solve(problem)
    assert solved.kind == "separable"
    assert gordan.verify(problem, solved).holds
    rows[4000] += 1
    with pytest.raises(InputError, match="batch 9: other numbers than in the first pass"):
        problem.X @ np.ones(3)


def test_labels_that_change_or_are_missing_are_refused() -> None:
    passes = iter(range(1, 100))

    def other_labels() -> Iterator[tuple[Any, Any]]:
        number = next(passes)
        for start in (0, 25):
            y = Y[start : start + 25]
            yield X[start : start + 25], np.where(y == "yes", "no", "yes") if number > 1 and start else y

    with pytest.raises(InputError, match=r"pass 2, batch 2: other labels than in the first pass"):
        gordan.solve(Points.from_batches(other_labels))
    for second in ((X[25:], None), X[25:]):
        with pytest.raises(InputError, match=r"pass 1, batch 2: it has no labels, and the batches before it have some"):
            Points.from_batches([(X[:25], Y[:25]), second])
    with pytest.raises(InputError, match=r"pass 1, batch 2: it has labels, and the batches before it have none"):
        Points.from_batches([X[:25], (X[25:], Y[25:])])


def test_masked_entries_are_refused() -> None:
    """The numbers below a mask are no numbers of the data."""
    masked = np.ma.masked_greater(X, 2.0)
    for given in (lambda: Points.from_batches(masked, Y), lambda: Points.from_batches([(masked, Y)])):
        with pytest.raises(InputError, match="X has masked entries"):
            given()
    hidden = np.ma.array(X[:, 0] > 0, mask=X[:, 1] > 1)
    for given in (lambda: Points.from_batches(X, hidden), lambda: Points.from_batches([(X, hidden)])):
        with pytest.raises(InputError, match="y has masked entries"):
            given()
    assert Points.from_batches([(np.ma.array(X), Y)]).digest() == Points(X, Y).digest()


def test_files_of_labels_are_refused_in_a_sentence(tmp_path: Path) -> None:
    path, labels = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(path, X)
    with pytest.raises(InputError, match=r"there is no file .*y\.npy' for the labels"):
        Points.from_batches(path, labels)
    labels.write_bytes(b"abc")
    with pytest.raises(InputError, match=r"y\.npy is no readable \.npy file of labels"):
        Points.from_batches(path, labels)
    np.save(labels, np.c_[Y, Y])
    with pytest.raises(InputError, match=r"y has shape \(50, 2\); give one label for each row"):
        Points.from_batches(path, labels)
    with open(labels, "wb") as file:
        np.savez(file, y=Y)
    with pytest.raises(InputError, match="holds several arrays"):
        Points.from_batches(path, labels)
    with pytest.raises(InputError, match="the label column True was asked for"):
        Points.from_batches(path, label=True)


@pytest.mark.parametrize("rows", [0, -1, 1.5, True])
def test_numbers_of_rows_that_are_none(rows: Any) -> None:
    with pytest.raises(InputError, match=r"rows is .*; give how many of the first rows count"):
        Points.from_batches(X, Y, rows=rows)


def test_files_of_other_widths_are_not_rounded(tmp_path: Path) -> None:
    """Arrow casts all files to the types of the first: singles there would round the doubles of the others."""
    pa = pytest.importorskip("pyarrow", reason="reading Parquet needs pyarrow")
    import pyarrow.dataset
    import pyarrow.parquet as pq

    narrow = X[:20].astype(np.float32)
    whole = np.concatenate([narrow.astype(np.float64), X[20:]])
    columns = {name: narrow[:, k] for k, name in enumerate(NAMES)}
    pq.write_table(pa.table({**columns, "kind": list(Y[:20])}), tmp_path / "a.parquet")
    pq.write_table(parquet_table(pa, X[20:], Y[20:]), tmp_path / "b.parquet")
    for given in (tmp_path, pyarrow.dataset.dataset(tmp_path)):
        problem = Points.from_batches(given, label="kind")
        assert problem.X.dtype == np.float64
        assert np.array_equal(problem.rows(range(50)), whole)
    pq.write_table(parquet_table(pa, np.arange(60).reshape(20, 3), Y[:20]), tmp_path / "a.parquet")
    problem = Points.from_batches(tmp_path, label="kind")
    assert np.array_equal(problem.rows(range(20)), np.arange(60.0).reshape(20, 3))
    pq.write_table(parquet_table(pa, X[:20].astype(str), Y[:20]), tmp_path / "a.parquet")
    with pytest.raises(InputError, match=r"column 'a' holds double in .*b\.parquet and string in .*a\.parquet"):
        Points.from_batches(tmp_path, label="kind")


def parquet_table(pa: Any, rows: Any, y: Any) -> Any:
    return pa.table({**{name: rows[:, k] for k, name in enumerate(NAMES)}, "kind": list(y)})


def test_hidden_files_are_left_alone(tmp_path: Path) -> None:
    parquet(tmp_path)
    before = Points.from_batches(tmp_path, label="kind").digest()
    for name in (".part.parquet", "_part.parquet", "_temporary/0.parquet", ".cache/0.parquet"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"not finished")
    assert Points.from_batches(tmp_path, label="kind").digest() == before


@pytest.mark.parametrize("k", [1, 7, 40])
def test_pools_keep_the_lowest_of_all(k: int) -> None:
    """Whatever waits to be sorted in, and in whichever order the pieces come; equal margins go by their numbers."""
    from gordan.engine.oracle.blocks import Pool

    margins = RNG.integers(0, 60, 1000).astype(float)
    pool = Pool(k, 0.0)
    for start in range(0, 1000, 13):
        rows = pool.offered(margins[start : start + 13], None)
        pool.add(rows + start, margins[start + rows], margins[start + rows, None])
    pool.settle()
    lowest = np.lexsort((np.arange(1000), margins))[:k]
    assert pool.keys.tolist() == lowest.tolist()
    assert pool.values.ravel().tolist() == margins[lowest].tolist()


def test_a_file_whose_times_were_set_back_is_read_anew(tmp_path: Path) -> None:
    """Single rows are read without a pass only as long as nothing of the file has changed."""
    table = np.array([[1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [3.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    path = tmp_path / "rows.npy"
    np.save(path, table)
    problem = Points.from_batches(path, label=3)
    before = os.stat(path)
    assert problem.X[[2]].tolist() == [[3.0, 1.0]]
    table[0] += 7.0
    with open(path, "r+b") as file:
        np.save(file, table)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert os.stat(path).st_mtime_ns == before.st_mtime_ns
    with pytest.raises(InputError, match="other numbers than in the first pass"):
        problem.X[[0]]
