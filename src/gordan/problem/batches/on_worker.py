"""What runs where the blocks of a Dask collection are: preparing them, comparing them, and computing with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import getpid
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.errors import InputError
from gordan.problem.batches.frame import Batch, split_batch
from gordan.problem.batches.read_ahead import fingerprint
from gordan.problem.batches.survey import survey
from gordan.problem.matrix import read_block

__all__ = [
    "Changed",
    "Prepared",
    "call_by_row",
    "call_checked",
    "first_look",
    "one_by_one",
    "prepare",
    "prints_of",
    "read_groups",
    "split",
    "take_rows",
    "times",
    "together",
    "values_of",
    "weigh",
]


def split(block: Any, labels: Any, label: str | None) -> Batch:
    return split_batch(block, label) if labels is None else split_batch((block, np.asarray(labels)), label)


def read_groups(part: Any, schema: Any) -> Any:
    """Some groups of rows of a Parquet file as a table; the types of the columns are those of all files."""
    return part.to_table(schema=schema)


def first_look(batch: Batch) -> dict[str, Any]:
    """What the first pass needs to know of a block; a refusal is brought back as a sentence."""
    values, names, _ = batch
    one: dict[str, Any] = {"names": names, "rows": len(values), "columns": int(np.shape(values)[1]), "refused": ""}
    one |= {"labels": None, "codes": None, "sums": [], "lowest": np.inf, "highest": -np.inf, "narrow": True, "print": 0}
    one["squares"] = np.empty(0)
    try:
        if not len(values):
            return one
        known = survey(_OneBatch(batch), None)
    except InputError as error:
        return one | {"refused": str(error).split("batch 1: ", 1)[-1]}
    one |= {"labels": known.labels, "codes": known.codes, "sums": known.sums, "print": known.prints[0]}
    one |= {"lowest": known.lowest, "highest": known.highest, "squares": known.squares}
    return one | {"narrow": known.dtype == np.float32}


class _OneBatch:
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
    a pass compares one number, and does not read all of the block for it. But a worker in the process of the user may
    hold the user's own array, which can be written to.
    """

    values: Matrix
    signs: Any
    print: int


def prepare(batch: Batch, positive: object, dtype: str) -> Prepared:
    values, _, labels = batch
    signs = np.ones(len(values), np.int8) if labels is None else np.where(labels == positive, 1, -1).astype(np.int8)
    table = np.ascontiguousarray(read_block(values), dtype=dtype)
    return Prepared(table, signs, fingerprint(table))


def together(*blocks: Prepared) -> tuple[Prepared, ...]:
    """Blocks that came from another worker begin at any byte, and every product would copy them first."""
    return tuple(block._replace(values=np.require(block.values, requirements=["C", "A"])) for block in blocks)


def prints_of(blocks: tuple[Prepared, ...]) -> list[int]:
    return [block.print for block in blocks]


class Changed(NamedTuple):
    """A block that came out otherwise than in the first pass."""

    number: int


def call_checked(
    blocks: tuple[Prepared, ...],
    asked: list[tuple[int, int, int, tuple[Any, ...]]],
    function: Callable[..., Any],
    common: tuple[Any, ...],
    process: int,
) -> Any:
    """The function on some blocks of a bundle, by their places in it, if they are what they were.

    `process` is that of the user: in it, blocks are compared as they are now.
    """
    given, shared = [], process == getpid()
    for place, number, print_, arguments in asked:
        block = blocks[place]
        if len(block.values) and print_ != (fingerprint(block.values) if shared else block.print):
            return Changed(number)
        given.append((block.values, block.signs, *arguments))
    return function(given, *common)


def one_by_one(given: list[tuple[Any, ...]]) -> list[tuple[int, Any]]:
    """Results with the numbers of their blocks."""
    return [(number, function(values, signs, *arguments)) for values, signs, number, function, *arguments in given]


def values_of(blocks: tuple[Prepared, ...], place: int) -> Matrix:
    return blocks[place].values


def times(values: Matrix, signs: Any, w: Array, *, factor: float) -> Array:
    return np.asarray(values @ w) * factor


def weigh(values: Matrix, signs: Any, v: Array, *, factor: float) -> Array:
    return np.asarray(v @ values) * factor


def call_by_row(values: Matrix, _: Any, function: Callable[[Matrix, Any], Array], signs: Any, factor: float) -> Array:
    return np.asarray(function(values if factor == 1.0 else values * factor, signs))


def take_rows(values: Matrix, signs: Any, rows: Positions) -> Matrix:
    return values[rows]
