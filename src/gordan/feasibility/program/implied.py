"""Inequalities that every solution satisfies with equality, by the partition of the homogenised rows.

Rows (a_k, −b_k) of all sides, and (0, 1): the sides that no direction makes strict while the last row is strict are
implied equalities.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from gordan.feasibility.split.split import Split, split
from gordan.problem.program import Program
from gordan.problem.system import System

__all__ = ["implied_equalities"]

_LARGEST = 2**53  # whole numbers up to here are doubles
_NUMBERS = 4_000_000  # of the dense rows that the partition is asked about


def implied_equalities(program: Program, *, max_seconds: float | None = None) -> list[tuple[str, int, str]] | str:
    """Places, numbers and sides; or a sentence that says why they are not known.

    Examples
    --------
    >>> implied_equalities(Program([[1, 1]], row_upper=[0], lower=0))
    [('row', 0, 'upper'), ('column', 0, 'lower'), ('column', 1, 'lower')]
    """
    m, n = program.shape
    sides: list[tuple[str, int, str]] = []
    rows: list[list[int]] = []
    equal: list[list[int]] = []
    if (2 * m + 2 * n) * (n + 1) > _NUMBERS:
        return f"implied equalities are not looked for among {m:,} rows and {n:,} columns: ask of a smaller program"
    for place, count in (("row", m), ("column", n)):
        for i in range(count):
            low, high = program.side(place, i, "lower"), program.side(place, i, "upper")
            row = list(program.A.row(i)) if place == "row" else [(i, Fraction(1))]
            if low is not None and low == high:
                equal.append(_whole(row, low, n))
                continue
            for side, value in (("lower", low), ("upper", high)):
                if value is not None:
                    sides.append((place, i, side))
                    whole = _whole(row, value, n)
                    rows.append(whole if side == "lower" else [-v for v in whole])
    rows.append([*([0] * n), 1])
    if any(abs(v) > _LARGEST for row in (*rows, *equal) for v in row):
        return "implied equalities are not known: the program's numbers are too long for the partition"
    system = System(np.array(rows, dtype=np.float64), np.array(equal, dtype=np.float64).reshape(len(equal), n + 1))
    found = split(system, proof="exact", max_seconds=max_seconds)
    if not isinstance(found, Split):
        return f"implied equalities are not known: {found.reason}"
    return [side for side, strict in zip(sides, found.strict[:-1].tolist(), strict=True) if not strict]


def _whole(row: list[tuple[int, Fraction]], right: Fraction, n: int) -> list[int]:
    """(a, −b) as integers."""
    scale = lcm(right.denominator, *(a.denominator for _, a in row))
    whole = [0] * (n + 1)
    for j, a in row:
        whole[j] = int(a * scale)
    whole[n] = -int(right * scale)
    return whole
