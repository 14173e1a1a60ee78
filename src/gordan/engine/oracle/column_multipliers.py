"""Multipliers of points with coordinates: dense ones about their centre, sparse ones as they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.limit import afford_memory
from gordan.arithmetic.threads import all_threads
from gordan.engine.compiled.conjugate import climb
from gordan.engine.compiled.relaxation import Relaxed, is_long, products_of_rows, relax
from gordan.engine.compiled.rows import CentredRows, DenseRows, Indices, Rows, SparseRows
from gordan.engine.oracle.ascent import FACTOR, Sweeps, afford_factor
from gordan.engine.oracle.equalised import MANY, Support, SupportCoordinates, SupportProducts, equalised
from gordan.engine.oracle.multiplier import Multipliers, Priced
from gordan.engine.oracle.rows import by_rows
from gordan.problem.canonical import row_blocks

if TYPE_CHECKING:
    from gordan.engine.oracle.columns import Columns

__all__ = ["ColumnMultipliers"]

_BLOCK = 1 << 18  # numbers widened at a time
NONE = np.empty(0)
NOTHING: tuple[Positions, Array] = np.empty(0, dtype=np.int64), np.empty((0, 0))
_HELD = 2000  # points whose products are kept for the next factorisation: 32 MB
FILLED = 20  # columns for every entry of a row, up to which products of dense rows cost less than those of sparse ones
_WRITTEN = 1 << 22  # numbers of some sparse points that may be written out: 32 MB, never all of large data

_FEW_COLUMNS = 500  # up to which a support is factorised: it is small, or has many more points than it needs
_STEPS, _LEAST_STEPS = 200, 8  # of conjugate gradients, before sweeps look for points that are missing
_MULTIPLIED = 1 << 27  # entries of all these steps, about a quarter of a second: budgets are looked at in between


class ColumnMultipliers:
    """The multipliers of one oracle's points."""

    def __init__(self, columns: Columns) -> None:
        self._columns, canonical = columns, columns.canonical
        self._sparse = hasattr(canonical.X, "nnz")
        self._sweeps = Sweeps(canonical.signs, _squares(columns), columns.blocks == 2)
        # What is already taken off in the margins of data far from the origin.
        away = None if canonical.shifted else canonical.centre
        self._centre = None if away is None or not away.any() else away
        self._held = NOTHING

    @cached_property
    def _rows(self) -> Rows:
        canonical = self._columns.canonical
        signs = canonical.signs.astype(np.int8)
        factors = NONE if canonical.factors is None else canonical.factors
        if hasattr(canonical.X, "nnz"):
            X = by_rows(canonical)
            return SparseRows(X.data, unsigned(X.indices), X.indptr, signs, factors, 0.0)
        if canonical.centre is None:
            return DenseRows(canonical.X, signs, factors, 0.0)
        return CentredRows(canonical.X, signs, factors, 0.0, canonical.centre)

    @cached_property
    def visited(self) -> float:
        return float(getattr(self._columns.X, "nnz", self._columns.X.size)) / self._columns.size

    def begin(self, x: Array | None) -> Multipliers:
        w = self._columns.zero() if x is None else self._combine(x)
        return self._sweeps.begin(w, x, float(w @ w))

    def price(self, run: Multipliers) -> Priced:
        weights = self._columns.cone.normalise(run.values)
        return Priced(self._margins(run.direction), weights, None if weights is None else self._image(run, weights))

    def _image(self, run: Multipliers, weights: Array) -> Array:
        """Of one class alone, or without an intercept, it is w by the sum of the multipliers: no product is needed."""
        mass = float(run.values.sum())
        if self._columns.blocks == 1 and np.isfinite(mass):
            return np.asarray(run.direction / mass)
        return self._combine(weights)

    def _margins(self, w: Array) -> Array:
        columns = self._columns
        if columns.X.dtype == np.float64 or columns.canonical.shifted:
            return columns.margins(w)
        z = np.zeros(columns.size)
        for rows, part, block in _widened(columns.X):
            z[rows] += block @ w[part]
        return np.asarray(z * columns.signed)

    def _combine(self, x: Array) -> Array:
        columns = self._columns
        if columns.X.dtype == np.float64 or columns.canonical.shifted:
            return columns.combine(x)
        image, signed = columns.zero(), columns.signed * x
        for rows, part, block in _widened(columns.X):
            image[part] += block.T @ signed[rows]
        return image

    def ascend(self, run: Multipliers, margins: Array | None, sweeps: int) -> Multipliers:
        order = self._sweeps.due(run, None if margins is None else self._products(run, margins))
        state, visits = relax(
            self._rows,
            self._sweeps.squares,
            order,
            run.state,
            spread=self._sweeps.spread,
            factor=FACTOR,
            sweeps=sweeps,
        )
        return Multipliers(state.w, state.u, run.sweeps + sweeps, run.visits + visits, state)

    def _products(self, run: Multipliers, margins: Array) -> Array:
        if self._centre is not None:
            margins = margins - self._sweeps.signs * float(self._centre @ run.direction)
        return self._sweeps.with_offset(run, margins)

    def climb(self, run: Multipliers) -> Multipliers | None:
        columns, own, rows = self._columns, self._sweeps, self._rows
        S = np.flatnonzero(run.values)
        if not (isinstance(rows, SparseRows) and is_long(rows) and columns.dimension > _FEW_COLUMNS and S.size):
            return None
        if own.intercept and np.unique(own.signs[S]).size < 2:
            return None
        face = self._face(S)
        limit = max(_LEAST_STEPS, min(_STEPS, _MULTIPLIED // max(face.data.size, 1)))
        values, steps = climb(face, run.values[S], columns.dimension, balanced=own.intercept, limit=limit)
        u = np.zeros(columns.size)
        u[S] = values
        w = self._combine(u)
        state = Relaxed(
            u, w, run.state.offset(own.spread), float(own.signs @ u) if own.intercept else 0.0, run.state.seed
        )
        return Multipliers(w, u, run.sweeps, run.visits + steps * S.size, state)

    def _face(self, S: Positions) -> SparseRows:
        """The rows of some points, together in memory: they are read many times."""
        rows = self._rows
        assert isinstance(rows, SparseRows)
        X = by_rows(self._columns.canonical)
        afford_memory(int(X.nnz * S.size / self._columns.size) * (X.data.itemsize + X.indices.itemsize), "the support")
        X = X[S]
        factors = rows.factors[S] if rows.factors.size else rows.factors
        return SparseRows(X.data, unsigned(X.indices), X.indptr, rows.signs[S], factors, 0.0)

    def equalise(self, run: Multipliers, margins: Array) -> Multipliers | None:
        columns, sweeps = self._columns, self._sweeps
        support = sweeps.supporting(run, self._products(run, margins))
        if support is None:
            return None
        S, points = self._support(support)
        u = np.zeros(columns.size)

        def products_of(kept: Positions, values: Array) -> Array:
            u[:] = 0.0
            u[S[kept]] = values
            return self._margins(self._combine(u))[S[kept]]

        solved = equalised(points, run.values[S], products_of)
        if solved is None:
            return None
        kept, values, b = solved
        u[:] = 0.0
        u[S[kept]] = values
        w = self._combine(u)
        # The offset was that about the origin of the margins.
        b += 0.0 if self._centre is None else float(self._centre @ w)
        state = Relaxed(u, w, b, 0.0, run.state.seed)
        return Multipliers(w, u, run.sweeps + 1, run.visits + S.size, state)

    def _support(self, S: Positions) -> tuple[Positions, Support]:
        """The points, in another order where their products are kept."""
        m, own = self._columns.dimension, self._sweeps
        if self._sparse and m < S.size <= _WRITTEN // m:
            return S, SupportCoordinates(self._columns.rows(S), own.signs[S], intercept=own.intercept)
        afford_factor(S.size)
        S, G = self._gram(S)
        # How threads share the factorisation of sparse points changes the last bits of what they find.
        return S, SupportProducts(G, own.signs[S], intercept=own.intercept, threads=not self._sparse)

    def _gram(self, S: Positions) -> tuple[Positions, Array]:
        """The points in another order, and their products; those of points of the last call are not made again."""
        known, held = self._held
        common, _, there = np.intersect1d(S, known, assume_unique=True, return_indices=True)
        S = np.concatenate([common, np.setdiff1d(S, common, assume_unique=True)])
        G, k = np.empty((S.size, S.size)), common.size
        G[:k, :k] = held[np.ix_(there, there)]
        self._held = NOTHING
        self._multiply(S, k, G)
        if S.size <= _HELD:
            self._held = S, G
        return S, G

    def _multiply(self, S: Positions, k: int, G: Array) -> None:
        """The products of these points with one another, but for those of the first k."""
        columns, rows = self._columns, self._rows
        if isinstance(rows, SparseRows) and not self._is_filled(S.size):
            if is_long(rows):
                products_of_rows(rows, S, columns.dimension, out=G, known=k)
            else:
                points, signs = columns.unsigned(S), self._sweeps.signs[S]
                G[:] = (points @ points.T).toarray() * np.outer(signs, signs)
            return
        points = columns.rows(S)
        with all_threads(points.size > MANY**2 and not self._sparse):
            fresh = points[k:] @ points.T
        G[k:], G[:k, k:] = fresh, fresh[:, :k].T

    def _is_filled(self, points: int) -> bool:
        """Whether so many points are best multiplied as dense ones: they are few, and not very sparse."""
        m = self._columns.dimension
        return m <= FILLED * self.visited and points * m <= _WRITTEN


def unsigned(indices: Indices) -> Indices:
    """Indices that spare every access the question whether it counts from the end."""
    return indices.view(np.uint32 if indices.itemsize == 4 else np.uint64)


def _widened(X: Matrix) -> Iterator[tuple[slice, slice, Matrix]]:
    """Rectangles of narrow numbers in double precision, one after the other: never a wide copy of all of them."""
    sparse = hasattr(X, "nnz")
    by_column = sparse and X.format == "csc"
    length = X.shape[1] if by_column else X.shape[0]
    step = max(1, int(_BLOCK * length / max(X.nnz if sparse else X.size, 1)))
    whole = slice(None)
    for start in range(0, length, step):
        part = slice(start, start + step)
        block = (X[:, part] if by_column else X[part]).astype(np.float64)
        yield (whole, part, block) if by_column else (part, whole, block)


def _squares(columns: Columns) -> Array:
    """‖a_j‖² of every point, dense ones about their centre."""
    canonical, X = columns.canonical, columns.X
    if canonical.factors is not None:
        return np.ones(columns.size)
    if canonical.squares is not None:
        return canonical.squares
    squares = np.empty(columns.size)
    for part in row_blocks(X):
        block = X[part].astype(np.float64)
        if canonical.centre is not None:
            block -= canonical.centre
        squares[part] = np.einsum("ij,ij->i", block, block)
    return squares
