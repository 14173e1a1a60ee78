"""The characters of a file, with its encoding found and its line ends evened out, and the memory they will take.

Two bytes of text can become a hundred bytes of Python's: cells and lines are counted in the bytes before any row is
read, which takes a small part of the time that reading takes.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

import numpy as np

from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.limit import current_limits, raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.table.source import memory_for

__all__ = ["Text", "decode", "is_skipped", "refuse_costly", "refuse_wide"]

# UTF-32 comes before UTF-16: the little-endian mark of the one begins with that of the other.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOK = 1024  # lines between two looks at the clock
_SAMPLE = 1 << 20  # characters of which a guess is made


def is_skipped(line: str) -> bool:
    """Whether the line is blank or a comment."""
    return line.startswith("#") or not line.strip()


@dataclass(frozen=True)
class Text:
    """Bytes and the encoding they are known to be in; characters are made only while lines are read.

    Examples
    --------
    >>> text = decode(b"# two rows\\r\\n1,a\\r\\n\\r\\n2,b\\r\\n", "t.csv")
    >>> text.head(5)
    ['1,a\\n', '2,b\\n']
    """

    raw: bytes
    encoding: str
    source: str
    notes: tuple[str, ...] = ()
    first: int = 1  # the number that the first line has in the file
    part: bool = False  # whether these are some lines of a longer text, whose cost is bounded by their number

    @cached_property
    def newlines(self) -> int:
        return self.raw.count(b"\n")

    def lines(self) -> Iterator[str]:
        """Every line; LF, CRLF and CR all end one, and all arrive as a newline."""
        with io.TextIOWrapper(io.BytesIO(self.raw), encoding=self.encoding, newline=None) as stream:
            for number, line in enumerate(stream):
                if not number % _LOOK:
                    check_deadline(f"reading {self.source}")
                yield line

    def head(self, count: int) -> list[str]:
        """The first `count` lines that are neither blank nor comments; fewer where lines are very long."""
        first: list[str] = []
        for line in islice((line for line in self.lines() if not is_skipped(line)), count):
            first.append(line)
            if sum(map(len, first)) > _SAMPLE:
                break
        return first


def decode(raw: bytes, source: str) -> Text:
    """The file's text: by its byte order mark, else UTF-8, else Latin-1 with a note.

    Raises
    ------
    InputError
        The bytes contradict their own byte order mark, or are not text at all.
    """
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            if not _fits(raw, encoding):
                raise InputError(
                    f"{source} begins with the mark of {encoding[:6].upper()} text but is not valid in it; "
                    "save it again as UTF-8"
                )
            return Text(raw, encoding, source)
    if raw.startswith(b"PAR1"):
        raise InputError(f"{source} is a Parquet file, where a text table was expected; save it as CSV")
    if raw.startswith(b"<stata_dta>") or (source.lower().endswith(".dta") and b"\0" in raw):
        raise InputError(
            f"{source} is a data set of Stata, where a text table was expected; save it as CSV or Parquet, or ask "
            "`gordan diagnose`, which reads it"
        )
    if b"\0" in raw:
        raise InputError(
            f"{source} contains zero bytes, so it is binary or UTF-16 without a byte order mark; "
            "expected a text table or an .npz file, so save it as UTF-8 text"
        )
    if _fits(raw, "utf-8"):
        return Text(raw, "utf-8", source)
    return Text(raw, "latin-1", source, ("the file is not UTF-8 and was read as Latin-1; check accented names",))


def _fits(raw: bytes, encoding: str) -> bool:
    # Almost every table is plain ASCII, which is known without making a second copy.
    if encoding == "utf-8" and raw.isascii():
        return True
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


Kind = Literal["delimited", "frame", "svmlight", "mps", "lp"]

# Bytes for each cell and for each line, measured with tracemalloc and rounded up. A table keeps doubles; a frame keeps
# the text of every cell; entries of a program are fractions in dictionaries.
_COSTS: dict[Kind, tuple[int, int]] = {
    "delimited": (10, 150),
    "frame": (120, 60),
    "svmlight": (20, 150),
    "mps": (0, 900),
    "lp": (600, 200),
}
_CELL_MARKS = {"svmlight": b":", "mps": b"", "lp": b" +-"}
_DELIMITERS = b",;\t| "
_VECTORS = 8  # of as many doubles as there are columns: directions, their sums and differences
_PART = 1 << 24  # bytes looked at in one go
_CACHED = 1 << 18  # bytes counted in one go, several times over


def refuse_costly(text: Text, kind: Kind) -> None:
    """Refuse a text that would take more memory than is allowed, or that has a line of more than `limits.line`."""
    if text.part:
        return
    raw, longest = text.raw, current_limits().line
    if _may_be_longer(raw, longest) and (length := _longest_line(raw)) > longest:
        raise OverLimit(
            f"{text.source} has a line of {length:,} bytes, and the limit is {longest:,}; if that is meant, "
            f"{raise_limit('line', 2 * length)}"
        )
    returns = raw.count(b"\r") if b"\r" in raw else 0  # that there are none is seen much faster than counted
    lines, (by_cell, by_line), most = max(text.newlines, returns) + 1, _COSTS[kind], memory_for(text.source)
    if len(raw) * (1 + by_cell) + (by_cell + by_line) * lines <= most:
        return  # even if every byte were a cell
    cells = max(_counts(raw, _CELL_MARKS.get(kind, _DELIMITERS)), default=0)
    needed = len(raw) + by_cell * (cells + lines) + by_line * lines
    if needed > most:
        raise OverLimit(
            f"{text.source} has {lines:,} lines, which take about {spell_size(needed)} of memory to read, more than "
            f"the {spell_size(most)} allowed for a file of its size; if that is meant, "
            f"{raise_limit('memory', needed + needed // 4)}"
        )


def refuse_wide(columns: int, source: str, where: str) -> None:
    """Refuse an index so large that directions with a number for each column would not fit the memory allowed."""
    most, needed = memory_for(source), 8 * _VECTORS * columns
    if needed > most:
        raise OverLimit(
            f"{where}: {columns:,} columns take about {spell_size(needed)} of memory, more than the {spell_size(most)} "
            f"allowed for a file of its size; renumber the features, or {raise_limit('memory', needed + needed // 4)}"
        )


def _counts(raw: bytes, marks: bytes) -> list[int]:
    """How often each of the bytes occurs; many occurrences take `bytes.count` several times as long."""
    every, counts = np.frombuffer(raw, dtype=np.uint8), [0] * len(marks)
    for start in range(0, every.size, _CACHED):
        part = every[start : start + _CACHED]
        for k, mark in enumerate(marks):
            counts[k] += int(np.count_nonzero(part == mark))
    return counts


def _may_be_longer(raw: bytes, longest: int) -> bool:
    """Whether a line may be longer: where every so many bytes have a line's end among them, none is."""
    start = 0
    while len(raw) - start > longest:
        start = raw.rfind(b"\n", start, start + longest) + 1
        if not start:
            return True
    return False


def _longest_line(raw: bytes) -> int:
    longest, before = 0, -1
    for start in range(0, len(raw), _PART):
        part = np.frombuffer(raw, dtype=np.uint8, count=min(_PART, len(raw) - start), offset=start)
        ends = np.flatnonzero((part == ord("\n")) | (part == ord("\r"))) + start
        if ends.size:
            gaps = np.diff(ends, prepend=before)
            longest, before = max(longest, int(gaps.max())), int(ends[-1])
    return max(longest, len(raw) - before - 1)
