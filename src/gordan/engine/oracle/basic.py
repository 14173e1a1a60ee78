"""From weights on many points that nearly cancel to weights on a few that do: a vertex of all that cancel.

The heaviest points are the first basis B, as many as there are equations E x = (Ax, sums of the classes). What Ax is
short of zero is taken up by them. Every other point is then pushed to zero: its column t = E_B⁻¹E_j says how the basis
takes its weight over, and where one of the basis comes to zero first it leaves and the point takes its place (the push
phase of Megiddo's crossover, 1991; without a cost either way of pushing will do, and the one with the greater pivot is
taken). Columns are brought up to date some at a time by the Schur complement of the exchanges, so that nearly all work
is in products of matrices. Of many points groups are pushed first, each as its mean, so that half of the points go at
the cost of few (Maalouf, Jubran and Feldman, 2019); then smaller groups, and at last the points. All of it is done in
one thread: the last digits decide between points that would leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import afford, check_deadline
from gordan.arithmetic.limit import afford_memory

if TYPE_CHECKING:
    from gordan.engine.oracle.columns import Columns

__all__ = ["basic_weights"]

_TOGETHER = 64  # columns brought up to date at once
_COPIED = 256  # points or groups copied at once
_FEW = 2  # groups for each equation: about half of them are left without weight
_SOUND = 1e-9  # of the greatest: a pivot below this would be of rounding
_SPEED = 1e10  # multiplications and additions in a second, on one core


@np.errstate(divide="ignore", invalid="ignore")
def basic_weights(columns: Columns, x: Array) -> Array | None:
    """Weights on at most as many points as there are equations; None where the first basis does not serve.

    Sparse points are left alone: the equations would be a dense matrix.
    """
    rows = np.flatnonzero(x)
    equations = columns.dimension + columns.blocks
    if rows.size <= equations or hasattr(columns.X, "nnz"):
        return None
    found = x.copy()
    while rows.size > equations:
        rows = rows[np.argsort(-found[rows], kind="stable")]
        together = -(-rows.size // (_FEW * equations))
        fewer = _on_few(columns, rows, found[rows], together)
        if fewer is None and together > 1:
            # Means are shorter than points: a basis of them may be singular where one of points is not.
            fewer = _on_few(columns, rows, found[rows], 1)
        if fewer is None:
            return None
        found[rows] = fewer
        rows = rows[fewer > 0]
    return columns.cone.normalise(found)


def _on_few(columns: Columns, rows: Positions, x: Array, together: int) -> Array | None:
    """The weights when a vertex has been found for groups of so many points; None where there is no first basis."""
    starts, equations = np.arange(0, rows.size, together), columns.dimension + columns.blocks
    what = f"a vertex of {starts.size:,} weights"
    afford_memory(8 * equations * (starts.size + equations), what)
    afford(2.0 * equations**2 * starts.size / _SPEED, what)
    heavy = np.add.reduceat(x, starts)
    pushed = _first_basis(columns, _equations(columns, rows, x, starts), heavy)
    if pushed is None:
        return None
    return x * np.repeat(pushed.weights() / heavy, np.diff(starts, append=rows.size))


def _equations(columns: Columns, rows: Positions, x: Array, starts: Positions) -> Array:
    """The equations' columns of the points, or of the means of groups of consecutive ones that begin at `starts`."""
    m, together = columns.dimension, int(starts[1])
    E = np.empty((m + columns.blocks, starts.size), order="F")
    members, step = np.array([block[rows] for block in columns.cone.members]) * columns.reach, _COPIED * together
    for start in range(0, rows.size, step):
        part, groups = slice(start, start + step), slice(start // together, start // together + _COPIED)
        own = columns.rows(rows[part])
        if together == 1:
            E[:m, groups], E[m:, groups] = own.T, members[:, part]
            continue
        own_starts, weights = starts[groups] - start, x[part]
        share = weights / np.repeat(np.add.reduceat(weights, own_starts), np.diff(own_starts, append=weights.size))
        E[:m, groups] = np.add.reduceat(own * share[:, None], own_starts).T
        E[m:, groups] = np.add.reduceat(members[:, part] * share, own_starts, axis=1)
    return E


def _first_basis(columns: Columns, E: Array, x: Array) -> Push | None:
    """The basis of the first columns, weights corrected; None where it is singular or one of them is negative then."""
    from scipy.linalg.lapack import dgetrf, dgetrs

    equations, m = E.shape[0], columns.dimension
    LU, order, _ = dgetrf(E[:, :equations])
    pivots = np.abs(np.diagonal(LU))
    if not pivots.min() > _SOUND * pivots.max():
        return None
    short = np.concatenate([E[:m] @ x, np.zeros(columns.blocks)])
    basis = x[:equations] - dgetrs(LU, order, short)[0]
    if not (basis > 0).all():
        return None
    # Solved for in place: the columns of the first basis are not looked at again.
    return Push(dgetrs(LU, order, E[:, equations:], overwrite_b=1)[0], basis, x[equations:])


class Push:
    """The pushing of all points outside of the basis; `T` has their columns in terms of the basis as it is."""

    def __init__(self, T: Array, basis: Array, outside: Array) -> None:
        self._T, self._basis, self._outside = T, basis, outside
        self._points = np.arange(basis.size)  # of the basis, each at its place

    def weights(self) -> Array:
        """Weights of all points in their order. The lightest are pushed first: they seldom take a place."""
        from scipy.linalg.blas import dgemm

        for end in range(self._T.shape[1], 0, -_TOGETHER):
            check_deadline("bringing weights to a vertex")
            start = max(end - _TOGETHER, 0)
            taken = self._panel(start, end)
            if taken and start:
                places, joined = list(taken), self._T[:, [taken[place] for place in taken]]
                rest = self._T[:, :start]
                y = np.linalg.solve(joined[places], rest[places])
                # In place, as far as the routine can: both lie in memory by columns.
                rest[:] = dgemm(-1.0, joined, y, beta=1.0, c=rest, overwrite_c=1)
                rest[places] = y
        x = np.zeros(self._basis.size + self._outside.size)
        x[self._points] = self._basis
        return x

    def _panel(self, start: int, end: int) -> dict[int, int]:
        """Push some of the points; the places of the basis that they take, each with its point's column."""
        from scipy.linalg.blas import dger

        current, taken = self._T[:, start:end].copy(order="F"), dict[int, int]()
        for k in range(end - start - 1, -1, -1):
            place = self._push(current[:, k], start + k)
            if place is None:
                continue
            taken[place] = start + k
            if k:
                row = current[place, :k] / current[place, k]
                current[:, :k] = dger(-1.0, current[:, k], row, a=current[:, :k], overwrite_a=1)
                current[place, :k] = row
        return taken

    def _push(self, t: Array, j: int) -> int | None:
        """Take the weight of one point to zero, or the point into the basis; the place that it takes there."""
        basis, weight, least = self._basis, float(self._outside[j]), _SOUND * float(np.abs(t).max())
        ratios = basis / t
        # Downwards its own weight may come to zero before that of another; upwards it is always another's.
        below, above = np.where(t < -least, ratios, -np.inf), np.where(t > least, ratios, np.inf)
        first, other = int(below.argmax()), int(above.argmin())
        step = max(float(below[first]), -weight)
        if step > -weight and above[other] < np.inf and t[other] > -t[first]:
            first, step = other, float(above[other])
        basis -= step * t
        np.maximum(basis, 0.0, out=basis)
        if step <= -weight:
            return None
        basis[first] = weight + step
        self._points[first] = basis.size + j
        return first
