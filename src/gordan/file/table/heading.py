"""Whether the first line names the columns, and which column is the label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gordan.errors import InputError
from gordan.file.table.selection import EVERYTHING, Selection
from gordan.file.table.wording import is_missing, is_text, listed, nearest, number, shown

__all__ = ["Heading", "column_names", "find_heading"]

# In order: where a file has both "class" and "y", y is more likely a coordinate.
_WORDS = ("label", "class", "y", "target", "outcome")


@dataclass(frozen=True)
class Heading:
    """The columns' names, the label's place among them, whether the first line gave the names, and notes.

    `guess` says which column was taken as the label and why; it is empty where somebody had named the column.
    `features` are the places of the coordinates.
    """

    names: tuple[str, ...]
    column: int
    present: bool
    notes: tuple[str, ...]
    guess: str = ""
    features: tuple[int, ...] = ()


def find_heading(
    first: Sequence[str],
    later: Sequence[Sequence[str]],
    *,
    label: str | int | None,
    source: str,
    comma: bool = False,
    selection: Selection = EVERYTHING,
) -> Heading:
    """Read the first record as names or as data, and place the label column.

    `later` are a few records below; a word such as "y" over a column in which it returns is a class, not a name.

    Examples
    --------
    >>> find_heading(["5.1", "3.5", "setosa"], [], label=None, source="t.csv").present
    False
    >>> find_heading(["a", "class", "b"], [], label=None, source="t.csv").column
    1
    """
    cells = [cell.strip() for cell in first]
    if len(cells) < 2:
        raise InputError(
            f"{source} has a single column ({shown(''.join(cells))} on its first line); expected at least one feature "
            "and a label, so part the cells by comma, semicolon, tab, bar or blanks"
        )
    ignored = selection.ignored(cells, source)
    texts = {j for j, cell in enumerate(cells) if not is_missing(cell) and number(cell, comma=comma) is None} - ignored
    if label is None:
        column, present, how = _unasked(cells, texts, later, comma=comma, dropped=ignored if selection.drop else set())
    else:
        column, present = _asked(str(label).strip(), cells, texts, later, source)
    if not present and texts == {column} and not any(cells[:column] + cells[column + 1 :]):
        raise InputError(
            f"{source} begins with a line that is empty but for {shown(cells[column])}; if that is the name of a "
            "column, name the others too, and if it is a class, fill its row or drop it"
        )
    names = column_names(cells if present else [""] * len(cells), source)
    features = tuple(selection.features(cells, column, source)) if selection else ()
    notes = selection.note(names, features, column) if features else ()
    guess = ""
    if label is None:
        guess = f"{shown(names[column])} was taken as the label, {how}; --label chooses another"
        notes += (f"label column: {names[column]!r} ({how}; choose another with --label)",)
    if not present:
        notes += ("the first line holds numbers, not names, so the columns are called 1, 2, …",)
    notes += tuple(
        f"column {j + 1} has no name in the first line and is called {names[j]!r}; if it only counts rows, remove it"
        for j, cell in enumerate(cells)
        if present and not cell and (not features or j in features)
    )
    return Heading(names, column, present, notes, guess, features or (*range(column), *range(column + 1, len(names))))


def _names_columns(cells: Sequence[str], texts: set[int], column: int, later: Sequence[Sequence[str]]) -> bool:
    """Text outside the label column is a name; a label word alone is one if it does not return below it."""
    if texts - {column}:
        return True
    returns = any(len(row) > column and row[column].strip() == cells[column] for row in later)
    return cells[column].casefold() in _WORDS and not returns


def _unasked(
    cells: Sequence[str], texts: set[int], later: Sequence[Sequence[str]], *, comma: bool, dropped: set[int]
) -> tuple[int, bool, str]:
    """The only column of text, else the column with one of the usual words, else the last; and how it was found."""
    last = max((j for j in range(len(cells)) if j not in dropped), default=len(cells) - 1)
    folded = ["" if j in dropped else cell.casefold() for j, cell in enumerate(cells)]
    only = _only_text(len(cells), later, comma, dropped)
    column = next((folded.index(word) for word in _WORDS if word in folded), last) if only is None else only
    present = _names_columns(cells, texts, column, later)
    if present and folded[column] in _WORDS:
        return column, present, "by its name"
    if only is not None:
        return only, present, "the only column of text"
    return last, present, "the last column"  # a usual word found among data names nothing


def _only_text(width: int, later: Sequence[Sequence[str]], comma: bool, dropped: set[int]) -> int | None:
    """The one column with words below the first line; a column that also has numbers there has a slip, not classes."""
    rows = [row for row in later if len(row) == width]
    worded = [j for j in range(width) if j not in dropped and any(is_text(row[j], comma=comma) for row in rows)]
    if len(worded) != 1 or any(number(row[worded[0]], comma=comma) is not None for row in rows):
        return None
    return worded[0]


def _asked(
    label: str, cells: Sequence[str], texts: set[int], later: Sequence[Sequence[str]], source: str
) -> tuple[int, bool]:
    """The label column by its name where the first line has names, else by its number from 1."""
    numeral = label.isascii() and label.isdecimal()
    place = int(label[:10]) - 1 if numeral else -1  # ten digits are beyond any table
    counted = 0 <= place < len(cells)
    if counted and not _names_columns(cells, texts, place, later):
        return place, False
    if label in cells and (not numeral or texts - {cells.index(label)}):
        return cells.index(label), True
    if counted:
        return place, True
    if texts - {len(cells) - 1}:
        raise InputError(
            f"{source} has no column {shown(label)}; its columns are {listed(cells)} "
            f"(a number from 1 to {len(cells)} also serves){nearest(label, cells)}"
        )
    raise InputError(
        f"{source} has no column {shown(label)}, nor names on its first line; "
        f"give the label column as a number from 1 to {len(cells)}"
    )


def column_names(cells: Sequence[str], source: str) -> tuple[str, ...]:
    """The cells as names of columns, all different; an empty one becomes its number."""
    names = tuple(cell or str(j) for j, cell in enumerate(cells, 1))
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        where = " and ".join(str(j) for j, name in enumerate(names, 1) if name == twice)
        raise InputError(
            f"{source} has the column name {shown(twice)} more than once (columns {where}); "
            "expected different names, so rename or drop one"
        )
    return names
