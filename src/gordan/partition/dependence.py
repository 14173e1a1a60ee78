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
from math import gcd, isqrt, lcm
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.halves import Dependence, Relation, Rows
from gordan.partition.cholesky import cholesky
from gordan.partition.exact import PRIMES, integer_columns, vanish
from gordan.partition.system import System

__all__ = ["dependence"]

_MANY = 64  # columns: from there on floating point is quicker than elimination modulo a prime
_NOTHING, _SHORT = 1e-9, 1000  # of a coefficient: what rounding leaves of zero, and the largest denominator guessed
_MORE = 16  # rows beyond one per column: random rows of most tables span what all of them span


def dependence(system: System, rows: Any) -> Dependence:
    """Pivots from the left, witnesses and relations of the given rows (numbered with the equalities last)."""
    rows = np.asarray(rows, dtype=np.int64)
    guess = _guess(system, rows) if system.sparse and system.n_columns > _MANY else None
    if guess is not None:
        return guess
    taken = _some(system, rows)  # 1
    for prime in PRIMES:
        while True:
            read = integer_columns(system, taken, range(system.n_columns))
            pivots, residue = _echelon(*read, prime)  # 2
            relations = _lift(*read, pivots, residue, prime)  # 3
            if relations is None or not vanish(system, taken, relations).all():
                break
            bad = _violating(system, rows, relations)  # 4
            if not bad.size:  # 5
                rows_of_block = independent_rows([read[0][c] for c in pivots], prime)
                return Dependence(tuple(pivots), taken[rows_of_block], tuple(relations))
            taken = np.union1d(taken, bad)
    raise ArithmeticError("no prime of the table gave the rank; the numbers are longer than it was made for")


def _guess(system: System, rows: Rows) -> Dependence | None:
    """For many sparse columns: pivots in floating point, coefficients rounded to short fractions, checked in integers.

    Tables of indicators have coefficients like 1, −1 and 1/2. The witness is all rows, for the verifier to prove.
    """
    G = np.zeros((system.n_columns, system.n_columns))
    for _, values in system.blocks(rows):
        G += (values.T @ values).toarray()
    factor = cholesky(G)
    C, relations = factor.coefficients(), []
    for k, j in enumerate(factor.others.tolist()):
        near = np.flatnonzero(np.abs(C[:, k]) > _NOTHING * max(1.0, float(np.abs(C[:, k]).max(initial=0.0))))
        shares = [Fraction(v).limit_denominator(_SHORT) for v in C[near, k].tolist()]
        if any(abs(float(f) - v) > _NOTHING * abs(v) for f, v in zip(shares, C[near, k].tolist(), strict=True)):
            return None
        before = factor.pivots[near].tolist()
        if before and before[-1] > j:
            return None
        relations.append(_whole(before, shares, j))
    if not vanish(system, rows, relations).all():
        return None
    return Dependence(tuple(factor.pivots.tolist()), rows, tuple(relations))


def _some(system: System, rows: Rows) -> Rows:
    """All rows where they are few; else random ones, and for sparse columns some in which they are not zero."""
    limit = system.n_columns + _MORE
    if rows.size <= limit:
        return rows
    chosen = np.random.default_rng(0).choice(rows, limit, replace=False)
    if system.sparse:
        columns = system.take(rows).tocsc()
        chosen = np.concatenate(
            [chosen, *(rows[columns.indices[a : min(a + 2, b)]] for a, b in zip(columns.indptr, columns.indptr[1:]))]
        )
    return np.unique(chosen)


def _echelon(columns: list[Any], denominators: list[int], prime: int) -> tuple[list[int], dict[int, list[int]]]:
    """Pivot columns, and the other columns' coefficients in them, modulo the prime."""
    from flint import nmod_mat

    n, p = len(columns[0]) if columns else 0, len(columns)
    if n == 0 or p == 0:
        return [], {j: [] for j in range(p)}
    entries = np.stack([np.asarray(column % prime) for column in columns], axis=1).ravel().tolist()
    reduced, rank = nmod_mat(n, p, entries, prime).rref()
    pivots = _pivots(reduced, rank)
    others = sorted(set(range(p)) - set(pivots))
    return pivots, {j: [int(reduced[k, j]) for k in range(rank) if pivots[k] < j] for j in others}


