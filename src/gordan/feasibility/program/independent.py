"""Independent equations and unknowns of a sparse system, by elimination modulo a prime.

1. a column with one entry left: its row is solved for it last, and leaves with it
2. else the row with the fewest entries, its column with the fewest: eliminate that column from the other rows
3. when what is left has filled up, go on with it as a dense matrix

Rows that must hold go before rows that may be given up. Independent modulo a prime is independent; what looks dependent
by accident, once in 10¹⁸, is found out by whoever checks the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.echelon import pivots_of

__all__ = ["PRIME", "Finished", "Independent", "Sparse", "finish", "independent"]

_FULL = 0.12  # of the entries: beyond it elimination in dictionaries loses to the dense one
_SMALL = 40  # rows: not worth the bookkeeping


class Independent(NamedTuple):
    """Rows and columns of a regular square part as large as can be; `open` are rows that the rest contradicts."""

    rows: list[int]
    columns: list[int]
    open: list[int]


def independent(rows: Sequence[Sparse], right: Sequence[int], stops: Sequence[int]) -> Independent:
    """Of equations row·x = right modulo the prime; those before an earlier stop are preferred to those after it.

    Examples
    --------
    >>> independent([{0: 1, 1: 1}, {0: 2, 1: 2}, {1: 1}], [1, 2, 0], [3])
    Independent(rows=[0, 2], columns=[0, 1], open=[])
    >>> independent([{0: 1}, {0: 1}], [1, 2], [1]).open
    [1]
    """
    work = _Work([{j: v for j, v in row.items() if v} for row in rows], list(right))
    for stop in (*stops, len(rows)):
        work.eliminate(stop)
    return Independent(work.pivot_rows, work.pivot_columns, [i for i in sorted(work.left) if work.right[i]])


class _Work:
    def __init__(self, rows: list[Sparse], right: list[int]) -> None:
        self.rows, self.right = rows, right
        self.left = set(range(len(rows)))
        self.columns: dict[int, set[int]] = {}
        for i, row in enumerate(rows):
            for j in row:
                self.columns.setdefault(j, set()).add(i)
        self.pivot_rows: list[int] = []
        self.pivot_columns: list[int] = []
        self.alone = [j for j, holders in self.columns.items() if len(holders) == 1]
        self.entries = sum(map(len, rows))

    def eliminate(self, stop: int) -> None:
        """Until no row before `stop` has an entry left."""
        waiting = [(len(self.rows[i]), i) for i in self.left if i < stop]
        heapify(waiting)
        while True:
            check_deadline("eliminating in a program")
            self._take_alone()
            while waiting and waiting[0][0] != len(self.rows[waiting[0][1]]):
                _, i = heappop(waiting)
                if i in self.left:
                    heappush(waiting, (len(self.rows[i]), i))
            if not waiting:
                return
            count, i = waiting[0]
            if count == 0 or i not in self.left:
                heappop(waiting)
            elif self._filled():
                self._finish(stop)  # 3
                return
            else:
                self._pivot(i)  # 2

    def _take_alone(self) -> None:
        while self.alone:
            j = self.alone.pop()
            holders = self.columns.get(j)
            if holders is not None and len(holders) == 1:
                self._take(next(iter(holders)), j)  # 1

    def _filled(self) -> bool:
        return len(self.left) <= _SMALL or self.entries > _FULL * len(self.left) * len(self.columns)

    def _pivot(self, i: int) -> None:
        row = self.rows[i]
        j = min(row, key=lambda j: len(self.columns[j]))
        inverse = pow(row[j], -1, PRIME)
        for k in list(self.columns[j]):
            if k != i:
                self._subtract(k, i, self.rows[k][j] * inverse % PRIME)
        self._take(i, j)

    def _subtract(self, k: int, i: int, factor: int) -> None:
        target = self.rows[k]
        for j, value in self.rows[i].items():
            new = (target.get(j, 0) - factor * value) % PRIME
            if new:
                if j not in target:
                    self.columns[j].add(k)
                    self.entries += 1
                target[j] = new
            elif j in target:
                del target[j]
                self.entries -= 1
                self._drop(j, k)
        self.right[k] = (self.right[k] - factor * self.right[i]) % PRIME

    def _drop(self, j: int, k: int) -> None:
        holders = self.columns[j]
        holders.discard(k)
        if len(holders) == 1:
            self.alone.append(j)

    def _take(self, i: int, j: int) -> None:
        self.pivot_rows.append(i)
        self.pivot_columns.append(j)
        self.left.discard(i)
        for each in self.rows[i]:
            if each != j:
                self._drop(each, i)
        del self.columns[j]
        self.entries -= len(self.rows[i])
        self.rows[i] = {}

    def _finish(self, stop: int) -> None:
        """The rest at once; of the rows that are to hold later only what these leave of them stays."""
        rest = sorted(self.left)
        finished = finish([(self.rows[i], self.right[i]) for i in rest], sum(i < stop for i in rest))
        self.pivot_rows += [rest[k] for k in finished.rows]
        self.pivot_columns += finished.columns
        self.left -= {rest[k] for k in finished.rows}
        for k, (row, right) in finished.left.items():
            self.rows[rest[k]], self.right[rest[k]] = row, right
        self.columns = {}
        for i in self.left:
            for j in self.rows[i]:
                self.columns.setdefault(j, set()).add(i)
        self.alone = [j for j, holders in self.columns.items() if len(holders) == 1]
        self.entries = sum(len(self.rows[i]) for i in self.left)


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
