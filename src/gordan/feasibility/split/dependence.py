"""`dependence`: which columns depend on earlier ones on given rows, and by which integers, exactly.

1. take some rows
2. eliminate modulo a prime: pivots from the left, and for every other column its coefficients
3. read the coefficients as fractions, or solve for them over the rationals on a square block
4. look for rows where such a relation does not vanish: take some of them too, and go to 2
5. no such row: on the rows taken the pivots are independent, on all rows the relations hold

The prime may be unlucky; then a relation fails on the rows taken themselves, and the next prime is used. What is
returned is true without regard to the way it was found: pivots that are independent modulo a prime are independent, and
the relations were checked on every row in integers.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.cholesky import afford_square, cholesky
from gordan.feasibility.split.echelon import echelon, independent_rows, lift, relation
from gordan.feasibility.split.exact import PRIMES, integer_columns, vanish
from gordan.outcome.split import Dependence, Relation, Rows
from gordan.problem.system import System

__all__ = ["dependence"]

_MANY = 64  # columns: from there on floating point is quicker than elimination modulo a prime
_MORE = 16  # rows beyond one per column: random rows of most tables span what all of them span


def dependence(system: System, rows: Rows) -> Dependence:
    """Pivots from the left, witnesses and relations of the given rows (numbered with the equalities last)."""
    rows = np.asarray(rows, dtype=np.int64)
    guessed = guess(system, rows) if system.n_columns > _MANY and rows.size >= system.n_columns else None
    if guessed is not None:
        return guessed
    taken = _some(system, rows)  # 1
    for prime in PRIMES:
        while True:
            read = integer_columns(system, taken, range(system.n_columns))
            pivots, residue = echelon(read[0], prime)  # 2
            relations = lift(*read, pivots, residue, prime)  # 3
            if relations is None or not vanish(system, taken, relations).all():
                break
            # On the rows taken the relations hold: doubles that say otherwise of them have underflowed.
            bad = _violating(system, rows[~np.isin(rows, taken)] if relations else rows[:0], relations)  # 4
            if not bad.size:  # 5
                rows_of_block = independent_rows([read[0][c] for c in pivots], prime)
                return Dependence(tuple(pivots), taken[rows_of_block], tuple(relations))
            taken = np.union1d(taken, bad)
    raise ArithmeticError("no prime of the table gave the rank; the numbers are longer than it was made for")


def _some(system: System, rows: Rows) -> Rows:
    """All rows where they are few; else random ones, and for sparse columns some in which they are not zero."""
    limit = system.n_columns + _MORE
    if rows.size <= limit:
        return rows
    chosen = np.random.default_rng(0).choice(rows, limit, replace=False)
    if system.sparse:
        columns = system.take(rows).tocsc()
        chosen = np.concatenate(
            [
                chosen,
                *(
                    rows[columns.indices[a : min(a + 2, b)]]
                    for a, b in zip(columns.indptr[:-1], columns.indptr[1:], strict=True)
                ),
            ]
        )
    return np.unique(chosen)


def _violating(system: System, rows: Rows, relations: list[Relation]) -> Rows:
    """At most as many rows as there are columns where some relation is not zero; found by doubles if they can tell."""
    if not relations or not rows.size:
        return rows[:0]
    V = np.zeros((system.n_columns, len(relations)))
    for k, each in enumerate(relations):
        greatest = max(abs(v) for v in each.integers)
        V[list(each.columns), k] = [v / greatest for v in each.integers]
    worst = _excess(system, rows, V)
    if (worst > 1.0).any():
        order = np.argsort(-worst, kind="stable")[: min(system.n_columns, int((worst > 1.0).sum()))]
        return np.asarray(np.sort(rows[order]))
    return np.asarray(rows[~vanish(system, rows, relations)][: system.n_columns])


def _excess(system: System, rows: Rows, V: Array) -> Array:
    """|A V| relative to more than its rounding: above 1 a product certainly is not zero."""
    worst = np.zeros(rows.size)
    start = 0
    slack = 4.0 * (system.n_columns + 8) * 2.0**-53
    for part, values in system.blocks(rows):
        size = abs(values) @ np.abs(V)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(size > 0, np.abs(values @ V) / (slack * size), 0.0)
        worst[start : start + part.size] = share.max(axis=1, initial=0.0)
        start += part.size
    return worst


_DENSE = 1_500  # columns up to which rows are chosen: that takes a second, without a look at the clock
_SOME = 8  # rows for each column: among so many there are independent ones that are not near to dependent
_NOTHING, _SHORT = 1e-9, 1000  # of a coefficient: what rounding leaves of zero, and the largest denominator guessed


def guess(system: System, rows: Rows) -> Dependence | None:
    """For many columns: pivots in floating point, coefficients rounded to short fractions, checked in integers.

    Tables of indicators have coefficients like 1, −1 and 1/2. That the pivots are independent on the witness is left to
    the verifier to prove.
    """
    afford_square(system.n_columns)
    G = np.zeros((system.n_columns, system.n_columns))
    for _, values in system.blocks(rows):
        check_deadline("comparing the columns with one another")
        product = values.T @ values
        G += product.toarray() if system.sparse else product
    if not np.isfinite(G).all():
        return None
    factor = cholesky(G)
    C, relations = factor.coefficients(), []
    for k, j in enumerate(factor.others.tolist()):
        check_deadline("comparing the columns with one another", k / factor.others.size)
        near = np.flatnonzero(np.abs(C[:, k]) > _NOTHING * max(1.0, float(np.abs(C[:, k]).max(initial=0.0))))
        shares = [Fraction(v).limit_denominator(_SHORT) for v in C[near, k].tolist()]
        if any(abs(float(f) - v) > _NOTHING * abs(v) for f, v in zip(shares, C[near, k].tolist(), strict=True)):
            return None
        before = factor.pivots[near].tolist()
        if before and before[-1] > j:
            return None
        relations.append(relation(before, shares, j))
    if not vanish(system, rows, relations).all():
        return None
    pivots = tuple(factor.pivots.tolist())
    return Dependence(pivots, _apart(system, rows, pivots), tuple(relations))


def _apart(system: System, rows: Rows, pivots: tuple[int, ...]) -> Rows:
    """As many rows as there are pivots, far from depending on one another, out of some; all rows if none are found."""
    from scipy.linalg.lapack import dgetrf

    if len(pivots) > _DENSE:
        return rows
    some = rows
    if system.sparse:
        some = _some(system, rows)
    elif rows.size > _SOME * len(pivots):
        some = np.sort(np.random.default_rng(0).choice(rows, _SOME * len(pivots), replace=False))
    A = system.take(some)[:, list(pivots)]
    A = A.toarray() if system.sparse else A
    lu, swaps, _ = dgetrf(A / np.maximum(np.abs(A).max(axis=0, initial=0.0), 1e-300))
    if some.size < len(pivots) or np.abs(np.diag(lu)).min(initial=1.0) < _NOTHING:
        return rows
    order = np.arange(some.size)
    for k, other in enumerate(swaps.tolist()):
        order[[k, other]] = order[[other, k]]
    return np.sort(some[order[: len(pivots)]])
