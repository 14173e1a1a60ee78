"""Elimination modulo a prime, and its coefficients as fractions: read off, or solved for over the rationals."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import afford
from gordan.feasibility.split.exact import PRIMES, Integers
from gordan.outcome.split import Relation

__all__ = ["echelon", "independent_rows", "lift", "pivots_of", "relation", "solve_consistent", "solve_whole"]

_ENTRY, _STEP = 3e-7, 3e-10  # seconds to hand an entry to FLINT, and for each time that an elimination changes one


def echelon(columns: list[Integers], prime: int) -> tuple[list[int], dict[int, list[int]]]:
    """Pivot columns, and the other columns' coefficients in them, modulo the prime."""
    from flint import nmod_mat

    n, p = len(columns[0]) if columns else 0, len(columns)
    if n == 0 or p == 0:
        return [], {j: [] for j in range(p)}
    afford((_ENTRY + _STEP * p) * n * p, f"eliminating among {p:,} columns")
    entries = np.stack([np.asarray(column % prime) for column in columns], axis=1).ravel().tolist()
    reduced, rank = nmod_mat(n, p, entries, prime).rref()
    pivots = pivots_of(reduced, rank)
    others = sorted(set(range(p)) - set(pivots))
    return pivots, {j: [int(reduced[k, j]) for k in range(rank) if pivots[k] < j] for j in others}


def lift(
    columns: list[Integers], denominators: list[int], pivots: list[int], residue: dict[int, list[int]], prime: int
) -> list[Relation] | None:
    """Relations among the raw columns: from short fractions where all coefficients are short, else by solving."""
    relations = []
    for j, modular in residue.items():
        before = pivots[: len(modular)]
        # A residue that is not of a short fraction may look like another one's: the check on the rows decides.
        coefficients = _short(modular, prime)
        if coefficients is None or not _holds(columns, before, j, coefficients):
            coefficients = _solved(columns, before, j, prime)
        if coefficients is None:
            return None
        # Column j over its denominator is Σ f·(pivot column over its own): in raw units each f changes by the ratio.
        raw = [f * Fraction(denominators[c], denominators[j]) for f, c in zip(coefficients, before, strict=True)]
        relations.append(relation(before, raw, j))
    return relations


def _short(residues: list[int], prime: int) -> list[Fraction] | None:
    fractions = []
    for residue in residues:
        fraction = _fraction(residue, prime)
        if fraction is None:
            return None
        fractions.append(fraction)
    return fractions


def _fraction(residue: int, prime: int) -> Fraction | None:
    """The one fraction with numerator and denominator below the root of prime/2 that has this residue (Wang 1981)."""
    bound = isqrt(prime // 2)
    (r, s), (t, u) = (prime, residue), (0, 1)
    while s > bound:
        q = r // s
        r, s, t, u = s, r - q * s, u, t - q * u
    return Fraction(s, u) if u and abs(u) <= bound else None


def _holds(columns: list[Integers], before: list[int], j: int, coefficients: list[Fraction]) -> bool:
    """Whether column j is the combination, on the rows in hand, in integers."""
    scale = lcm(*(f.denominator for f in coefficients)) if coefficients else 1
    total = columns[j].astype(object) * -scale
    for f, c in zip(coefficients, before, strict=True):
        if f:
            total = total + columns[c].astype(object) * int(f * scale)
    return not np.any(total != 0)


def _solved(columns: list[Integers], before: list[int], j: int, prime: int) -> list[Fraction] | None:
    """The coefficients over the rationals, on as many rows as there are pivots before j."""
    rows = independent_rows([columns[c] for c in before], prime)
    block = [int(columns[c][i]) for i in rows for c in before]
    coefficients = solve_whole(block, [int(columns[j][i]) for i in rows])
    return coefficients if coefficients is not None and _holds(columns, before, j, coefficients) else None


def solve_whole(block: list[int], right: list[int]) -> list[Fraction] | None:
    """The solution over the rationals of a square system of integers, given row by row; None where it is singular."""
    from flint import fmpz_mat

    k = len(right)
    try:
        answer: Any = fmpz_mat(k, k, block).solve(fmpz_mat(k, 1, right))
    except ZeroDivisionError:
        return None
    return [Fraction(int(answer[i, 0].p), int(answer[i, 0].q)) for i in range(k)]


def independent_rows(columns: list[Integers], prime: int) -> list[int]:
    """Positions of the first rows that make a square block of full rank, modulo the prime."""
    from flint import nmod_mat

    if not columns:
        return []
    entries = [v for column in columns for v in np.asarray(column % prime).tolist()]
    return pivots_of(*nmod_mat(len(columns), len(columns[0]), entries, prime).rref())


def pivots_of(reduced: Any, rank: int) -> list[int]:
    """The column of each row's first entry."""
    pivots, at = [], 0
    for k in range(rank):
        while reduced[k, at] == 0:
            at += 1
        pivots.append(at)
    return pivots


def relation(before: list[int], coefficients: list[Fraction], j: int) -> Relation:
    """Integers without a common factor, pivots without a share left out."""
    used = [(c, f) for c, f in zip(before, coefficients, strict=True) if f]
    scale = lcm(*(f.denominator for _, f in used)) if used else 1
    integers = [int(f * scale) for _, f in used] + [-scale]
    shared = gcd(*integers)
    return Relation((*(c for c, _ in used), j), tuple(v // shared for v in integers))


def solve_consistent(rows: list[list[Fraction]], target: list[Fraction]) -> list[Fraction] | None:
    """y with Σ y_i rows_i = target exactly; None where the rows depend on one another or do not reach the target.

    Examples
    --------
    >>> solve_consistent([[Fraction(2), Fraction(4)]], [Fraction(1), Fraction(2)])
    [Fraction(1, 2)]
    """
    from flint import nmod_mat

    k, d = len(rows), len(target)
    if k == 0:
        return [] if not any(target) else None
    scales = [lcm(*(v.denominator for v in row)) for row in rows]
    whole = [[int(v * scale) for v in row] for row, scale in zip(rows, scales, strict=True)]
    reduced, rank = nmod_mat(k, d, [v % PRIMES[0] for row in whole for v in row], PRIMES[0]).rref()
    if rank < k:
        return None
    pivots = pivots_of(reduced, rank)
    common = lcm(*(v.denominator for v in target))
    y = solve_whole([row[j] for j in pivots for row in whole], [int(target[j] * common) for j in pivots])
    if y is None:
        return None
    for j in range(d):
        if sum((v * row[j] for v, row in zip(y, whole, strict=True)), Fraction(0)) != target[j] * common:
            return None
    return [v * scale / common for v, scale in zip(y, scales, strict=True)]
