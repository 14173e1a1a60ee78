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
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import GordanError, InputError
from gordan.problem.batches.frame import Batch, split_batch
from gordan.problem.batches.kept import Kept
from gordan.problem.batches.matrix import Batches, Piece
from gordan.problem.batches.read_ahead import fingerprint
from gordan.problem.batches.source import is_collection
from gordan.problem.batches.survey import Survey, batch_error, survey
from gordan.problem.matrix import read_block

__all__ = ["ClusterBatches", "connected", "open_parquet"]

_PATIENCE = 10  # seconds until a scheduler must have answered
_LOOK = 0.5  # seconds between two looks at the clock, and at the workers, while blocks are computed
_BUNDLE = 1 << 31  # bytes of blocks that are kept together: what one worker must find room for where another is lost
_SENT = 1 << 23  # bytes of rows that all bundles send in a pass beside their margins
_LEFT_ALONE = 60  # seconds without any worker, in which one that was lost may come back

_CHANGED = "other numbers than in the first pass; give a collection that is computed alike every time"


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """The client of the scheduler at this address, in force inside a `with` block.

    Raises
    ------
    InputError
        There is no scheduler, or the package distributed is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "a scheduler needs the package distributed; install it with: pip install 'gordan[dask]'"
        ) from None
    try:
        client = Client(address, timeout=_PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            f"no scheduler answers at {address!r} ({type(error).__name__}); start one with `dask scheduler`, or check "
            "the address"
        ) from error
    try:
        yield client
    finally:
        client.close()


def open_parquet(path: str) -> Any:
    """The Parquet files at this place as a collection, one block for each of their groups of rows or files."""
    from dask import dataframe

    return dataframe.read_parquet(path)


class ClusterBatches(Batches):
    """The rows of a Dask collection."""

    def __init__(self, given: Any, y: Any = None, *, label: str | None = None) -> None:
        self._client = _client()
        self._loaded = _loaded(given, y, label)
        source = _Blocks()
        looks = self._computed([_task(_first_look, block) for block in self._loaded], 1)
        known = _combined(source, looks)
        self._starts = np.concatenate([[0], np.cumsum([one["rows"] for one in looks])]).astype(np.int64)
        super().__init__(source, of=_Known(known))  # type: ignore[arg-type]
        positive = sorted(known.labels)[-1] if known.labels else None  # type: ignore[type-var]
        prepared = [_task(_prepared, block, positive, known.dtype.str) for block in self._loaded]
        self._bundles = self._bundled(prepared, [one["rows"] for one in looks])
        if len({one["narrow"] for one in looks if one["rows"]}) > 1:
            # Some blocks are widened, and have another fingerprint then.
            prints = self._computed([(bundle, _prints) for bundle in self._bundles], 1)
            for bundle, own in zip(self._bundles, prints, strict=True):
                for k, print_ in zip(bundle.numbers, own, strict=True):
                    known.prints[k] = print_
        self.moved = 0  # bytes that have come from the blocks so far

    def _bundled(self, prepared: list[Any], rows: list[int]) -> list[_Bundle]:
        """The blocks that a worker has together, so that a pass is one task for it; without workers one by one."""
        if self._client is None:
            return [_Bundle([k], _task(_together, block), {}) for k, block in enumerate(prepared)]
        futures = self._client.compute(prepared)
        self._awaited(futures, 1)
        row, room = self.shape[1] * self.dtype.itemsize, dict[str, int]()
        groups: dict[tuple[str, int], list[int]] = {}
        for k, home in enumerate(_homes(self._client, futures, rows)):
            room[home] = room.get(home, 0) + rows[k] * row
            groups.setdefault((home, room[home] // _BUNDLE), []).append(k)
        bundles = []
        for (home, _), numbers in groups.items():
            own, there = [futures[k] for k in numbers], {"workers": [home], "allow_other_workers": True} if home else {}
            bundles.append(_Bundle(numbers, self._client.submit(_together, *own, pure=False, **there), there))
        # The blocks themselves are let go of once they are in bundles: Dask would count them twice.
        self._awaited([bundle.blocks for bundle in bundles], 1)
        return bundles

    def _awaited(self, futures: list[Any], number: int) -> None:
        self._guarded(lambda: _awaited(self._client, futures), number)

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
            return _awaited(self._client, futures, gather=True)

        computed: list[Any] = self._guarded(results, number)
        return computed

    def _guarded(self, work: Callable[[], Any], number: int) -> Any:
        try:
            return work()
        except GordanError:
            raise
        except Exception as error:  # of whatever kind a worker, the scheduler or the user's own graph has
            words = f"the blocks cannot be computed ({type(error).__name__}: {error})"
            raise InputError(f"the Dask collection, pass {number}: {words}") from error

    def on_bundles(
        self, function: Callable[..., Any], each: Mapping[int, tuple[Any, ...]], *common: Any, whole: bool = True
    ) -> list[Any]:
        """The function on the blocks of every bundle that `each` names, each with arguments of its own: one pass.

        It is called with a list of (values, signs, *arguments) and with what is `common` to all. With `whole=False`
        it looks at single rows, which is no pass.
        """
        self.surveyed.passes += whole
        tasks = []
        for bundle in self._bundles:
            own = [(place, k) for place, k in enumerate(bundle.numbers) if k in each]
            if own:
                asked = [(place, k, self.surveyed.prints[k], each[k]) for place, k in own]
                tasks.append((bundle, _checked, asked, function, common))
        results = self._computed(tasks, self.surveyed.passes)
        for result in results:
            if isinstance(result, _Changed):
                raise batch_error(self.source, self.surveyed.passes, result.number, _CHANGED)
        self.moved += sum(_size(result) for result in results)
        return results

    def on_blocks(
        self, function: Callable[..., Any], each: list[tuple[Any, ...]], which: list[int] | None = None
    ) -> list[Any]:
        """The function on every block (rows, codes), with arguments of its own: one pass; or on some, which is none."""
        chosen = list(range(len(each))) if which is None else which
        numbered = {k: (k, function, *arguments) for k, arguments in zip(chosen, each, strict=True)}
        results = dict(pair for own in self.on_bundles(_one_by_one, numbered, whole=which is None) for pair in own)
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
            values = self._computed([(bundle, _values, bundle.numbers.index(k))], self.surveyed.passes)[0]
            if fingerprint(values) != self.surveyed.prints[k]:
                raise batch_error(self.source, self.surveyed.passes, k, _CHANGED)
            self.moved += values.nbytes
            if len(values):
                yield Piece(rows, self._own(values))

    def __matmul__(self, w: Array) -> Array:
        function = partial(_times, factor=self.factor)
        z: Array = np.concatenate(self.on_blocks(function, [(w,)] * len(self.parts())))
        return z

    def __rmatmul__(self, v: Array) -> Array:
        function = partial(_weighed, factor=self.factor)
        return np.asarray(sum(self.on_blocks(function, [(v[..., rows],) for rows in self.parts()])))

    def by_row(self, function: Callable[[Matrix, Any], Array], signs: Matrix) -> Array:
        """One number for every row."""
        each = [(function, signs[rows], self.factor) for rows in self.parts()]
        return np.concatenate(self.on_blocks(_by_row, each))

    def _gathered(self, rows: Positions) -> Matrix:
        own = np.searchsorted(self._starts, rows, side="right") - 1
        which = np.unique(own).tolist()
        values = np.concatenate(self.on_blocks(_rows, [(rows[own == k] - self._starts[k],) for k in which], which))
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


def _client() -> Any:
    """The client in force, where there is one."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    try:
        return distributed.default_client()
    except ValueError:
        return None


