"""Which character parts the cells, and the records it parts: lists of cells with the line each begins on."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from gordan.errors import InputError
from gordan.file.table.cell import number
from gordan.file.table.text import Text, is_skipped

__all__ = ["Records", "sniff", "split"]

# In order of preference on equal evidence: a comma may sit inside the cells that the others part, as a decimal mark
# or in a name, and blanks may sit anywhere. " " stands for any run of blanks and tabs.
_DELIMITERS = (";", "\t", "|", ",", " ")


def sniff(sample: Sequence[str]) -> str:
    """The delimiter that makes most of the sample's cells numbers, among those that part its first line.

    Examples
    --------
    >>> sniff(["height;width", "1,5;2,5"]), sniff(["1, 2, New York"])
    (';', ',')
    """
    able = [mark for mark in _DELIMITERS if sample and len(split(sample[0], mark)) > 1]
    return max(able, key=lambda mark: _numeric_share(sample, mark), default=",")


def split(line: str, delimiter: str) -> list[str]:
    """The cells of one line that stands alone.

    Examples
    --------
    >>> split('1, "a, b"', ",")
    ['1', 'a, b']
    """
    try:
        return next(csv.reader([_evened(line, delimiter)], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:  # an endless cell; the reading proper says so with its line number
        return [line]


def _numeric_share(sample: Sequence[str], delimiter: str) -> float:
    cells = [cell for line in sample for cell in split(line, delimiter)]
    return sum(number(cell, comma=delimiter == ";") is not None for cell in cells) / max(len(cells), 1)


def _evened(line: str, delimiter: str) -> str:
    # The csv module skips blanks before a cell, which folds runs of them once tabs are blanks too.
    return line.expandtabs(1).strip() if delimiter == " " else line


class Records:
    """The records of a text, one list of cells at a time, blank lines and comments left out.

    Leaving out happens only where a record could begin: a line inside a quoted cell belongs to the cell, whatever it
    looks like. So the lines are filtered while the csv module pulls them, not before.
    """

    def __init__(self, text: Text, delimiter: str) -> None:
        self._text = text
        self._delimiter = delimiter
        self._between = True
        self._line = 0

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        reader = csv.reader(self._feed(), delimiter=self._delimiter, skipinitialspace=True, strict=True)
        while True:
            self._between = True
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise InputError(
                    f"{self._text.source}, line {self._line}: the quotation marks or cells of this line cannot be "
                    f"read ({error}); expected each cell plain or wholly inside double quotes, so mend the line"
                ) from error
            yield self._line, cells

    def _feed(self) -> Iterator[str]:
        for line_number, line in enumerate(self._text.lines(), 1):
            if self._between:
                if is_skipped(line):
                    continue
                self._line, self._between = line_number, False
            yield _evened(line, self._delimiter)
