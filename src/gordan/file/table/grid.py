"""Large tables of plain numbers, cut into cells by their bytes and parsed in blocks.

Reading cell by cell takes a microsecond for each. Where a text is a plain grid (ASCII, no quotation marks, no comments
or blank lines between the rows, as many delimiters on every line) the places of its cells are found in the bytes at
once and pandas parses the numbers, each rounded correctly. Whatever is not plain or not a finite number is left to the
reader of single cells, whose sentences name the line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.file.table.text import Text

__all__ = ["Block", "Texts", "Unplain", "blocks", "is_large"]

_LARGE = 1 << 19  # bytes from where reading cell by cell takes longer than importing pandas
_BLOCK = 1 << 22  # bytes parsed in one go: few calls, and what they compute stays small beside the table
_NEWLINE, _RETURN, _COMMENT, _QUOTE = b'\n\r#"'
_BLANK = ord(" ")  # and what stands before it, none of which is part of a number or of a word


class Unplain(Exception):
    """The text is no plain grid of numbers, and has to be read cell by cell."""


class Texts(NamedTuple):
    """A column of text: what stands in it, without blanks around, and which of these each line has."""

    different: list[str]
    codes: Positions


@dataclass(frozen=True, eq=False)
class Block:
    """Some whole lines of a plain text: line i has its cells at bytes `starts[i]` to `ends[i]`.

    Attributes
    ----------
    raw : the bytes of these lines.
    starts, ends : arrays (lines, cells).
    first : the number of the first line in the file.
    delimiter : one character.
    """

    raw: npt.NDArray[np.uint8]
    starts: Positions
    ends: Positions
    first: int
    delimiter: str

    @property
    def lengths(self) -> Positions:
        return self.ends - self.starts

    @cached_property
    def _digits(self) -> Positions:
        """How many digits from 1 to 9 stand before each byte."""
        nonzero = self.raw - np.uint8(ord("1")) < 9  # unsigned: what lies below "1" becomes large
        return np.concatenate(([0], np.cumsum(nonzero, dtype=np.int32)))

    def has_digits(self) -> npt.NDArray[np.bool_]:
        """Whether each cell has a digit other than 0."""
        return np.asarray(self._digits[self.ends] > self._digits[self.starts])

    def cells(self, i: int) -> list[str]:
        """Line i as text."""
        spans = zip(self.starts[i].tolist(), self.ends[i].tolist(), strict=True)
        return [self.raw[start:end].tobytes().decode("ascii") for start, end in spans]

    def parse(self, texts: Sequence[int], missing: Sequence[str] = ()) -> tuple[Array, list[Texts]]:
        """The numbers of all columns but `texts`, and those as texts; cells that are `missing` become NaN.

        Raises
        ------
        Unplain
            A cell is no finite number and should be, or quotation marks stand elsewhere than around texts.
        """
        import pandas as pd

        self._refuse_quotes(texts)
        width = self.starts.shape[1]
        numeric = [column for column in range(width) if column not in texts]
        options: dict[str, Any] = {
            "sep": self.delimiter,
            "dtype": {column: str if column in texts else np.float64 for column in range(width)},
            "keep_default_na": False,
            "na_filter": bool(missing),
            "na_values": {column: list(missing) for column in numeric},
            "skipinitialspace": True,
            "skip_blank_lines": False,
            "index_col": False,
            "header": None,
            **_correctly_rounded(pd.__version__),
        }
        try:
            frame: Any = pd.read_csv(io.BytesIO(self.raw.tobytes()), engine="c", **options)
        except (ValueError, OverflowError):
            raise Unplain from None
        if frame.shape != self.starts.shape:
            raise Unplain
        numbers = frame[numeric].to_numpy()
        # pandas also reads "true" as 1 and "inf" as a number.
        worded = self._worded(numeric)
        if missing:
            unknown = np.isnan(numbers)
            fine = (np.isfinite(numbers) | unknown).all() and unknown[worded].all()
        else:
            fine = not worded[0].size and np.isfinite(numbers).all()
        if not fine:
            raise Unplain
        return numbers, [_factorised(frame[column]) for column in texts]

    def _worded(self, columns: Sequence[int]) -> tuple[Positions, Positions]:
        """Which cells of `columns` have letters other than that of an exponent: their lines and places in `columns`."""
        folded = self.raw | np.uint8(0x20)
        letters = np.flatnonzero((folded - np.uint8(ord("a")) < 26) & (folded != ord("e")))
        cells = np.searchsorted(self.starts.ravel(), letters, side="right") - 1
        line, column = np.divmod(cells, self.starts.shape[1])
        place = np.full(self.starts.shape[1], -1)
        place[list(columns)] = np.arange(len(columns))
        within = place[column] >= 0
        return line[within], place[column][within]

    def _refuse_quotes(self, columns: Sequence[int]) -> None:
        quotes = self.raw == _QUOTE
        count = np.count_nonzero(quotes)
        if count:
            first, last = self.starts[:, columns], self.ends[:, columns] - 1
            around = quotes[np.minimum(first, quotes.size - 1)] & quotes[np.maximum(last, 0)] & (last > first)
            if count != 2 * np.count_nonzero(around):
                raise Unplain


def _factorised(column: Any) -> Texts:
    import pandas as pd

    codes, texts = pd.factorize(column)
    return Texts([str(text).strip() for text in texts], codes.astype(np.int64))


def _correctly_rounded(version: str) -> dict[str, Any]:
    """What makes pandas read the nearest double: since 3.1 it always does, and the option is not given."""
    major, minor = (int(part) for part in version.split(".")[:2])
    return {} if (major, minor) >= (3, 1) else {"float_precision": "round_trip"}


def is_large(text: Text, delimiter: str) -> bool:
    """Whether it pays to try reading in blocks, and nothing at first sight says that it will not work."""
    raw = text.raw
    if len(raw) < _LARGE or delimiter == " " or text.encoding != "utf-8" or not raw.isascii():
        return False
    decimal_comma = delimiter == ";" and b"," in raw
    return not decimal_comma and (b"\r" not in raw or raw.count(b"\r") == raw.count(b"\r\n"))


def blocks(text: Text, delimiter: str, *, line: int, width: int) -> Iterator[Block]:
    """The text from `line` on, in blocks of whole lines with `width` cells each.

    Raises
    ------
    Unplain
        A line is blank, a comment, has another number of cells, or a cell that is endless.
    """
    raw = np.frombuffer(text.raw, dtype=np.uint8)
    start, end = _place(text.raw, line), _content(text.raw)
    while start < end:
        check_deadline(f"reading {text.source}")
        stop = _whole_lines(text.raw, start, end)
        part = raw[start:stop]
        newlines = part == _NEWLINE
        marks = np.flatnonzero(newlines | (part == ord(delimiter)))
        if stop == end:
            marks = np.append(marks, part.size)
        if marks.size % width:
            raise Unplain
        ends = marks.reshape(-1, width)
        # As many newlines as lines, each at the end of one: then all other marks are delimiters.
        ended = ends[: len(ends) - (stop == end), -1]
        if np.count_nonzero(newlines) != ended.size or not newlines[ended].all():
            raise Unplain
        starts = np.concatenate(([0], marks[:-1] + 1)).reshape(-1, width)
        if (part[np.minimum(starts[:, 0], part.size - 1)] == _COMMENT).any():
            raise Unplain
        if (ends - starts).max() > csv.field_size_limit():
            raise Unplain
        # Elsewhere a blank line has too few delimiters; the reader of single cells leaves such lines out.
        if (width == 1 or delimiter == "\t") and not np.add.reduceat(part > _BLANK, starts[:, 0]).all():
            raise Unplain
        ends[:, -1] -= part[np.maximum(ends[:, -1] - 1, 0)] == _RETURN
        yield Block(part, starts, ends, line + text.first - 1, delimiter)
        start, line = stop, line + len(ends)


def _place(raw: bytes, line: int) -> int:
    """The byte at which a line begins."""
    place = 0
    for _ in range(line - 1):
        place = raw.find(b"\n", place) + 1
        if not place:
            return len(raw)
    return place


def _content(raw: bytes) -> int:
    """Where the last line ends that is not empty."""
    end = len(raw)
    while end and raw[end - 1] in b"\r\n":
        end -= 1
    return end


def _whole_lines(raw: bytes, start: int, end: int) -> int:
    """The end of the last line that is over within a block; of the first line where that is longer."""
    if start + _BLOCK >= end:
        return end
    stop = raw.rfind(b"\n", start, start + _BLOCK) + 1 or raw.find(b"\n", start + _BLOCK, end) + 1
    return stop or end