def _awaited(client: Any, futures: list[Any], *, gather: bool = False) -> list[Any]:
    """Wait for the results, within the deadline and for a limited time where no worker is left.

    Without `gather` they stay where they are; what failed is raised in either case.
    """
    from distributed import wait

    seen = time.monotonic()
    while True:
        try:
            wait(futures, timeout=_LOOK)
            if gather:
                return list(client.gather(futures))
            for future in futures:
                if future.status == "error":
                    future.result()
            return []
        except TimeoutError:
            pass
        check_deadline("waiting for the workers")
        if client.scheduler_info()["workers"]:
            seen = time.monotonic()
        elif time.monotonic() - seen > _LEFT_ALONE:
            raise InputError(
                f"the scheduler has had no worker for {_LEFT_ALONE} s, so that no block can be computed; start some "
                "and ask again, with a checkpoint to go on from"
            )


def _homes(client: Any, futures: list[Any], rows: list[int]) -> list[str]:
    """The worker that is to keep each block: the one that has it, but for some that go where there are fewer rows."""
    places, load = client.who_has(futures), dict.fromkeys(client.scheduler_info(n_workers=-1)["workers"], 0)
    homes = [min(places.get(future.key) or [""]) for future in futures]
    for k, size in enumerate(rows):
        if not homes[k] and load:  # lost meanwhile
            homes[k] = min(load, key=load.__getitem__)
        load[homes[k]] = load.get(homes[k], 0) + size
    while True:
        most, least = max(load, key=load.__getitem__), min(load, key=load.__getitem__)
        # A block that moves must leave both nearer to one another than they were.
        gap = load[most] - load[least]
        movable = [k for k, home in enumerate(homes) if home == most and 0 < rows[k] < gap]
        if not movable:
            return homes
        k = min(movable, key=lambda k: abs(gap - 2 * rows[k]))
        homes[k] = least
        load[most] -= rows[k]
        load[least] += rows[k]


