"""A few rows of the file as a small table: what is said of each, then as many of its values as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array
from gordan.cli.clean import clean
from gordan.cli.digits import brief
from gordan.file.table import Table

__all__ = ["Sheet", "column_name", "lay_out"]

_GAP = 2  # blanks between columns
_INDENT = 2


@dataclass(frozen=True)
class Sheet:
    """Headings, cells and a last row that sums up, with the number of columns that found no room."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    last: tuple[str, ...] | None
    words: int  # how many leading columns are text and stand left
    left_out: int


def lay_out(
    table: Table,
    said: Sequence[tuple[str, Sequence[str]]],
    values: Array,
    *,
    importance: Array,
    last: tuple[Sequence[str], Array] | None = None,
    width: int,
) -> Sheet:
    """Put the columns `said` (heading and cells) before the values; the most important values that fit are kept.

    They stay in the order of the file. `last` is one more row: its cells under `said` and its values.
    """
    cells = [[brief(v + 0.0, 6) for v in column] for column in values.T.tolist()]
    if last is not None:
        cells = [[*column, brief(v)] for column, v in zip(cells, last[1].tolist(), strict=True)]
    under = list(last[0]) if last is not None else [""] * len(said)
    room = width - _INDENT
    for (heading, column), below in zip(said, under, strict=True):
        room -= max(map(len, [heading, below, *column])) + _GAP
    kept = _fitting(table, cells, importance, room)
    headings = [heading for heading, _ in said] + [column_name(table, j) for j in kept]
    rows = [tuple([column[i] for _, column in said] + [cells[j][i] for j in kept]) for i in range(values.shape[0])]
    summary = None if last is None else tuple(under + [cells[j][-1] for j in kept])
    return Sheet(tuple(headings), tuple(rows), summary, len(said), values.shape[1] - len(kept))


def _fitting(table: Table, cells: list[list[str]], importance: Array, room: int) -> list[int]:
    kept = []
    for j in np.argsort(-importance, kind="stable").tolist():
        room -= max(map(len, [column_name(table, j), *cells[j]])) + _GAP
        if room < -_GAP:
            break
        kept.append(j)
    return sorted(kept)


def column_name(table: Table, j: int) -> str:
    """The column's name; a bare number, which would look like a coefficient, becomes x1, x2, …"""
    name = clean(table.name(j))
    return f"x{name}" if name.isdecimal() else name
