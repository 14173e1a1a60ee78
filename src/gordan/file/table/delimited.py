"""Tables of delimited text: CSV, TSV and their relatives.

The delimiter, the heading and the decimal mark are found in the file; each row becomes doubles as it is read, so that
the text of a cell never outlives its row.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import isfinite
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.errors import InputError
from gordan.file.table.grid import Unplain, blocks, is_large
from gordan.file.table.heading import Heading, find_heading
from gordan.file.table.record import LabelColumn, Table
from gordan.file.table.rounding import Rounding
from gordan.file.table.selection import EVERYTHING, Selection
from gordan.file.table.text import Text, is_skipped, refuse_costly
from gordan.file.table.wording import cell_refusal, number, shown

__all__ = ["Form", "Records", "form_of", "part", "read_delimited", "read_part", "sniff", "split"]

_SAMPLE = 20  # enough lines for headings and delimiters to show, few enough to cost nothing


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
        for line_number, line in enumerate(self._text.lines(), self._text.first):
            if self._between:
                if is_skipped(line):
                    continue
                self._line, self._between = line_number, False
            yield _evened(line, self._delimiter)


def read_delimited(text: Text, *, label: str | int | None = None, selection: Selection = EVERYTHING) -> Table:
    """Read a delimited text whose label column is called or numbered `label`, or is found.

    Raises
    ------
    InputError
        Empty or ragged text, cells that are no finite numbers, labels or columns that are not there.

    Examples
    --------
    >>> from gordan.file.table.text import decode
    >>> table = read_delimited(decode(b"a,b,kind\\n1,2,x\\n3,4,z\\n", "t.csv"))
    >>> table.X.tolist(), table.y.tolist(), table.names
    ([[1.0, 2.0], [3.0, 4.0]], ['x', 'z'], ('a', 'b'))
    """
    refuse_costly(text, "delimited")
    source = text.source
    sample, delimiter, start, first, records = part(text, "a table with at least one feature and a label column")
    later = [split(line, delimiter) for line in sample[1:]]
    heading = find_heading(first, later, label=label, source=source, comma=delimiter == ";", selection=selection)
    features = tuple(heading.names[j] for j in heading.features)
    start += heading.present
    read = None
    if is_large(text, delimiter):
        read = _in_blocks(text, delimiter, heading, features, start)
    if read is None:
        below = records if heading.present else chain([(start, first)], records)
        read = _by_cells(text, below, heading, features, decimal_comma=delimiter == ";")
    if not len(read.labels):
        raise InputError(
            f"{source} has column names on line {start - 1} but no rows below them; expected at least one row"
        )
    return Table(
        X=read.X,
        y=read.labels.array(),
        names=features,
        label=heading.names[heading.column],
        lines=read.lines,
        source=source,
        format="tsv" if delimiter == "\t" else "csv",
        notes=text.notes + heading.notes + read.notes,
    )


class Form(NamedTuple):
    """How a delimited text is cut and which of its columns is the label, as its first lines show."""

    delimiter: str
    heading: Heading
    features: tuple[str, ...]
    line: int  # on which the rows begin


def form_of(text: Text, label: str | int | None, selection: Selection = EVERYTHING) -> Form:
    """The form of a text of which only the first lines are given."""
    sample, delimiter, start, first, _ = part(text, "a table with at least one feature and a label column")
    later = [split(line, delimiter) for line in sample[1:]]
    heading = find_heading(first, later, label=label, source=text.source, comma=delimiter == ";", selection=selection)
    features = tuple(heading.names[j] for j in heading.features)
    return Form(delimiter, heading, features, start + heading.present)


def read_part(text: Text, form: Form) -> _Read:
    """Some whole lines of a text whose form is known; those before its first row are left out."""
    delimiter, heading, features, line = form
    if is_large(text, delimiter):
        begin = max(line - text.first + 1, 1)
        if (read := _in_blocks(text, delimiter, heading, features, begin)) is not None:
            return read
    records = (record for record in Records(text, delimiter) if record[0] >= line)
    return _by_cells(text, _of_width(records, text, form), heading, features, decimal_comma=delimiter == ";")


def _of_width(records: Iterable[tuple[int, list[str]]], text: Text, form: Form) -> Iterator[tuple[int, list[str]]]:
    width = len(form.heading.names)
    for line, cells in records:
        if len(cells) != width:
            raise InputError(
                f"{text.source}, line {line} has {len(cells)} cells and the first line {width}; expected as many in "
                "every line, so mend the line or put cells that contain the delimiter in double quotes"
            )
        yield line, cells


class _Read(NamedTuple):
    """What the lines below the heading hold: points, their lines, labels, and notes about the decimals."""

    X: Array
    lines: Positions
    labels: LabelColumn
    notes: tuple[str, ...]


def _by_cells(
    text: Text,
    records: Iterable[tuple[int, list[str]]],
    heading: Heading,
    features: Sequence[str],
    *,
    decimal_comma: bool,
) -> _Read:
    rows = _Rows(text, features, decimal_comma=decimal_comma, guess=heading.guess)
    labels = LabelColumn(text.source, heading.names[heading.column])
    whole = len(features) == len(heading.names) - 1
    for line, cells in records:
        labels.add(cells[heading.column].strip(), line)
        if whole:
            del cells[heading.column]
        rows.add(cells if whole else [cells[j] for j in heading.features], line)
    X = np.frombuffer(rows.values, dtype=np.float64).reshape(len(labels), len(features))
    return _Read(X, np.frombuffer(rows.lines, dtype=np.int64), labels, rows.notes())


def _in_blocks(text: Text, delimiter: str, heading: Heading, features: Sequence[str], line: int) -> _Read | None:
    """The same, read a few megabytes at a time, or None where the text is no plain grid of numbers."""
    most = text.newlines + 1
    X, n = np.empty((most, len(features))), 0
    labels = LabelColumn(text.source, heading.names[heading.column])
    rounding = Rounding(text, place=lambda name: f"column {shown(name)}")
    columns = np.array(heading.features)
    unread = [heading.column, *(j for j in range(len(heading.names)) if j not in {heading.column, *heading.features})]
    try:
        for block in blocks(text, delimiter, line=line, width=len(heading.names)):
            numbers, [texts, *_] = block.parse(unread)
            rounding.scan(block, numbers, columns=columns, names=features)
            labels.extend(texts.different, texts.codes, line=block.first)
            X[n : n + len(numbers)] = numbers
            n += len(numbers)
    except Unplain:
        return None
    line += text.first - 1
    return _Read(X[:n], np.arange(line, line + n), labels, rounding.notes())


class Parted(NamedTuple):
    """A text cut into cells: its first lines as they are, the delimiter, the first record, and all others."""

    sample: list[str]
    delimiter: str
    start: int  # the line of the first record
    first: list[str]
    rest: Iterator[tuple[int, list[str]]]


def part(text: Text, expected: str) -> Parted:
    """Cut a text into records of equally many cells; `expected` says what an empty one should hold."""
    sample = text.head(_SAMPLE)
    delimiter = sniff(sample)
    records = iter(Records(text, delimiter))
    start, first = next(records, (0, []))
    width = len(first)
    if not start:
        raise InputError(f"{text.source} is empty; expected {expected}")

    def even() -> Iterator[tuple[int, list[str]]]:
        for line, cells in records:
            if len(cells) != width:
                count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
                raise InputError(
                    f"{text.source}, line {line} has {count} but line {start} has {width}; expected as many in "
                    "every line, so mend the line or put cells that contain the delimiter in double quotes"
                )
            yield line, cells

    return Parted(sample, delimiter, start, first, even())


class _Rows:
    """The rows so far as one run of doubles, with the line of each and the decimal mark they agree on."""

    def __init__(self, text: Text, names: Sequence[str], *, decimal_comma: bool, guess: str) -> None:
        self.values = array("d")
        self.lines = array("q")
        self._source = text.source
        self._names = names
        self._decimal_comma = decimal_comma
        self._guess = guess
        self._rounding = Rounding(text, place=lambda name: f"column {shown(name)}", comma=decimal_comma)
        self._marks: dict[str, int] = {}  # decimal mark → the first line that has it

    def add(self, cells: list[str], line: int) -> None:
        joined = "".join(cells)
        try:
            numbers = list(map(float, cells))
            # One sum finds any infinity or NaN; an overflowing sum of finite numbers only takes the slow way.
            plain = isfinite(sum(numbers)) and "_" not in joined
        except ValueError:
            plain = False
        if not plain:
            numbers = self._carefully(cells, line)
        if self._decimal_comma:
            self._agree(joined, line)
        self._rounding.look(cells, numbers, line=line, names=self._names)
        self.values.extend(numbers)
        self.lines.append(line)

    def notes(self) -> tuple[str, ...]:
        rounded = self._rounding.notes()
        if "," not in self._marks:
            return rounded
        mark = f"numbers are written with a decimal comma (first on line {self._marks[',']}): 1,5 was read as 1.5"
        return (mark, *rounded)

    def _carefully(self, cells: list[str], line: int) -> list[float]:
        numbers = []
        for name, cell in zip(self._names, cells, strict=True):
            value = number(cell, comma=self._decimal_comma)
            if value is None:
                where = f"{self._source}, line {line}, column {shown(name)}"
                raise cell_refusal(cell, where=where, guess=self._guess)
            numbers.append(value)
        return numbers

    def _agree(self, joined: str, line: int) -> None:
        """Where commas are decimal marks, a point may part thousands: a file with both has no one reading."""
        for mark in ",.":
            if mark in joined:
                self._marks.setdefault(mark, line)
        if len(self._marks) > 1:
            raise InputError(
                f"{self._source} writes numbers with a comma on line {self._marks[',']} and with a point on line "
                f"{self._marks['.']}; expected one decimal mark, so write all numbers the same way"
            )