def _lift(
    columns: list[Any], denominators: list[int], pivots: list[int], residue: dict[int, list[int]], prime: int
) -> list[Relation] | None:
    """Relations among the raw columns: from short fractions where all coefficients are short, else by solving."""
    relations = []
    for j, modular in residue.items():
        before = pivots[: len(modular)]
        found = [_fraction(v, prime) for v in modular]
        # Were the residue not of a short fraction, one would be found all the same: the check on the rows decides.
        if any(f is None for f in found) or not _holds(columns, before, j, found):
            found = _solved(columns, before, j, prime)
            if found is None:
                return None
        # Column j over its denominator is Σ f·(pivot column over its own): in raw units each f changes by the ratio.
        raw = [f * denominators[c] / denominators[j] for f, c in zip(found, before, strict=True)]
        relations.append(_whole(before, raw, j))
    return relations


def _fraction(residue: int, prime: int) -> Fraction | None:
    """The one fraction with numerator and denominator below the root of prime/2 that has this residue (Wang 1981)."""
    bound = isqrt(prime // 2)
    (r, s), (t, u) = (prime, residue), (0, 1)
    while s > bound:
        q = r // s
        r, s, t, u = s, r - q * s, u, t - q * u
    return Fraction(s, u) if u and abs(u) <= bound else None


def _holds(columns: list[Any], before: list[int], j: int, found: Any) -> bool:
    """Whether column j is the combination, on the rows in hand, in integers."""
    scale = lcm(*(f.denominator for f in found)) if found else 1
    total = columns[j].astype(object) * -scale
    for f, c in zip(found, before, strict=True):
        if f:
            total = total + columns[c].astype(object) * int(f * scale)
    return not np.any(total != 0)


def _solved(columns: list[Any], before: list[int], j: int, prime: int) -> list[Fraction] | None:
    """The coefficients over the rationals, on as many rows as there are pivots before j."""
    from flint import fmpz_mat

    k, rows = len(before), independent_rows([columns[c] for c in before], prime)
    block = fmpz_mat(k, k, [int(columns[c][i]) for i in rows for c in before])
    answer: Any = block.solve(fmpz_mat(k, 1, [int(columns[j][i]) for i in rows]))
    found = [Fraction(int(answer[i, 0].p), int(answer[i, 0].q)) for i in range(k)]
    return found if _holds(columns, before, j, found) else None


def independent_rows(columns: list[Any], prime: int) -> list[int]:
    """Positions of the first rows that make a square block of full rank, modulo the prime."""
    from flint import nmod_mat

    if not columns:
        return []
    entries = [v for column in columns for v in np.asarray(column % prime).tolist()]
    return _pivots(*nmod_mat(len(columns), len(columns[0]), entries, prime).rref())


def _pivots(reduced: Any, rank: int) -> list[int]:
    """The column of each row's first entry."""
    found, at = [], 0
    for k in range(rank):
        while int(reduced[k, at]) == 0:
            at += 1
        found.append(at)
    return found


def _whole(before: list[int], coefficients: list[Fraction], j: int) -> Relation:
    """Integers without a common factor, pivots without a share left out."""
    used = [(c, f) for c, f in zip(before, coefficients, strict=True) if f]
    scale = lcm(*(f.denominator for _, f in used)) if used else 1
    integers = [int(f * scale) for _, f in used] + [-scale]
    shared = gcd(*integers)
    return Relation((*(c for c, _ in used), j), tuple(v // shared for v in integers))


def _violating(system: System, rows: Rows, relations: list[Relation]) -> Rows:
    """At most as many rows as there are columns where some relation is not zero; found by doubles if they can tell."""
    if not relations or not rows.size:
        return rows[:0]
    V = np.zeros((system.n_columns, len(relations)))
    for k, relation in enumerate(relations):
        greatest = max(abs(v) for v in relation.integers)
        V[list(relation.columns), k] = [v / greatest for v in relation.integers]
    worst = _excess(system, rows, V)
    if (worst > 1.0).any():
        return np.sort(rows[np.argsort(-worst)[: system.n_columns]][: int((worst > 1.0).sum())])
    return rows[~vanish(system, rows, relations)][: system.n_columns]


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
