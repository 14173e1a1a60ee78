"""The dense end of an elimination modulo a prime: independent rows and columns, and what they leave of other rows."""

from __future__ import annotations

from typing import Any, NamedTuple

from gordan.feasibility.split.echelon import pivots_of

__all__ = ["PRIME", "Finished", "Sparse", "finish"]

PRIME = 2**61 - 1
Sparse = dict[int, int]


class Finished(NamedTuple):
    """Rows taken, by place, and their columns; `left` has what is left of each other row and its right side."""

    rows: list[int]
    columns: list[int]
    left: dict[int, tuple[Sparse, int]]


def finish(rows: list[tuple[Sparse, int]], first: int) -> Finished:
    """Eliminate the `first` rows, and what they have in common with the others.

    Examples
    --------
    >>> finish([({0: 1, 1: 1}, 1), ({0: 2, 1: 2}, 2), ({1: 1}, 5)], 2)
    Finished(rows=[0], columns=[0], left={1: ({}, 0), 2: ({1: 1}, 5)})
    """
    from flint import nmod_mat

    used = sorted({j for row, _ in rows[:first] for j in row})
    taken, pivots = _independent([row for row, _ in rows[:first]], {j: k for k, j in enumerate(used)})
    columns = [used[k] for k in pivots]
    chosen = set(taken)
    rest = [k for k in range(len(rows)) if k not in chosen]
    if not taken or not rest:
        return Finished(taken, columns, {k: rows[k] for k in rest})
    eliminated = set(columns)
    beside = sorted({j for row, _ in rows for j in row} - eliminated)

    def part(which: list[int], inside: bool) -> Any:
        wanted = columns if inside else beside
        values = []
        for k in which:
            row, right = rows[k]
            values += [row.get(j, 0) for j in wanted]
            if not inside:
                values.append(right)
        return nmod_mat(len(which), len(wanted) + (not inside), values, PRIME)

    schur = part(rest, False) - part(rest, True) * part(taken, True).inv() * part(taken, False)
    table, step = [int(v) for v in schur.entries()], len(beside) + 1
    left = {}
    for place, k in enumerate(rest):
        *values, right = table[place * step : (place + 1) * step]
        left[k] = ({j: v for j, v in zip(beside, values, strict=True) if v}, right)
    return Finished(taken, columns, left)


def _independent(rows: list[Sparse], place: dict[int, int]) -> tuple[list[int], list[int]]:
    """The first independent rows, and columns in which they are."""
    from flint import nmod_mat

    m, n = len(rows), len(place)
    if not m or not n:
        return [], []
    entries = [0] * (m * n)
    for i, row in enumerate(rows):
        for j, value in row.items():
            entries[place[j] * m + i] = value
    chosen = pivots_of(*nmod_mat(n, m, entries, PRIME).rref())
    entries = [0] * (len(chosen) * n)
    for k, i in enumerate(chosen):
        for j, value in rows[i].items():
            entries[k * n + place[j]] = value
    return chosen, pivots_of(*nmod_mat(len(chosen), n, entries, PRIME).rref()) if chosen else []
