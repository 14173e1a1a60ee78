"""The active columns' QR factorisation, linear or affine."""

from __future__ import annotations

import numpy as np

from gordan.array import Array
from gordan.oracle.base import Atom

__all__ = ["AffineFrame", "LinearFrame"]


class LinearFrame:
    """QR of signed columns, each orthogonalised twice: once is not enough for nearly dependent ones."""

    def __init__(self, m: int) -> None:
        self.Q: Array = np.empty((m, 0))
        self.R: Array = np.empty((0, 0))

    def add(self, atom: Atom) -> None:
        self._append(atom.column)

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        projection, residual = self._split(atom.column)
        return self._solve(projection), residual

    def drop(self, index: int) -> None:
        from scipy.linalg import qr_delete

        k = self.R.shape[0]
        if k == 1:
            self.Q, self.R = self.Q[:, :0], self.R[:0, :0]
            return
        Q, R = qr_delete(self.Q, self.R, index, which="col", check_finite=False)
        # A square Q comes back square: its last column belongs to no column of R.
        self.Q, self.R = np.asarray(Q[:, : k - 1], np.float64), np.asarray(R[: k - 1, : k - 1], np.float64)

    def _split(self, column: Array) -> tuple[Array, Array]:
        first = self.Q.T @ column
        residual = column - self.Q @ first
        second = self.Q.T @ residual
        return first + second, residual - self.Q @ second

    def _solve(self, projection: Array) -> Array:
        # The LAPACK routine itself: its checked wrapper costs more than the solve at these sizes.
        from scipy.linalg.lapack import dtrtrs

        if projection.size == 0:
            return projection
        return np.asarray(dtrtrs(self.R.T, projection, lower=1, trans=1)[0])

    def _append(self, column: Array) -> None:
        projection, residual = self._split(column)
        length = float(np.linalg.norm(residual))
        k = self.R.shape[0]
        R = np.zeros((k + 1, k + 1))
        R[:k, :k], R[:k, k], R[k, k] = self.R, projection, length
        self.Q, self.R = np.column_stack([self.Q, residual / length]), R


class AffineFrame:
    """QR of the differences of unsigned points to the first of them: their affine hull."""

    def __init__(self, m: int) -> None:
        self._m = m
        self._points: list[Array] = []
        self._signs: list[float] = []
        self._differences = LinearFrame(m)

    def add(self, atom: Atom) -> None:
        point = atom.column * atom.sign
        if self._points:
            self._differences._append(point - self._points[0])
        self._points.append(point)
        self._signs.append(atom.sign)

    def drop(self, index: int) -> None:
        del self._points[index], self._signs[index]
        if index > 0:
            self._differences.drop(index - 1)
            return
        # The base point itself left: all differences change.
        self._differences = LinearFrame(self._m)
        for point in self._points[1:]:
            self._differences._append(point - self._points[0])

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        projection, residual = self._differences._split(atom.column * atom.sign - self._points[0])
        inner = self._differences._solve(projection)
        barycentric = np.concatenate([[1.0 - inner.sum()], inner])
        return barycentric * np.array(self._signs) * atom.sign, residual * atom.sign
