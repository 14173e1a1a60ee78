"""Points in the blocks of a Dask collection: every block is computed with where it is, and little travels.

The blocks of a `dask.array` or `dask.dataframe` are prepared once (a table of doubles or singles, and codes of one byte
for the labels) and, where there is a `distributed.Client`, kept by its workers, those of one worker in one bundle or a
few; Dask makes a bundle anew that was lost with its worker. A pass is one task for each bundle, made afresh, so that no
graph grows. To the workers travel directions and, for a product with weights, the weights of a block; from them
scalars, vectors of m numbers, and the k lowest rows of each bundle: their margins alone where that would be many bytes,
and then the rows that are lowest of all. Every task compares its blocks with what the first pass found in them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from os import getpid
from pickle import UnpicklingError
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.errors import GordanError, InputError
from gordan.problem.batches.frame import Batch, arrow_dataset, dataset_files
from gordan.problem.batches.kept import Kept
from gordan.problem.batches.matrix import Batches, Piece
from gordan.problem.batches.on_worker import (
    Changed,
    call_by_row,
    call_checked,
    first_look,
    one_by_one,
    prepare,
    prints_of,
    read_groups,
    split,
    take_rows,
    times,
    together,
    values_of,
    weigh,
)
from gordan.problem.batches.read_ahead import fingerprint
from gordan.problem.batches.scheduler import await_results, current_client, share_blocks
from gordan.problem.batches.source import is_collection
from gordan.problem.batches.survey import Survey, batch_error

__all__ = ["ClusterBatches", "ParquetBlocks", "open_parquet"]

_BUNDLE = 1 << 31  # bytes of blocks that are kept together: what one worker must find room for where another is lost
_BLOCK = 1 << 25  # bytes of Parquet, unpacked, that are read together: small enough to share them out evenly
_SENT = 1 << 23  # bytes of rows that all bundles send in a pass beside their margins

_CHANGED = "other numbers than in the first pass; give a collection that is computed alike every time"


def open_parquet(path: str) -> Any:
    """The Parquet files at a place as a collection; an address that workers reach is for Dask's own reader."""
    if "://" not in path:
        return ParquetBlocks(path)
    from dask import dataframe

    return dataframe.read_parquet(path)


class ParquetBlocks:
    """The Parquet files at a place as a collection: its blocks are groups of rows, which the workers read themselves.

    Files have the order, and columns the types, that they have where the files are read here: so that a certificate of
    the one way is one of the other.
    """

    def __init__(self, path: str) -> None:
        self._dataset = arrow_dataset(path)
        self.columns, self.files = list(self._dataset.schema.names), dataset_files(self._dataset)

    def to_delayed(self) -> list[Any]:
        """A task for each block."""
        parts = [part for fragment in self._dataset.get_fragments() for part in _groups_of(fragment)]
        return [_task(read_groups, part, self._dataset.schema) for part in parts]


def _groups_of(fragment: Any) -> list[Any]:
    """A file in parts of some groups of rows, each of them not much larger than a block should be."""
    chosen: list[list[int]] = [[]]
    size = 0
    for group in fragment.row_groups:
        if chosen[-1] and size + group.total_byte_size > _BLOCK:
            chosen.append([])
            size = 0
        chosen[-1].append(group.id)
        size += group.total_byte_size
    return [fragment.subset(row_group_ids=ids) for ids in chosen]


