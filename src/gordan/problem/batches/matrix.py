"""A matrix that is read in batches: one sequential read for every pass, a few rows kept, nothing else.

It stands where an array stands, as far as rows are read in order, gathered or multiplied; whoever would need all of it
in memory is refused. Rows that were captured while their batch was at hand are kept up to a limit, so that the few rows
a proof is made of need no further pass. The first pass finds the sizes, the labels and what every later pass must be
equal to: a file that has changed since is refused with the pass and the batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.in_threads import in_threads, workers_for
from gordan.errors import InputError
from gordan.problem.batches.kept import Kept
from gordan.problem.batches.read_ahead import ReadAhead, fingerprint, tell_read
from gordan.problem.batches.source import Source
from gordan.problem.batches.survey import Survey, batch_error, survey
from gordan.problem.matrix import extent_of_rows, read_block

__all__ = ["Batches", "Piece", "is_batches"]

_PIECE = 1 << 22  # bytes computed with at a time: with a wide copy of them they stay in the cache
_SMALL = 1 << 20  # bytes of all rows, up to which no thread is worth its beginning
_LARGE = 1 << 24  # numbers from which on their products are taken by threads
_MULTIPLIERS = 4  # threads, each with a piece at hand and perhaps a wide copy of it: some 200 MB together
_CACHED = 1 << 16  # entries of a slice that is to stay in the cache


def is_batches(X: object) -> bool:
    """Whether X is read in batches."""
    return isinstance(X, Batches)


class Piece(NamedTuple):
    """Some consecutive rows while they are at hand."""

    rows: slice
    values: Matrix


class Batches:
    """Rows of a source, read in order as often as needed.

    Parameters
    ----------
    source : Source
        Where the batches come from.
    most : int or None
        How many of the first rows count; None is all of them.
    """

    ndim = 2
    __array_ufunc__ = None  # a product with an array is this class's own

    def __init__(self, source: Source, *, most: int | None = None, of: Batches | None = None) -> None:
        self.source = source
        self.surveyed: Survey = survey(source, most) if of is None else of.surveyed
        self.kept: Kept = Kept() if of is None else of.kept
        self.shape = self.surveyed.shape
        self.dtype: np.dtype[Any] = self.surveyed.dtype
        self.names, self.extent = self.surveyed.names, self.surveyed.extent
        self.factor = 1.0
        self._cursor: _Cursor | None = None

    def __repr__(self) -> str:
        return f"Batches({self.source.words}, {self.shape[0]} x {self.shape[1]} {self.dtype})"

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]

    @property
    def passes(self) -> int:
        """How often the source has been read from the beginning, the first time included."""
        return self.surveyed.passes

    @property
    def nbytes(self) -> int:
        """Of all rows, were they in memory."""
        return self.size * self.surveyed.dtype.itemsize

    def __array__(self, *_: object, **__: object) -> Array:
        raise InputError(
            f"{self.source.words} is read in batches, and what was asked for needs all rows in memory; read them into "
            "an array first, or choose another solver"
        )

    def read(self) -> Iterator[Piece]:
        """All rows, in order, in pieces that fit the memory; one pass."""
        self.surveyed.passes += 1
        number, n = self.surveyed.passes, self.shape[0]
        start = 0
        with self._ahead(self._batches(number)) as batches:
            for values in batches:
                step = max(1, _PIECE // max(values[:1].nbytes, 1))
                for first in range(0, len(values), step):
                    check_deadline("reading batches")
                    piece = values[first : first + step]
                    yield Piece(slice(start + first, start + first + len(piece)), self._own(piece))
                    tell_read(number, start + first + len(piece), n, self.nbytes // n)
                start += len(values)

    def _ahead(self, batches: Iterator[Matrix]) -> AbstractContextManager[Iterable[Matrix]]:
        """The batches read ahead, but of small data, which a thread would only delay."""
        return ReadAhead(batches) if self.nbytes > _SMALL else closing(batches)  # type: ignore[type-var]

    def _batches(self, number: int) -> Iterator[Matrix]:
        """The batches of one pass, each held against the first pass; runs in the reading thread."""
        known, index, rows = self.surveyed, -1, 0
        for index, (values, labels) in enumerate(known.batches(self.source, number)):
            compared = index < len(known.prints) and (self.source.steady or fingerprint(values) == known.prints[index])
            if not compared:
                raise batch_error(
                    self.source,
                    number,
                    index,
                    "other numbers than in the first pass; let nobody write while it is read, and a function return "
                    "the same numbers every time it is called",
                )
            if labels is not None and not self.source.steady and not known.same_labels(labels, rows):
                raise batch_error(
                    self.source, number, index, "other labels than in the first pass; let them stay alike"
                )
            rows += len(values)
            yield values
        if rows != self.shape[0]:
            raise batch_error(
                self.source,
                number,
                index + 1,
                f"the data end after {rows:,} rows, and the first pass had {self.shape[0]:,}; give something that can "
                "be read again, such as a function that returns a new iterator every time it is called",
            )

    def _own(self, values: Matrix) -> Matrix:
        if values.dtype != self.dtype:
            values = values.astype(self.dtype)
        return values if self.factor == 1.0 else values * self.factor

    def keep(self, piece: Piece, rows: Positions) -> Matrix:
        """A copy of these rows of a piece, counted from its first, which is kept for later."""
        values = piece.values[rows]
        if self.factor == 1.0 and values.dtype == self.surveyed.dtype:
            self.kept.add(rows + piece.rows.start, values)
        return values

    def __matmul__(self, w: Array) -> Array:
        z = np.empty(self.shape[0], dtype=np.result_type(self.dtype, w.dtype))

        def multiply(piece: Piece) -> None:
            z[piece.rows] = piece.values @ w

        # The same products of the same pieces by one thread or by several: the results are the same to the last bit.
        for _ in in_threads(multiply, self.read(), workers_for(self.size, _LARGE, _MULTIPLIERS)):
            pass
        return z

    def __rmatmul__(self, v: Array) -> Array:
        total = np.zeros((*v.shape[:-1], self.shape[1]))
        for piece in self.read():
            total += v[..., piece.rows] @ piece.values
        return total

    def astype(self, dtype: Any) -> Batches:
        """The same rows with numbers of another width."""
        other = Batches(self.source, of=self)
        other.dtype, other.factor = np.dtype(dtype), self.factor
        return other

    def __mul__(self, factor: float) -> Batches:
        other = self.astype(self.dtype)
        other.factor, other.extent = self.factor * factor, self.extent * abs(factor)
        return other

    def max(self, initial: float = -np.inf) -> float:
        """The greatest number."""
        return max(initial, self._extremes()[1] * self.factor)

    def min(self, initial: float = np.inf) -> float:
        """The least number."""
        return min(initial, self._extremes()[0] * self.factor)

    def _extremes(self) -> tuple[float, float]:
        """As the first pass found them, whose numbers later ones have or are refused; of an array, as it is now."""
        known = self.surveyed
        if not self.source.steady:
            return known.lowest, known.highest
        lowest, highest, rows = np.inf, -np.inf, 0
        for values, _ in known.batches(self.source, known.passes):
            low, high = extent_of_rows(values, rows)
            lowest, highest, rows = min(lowest, low), max(highest, high), rows + len(values)
        return lowest, highest

    def class_means(self, signs: Matrix) -> tuple[Array, Array] | None:
        """The means of both classes, as the first pass has summed them up; None where labels came from elsewhere."""
        known = self.surveyed
        if known.codes is None or len(known.labels) != 2:
            return None
        counts = np.bincount(known.codes, minlength=2)
        means = [total * self.factor / count for total, count in zip(known.sums, counts, strict=True)]
        if not all(np.isfinite(mean).all() for mean in means):
            return None
        first_is_positive = bool(signs[int(np.argmax(known.codes == 0))] > 0)
        return (means[0], means[1]) if first_is_positive else (means[1], means[0])

    def squared_lengths(self) -> Array | None:
        """Of the rows, as the first pass found them; None where these are other numbers."""
        return self.surveyed.squares if self.factor == 1.0 else None

    def row_slices(self) -> Iterator[slice]:
        """Ranges of rows that fit the cache, in order."""
        step = max(1, _CACHED // self.shape[1])
        for start in range(0, self.shape[0], step):
            yield slice(start, min(start + step, self.shape[0]))

    def __getitem__(self, rows: Any) -> Matrix:
        """Some rows: a slice, or numbers in any order. Those that come later than the last ones need no new pass."""
        if isinstance(rows, slice):
            start, stop, step = rows.indices(self.shape[0])
            if step != 1:
                raise InputError("rows that are read in batches are taken one after the other; leave out the step")
            if not self.source.steady:
                return self._sequence(start, max(start, stop))
            rows = np.arange(start, max(start, stop))
        wanted = np.asarray(rows, dtype=np.int64).ravel()
        wanted = np.where(wanted < 0, wanted + self.shape[0], wanted)
        if wanted.size == 0:
            return np.empty((0, self.shape[1]), dtype=self.dtype)
        # An array can be written to at any time: what was read of it before is not what stands there now.
        if not self.source.steady and (values := self.kept.find(wanted)) is not None:
            return self._own(values)
        if (direct := self.source.take(wanted)) is not None:
            return self._own(read_block(direct))
        distinct, back = np.unique(wanted, return_inverse=True)
        values = self._gathered(distinct)
        return values[back]

    def fetch(self, rows: Positions) -> None:
        """Have these rows kept, in one pass where they are not at hand yet."""
        distinct = np.unique(rows)
        if distinct.size and self.kept.find(distinct) is None:
            self.kept.add(distinct, np.concatenate([self[distinct]]).astype(self.surveyed.dtype))

    def _gathered(self, rows: Positions) -> Matrix:
        """Distinct rows in ascending order, from where the last reading stopped or else from the beginning."""
        if rows[-1] - rows[0] + 1 == rows.size:
            return self._sequence(int(rows[0]), int(rows[-1]) + 1)
        values, done = np.empty((rows.size, self.shape[1]), dtype=self.dtype), 0
        while done < rows.size:
            piece = self._piece_with(int(rows[done]))
            stop = int(np.searchsorted(rows, piece.rows.stop))
            values[done:stop] = piece.values[rows[done:stop] - piece.rows.start]
            done = stop
        if self.factor == 1.0 and self.dtype == self.surveyed.dtype:
            self.kept.add(rows, values)
        return values

    def _sequence(self, start: int, stop: int) -> Matrix:
        parts, at = [], start
        while at < stop:
            piece = self._piece_with(at)
            upto = min(stop, piece.rows.stop)
            parts.append(piece.values[at - piece.rows.start : upto - piece.rows.start])
            at = upto
        if not parts:
            return np.empty((0, self.shape[1]), dtype=self.dtype)
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _piece_with(self, row: int) -> Piece:
        if self._cursor is None or row < self._cursor.piece.rows.start:
            self.rest()
            self._cursor = _Cursor(self.read())
        try:
            piece = self._cursor.upto(row)
            if piece.rows.stop == self.shape[0]:
                # The pass is at its end: its checks are made, and nothing more is read.
                self._cursor.finish()
        except BaseException:
            # A pass that was broken off, as by a deadline, has no more pieces: the next row needs a new one.
            self.rest()
            raise
        return piece

    def rest(self) -> None:
        """Let go of the batch at hand and of the thread that reads the next."""
        if self._cursor is not None:
            self._cursor.close()
            self._cursor = None


class _Cursor:
    """One pass that is gone through on demand, with the piece at hand."""

    def __init__(self, pieces: Iterator[Piece]) -> None:
        self._pieces = pieces
        self.piece = next(pieces)

    def upto(self, row: int) -> Piece:
        while row >= self.piece.rows.stop:
            self.piece = next(self._pieces)
        return self.piece

    def finish(self) -> None:
        for _ in self._pieces:
            raise AssertionError("a pass ends with its last row")

    def close(self) -> None:
        self._pieces.close()  # type: ignore[attr-defined]
