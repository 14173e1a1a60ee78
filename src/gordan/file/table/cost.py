"""What a table will take in memory, estimated from the bytes of its text before any row is read.

Two bytes of text can become a hundred bytes of Python's: of a file that unpacks well, the text itself is the smaller
part. Cells and lines are counted where they stand, which takes a small part of the time that reading them takes.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from gordan.arithmetic.limit import current_limits, raise_limit, spell_size
from gordan.errors import OverLimit
from gordan.file.table.source import memory_for
from gordan.file.table.text import Text

__all__ = ["refuse_costly", "refuse_wide"]

Kind = Literal["delimited", "frame", "svmlight", "mps"]

# Bytes for each cell and for each line, measured with tracemalloc and rounded up. A table keeps doubles; a frame keeps
# the text of every cell; entries of a program are fractions in dictionaries.
_COSTS: dict[Kind, tuple[int, int]] = {
    "delimited": (10, 150),
    "frame": (120, 60),
    "svmlight": (20, 150),
    "mps": (0, 900),
}
_MARKS = {"svmlight": (b":",), "mps": ()}
_DELIMITERS = (b",", b";", b"\t", b"|", b" ")
_VECTORS = 8  # of as many doubles as there are columns: directions, their sums and differences
_PART = 1 << 24  # bytes looked at in one go


def refuse_costly(text: Text, kind: Kind) -> None:
    """Refuse a text that would take more memory than is allowed, or that has a line of more than `limits.line`."""
    raw, longest = text.raw, current_limits().line
    if len(raw) > longest and (found := _longest_line(raw)) > longest:
        raise OverLimit(
            f"{text.source} has a line of {found:,} bytes, and the limit is {longest:,}; if that is meant, "
            f"{raise_limit('line', 2 * found)}"
        )
    cells = max((raw.count(mark) for mark in _MARKS.get(kind, _DELIMITERS)), default=0)
    lines = max(raw.count(b"\n"), raw.count(b"\r")) + 1
    by_cell, by_line = _COSTS[kind]
    most, needed = memory_for(text.source), len(raw) + by_cell * (cells + lines) + by_line * lines
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


def _longest_line(raw: bytes) -> int:
    longest, before = 0, -1
    for start in range(0, len(raw), _PART):
        part = np.frombuffer(raw, dtype=np.uint8, count=min(_PART, len(raw) - start), offset=start)
        ends = np.flatnonzero((part == ord("\n")) | (part == ord("\r"))) + start
        if ends.size:
            gaps = np.diff(ends, prepend=before)
            longest, before = max(longest, int(gaps.max())), int(ends[-1])
    return max(longest, len(raw) - before - 1)