class ClusterBatches(Batches):
    """The rows of a Dask collection."""

    def __init__(self, given: Any, y: Any = None, *, label: str | None = None) -> None:
        self._client = current_client()
        self._loaded = _loaded(given, y, label)
        source = _Blocks()
        looks = self._computed([_task(first_look, block) for block in self._loaded], 1)
        known = _combined(source, looks)
        self._starts = np.concatenate([[0], np.cumsum([one["rows"] for one in looks])]).astype(np.int64)
        super().__init__(source, of=_Known(known))  # type: ignore[arg-type]
        positive = sorted(known.labels)[-1] if known.labels else None  # type: ignore[type-var]
        prepared = [_task(prepare, block, positive, known.dtype.str) for block in self._loaded]
        self._bundles = self._bundled(prepared, [one["rows"] for one in looks])
        if len({one["narrow"] for one in looks if one["rows"]}) > 1:
            # Some blocks are widened, and have another fingerprint then.
            prints = self._computed([(bundle, prints_of) for bundle in self._bundles], 1)
            for bundle, own in zip(self._bundles, prints, strict=True):
                for k, print_ in zip(bundle.numbers, own, strict=True):
                    known.prints[k] = print_
        self.moved = 0  # bytes that have come from the blocks so far

    def _bundled(self, prepared: list[Any], rows: list[int]) -> list[_Bundle]:
        """The blocks that a worker has together, so that a pass is one task for it; without workers one by one."""
        if self._client is None:
            return [_Bundle([k], _task(together, block), {}) for k, block in enumerate(prepared)]
        futures = self._client.compute(prepared)
        self._awaited(futures, 1)
        row, room = self.shape[1] * self.dtype.itemsize, dict[str, int]()
        groups: dict[tuple[str, int], list[int]] = {}
        for k, home in enumerate(share_blocks(self._client, futures, rows)):
            room[home] = room.get(home, 0) + rows[k] * row
            groups.setdefault((home, room[home] // _BUNDLE), []).append(k)
        bundles = []
        for (home, _), numbers in groups.items():
            own, there = [futures[k] for k in numbers], {"workers": [home], "allow_other_workers": True} if home else {}
            bundles.append(_Bundle(numbers, self._client.submit(together, *own, pure=False, **there), there))
        # The blocks themselves are let go of once they are in bundles: Dask would count them twice.
        self._awaited([bundle.blocks for bundle in bundles], 1)
        return bundles

    def _awaited(self, futures: list[Any], number: int) -> None:
        self._guarded(lambda: await_results(self._client, futures), number)

    def _computed(self, tasks: list[Any], number: int) -> list[Any]:
        """The results of tasks: delayed ones, or a bundle, a function of its blocks, and further arguments."""

        def results() -> list[Any]:
            import dask

            if self._client is None:
                called = [_task(t[1], t[0].blocks, *t[2:]) if isinstance(t, tuple) else t for t in tasks]
                return list(dask.compute(*called, scheduler="threads"))
            if not any(isinstance(task, tuple) for task in tasks):
                futures = self._client.compute(tasks)
            else:
                # Where its blocks are: the scheduler alone may move them to the other end of a fast connection.
                futures = [self._client.submit(t[1], t[0].blocks, *t[2:], pure=False, **t[0].there) for t in tasks]
            return await_results(self._client, futures, gather=True)

        computed: list[Any] = self._guarded(results, number)
        return computed

    def _guarded(self, work: Callable[[], Any], number: int) -> Any:
        try:
            return work()
        except GordanError:
            raise
        except Exception as error:  # of whatever kind a worker, the scheduler or the user's own graph has
            if self._client is not None and _is_lost(error, self._client):
                raise InputError(
                    f"the Dask collection, pass {number}: the connection to the scheduler is lost; see that it runs, "
                    "and ask again, with a checkpoint to go on from"
                ) from error
            words = f"the blocks cannot be computed ({type(error).__name__}: {' '.join(str(error).split())})"
            # What one of them cannot read, Dask raises again with the reason as the cause.
            causes = error, error.__cause__
            if any(isinstance(each, ImportError | AttributeError | UnpicklingError) for each in causes):
                words += "; the scheduler and all workers need the same versions of gordan and its packages as here"
            raise InputError(f"the Dask collection, pass {number}: {words}") from error

    def on_bundles(
        self, function: Callable[..., Any], each: Mapping[int, tuple[Any, ...]], *common: Any, whole: bool = True
    ) -> list[Any]:
        """The function on the blocks of every bundle that `each` names, each with arguments of its own: one pass.

        It is called with a list of (values, signs, *arguments) and with what is `common` to all. With `whole=False`
        it looks at single rows, which is no pass.
        """
        self.surveyed.passes += whole
        # Without workers the blocks are made anew for every pass, and have a fingerprint of this one.
        tasks, process = [], -1 if self._client is None else getpid()
        for bundle in self._bundles:
            own = [(place, k) for place, k in enumerate(bundle.numbers) if k in each]
            if own:
                asked = [(place, k, self.surveyed.prints[k], each[k]) for place, k in own]
                tasks.append((bundle, call_checked, asked, function, common, process))
        results = self._computed(tasks, self.surveyed.passes)
        for result in results:
            if isinstance(result, Changed):
                raise batch_error(self.source, self.surveyed.passes, result.number, _CHANGED)
        self.moved += sum(_size(result) for result in results)
        return results

    def on_blocks(
        self, function: Callable[..., Any], each: list[tuple[Any, ...]], which: list[int] | None = None
    ) -> list[Any]:
        """The function on every block (rows, codes), with arguments of its own: one pass; or on some, which is none."""
        chosen = list(range(len(each))) if which is None else which
        numbered = {k: (k, function, *arguments) for k, arguments in zip(chosen, each, strict=True)}
        results = dict(pair for own in self.on_bundles(one_by_one, numbered, whole=which is None) for pair in own)
        return [results[k] for k in chosen]

    def worth_sending(self, rows: int) -> bool:
        """Whether so many rows of every bundle come with their margins: few enough, or computed in this process."""
        size = rows * self.shape[1] * self.dtype.itemsize * len(self._bundles)
        return self._client is None or size <= _SENT

    def parts(self) -> list[slice]:
        """The rows of every block."""
        pairs = zip(self._starts[:-1].tolist(), self._starts[1:].tolist(), strict=True)
        return [slice(first, last) for first, last in pairs]

    def read(self) -> Iterator[Piece]:
        """All rows, one block after the other brought here: for who needs every number, as the hash does."""
        self.surveyed.passes += 1
        for k, rows in enumerate(self.parts()):
            bundle = next(bundle for bundle in self._bundles if k in bundle.numbers)
            values = self._computed([(bundle, values_of, bundle.numbers.index(k))], self.surveyed.passes)[0]
            if fingerprint(values) != self.surveyed.prints[k]:
                raise batch_error(self.source, self.surveyed.passes, k, _CHANGED)
            self.moved += values.nbytes
            if len(values):
                yield Piece(rows, self._own(values))

    def __matmul__(self, w: Array) -> Array:
        function = partial(times, factor=self.factor)
        z: Array = np.concatenate(self.on_blocks(function, [(w,)] * len(self.parts())))
        return z

    def __rmatmul__(self, v: Array) -> Array:
        function = partial(weigh, factor=self.factor)
        return np.asarray(sum(self.on_blocks(function, [(v[..., rows],) for rows in self.parts()])))

    def by_row(self, function: Callable[[Matrix, Any], Array], signs: Matrix) -> Array:
        """One number for every row."""
        each = [(function, signs[rows], self.factor) for rows in self.parts()]
        return np.concatenate(self.on_blocks(call_by_row, each))

    def _gathered(self, rows: Positions) -> Matrix:
        own = np.searchsorted(self._starts, rows, side="right") - 1
        which = np.unique(own).tolist()
        values = np.concatenate(self.on_blocks(take_rows, [(rows[own == k] - self._starts[k],) for k in which], which))
        self.kept.add(rows, values)
        return self._own(values)

    def astype(self, dtype: Any) -> Batches:
        other = copy.copy(self)
        other.dtype = np.dtype(dtype)
        return other


class _Bundle(NamedTuple):
    """Some blocks that are kept together: their numbers, and the task or future that has them as a tuple.

    `there` asks Dask for the worker that has them, as long as it is alive.
    """

    numbers: list[int]
    blocks: Any
    there: dict[str, Any]


class _Known:
    """What `Batches` takes over from another one."""

    def __init__(self, known: Survey) -> None:
        self.surveyed, self.kept = known, Kept()


class _Blocks:
    """The source of a cluster's batches, which are not read in order."""

    words, steady = "the Dask collection", False

    def read(self) -> Iterator[Batch]:
        raise InputError("a Dask collection is read block by block")

    def take(self, rows: Positions) -> Matrix | None:
        return None


def _combined(source: _Blocks, looks: list[dict[str, Any]]) -> Survey:
    """What a first look at every block gave, as one survey."""
    if not looks:
        raise InputError(f"there are no blocks in {source.words}; give at least one with a row")
    known, codes = Survey(), []
    known.passes, known.shape, known.names = 1, (0, looks[0]["columns"]), looks[0]["names"]
    for index, one in enumerate(looks):
        try:
            if one["refused"]:
                raise InputError(one["refused"])
            known.compare_columns(one["columns"], one["names"])
            table = np.array([known.code(label) for label in one["labels"] or ()], dtype=np.int8)
        except InputError as error:
            raise batch_error(source, 1, index, str(error)) from error
        if one["codes"] is not None:
            codes.append(table[one["codes"]])
        for code, total in zip(table.tolist(), one["sums"], strict=True):
            known.sums[code] += total
        known.lowest, known.highest = min(known.lowest, one["lowest"]), max(known.highest, one["highest"])
    n = sum(one["rows"] for one in looks)
    if n == 0:
        raise InputError(f"there are no rows in {source.words}; give at least one block with a row")
    known.shape, known.prints = (n, known.shape[1]), [one["print"] for one in looks]
    known.dtype = np.dtype(np.float32 if all(one["narrow"] for one in looks) else np.float64)
    known.codes = np.concatenate(codes) if codes else None
    known.squares = np.concatenate([one["squares"] for one in looks])
    return known


def _is_lost(error: Exception, client: Any) -> bool:
    """Whether Dask gave up because of the scheduler, which it says in several ways."""
    reasons = [getattr(each, "reason", "") for each in (error, *getattr(error, "error_groups", ()))]
    cancelled = "scheduler-connection-lost" in reasons
    return client.status != "running" or cancelled or type(error).__name__ == "CommClosedError"


def _task(function: Callable[..., Any], *arguments: Any) -> Any:
    import dask

    return dask.delayed(function, pure=False, traverse=False)(*arguments)


def _loaded(given: Any, y: Any, label: str | None) -> list[Any]:
    """A task for every block that gives its rows, the names of their columns, and its labels."""
    if not hasattr(given, "numblocks"):
        return [_task(split, block, None, label) for block in given.to_delayed()]
    if given.ndim != 2:
        raise InputError(f"the Dask array has {given.ndim} dimension(s); give a table of n rows and m columns")
    if given.numblocks[1] > 1:
        given = given.rechunk({1: -1})
    blocks = given.to_delayed().ravel().tolist()
    if y is None:
        raise InputError("a Dask array has no labels of its own; give y, as an array or another Dask array")
    if not is_collection(y):
        ends = np.cumsum([0, *given.chunks[0]])
        if np.isnan(ends).any():
            raise InputError("the blocks of the Dask array have unknown lengths; give y as a Dask array too")
        labels = [np.asarray(y)[int(a) : int(b)] for a, b in pairwise(ends)]
    else:
        labels = y.to_delayed().ravel().tolist()
    if len(labels) != len(blocks):
        raise InputError(f"X has {len(blocks)} blocks and y has {len(labels)}; rechunk them alike")
    return [_task(split, block, own, label) for block, own in zip(blocks, labels, strict=True)]


def _size(result: Any) -> int:
    if isinstance(result, tuple | list):
        return sum(map(_size, result))
    return int(getattr(result, "nbytes", 8))
