"""One cell of text as a number, and the sentence for a cell that is none."""

from __future__ import annotations

from math import isfinite

from gordan.errors import InputError
from gordan.file.table.wording import shown

__all__ = ["cell_refusal", "is_missing", "is_text", "number"]

_MISSING = frozenset({"", "na", "nan", "+nan", "-nan", ".", "?"})
# Spelled-out absences: plain among numbers, but "none" may well be the name of a class.
_MISSING_NUMBER = _MISSING | {"n/a", "null", "none"}


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
        told = f"the value {shown(cell)} is missing" if cell else "the cell is empty"
        return InputError(f"{where}: {told}; gordan decides on complete rows only, so drop or fill it")
    if _is_infinite(cell):
        return InputError(
            f"{where}: {shown(cell)} is infinite or too large for a double; expected a finite number, "
            "so drop the row or rescale the column"
        )
    return InputError(
        f"{where}: the text {shown(cell)} stands where a number was expected; "
        f"encode the column as numbers, drop it, or choose another label column{guess and f' ({guess})'}"
    )


def _is_infinite(cell: str) -> bool:
    try:
        return not isfinite(float(cell))
    except ValueError:
        return False
