"""`reduction`: the split of a small system in integers only, by facial reduction, where floating point cannot tell.

1. the rows in coordinates of the directions that vanish on the equalities
2. rows that are zero there are flat: set them aside
3. Gordan's alternative on the rest: a direction positive on all of them, which ends it, or weights that cancel some
4. rows with weight are flat: take the directions that vanish on them too, and go to 2

What the weights of a round leave lies in the span of the equalities and of the rows with weight from earlier rounds,
which take it: their own weights are first multiplied by so much that none becomes negative. So are those of all rows
when one that was set aside without weight gets its own.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.feasibility.split.dependence import dependence
from gordan.feasibility.split.echelon import independent_rows, solve_consistent
from gordan.feasibility.split.exact import PRIMES, Mask, integer_columns, whole_multiple
from gordan.feasibility.split.farkas import farkas
from gordan.feasibility.split.recession import times_relations
from gordan.outcome.split import Dependence, Rows, SplitProof
from gordan.problem.system import System

__all__ = ["reduction"]


def reduction(system: System, table: Dependence, until: float) -> tuple[Mask, SplitProof] | None:
    """Which inequalities are strict, and the proof in integers; None where the time gave out."""
    n = system.n_inequalities
    weights: list[Fraction] | None = [Fraction(0)] * system.n_rows
    open_, flat_rows = np.arange(n), np.arange(n, system.n_rows)
    while weights is not None:
        flat = dependence(system, flat_rows)
        charted = times_relations(system, open_, flat.relations)  # 1
        zero = np.array([not any(row) for row in charted], dtype=bool)  # 2
        open_, charted = open_[~zero], [row for row, gone in zip(charted, zero, strict=True) if not gone]
        if not open_.size:
            return _halves(system, open_, [], weights, flat, table)
        d = len(flat.relations)
        x, t = farkas([[*row, Fraction(1)] for row in charted], [Fraction(0)] * d + [Fraction(1)], until=until)  # 3
        if t is not None:
            return _halves(system, open_, t, weights, flat, table)
        if x is None:
            return None
        fresh = {i: v for i, v in zip(open_.tolist(), x, strict=True) if v > 0}
        weights = _added(system, weights, fresh, flat_rows, flat.pivots)
        flat_rows = np.sort(np.concatenate([np.array(list(fresh), np.int64), flat_rows]))  # 4
    return None


def _halves(
    system: System, strict: Rows, t: list[Fraction], weights: list[Fraction], flat: Dependence, table: Dependence
) -> tuple[Mask, SplitProof] | None:
    n = system.n_inequalities
    marks = np.zeros(n, dtype=bool)
    marks[strict] = True
    b = [Fraction(0)] * system.n_columns
    for share, relation in zip(t, flat.relations, strict=False):
        for c, v in zip(*relation, strict=True):
            b[c] += share * v
    rows = np.concatenate([np.flatnonzero(~marks), np.arange(n, system.n_rows)])
    full = dependence(system, rows)
    empty = {i: Fraction(1) for i in rows.tolist() if i < n and not weights[i]}
    carrying = np.array([i for i in rows.tolist() if i not in empty], np.int64)
    balanced = _added(system, weights, empty, carrying, full.pivots)
    if balanced is None:
        return None
    return marks, SplitProof(whole_multiple(b), whole_multiple([balanced[i] for i in rows.tolist()]), full, table)


def _added(
    system: System, weights: list[Fraction], fresh: dict[int, Fraction], carrying: Rows, pivots: tuple[int, ...]
) -> list[Fraction] | None:
    """A multiple of weights that cancel, and fresh ones beside them, balanced through a basis of the carrying rows.

    What the fresh weights sum to lies in the span of the carrying rows. The balance may be negative: the old weights
    of inequalities are multiplied by what keeps them positive. Equalities may take any share.
    """
    rows = np.concatenate([np.array(list(fresh), np.int64), carrying])
    columns, denominators = integer_columns(system, rows, pivots)
    raw = [[Fraction(int(c[k]), d) for c, d in zip(columns, denominators, strict=True)] for k in range(rows.size)]
    basis = independent_rows([column[len(fresh) :] for column in columns], PRIMES[0])
    if len(basis) < len(pivots):
        return None
    total = [
        sum((v * row[j] for v, row in zip(fresh.values(), raw, strict=False)), Fraction(0)) for j in range(len(pivots))
    ]
    solved = solve_consistent([raw[len(fresh) + k] for k in basis], [-v for v in total])
    if solved is None:
        return None
    balance = dict(zip(carrying[basis].tolist(), solved, strict=True))
    short = [-v / weights[i] for i, v in balance.items() if i < system.n_inequalities and v < 0]
    factor = 1 + max(short, default=Fraction(0))
    out = [v * factor for v in weights]
    for i, v in (*fresh.items(), *balance.items()):
        out[i] += v
    return out
