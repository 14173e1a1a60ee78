"""Whether weights that cancel are the only ones: then no smaller part of the inequalities contradicts itself.

With k inequalities whose left sides have rank k − 1, every combination that cancels is a multiple of the one in hand,
and has all of them in it. A rank modulo a prime is at most the rank itself, so that k − 1 there proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.alternative import Term
from gordan.problem.program import Program

__all__ = ["irreducible"]

_PRIME = 2**61 - 1


def irreducible(program: Program, terms: Sequence[Term]) -> bool:
    """Whether the left sides have all but full rank; that they cancel is known.

    Examples
    --------
    >>> program = Program([[1], [1], [1]], row_lower=[1, 2, None], row_upper=[None, None, 0])
    >>> used = Term("row", 1, "lower", 1), Term("row", 2, "upper", 1)
    >>> irreducible(program, used), irreducible(program, (*used, Term("row", 0, "lower", 1)))
    (True, False)
    """
    rows = [term.number for term in terms if term.place == "row"]
    bounded = [term.number for term in terms if term.place == "column"]
    # A row used on both sides, or a column, is there twice: two inequalities that cancel alone, if there are no others.
    twice = (len(rows) - len(set(rows))) + (len(bounded) - len(set(bounded)))
    if twice:
        return twice == 1 and len(terms) == 2
    # A bound has a column to itself: it adds one to the rank, and the column is done with.
    free = set(bounded)
    residues = [
        {j: a.numerator * pow(a.denominator, -1, _PRIME) % _PRIME for j, a in program.A.row(i) if j not in free}
        for i in rows
    ]
    return _rank(residues) == len(rows) - 1


def _rank(rows: list[dict[int, int]]) -> int:
    """By elimination: first rows with a column to themselves, which change nothing else; what is left as it comes."""
    rank = 0
    while True:
        holders: dict[int, list[int]] = {}
        for k, row in enumerate(rows):
            for j in row:
                holders.setdefault(j, []).append(k)
        alone = {found[0] for found in holders.values() if len(found) == 1}
        if not alone:
            break
        rank += len(alone)
        rows = [row for k, row in enumerate(rows) if k not in alone]
    rows = [row for row in rows if row]
    return rank + (_dense_rank(rows) if rows else 0)


def _dense_rank(rows: list[dict[int, int]]) -> int:
    from flint import nmod_mat

    place = {j: k for k, j in enumerate(sorted({j for row in rows for j in row}))}
    entries = [0] * (len(rows) * len(place))
    for i, row in enumerate(rows):
        for j, value in row.items():
            entries[i * len(place) + place[j]] = value
    matrix: Any = nmod_mat(len(rows), len(place), entries, _PRIME)
    return int(matrix.rank())
