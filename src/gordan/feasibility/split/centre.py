"""`coordinates`: units of the columns, and which of them are far from zero and moved, from passes over the rows.

A column is far if its entries, where they are not zero, hardly differ in size. It is moved along the constant, a column
of one size on all rows; without one, along all columns of one size where they are not zero, as least squares has it: in
the models of several classes each has its own constant, and the indicators of groups add up to one. Where neither
reaches it, the column stays.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.feasibility.split.cholesky import cholesky
from gordan.feasibility.split.coordinates import Coordinates
from gordan.outcome.split import Rows
from gordan.problem.system import System

__all__ = ["coordinates"]

_FAR = 64.0  # a centre this many times the spread costs six bits of the fifty-three: not worth the moving below it
_GROUPS = 64  # indicators at most: with more, what is moved would fill too much of a sparse table


def coordinates(system: System) -> Coordinates:
    """Units and moves of a system's columns."""
    p = system.n_columns
    largest, smallest, filled = np.zeros(p), np.full(p, np.inf), np.zeros(p, dtype=np.int64)
    for _, values in system.blocks():
        for j, (high, low, count) in enumerate(zip(*_sizes(values), strict=True)):
            largest[j], smallest[j], filled[j] = max(largest[j], high), min(smallest[j], low), filled[j] + count
    spread = np.where(filled > 0, largest - smallest, 0.0)
    far = np.flatnonzero((spread > 0) & (largest > _FAR * spread)).tolist()
    even = np.flatnonzero((filled > 0) & (spread == 0))
    constant = even[filled[even] == system.n_rows]
    along = constant[:1] if constant.size else even if even.size <= _GROUPS else even[:0]
    moves = _moves(system, far, along.tolist(), spread) if far and along.size else {}
    for j in moves:
        largest[j] = max(float(spread[j]), largest[j] * 2.0**-40)
    # Kept off the ends of the doubles, so that a unit and its inverse are both finite.
    unit = np.ldexp(1.0, np.clip(np.frexp(np.where(largest > 0, largest, 1.0))[1], -1000, 1000))
    return Coordinates(system, moves, unit)


def _sizes(values: Matrix) -> tuple[Array, Array, Rows]:
    """Greatest and least magnitude of the entries that are not zero, and their number, by column."""
    if hasattr(values, "nnz"):
        columns = abs(values).tocsc()
        columns.eliminate_zeros()
        count = np.diff(columns.indptr)
        high, low = np.zeros(count.size), np.full(count.size, np.inf)
        some = count > 0
        if some.any():
            starts = columns.indptr[:-1][some]
            high[some], low[some] = np.maximum.reduceat(columns.data, starts), np.minimum.reduceat(columns.data, starts)
        return high, low, count
    size = np.abs(values)
    zero = size == 0
    high = size.max(axis=0, initial=0.0)
    if not zero.any():
        return high, size.min(axis=0, initial=np.inf), np.full(size.shape[1], size.shape[0])
    return high, np.where(zero, np.inf, size).min(axis=0, initial=np.inf), (~zero).sum(axis=0)


def _moves(system: System, far: list[int], along: list[int], spread: Array) -> dict[int, dict[int, Fraction]]:
    """Least squares of the far columns on those along which they may move, each share rounded to a few digits."""
    G, R, largest = np.zeros((len(along), len(along))), np.zeros((len(along), len(far))), np.zeros(len(along))
    for _, values in system.blocks():
        Z, X = values[:, along], values[:, far]
        Z, X = (m.toarray() if hasattr(m, "nnz") else m for m in (Z, X))
        largest = np.maximum(largest, np.abs(Z).max(axis=0, initial=0.0))
        G, R = G + Z.T @ Z, R + Z.T @ X
    factor = cholesky(G)
    moves = {}
    for k, j in enumerate(far):
        # To a power of ten below the spread, in the indicator's own size: exact arithmetic with it stays short.
        unit = Fraction(10) ** int(np.floor(np.log10(spread[j])))
        shares = {
            z: round(Fraction(float(v) * size) / unit) * unit / Fraction(repr(float(size)))
            for z, v, size in zip(along, factor.solve(R[:, k]).tolist(), largest.tolist(), strict=True)
        }
        shares = {z: share for z, share in shares.items() if share}
        if shares:
            moves[j] = shares
    return moves
