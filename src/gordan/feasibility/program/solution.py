"""A regular sparse system of fractions, solved block by block.

Equations are matched with unknowns; what depends on one another both ways is a block, and blocks come after those they
need. Most are of size one, a division; the others are solved digit by digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Matrix
from gordan.feasibility.program.dixon import solve_integers
from gordan.feasibility.program.lifting import solve_sparsely

if TYPE_CHECKING:
    from flint import fmpq

__all__ = ["solve_blocks"]

_FEW = 24  # unknowns of a block up to which a library's elimination is quickest


def solve_blocks(
    rows: Sequence[dict[int, Fraction]], right: Sequence[Fraction], deadline: float = math.inf
) -> dict[int, Fraction] | None:
    """The values of all unknowns that occur; None where the system is singular.

    Examples
    --------
    >>> one = Fraction(1)
    >>> sorted(solve_blocks([{7: one, 3: one}, {3: 2 * one}], [one, one]).items())
    [(3, Fraction(1, 2)), (7, Fraction(1, 2))]
    """
    from flint import fmpq

    unknowns = sorted({j for row in rows for j in row})
    order = _blocks(rows, unknowns) if len(unknowns) == len(rows) else None
    if order is None:
        return None
    known: dict[int, fmpq] = {}
    for block in order:
        columns = {unknowns[c]: k for k, (_, c) in enumerate(block)}
        inner, outer = [], []
        for i, _ in block:
            scale = lcm(*(v.denominator for v in rows[i].values()))
            total = fmpq(right[i].numerator, right[i].denominator) * scale
            kept = {}
            for j, v in rows[i].items():
                whole = v.numerator * (scale // v.denominator)
                if j in columns:
                    kept[columns[j]] = whole
                elif known[j]:
                    total -= known[j] * whole
            inner.append(kept)
            outer.append(total)
        values = _solve(inner, outer, deadline)
        if values is None:
            return None
        known |= dict(zip(columns, values, strict=True))
    return {j: Fraction(int(v.p), int(v.q)) for j, v in known.items()}


def _solve(inner: list[dict[int, int]], outer: list[fmpq], deadline: float) -> list[fmpq] | None:
    from flint import fmpq, fmpq_mat, fmpz_mat

    k = len(outer)
    if k == 1:
        return [outer[0] / inner[0][0]] if inner[0].get(0) else None
    if k <= _FEW:
        matrix = fmpz_mat(k, k, [row.get(j, 0) for row in inner for j in range(k)])
        try:
            answer = fmpq_mat(matrix).solve(fmpq_mat(k, 1, outer))
        except ZeroDivisionError:
            return None
        return [answer[i, 0] for i in range(k)]
    common = lcm(*(int(v.q) for v in outer))
    right = [int(v.p) * (common // int(v.q)) for v in outer]
    solution = (solve_sparsely(inner, right, deadline) if any(right) else None) or solve_integers(
        inner, right, deadline
    )
    if solution is None:
        return None
    numerators, denominator = solution
    return [fmpq(v, denominator * common) for v in numerators]


def _blocks(rows: Sequence[dict[int, Fraction]], unknowns: list[int]) -> list[list[tuple[int, int]]] | None:
    """Pairs of an equation and its unknown, in blocks, each after those whose unknowns it needs."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    k, place = len(rows), {j: c for c, j in enumerate(unknowns)}
    starts = np.cumsum([0, *(len(row) for row in rows)])
    columns = np.array([place[j] for row in rows for j in row], dtype=np.int32)
    matched = maximum_bipartite_matching(
        csr_array((np.ones(columns.size), columns, starts), shape=(k, k)), perm_type="column"
    )
    if (matched < 0).any():
        return None
    owner = np.empty(k, dtype=np.int64)  # the equation of each unknown
    owner[matched] = np.arange(k)
    needs = csr_array((np.ones(columns.size), owner[columns], starts), shape=(k, k))
    count, label = connected_components(needs, directed=True, connection="strong")
    members: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for i in range(k):
        members[label[i]].append((i, int(matched[i])))
    return [members[b] for b in _sorted(needs, label, count)]


def _sorted(needs: Matrix, label: npt.NDArray[np.int32], count: int) -> list[int]:
    """Blocks in an order in which each comes after those it needs (Kahn 1962)."""
    i = np.repeat(np.arange(needs.shape[0]), np.diff(needs.indptr))
    pairs = {(int(a), int(b)) for a, b in zip(label[i], label[needs.indices], strict=True) if a != b}
    waits, awaited = [0] * count, [[] for _ in range(count)]  # type: tuple[list[int], list[list[int]]]
    for a, b in pairs:
        waits[a] += 1
        awaited[b].append(a)
    ready, order = [b for b in range(count) if not waits[b]], []
    while ready:
        b = ready.pop()
        order.append(b)
        for a in awaited[b]:
            waits[a] -= 1
            if not waits[a]:
                ready.append(a)
    return order
