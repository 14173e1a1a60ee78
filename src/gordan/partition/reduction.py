"""`reduction`: the split of a small system in integers only, by facial reduction, where floating point cannot tell.

1. the rows in coordinates of the directions that vanish on the equalities
2. rows that are zero there are flat: set them aside
3. Gordan's alternative on the rest: a direction positive on all of them, which ends it, or weights that cancel some
4. rows with weight are flat: take the directions that vanish on them too, and go to 2

The weights of all rounds add up to a cancellation whose rows span all flat rows. A row set aside without weight gets a
small one, taken from the others through a basis.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from gordan.halves import Dependence, Halves, Rows
from gordan.partition.dependence import dependence
from gordan.partition.echelon import independent_rows
from gordan.partition.exact import PRIMES, integer_columns
from gordan.partition.farkas import farkas
from gordan.partition.rational import solve_consistent
from gordan.partition.recession import times_relations
from gordan.problem.system import System

__all__ = ["reduction"]


def reduction(system: System, table: Dependence, until: float) -> tuple[Any, Halves] | None:
    """Which inequalities are strict, and the proof in integers; None where the time gave out."""
    n = system.n_inequalities
    equal = np.arange(n, system.n_rows)
    weights = [Fraction(0)] * n
    open_, flat_rows = np.arange(n), equal
    while True:
        flat = dependence(system, flat_rows)
        charted = times_relations(system, open_, flat.relations)  # 1
        zero = np.array([not any(row) for row in charted], dtype=bool)  # 2
        open_, charted = open_[~zero], [row for row, gone in zip(charted, zero, strict=True) if not gone]
        if not open_.size:
            break
        d = len(flat.relations)
        x, t = farkas([[*row, Fraction(1)] for row in charted], [Fraction(0)] * d + [Fraction(1)], until=until)  # 3
        if t is not None:
            return _halves(system, open_, t, weights, flat, table)
        if x is None:
            return None
        for i, v in zip(open_.tolist(), x, strict=True):
            weights[i] += v
        flat_rows = np.sort(np.concatenate([open_[[v > 0 for v in x]], flat_rows]))  # 4
    return _halves(system, open_, [], weights, flat, table)


def _halves(
    system: System, strict: Rows, t: list[Fraction], weights: list[Fraction], flat: Dependence, table: Dependence
) -> tuple[Any, Halves] | None:
    n = system.n_inequalities
    marks = np.zeros(n, dtype=bool)
    marks[strict] = True
    b = [Fraction(0)] * system.n_columns
    for share, relation in zip(t, flat.relations, strict=False):
        for c, v in zip(*relation, strict=True):
            b[c] += share * v
    rows = np.concatenate([np.flatnonzero(~marks), np.arange(n, system.n_rows)])
    full = dependence(system, rows)
    found = _all_positive(system, rows, [weights[i] for i in rows[rows < n].tolist()], full)
    return None if found is None else (marks, Halves(_whole(b), _whole(found), full, table))


def _all_positive(system: System, rows: Rows, known: list[Fraction], flat: Dependence) -> list[Fraction] | None:
    """Weights of all rows: those known, and a small one where there is none, balanced through a basis of the others."""
    x = known + [Fraction(0)] * (rows.size - len(known))
    # Equalities first: what the known weights leave lies in their span, and they may take any share.
    carrying = [*range(len(known), rows.size), *(k for k, v in enumerate(known) if v > 0)]
    columns, denominators = integer_columns(system, rows, flat.pivots)
    basis = independent_rows([column[carrying] for column in columns], PRIMES[0])
    if len(basis) < flat.rank:
        return None
    at = [carrying[k] for k in basis]
    empty = [k for k in range(len(known)) if not known[k]]
    raw = [[Fraction(int(c[k]), d) for c, d in zip(columns, denominators, strict=True)] for k in range(rows.size)]

    def spread(shares: list[Fraction]) -> list[Fraction] | None:
        """What the basis must give for these weights to cancel."""
        total = [
            sum((v * row[j] for v, row in zip(shares, raw, strict=True) if v), Fraction(0)) for j in range(flat.rank)
        ]
        return solve_consistent([raw[k] for k in at], total)

    left, pull = spread(x), spread([Fraction(k in empty) for k in range(rows.size)])
    if left is None or pull is None:
        return None
    for k, v in zip(at, left, strict=True):
        x[k] -= v
    bounds = [x[k] / v for k, v in zip(at, pull, strict=True) if k < len(known) and v > 0]
    share = min([Fraction(1), *(bound / 2 for bound in bounds)])
    for k in empty:
        x[k] += share
    for k, v in zip(at, pull, strict=True):
        x[k] -= share * v
    return x


def _whole(values: list[Fraction]) -> tuple[int, ...]:
    scale = lcm(*(v.denominator for v in values)) if values else 1
    integers = [int(v * scale) for v in values]
    shared = gcd(*integers) or 1
    return tuple(v // shared for v in integers)
