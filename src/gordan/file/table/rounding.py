"""Where a file's decimals are not the ones that its doubles stand for: a note, or a refusal where numbers merge.

A double stands for its shortest decimal. One of at most fifteen digits comes back from its double unchanged, so only
longer cells are compared, and cells below 2.3e-308, where doubles have fewer digits. Both are looked for in the bytes
before any row is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from functools import cached_property
from math import hypot, isfinite

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.errors import InputError
from gordan.file.table.grid import Block
from gordan.file.table.text import Text
from gordan.file.table.wording import shown

__all__ = ["Rounding"]

_LONG = 16  # characters: fewer hold at most fifteen digits
_NORMAL = 2.0**-1022  # below it doubles have fewer digits, down to one
_SMALL = re.compile(rb"[eE]-0*[1-9][0-9][0-9]")  # without such an exponent, what is below it takes many characters
_VANISHING = len("1e-324")  # the shortest number that a double can only hold as 0
_MERGING = 2.0**52  # half of 2**53, from where integers merge: the length of a row is itself rounded
# Writing a double out takes longer than reading it. Beyond so many long cells only one row in so many is compared,
# which costs a few hundredths of the reading: files are written by one program, and its habit shows early.
_THOROUGH = 5_000
_STRIDE = 1024
_CHUNK = 1 << 16  # bytes looked at in one go, so that they stay in the cache


class Rounding:
    """What becomes of the decimals of one text as they are read.

    `place` words a column for a sentence; with `comma`, numbers may be written with a decimal comma.

    Examples
    --------
    >>> from gordan.file.table.text import decode
    >>> rounding = Rounding(decode(b"0.10000000000000000001,a", "t.csv"), place="column {}".format)
    >>> rounding.look(["0.10000000000000000001"], [0.1], line=1, names=["x"])
    >>> print(*rounding.notes())
    1 number in 1 column has more digits than a double holds; gordan decides about the nearest one \