def _task(function: Callable[..., Any], *arguments: Any) -> Any:
    import dask

    return dask.delayed(function, pure=False, traverse=False)(*arguments)


def _loaded(given: Any, y: Any, label: str | None) -> list[Any]:
    """A task for every block that gives its rows, the names of their columns, and its labels."""
    if not hasattr(given, "numblocks"):
        return [_task(_split, block, None, label) for block in given.to_delayed()]
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
    return [_task(_split, block, own, label) for block, own in zip(blocks, labels, strict=True)]


# What runs where the blocks are.


def _split(block: Any, labels: Any, label: str | None) -> Batch:
    return split_batch(block, label) if labels is None else split_batch((block, np.asarray(labels)), label)


def _first_look(batch: Batch) -> dict[str, Any]:
    """What the first pass needs to know of a block; a refusal is brought back as a sentence."""
    values, names, _ = batch
    one: dict[str, Any] = {"names": names, "rows": len(values), "columns": int(np.shape(values)[1]), "refused": ""}
    one |= {"labels": None, "codes": None, "sums": [], "lowest": np.inf, "highest": -np.inf, "narrow": True, "print": 0}
    one["squares"] = np.empty(0)
    try:
        if not len(values):
            return one
        known = survey(_One(batch), None)
    except InputError as error:
        return one | {"refused": str(error).split("batch 1: ", 1)[-1]}
    one |= {"labels": known.labels, "codes": known.codes, "sums": known.sums, "print": known.prints[0]}
    one |= {"lowest": known.lowest, "highest": known.highest, "squares": known.squares}
    return one | {"narrow": known.dtype == np.float32}


class _One:
    """A single batch as a source."""

    words, steady = "a block", True

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def read(self) -> Iterator[Batch]:
        yield self._batch

    def take(self, rows: Positions) -> Matrix | None:
        return None


class Prepared(NamedTuple):
    """Rows as one table, their signs, and the fingerprint they had when they were made.

    A block that is kept by a worker does not change; one that was lost is made anew, with a fingerprint of its own. So
    a pass compares one number, and does not read all of the block for it.
    """

    values: Matrix
    signs: Any
    print: int


def _prepared(batch: Batch, positive: object, dtype: str) -> Prepared:
    values, _, labels = batch
    signs = np.ones(len(values), np.int8) if labels is None else np.where(labels == positive, 1, -1).astype(np.int8)
    table = np.ascontiguousarray(read_block(values), dtype=dtype)
    return Prepared(table, signs, fingerprint(table))


def _together(*blocks: Prepared) -> tuple[Prepared, ...]:
    """Blocks that came from another worker begin at any byte, and every product would copy them first."""
    return tuple(block._replace(values=np.require(block.values, requirements=["C", "A"])) for block in blocks)


def _prints(blocks: tuple[Prepared, ...]) -> list[int]:
    return [block.print for block in blocks]


class _Changed(NamedTuple):
    """A block that came out otherwise than in the first pass."""

    number: int


def _checked(
    blocks: tuple[Prepared, ...],
    asked: list[tuple[int, int, int, tuple[Any, ...]]],
    function: Callable[..., Any],
    common: tuple[Any, ...],
) -> Any:
    """The function on some blocks of a bundle, by their places in it, if they are what they were."""
    given = []
    for place, number, print_, arguments in asked:
        block = blocks[place]
        if len(block.values) and block.print != print_:
            return _Changed(number)
        given.append((block.values, block.signs, *arguments))
    return function(given, *common)


def _one_by_one(given: list[tuple[Any, ...]]) -> list[tuple[int, Any]]:
    """Results with the numbers of their blocks."""
    return [(number, function(values, signs, *arguments)) for values, signs, number, function, *arguments in given]


def _values(blocks: tuple[Prepared, ...], place: int) -> Matrix:
    return blocks[place].values


def _times(values: Matrix, signs: Any, w: Array, *, factor: float) -> Array:
    return np.asarray(values @ w) * factor


def _weighed(values: Matrix, signs: Any, v: Array, *, factor: float) -> Array:
    return np.asarray(v @ values) * factor


def _by_row(values: Matrix, _: Any, function: Callable[[Matrix, Any], Array], signs: Any, factor: float) -> Array:
    return np.asarray(function(values if factor == 1.0 else values * factor, signs))


def _rows(values: Matrix, signs: Any, rows: Positions) -> Matrix:
    return values[rows]


def _size(result: Any) -> int:
    if isinstance(result, tuple | list):
        return sum(map(_size, result))
    return int(getattr(result, "nbytes", 8))
