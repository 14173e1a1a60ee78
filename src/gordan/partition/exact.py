"""Raw rows in exact arithmetic: products with integers, and residues modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from gordan.halves import Relation
from gordan.partition.system import System
from gordan.problem.whole import whole

__all__ = ["PRIMES", "combine", "integer_columns", "products", "vanish"]

# The largest primes below 2**62: fractions with both terms below 2**30 can be read off their residue.
PRIMES = (4611686018427387847, 4611686018427387817, 4611686018427387787, 4611686018427387761, 4611686018427387751)

_LONG = 2**62


def integer_columns(system: System, rows: Any, columns: Sequence[int]) -> tuple[list[Any], list[int]]:
    """Each column of the given rows as integers over a denominator of its own."""
    values = system.take(rows)
    if hasattr(values, "nnz"):
        values = values[:, list(columns)].toarray()
    else:
        values = values[:, list(columns)]
    read = [whole(values[:, k], system.numbers) for k in range(len(columns))]
    return [column for column, _ in read], [denominator for _, denominator in read]


def products(system: System, rows: Any, vector: Sequence[int]) -> tuple[Any, int]:
    """A v for an integer vector v without rounding: integers over one denominator, some rows at a time."""
    support = [c for c, v in enumerate(vector) if v]
    parts: list[Any] = []
    scales: list[int] = []
    for part, _ in _parts(rows):
        columns, denominators = integer_columns(system, part, support)
        total, scale = combine(columns, [Fraction(vector[c], d) for c, d in zip(support, denominators, strict=True)])
        parts.append(total if len(columns) else np.zeros(part.size, np.int64))
        scales.append(scale)
    scale = lcm(*scales) if scales else 1
    if not parts:
        return np.zeros(0, np.int64), 1
    if all(own == scale for own in scales):
        return np.concatenate(parts), scale
    return np.concatenate([part.astype(object) * (scale // own) for part, own in zip(parts, scales, strict=True)]), scale


def combine(columns: list[Any], factors: list[Fraction]) -> tuple[Any, int]:
    """Σ f_c · column_c as integers over one denominator; in int64 where a bound says that nothing overflows."""
    scale = lcm(*(f.denominator for f in factors)) if factors else 1
    numerators = [int(f * scale) for f in factors]
    reach = sum(abs(v) * _greatest(column) for v, column in zip(numerators, columns, strict=True))
    total: Any = 0
    for v, column in zip(numerators, columns, strict=True):
        total = total + (column * v if reach < _LONG else column.astype(object) * v)
    return total, scale


def vanish(system: System, rows: Any, relations: Sequence[Relation]) -> Any:
    """Which of the rows all relations send to zero, exactly."""
    rows = np.asarray(rows, dtype=np.int64)
    used = sorted({c for relation in relations for c in relation.columns})
    place = {c: k for k, c in enumerate(used)}
    still = np.ones(rows.size, dtype=bool)
    if not used:
        return still
    for part, where in _parts(rows):
        columns, denominators = integer_columns(system, part, used)
        for relation in relations:
            at = [place[c] for c in relation.columns]
            factors = [Fraction(v, denominators[k]) for v, k in zip(relation.integers, at, strict=True)]
            total, _ = combine([columns[k] for k in at], factors)
            still[where] &= total == 0
    return still


def _parts(rows: Any, step: int = 1 << 15) -> Any:
    """Some rows at a time: integers take more room than doubles."""
    rows = np.asarray(rows, dtype=np.int64)
    for start in range(0, rows.size, step):
        yield rows[start : start + step], slice(start, start + step)


def _greatest(column: Any) -> int:
    if not len(column):
        return 0
    return max(abs(int(column.max())), abs(int(column.min())))