(line 1, column x: 0.10000000000000000001 is read as 0.1)
    """

    def __init__(self, text: Text, *, place: Callable[[str], str], comma: bool = False) -> None:
        self._place = place
        self._comma = comma
        self._text = text
        self._zeros: set[str] = set()  # the ways in which this file writes 0
        self._compared = 0
        self._rows = 0
        self._count = 0
        self._columns: set[str] = set()
        self._first = ""

    @cached_property
    def _long(self) -> bool:
        return _has_long_numbers(self._text.raw, comma=self._comma)

    @cached_property
    def _small(self) -> bool:
        return _has_small_numbers(self._text.raw)

    def look(self, cells: Sequence[str], numbers: Sequence[float], *, line: int, names: Sequence[str]) -> None:
        """Compare one row's cells with the doubles read from them.

        Raises
        ------
        InputError
            A number other than 0 became 0, or an integer became another integer.
        """
        if not all(numbers):
            self._refuse_underflow(cells, numbers, line, names)
        if self._long and hypot(*numbers) >= _MERGING:
            self._refuse_merged(cells, numbers, line, names)
        if (self._long or self._small) and self._due() and self._doubtful(cells, numbers):
            self._compare(cells, numbers, line, names)

    def scan(self, block: Block, numbers: Array, *, columns: Positions, names: Sequence[str]) -> None:
        """Compare a block's cells in `columns` with the doubles read from them: those that may differ.

        Raises
        ------
        InputError
            As `look` does.
        """
        lengths, size = block.lengths[:, columns], np.abs(numbers)
        if lengths.max() < _LONG and size.min() >= _NORMAL:
            return
        lost = (size == 0.0) & (lengths >= _VANISHING)
        if lost.any():
            lost &= block.has_digits()[:, columns]
        long = lengths >= _LONG
        doubtful = long | ((size > 0.0) & (size < _NORMAL))
        counts = doubtful.sum(axis=1)
        rows = np.flatnonzero(counts)
        before = self._compared + np.cumsum(counts[rows]) - counts[rows]
        thorough = int(np.searchsorted(before, _THOROUGH))
        strided = rows[thorough:][_STRIDE - 1 - self._rows % _STRIDE :: _STRIDE]
        self._rows += rows.size - thorough
        refused = np.flatnonzero((lost | (long & (size >= _MERGING))).any(axis=1))
        rejected = set(refused.tolist())
        for i in np.unique(np.concatenate([rows[:thorough], strided, refused])).tolist():
            cells = block.cells(i)
            chosen, values = [cells[j] for j in columns], numbers[i].tolist()
            if i in rejected:
                self._refuse_underflow(chosen, values, block.first + i, names)
                self._refuse_merged(chosen, values, block.first + i, names)
            self._compare(chosen, values, block.first + i, names)

    def notes(self) -> tuple[str, ...]:
        """What was rounded, in a sentence, or nothing."""
        if not self._count:
            return ()
        one = self._count == 1
        many = "1 number in 1 column has" if one else f"{self._count:,} numbers in {_columns(self._columns)} have"
        least = "at least " if self._compared >= _THOROUGH else ""
        return (
            f"{least}{many} more digits than a double holds; gordan decides about the nearest "
            f"{'one' if one else 'ones'} ({self._first})",
        )

    def _doubtful(self, cells: Sequence[str], numbers: Sequence[float]) -> bool:
        """Whether a cell may have too many digits; the longest is found much faster than a small number."""
        return max(map(len, cells), default=0) >= _LONG or (self._small and any(map(_is_small, numbers)))

    def _due(self) -> bool:
        if self._compared < _THOROUGH:
            return True
        self._rows += 1
        return self._rows % _STRIDE == 0

    def _compare(self, cells: Sequence[str], numbers: Sequence[float], line: int, names: Sequence[str]) -> None:
        for name, cell, value in zip(names, cells, numbers, strict=True):
            if len(cell) >= _LONG or _is_small(value):
                self._compared += 1
                if self._changed(cell, value):
                    self._count += 1
                    self._columns.add(name)
                    written = shown(cell.strip()).strip("'")
                    self._first = self._first or f"line {line}, {self._place(name)}: {written} is read as {value!r}"

    def _changed(self, cell: str, value: float) -> bool:
        shortest = repr(value)
        if cell == shortest or not isfinite(value):
            return False
        try:
            return Decimal(self._pointed(cell)) != Decimal(shortest)
        except InvalidOperation:  # an exponent beyond even the decimals, on a 0 that is known to be one
            return False

    def _refuse_underflow(
        self, cells: Sequence[str], numbers: Sequence[float], line: int, names: Sequence[str]
    ) -> None:
        for name, cell, value in zip(names, cells, numbers, strict=True):
            if value == 0 and cell not in self._zeros:
                if any(sign.isdecimal() and int(sign) for sign in cell.casefold().partition("e")[0]):
                    raise InputError(
                        f"{self._where(line, name)}: {shown(cell.strip())} is not 0 but so small that a double can "
                        "only hold it as 0; rescale the column, or write 0 if that is meant"
                    )
                self._zeros.add(cell)

    def _refuse_merged(self, cells: Sequence[str], numbers: Sequence[float], line: int, names: Sequence[str]) -> None:
        for name, cell, value in zip(names, cells, numbers, strict=True):
            if abs(value) >= _MERGING and not set(self._pointed(cell)) & set(".eE") and self._changed(cell, value):
                raise InputError(
                    f"{self._where(line, name)}: the integer {shown(cell.strip())} is beyond 2**53, where a double "
                    f"no longer tells neighbouring integers apart (it would be read as {value!r}); shift the column "
                    "towards 0, or drop it if it only names the rows"
                )

    def _pointed(self, cell: str) -> str:
        return cell.replace(",", ".") if self._comma else cell

    def _where(self, line: int, name: str) -> str:
        return f"{self._text.source}, line {line}, {self._place(name)}"


def _is_small(value: float) -> bool:
    return 0.0 < abs(value) < _NORMAL


def _columns(names: set[str]) -> str:
    return "1 column" if len(names) == 1 else f"{len(names):,} columns"


def _has_small_numbers(raw: bytes) -> bool:
    """Whether an exponent of three digits stands anywhere that makes a number small."""
    if not raw.isascii():
        return True
    # Most files have no exponents, which is seen much faster.
    return (b"e-" in raw or b"E-" in raw) and _SMALL.search(raw) is not None


def _has_long_numbers(raw: bytes, *, comma: bool) -> bool:
    """Whether sixteen digits and decimal marks stand in a row anywhere."""
    if not raw.isascii():  # other encodings, and other scripts' digits, which Python reads as numbers
        return True
    every = np.frombuffer(raw, dtype=np.uint8)
    for start in range(0, every.size, _CHUNK):
        chunk = every[start : start + _CHUNK + _LONG]
        run = (chunk - ord("0") < 10) | (chunk == ord("."))  # unsigned: what lies below "0" becomes large
        if comma:
            run |= chunk == ord(",")
        for step in (1, 2, 4, 8):  # a run of 2, 4, 8, 16 begins where two half as long follow each other
            run = run[:-step] & run[step:]
        if run.any():
            return True
    return False
