"""The first pass over a source: sizes, types, labels, extremes, class sums, lengths, fingerprints of the batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.limit import allowed_memory, raise_limit
from gordan.errors import GordanError, InputError, OverLimit
from gordan.problem.batches.read_ahead import ReadAhead, fingerprint, tell_read
from gordan.problem.batches.source import Source
from gordan.problem.labels import choose_two, refuse_missing
from gordan.problem.matrix import extent_of_rows, read_block

__all__ = ["Survey", "batch_error", "survey"]

_TOGETHER = 1 << 17  # entries summed up at a time
_ROW = 32  # bytes kept of every row: its class, its length and its sign, and copies of them while they are put together
_LEAST = 1 << 26  # bytes that are kept whatever the limit


def batch_error(source: Source, number: int, index: int, words: str) -> InputError:
    """The refusal of one batch: both the pass and the batch are counted from 1."""
    return InputError(f"{source.words}, pass {number}, batch {index + 1}: {words}")


@dataclass
class Survey:
    """What the first pass found, and how many passes there have been."""

    most: int | None = None
    shape: tuple[int, int] = (0, 0)
    dtype: np.dtype[Any] = field(default_factory=lambda: np.dtype(np.float64))
    names: tuple[str, ...] = ()
    lowest: float = np.inf
    highest: float = -np.inf
    prints: list[int] = field(default_factory=list)
    labels: list[object] = field(default_factory=list)  # the different ones, in the order of their first rows
    labelled: bool | None = None  # whether batches come with labels; None before the first with a row
    codes: Any = None  # int8, a position in `labels` for every row
    sums: list[Array] = field(default_factory=list)  # of the rows of each label
    squares: Array | None = None  # squared lengths of the rows, where the first pass was in order
    passes: int = 0

    @property
    def extent(self) -> float:
        return max(-self.lowest, self.highest, 0.0)

    def batches(self, source: Source, number: int) -> Iterator[tuple[Matrix, Any]]:
        """The batches of one pass as matrices; what cannot be read is refused with its pass and batch."""
        index, left = -1, np.inf if self.most is None else float(self.most)
        batches = iter(source.read())
        while left > 0:
            index += 1
            try:
                values, names, labels = next(batches)
                values = read_block(values)
                if labels is not None and len(labels) != len(values):
                    raise InputError(f"{len(values):,} rows have {len(labels):,} labels; give one label for each row")
                if index == 0 and not self.shape[1]:
                    self.shape, self.names = (0, int(values.shape[1])), names
                self.compare_columns(int(values.shape[1]), names)
                self._compare_labels(len(values), labels is not None)
            except StopIteration:
                return
            except GordanError as error:
                raise batch_error(source, number, index, str(error)) from error
            except Exception as error:
                words = f"it cannot be read ({type(error).__name__}: {error}); mend or replace it"
                raise batch_error(source, number, index, words) from error
            if len(values) > left:
                values, labels = values[: int(left)], None if labels is None else labels[: int(left)]
            left -= len(values)
            yield values, labels

    def compare_columns(self, columns: int, names: tuple[str, ...]) -> None:
        """Refuse a batch with other columns than the first."""
        if columns != self.shape[1]:
            raise InputError(f"it has {columns} columns, and the first batch {self.shape[1]}")
        if names != self.names:
            pairs = zip((*names, *self.names[len(names) :]), (*self.names, *names[len(self.names) :]), strict=True)
            here, there = next(pair for pair in pairs if pair[0] != pair[1])
            raise InputError(f"its columns have other names, for instance {here!r} where the first batch has {there!r}")

    def _compare_labels(self, rows: int, labelled: bool) -> None:
        """Refuse a batch without labels among those with labels, and the other way round."""
        if self.labelled is None and rows:
            self.labelled = labelled
        if rows and labelled != self.labelled:
            here, before = ("labels", "none") if labelled else ("no labels", "some")
            raise InputError(
                f"it has {here}, and the batches before it have {before}; give labels with all or with none"
            )

    def same_labels(self, labels: Any, first: int) -> bool:
        """Whether the labels of rows from `first` on are those of the first pass."""
        array = np.asarray(labels).ravel()
        codes = self.codes[first : first + array.size]
        return all(np.array_equal(array == label, codes == code) for code, label in enumerate(self.labels))

    def code(self, label: object) -> int:
        """The position of a label among the different ones, of which there may be two."""
        if label not in self.labels:
            self.labels.append(label)
            self.sums.append(np.zeros(self.shape[1]))
        if len(self.labels) > 2:
            shown = ", ".join(str(each) for each in self.labels)
            raise InputError(f"labels have more than two classes ({shown}, …); {choose_two()}")
        if {isinstance(each, str) for each in self.labels} == {True, False}:
            raise InputError("labels mix types that have no order; make them all text or all numbers")
        return self.labels.index(label)


def survey(source: Source, most: int | None) -> Survey:
    """Read everything once."""
    known, n, narrow, codes, squares = Survey(most), 0, True, [], []
    known.passes = 1
    # Fingerprints are taken by the thread that reads: the other one has enough to do.
    printed = ((values, labels, fingerprint(values)) for values, labels in known.batches(source, 1))
    with ReadAhead(printed) as batches:
        for index, (values, labels, number) in enumerate(batches):
            try:
                lowest, highest = extent_of_rows(values, n)
                known.lowest, known.highest = min(known.lowest, lowest), max(known.highest, highest)
                own = None if labels is None else _coded(known, labels)
                codes += [] if own is None else [own]
                squares.append(_add_up(known, values, own))
            except InputError as error:
                raise batch_error(source, 1, index, str(error)) from error
            known.prints.append(number)
            # No rows have no type: an empty partition leaves that of the others.
            narrow = narrow and (values.dtype == np.float32 or not len(values))
            n += len(values)
            _afford(source, n)
            tell_read(1, n, 0, values[:1].nbytes)
    if n == 0:
        raise InputError(f"there are no rows in {source.words}; give at least one batch with a row")
    known.shape, known.dtype = (n, known.shape[1]), np.dtype(np.float32 if narrow else np.float64)
    known.codes = np.concatenate(codes) if codes else None
    known.squares = np.concatenate(squares)
    return known


def _afford(source: Source, rows: int) -> None:
    """Refuse a file that unpacks to far more rows than it has bytes: something is kept of every row."""
    disk = getattr(source, "disk", None)
    if disk is not None and rows * _ROW > max(allowed_memory(disk), _LEAST):
        raise OverLimit(
            f"{source.words} has more than {rows:,} rows in {disk:,} bytes, and of every row {_ROW} bytes are kept, "
            f"more than reading may take; {raise_limit('memory', 4 * rows * _ROW)}"
        )


def _coded(known: Survey, labels: Any) -> Any:
    """A code for every label of a batch."""
    array = np.asarray(labels).ravel()
    refuse_missing(array)
    codes = _known_codes(known, array)
    if codes is None:
        different, which = np.unique(array, return_inverse=True)
        codes = np.array([known.code(label) for label in different.tolist()], dtype=np.int8)[which]
    return codes


def _known_codes(known: Survey, array: Any) -> Any:
    """Codes of labels that have all been seen before, without sorting them; None where others appear."""
    if len(known.labels) != 2 or array.dtype.kind not in "iufb":
        return None
    second = array == known.labels[1]
    return second.astype(np.int8) if bool((second | (array == known.labels[0])).all()) else None


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def _add_up(known: Survey, values: Matrix, codes: Any) -> Array:
    """The squared lengths of the rows; with codes, the sums of each label's rows are added to those before.

    In double precision, some rows at a time: a wide copy of narrow rows stays in the cache.
    """
    squares = np.empty(len(values))
    step = max(1, _TOGETHER // max(values.shape[1], 1))
    for start in range(0, len(values), step):
        part = values[start : start + step].astype(np.float64, copy=False)
        squares[start : start + step] = np.einsum("ij,ij->i", part, part)
        if codes is None:
            continue
        share = codes[start : start + step].astype(np.float64)
        if len(known.sums) == 2:
            known.sums[1] += share @ part
            known.sums[0] += (1.0 - share) @ part
        else:
            known.sums[0] += part.sum(axis=0)
    return squares
