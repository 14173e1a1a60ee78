"""The characters of a file: its encoding found, its line ends evened out."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gordan.arithmetic.deadline import check_deadline
from gordan.errors import InputError

__all__ = ["Text", "decode", "is_skipped"]

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
