"""`scan`: a file of any length as batches of rows, which are read anew for every pass and never held whole.

Text is cut at the ends of lines into parts of some megabytes, each read as a table of its own by the readers of shorter
files. What the first lines show (the delimiter, the names, the label column) holds for all of them.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from gordan.arithmetic.array import Matrix, Positions
from gordan.arithmetic.limit import current_limits, raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.table.delimited import form_of, read_part
from gordan.file.table.record import Table, whole
from gordan.file.table.selection import EVERYTHING, Selection
from gordan.file.table.source import inner_suffix, open_file
from gordan.file.table.svmlight import SVMLIGHT, looks_svmlight, read_svmlight
from gordan.file.table.text import Text, decode
from gordan.problem.batches import Batches, Source, find_label, open_source

__all__ = ["BINARY", "is_long", "scan", "scan_cluster", "scan_table", "text_parts"]

BINARY = (".npy", ".parquet", ".pq", ".arrow", ".feather", ".zarr")  # formats that are opened as batches at any size
_PART = 1 << 23  # bytes of text parsed at a time
_SMALL = 1 << 26  # bytes of a file that are held in memory, or refused, whatever the limit
_SAMPLE = 20  # lines looked at for the format
_WIDEST = 10_000  # columns of svmlight text whose rows are made dense
_OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}

Read = Iterator[tuple[Matrix, tuple[str, ...], Any]]


def scan(
    path: str | os.PathLike[str],
    *,
    label: str | int | None = None,
    positive: str | None = None,
    rows: int | None = None,
) -> Batches:
    """Open a file of any length for `Points.from_batches`.

    Parameters
    ----------
    path
        Delimited text or svmlight, also compressed as .gz, .bz2 or .xz; a .npy file whose last column is the label;
        Parquet or Arrow files, or a folder of them; a Zarr array.
    label
        The label column, by name or by number from 1, as for shorter files.
    positive
        A class to set against all others.
    rows
        How many of the first rows are read; None is all.

    Examples
    --------
    >>> import gordan
    >>> from gordan.data import path
    >>> problem = gordan.Points.from_batches(scan(path("iris.csv"), positive="setosa"))
    >>> problem, gordan.solve(problem).kind
    (Points(150 x 4 float64 in batches, classes=('not setosa', 'setosa'), intercept=True), 'separable')
    """
    return _scanned(os.fspath(path), label, positive, rows, EVERYTHING)[0]


def is_long(path: str) -> bool:
    """Whether a file is read in batches: it is larger than the memory that reading may take, and not small."""
    try:
        names = (os.path.join(where, name) for where, _, names in os.walk(path) for name in names)
        size = sum(map(os.path.getsize, names)) if os.path.isdir(path) else os.path.getsize(path)
        return size > max(current_limits().memory, _SMALL)
    except (OSError, ValueError):
        return False


def scan_table(
    path: str,
    *,
    label: str | int | None = None,
    positive: str | None = None,
    rows: int | None = None,
    selection: Selection = EVERYTHING,
) -> Table:
    """A table whose rows are batches; of binary formats and first rows that fit the memory, with all rows in it."""
    X, source, name = _scanned(path, label, positive, rows, selection)
    text = isinstance(source, LongText | LongSvmlight)
    form = source.format if text else inner_suffix(path)[0].lstrip(".") or "parquet"
    lines: Any = Lines(source.places, X.shape[0]) if text else Lines([], X.shape[0])
    labels, codes = X.surveyed.labels, X.surveyed.codes
    y = np.array(labels)[codes] if X.nbytes <= current_limits().memory else codes
    common: dict[str, Any] = {"names": X.names, "label": name, "lines": lines, "source": path, "format": form}
    common |= {
        "files": getattr(source, "files", ()),
        "positive": positive,
        "first": source.first if isinstance(source, LongSvmlight) else 1,
    }
    if X.nbytes <= current_limits().memory and (rows is not None or not is_long(path)):
        part = X.shape[0] == rows
        notes = (f"{path}: only its first {rows:,} rows were read",) if part else ()
        table = Table(X=np.concatenate([piece.values for piece in X.read()]), y=y, notes=notes, part=part, **common)
        return table if X.names else selection.of_table(table)
    size, most = spell_size(X.nbytes), spell_size(current_limits().memory)
    which = f"the rows take {size} of memory, " if X.nbytes > current_limits().memory else f"{path} is a file of "
    note = f"{which}more than the {most} that reading may hold, and its rows are read anew for every pass"
    table = Table(X=X, y=y, notes=(note, *(source.notes if text else ())), **common)
    return table if X.names else selection.of_table(table)


def scan_cluster(path: str, *, label: str | None = None) -> Table:
    """The Parquet files at this place as a table whose blocks are computed with by the cluster in force."""
    from gordan.problem.batches.cluster import ClusterBatches, open_parquet

    if not os.path.isdir(path) and inner_suffix(path)[0] not in (".parquet", ".pq"):
        raise InputError(
            f"{path!r} is no Parquet file or folder, and only these are given to a cluster; save it as Parquet, or "
            "leave --scheduler out"
        )
    given = open_parquet(path)
    name = find_label(list(given.columns), label)
    X = ClusterBatches(given, label=name)
    lines: Any = Lines([], X.shape[0])
    return Table(X, X.surveyed.codes, X.names, name, lines, path, "parquet", files=getattr(given, "files", ()))


def _scanned(
    path: str, label: str | int | None, positive: str | None, rows: int | None, selection: Selection
) -> tuple[Batches, Any, str]:
    """The batches, the source without a choice of class, and the name of the label column."""
    suffix, _ = inner_suffix(path)
    source: Any
    if suffix in BINARY or os.path.isdir(path):
        source = open_source(path, label=label)
        names = getattr(source, "names", None)
        name = find_label(names, label) if names else str(label or getattr(source, "columns", "label"))
        if names and selection:
            source.choose(name, [names[j] for j in selection.features(names, names.index(name), path)])
    else:
        source = _open_text(path, label, selection)
        name = source.label
    chosen = source if positive is None else _AgainstOthers(source, positive)
    X = Batches(chosen, most=rows)
    if all(isinstance(each, float) for each in X.surveyed.labels):
        X.surveyed.labels = whole(np.array(X.surveyed.labels)).tolist()
    if positive is not None and positive not in X.surveyed.labels:
        raise InputError(f"{path} has no class {positive!r} in its label column {name!r}")
    return X, source, name


def _open_text(path: str, label: str | int | None, selection: Selection) -> LongText | LongSvmlight:
    suffix, _ = inner_suffix(path)
    head = next(text_parts(path), None)
    if head is None:
        raise InputError(f"{path} is empty; expected a table with at least one feature and a label column")
    if suffix in SVMLIGHT or (suffix == "" and looks_svmlight(head.head(_SAMPLE))):
        if label is not None:
            raise InputError(
                f"{path} is svmlight text, whose label always comes first on the line; leave the label out"
            )
        return LongSvmlight(path)
    return LongText(path, head, label, selection)


class LongText:
    """Delimited text, part by part."""

    steady = False

    def __init__(self, path: str, head: Text, label: str | int | None, selection: Selection) -> None:
        self.words, self.form = path, form_of(head, label, selection)
        self.label, self.notes = self.form.heading.names[self.form.heading.column], self.form.heading.notes
        self.format = "tsv" if self.form.delimiter == "\t" else "csv"
        self.places: list[Positions] = []
        self.disk = os.path.getsize(path)

    def read(self) -> Read:
        fresh = not self.places
        for text in text_parts(self.words):
            read = read_part(text, self.form)
            if fresh:
                self.places.append(read.lines)
                self.notes += tuple(note for note in read.notes if note not in self.notes)
            if len(read.labels):
                yield read.X, self.form.features, read.labels.array()

    def take(self, rows: Positions) -> Matrix | None:
        return None


class LongSvmlight:
    """Svmlight text, part by part, as dense rows; one pass before the others finds its indices."""

    format, label, steady = "svmlight", "label", False

    def __init__(self, path: str) -> None:
        self.words, self.places, self.disk = path, [], os.path.getsize(path)
        self.notes: tuple[str, ...] = ()
        first, last = 1, 0
        for text in text_parts(path):
            table = read_svmlight(text)
            first, last = min(first, table.first), max(last, table.X.shape[1] - 1 + table.first)
            self.places.append(table.lines)
            self.notes += tuple(note for note in table.notes if note not in self.notes)
        self.first, self.columns = first, last + 1 - first
        if self.columns > _WIDEST:
            raise InputError(
                f"{path} has indices up to {last:,}, and long svmlight files are read as dense rows of at most "
                f"{_WIDEST:,} columns; hold it in memory: {raise_limit('memory', 2 * os.path.getsize(path))}"
            )

    def read(self) -> Read:
        for text in text_parts(self.words):
            table = read_svmlight(text)
            rows = np.zeros((table.X.shape[0], self.columns))
            shift = table.first - self.first
            rows[:, shift : shift + table.X.shape[1]] = table.X.toarray()
            yield rows, (), table.y

    def take(self, rows: Positions) -> Matrix | None:
        return None


class _AgainstOthers:
    """One class against all others."""

    def __init__(self, source: Source, positive: str) -> None:
        self.words, self._source, self._positive = source.words, source, positive
        self.steady, self.files = source.steady, getattr(source, "files", ())
        self.disk = getattr(source, "disk", None)

    def read(self) -> Read:
        for values, names, labels in self._source.read():
            texts = whole(labels) if labels.dtype.kind == "f" else labels
            texts = np.asarray(texts).astype(np.str_)
            yield values, names, np.where(texts == self._positive, self._positive, f"not {self._positive}")

    def take(self, rows: Positions) -> Matrix | None:
        return self._source.take(rows)


class Lines:
    """The line of every row, kept as the line of the first row of each part where the others follow."""

    def __init__(self, places: list[Positions], n: int) -> None:
        self._n = n
        sizes = [len(part) for part in places]
        self._starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self._parts = [int(p[0]) if len(p) and p[-1] - p[0] + 1 == len(p) else p for p in places]

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, rows: Any) -> Any:
        wanted = np.atleast_1d(np.asarray(rows, dtype=np.int64))
        lines = np.array([self._line(row) for row in wanted.tolist()], dtype=np.int64)
        return lines if np.ndim(rows) else lines[0]

    def _line(self, row: int) -> int:
        if not self._parts:
            return row
        k = int(np.searchsorted(self._starts, row, side="right")) - 1
        part, within = self._parts[k], row - int(self._starts[k])
        return part + within if isinstance(part, int) else int(part[within])


def text_parts(path: str) -> Iterator[Text]:
    """The text in parts of whole lines; a cell in quotation marks that spans lines stays in one part."""
    first, rest, encoding = 1, b"", ""
    with _open(path) as file:
        while True:
            try:
                read = file.read(_PART)
            except (OSError, EOFError, lzma.LZMAError) as error:
                raise InputError(f"{path} is cut short or damaged ({error}); copy or download it again") from error
            raw = rest + read
            end = len(raw) if not read else _last_line(raw)
            raw, rest = raw[:end], raw[end:]
            if len(rest) > current_limits().line:
                raise OverLimit(
                    f"{path} has a line of more than {len(rest):,} bytes; {raise_limit('line', 4 * len(rest))}"
                )
            if raw.strip():
                text = decode(raw, path)
                if text.encoding not in ("utf-8", "utf-8-sig") or (encoding and text.notes):
                    raise InputError(f"{path} is no UTF-8 text from line {first} on; save it as UTF-8")
                yield Text(text.raw, text.encoding, path, (), first, part=True)
                encoding = text.encoding
            first += raw.count(b"\n")
            if not read:
                return


def _last_line(raw: bytes) -> int:
    """Where the last line ends before which all quotation marks are closed; 0 where there is none."""
    end = raw.rfind(b"\n") + 1
    if b'"' in raw:
        while end and raw.count(b'"', 0, end) % 2:
            end = raw.rfind(b"\n", 0, end - 1) + 1
    return end


def _open(path: str) -> IO[bytes]:
    suffix = os.path.splitext(path.lower())[1]
    if suffix not in _OPENERS:
        return open_file(path)
    open_file(path).close()  # what cannot be opened has its sentence there
    opened: IO[bytes] = _OPENERS[suffix](path, "rb")
    return opened
