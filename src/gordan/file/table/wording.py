"""Text of files in sentences: quoted, listed, with the nearest name; and one cell of text read as a number."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from math import isfinite

from gordan.errors import InputError

__all__ = [
    "MISSING_NUMBERS",
    "cell_refusal",
    "is_missing",
    "is_text",
    "listed",
    "nearest",
    "number",
    "shown",
    "source_name",
    "visible",
]

# A cell of a binary file taken for text can be thousands of characters long; a sentence must stay one.
_CLIP = 40
_MANY = 5_000  # names among which the nearest is looked for: each takes some microseconds


def shown(text: str) -> str:
    """The text in quotation marks, with control characters escaped and the middle of long text left out.

    Examples
    --------
    >>> shown("abc")
    "'abc'"
    """
    if len(text) > _CLIP:
        text = text[: _CLIP // 2] + "…" + text[-_CLIP // 4 :]
    return repr(text)


def visible(text: str) -> str:
    """The text with everything spelt out that could steer a terminal or turn lines around.

    Examples
    --------
    >>> print(visible("petal\\x1b[2J\\u202e\\n"))
    petal\\x1b[2J\\u202e\\n
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def source_name(path: str) -> str:
    """What a source of data is called in a report: the file's name, that of a folder with /, or standard input.

    Examples
    --------
    >>> source_name("study/trial.csv"), source_name("-")
    ('trial.csv', 'standard input')
    """
    if path == "-":
        return "standard input"
    return f"{os.path.basename(os.path.normpath(path))}/" if os.path.isdir(path) else os.path.basename(path)


def listed(names: Iterable[str], limit: int = 8) -> str:
    """The names after one another, cut after `limit` of them with the total.

    Examples
    --------
    >>> listed(["a", "b", "c"], limit=2)
    "'a', 'b', … (3 in all)"
    """
    every = [shown(name) for name in names]
    if len(every) <= limit:
        return ", ".join(every)
    return f"{', '.join(every[:limit])}, … ({len(every)} in all)"


def nearest(word: str, names: Sequence[str]) -> str:
    """A closing question naming what was probably meant, or nothing when no name is close.

    Examples
    --------
    >>> nearest("Specie", ["species", "petal_width"])
    "; did you mean 'species'?"
    """
    # Capitals are the commonest slip and should not count as distance.
    folded: dict[str, str] = {}
    for name in names[:_MANY]:
        folded.setdefault(name.casefold(), name)
    close = get_close_matches(word.casefold(), list(folded), n=3, cutoff=0.6)
    if not close:
        return ""
    return f"; did you mean {' or '.join(shown(folded[key]) for key in close)}?"


_MISSING = frozenset({"", "na", "nan", "+nan", "-nan", ".", "?"})
# Spelled-out absences: plain among numbers, but "none" may well be the name of a class.
_MISSING_NUMBER = _MISSING | {"n/a", "null", "none"}
MISSING_NUMBERS = sorted(
    {write(word) for word in _MISSING_NUMBER for write in (str, str.upper, str.capitalize)} | {"NaN"}
)


def is_missing(cell: str) -> bool:
    """Whether the cell says that its value is not known.

    Examples
    --------
    >>> is_missing("NA"), is_missing("none")
    (True, False)
    """
    return cell.strip().casefold() in _MISSING


def number(cell: str, *, comma: bool = False) -> float | None:
    """The finite double the cell writes, or None; with `comma`, "1,5" is one and a half.

    Examples
    --------
    >>> number(" 1e3 "), number("1,5", comma=True), number("1_000"), number("inf")
    (1000.0, 1.5, None, None)
    """
    if comma and cell.count(",") == 1 and "." not in cell:
        cell = cell.replace(",", ".")
    if "_" in cell:  # Python's float() reads 1_000 as a thousand; in a file it is a name.
        return None
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if isfinite(value) else None


def is_text(cell: str, *, comma: bool = False) -> bool:
    """Whether the cell holds words: no number, not even an infinite one, and nothing that says "not known".

    Examples
    --------
    >>> is_text("setosa"), is_text("inf"), is_text("null"), is_text("1_000")
    (True, False, False, True)
    """
    if number(cell, comma=comma) is not None or _is_infinite(cell):
        return False
    return cell.strip().casefold() not in _MISSING_NUMBER


def cell_refusal(cell: str, *, where: str, guess: str = "") -> InputError:
    """The sentence for a cell that should have been a finite number; `where` names file, line and column.

    `guess` says which column had been taken as the label, where nobody had said it: text may be the label itself.

    Examples
    --------
    >>> print(cell_refusal("", where="t.csv, line 3, column 'age'"))
    t.csv, line 3, column 'age': the cell is empty; gordan decides on complete rows only, so drop or fill it
    """
    cell = cell.strip()
    if cell.casefold() in _MISSING_NUMBER:
        what = f"the value {shown(cell)} is missing" if cell else "the cell is empty"
        return InputError(f"{where}: {what}; gordan decides on complete rows only, so drop or fill it")
    if _is_infinite(cell):
        return InputError(
            f"{where}: {shown(cell)} is infinite or too large for a double; expected a finite number, "
            "so drop the row or rescale the column"
        )
    return InputError(
        f"{where}: the text {shown(cell)} stands where a number was expected; "
        f"encode the column as numbers, leave it out (--drop), or choose another label column{guess and f' ({guess})'}"
    )


def _is_infinite(cell: str) -> bool:
    try:
        return not isfinite(float(cell))
    except ValueError:
        return False
