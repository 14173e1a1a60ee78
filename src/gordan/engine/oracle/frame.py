"""The active columns' QR factorisation, linear or affine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.triangle import FEW, solve_padded

__all__ = ["AffineFrame", "LinearFrame"]

_ROOM = 16  # columns a factorisation starts with; it doubles when they are taken
_RANK = 2.0**-40  # a pivot this small against its column is rounding: the column depends on those before it


class Factors:
    """QR of columns in place, each orthogonalised twice: once is not enough for nearly dependent ones."""

    def __init__(self, m: int) -> None:
        self._m, self.size = m, 0
        self._recent: tuple[Atom, tuple[Array, Array]] | None = None
        self._Q: Array = np.empty((m, _ROOM), order="F")
        # Beyond its size R goes on as the identity: the whole of it is then one contiguous triangle to solve with.
        self._R: Array = np.asfortranarray(np.eye(_ROOM))

    @property
    def Q(self) -> Array:
        return self._Q[:, : self.size]

    @property
    def R(self) -> Array:
        return self._R[: self.size, : self.size]

    def load(self, columns: Array) -> Any:
        """Factorise these columns (m × k) at once; positions of the independent ones, which are kept."""
        self.size, self._R[:], self._recent = 0, np.eye(self._R.shape[0]), None
        if columns.shape[1] == 0:
            return np.empty(0, np.int64)
        Q, R = np.linalg.qr(columns)
        kept = np.arange(columns.shape[1])
        if kept.size > self._m or (np.abs(np.diag(R)) <= _RANK * np.linalg.norm(columns, axis=0)).any():
            # A dependent column leaves noise in Q, which would hide independent ones after it.
            kept = _independent(columns)
            Q, R = np.linalg.qr(columns[:, kept])
        self._reserve(kept.size)
        self.size = kept.size
        self.Q[:], self.R[:] = Q, R
        return kept

    def append(self, column: Array, atom: Atom) -> None:
        """One more column, which is the atom's."""
        projection, residual = self.split(column, atom)
        k, length = self.size, float(np.linalg.norm(residual))
        self._reserve(k + 1)
        self._Q[:, k] = residual / length
        self._R[:k, k], self._R[k, k] = projection, length
        self.size, self._recent = k + 1, None

    def drop(self, index: int) -> None:
        if self.size > FEW:
            from scipy.linalg import qr_delete

            qr_delete(self.Q, self.R, index, which="col", overwrite_qr=True, check_finite=False)
        elif self.size > 1:
            turned, R = np.linalg.qr(np.delete(self.R, index, axis=1))
            self.Q[:, :-1], self.R[:-1, :-1] = self.Q @ turned, R
        self.size, self._recent = self.size - 1, None
        self._R[: self.size, self.size], self._R[self.size, self.size] = 0.0, 1.0

    def split(self, column: Array, atom: Atom) -> tuple[Array, Array]:
        """What of the atom's column lies along Q, and what is left; an atom that joins has usually just been split."""
        if self._recent is not None and self._recent[0] is atom:
            return self._recent[1]
        Q = self.Q
        first = Q.T @ column
        residual = column - Q @ first
        second = Q.T @ residual
        self._recent = atom, (first + second, residual - Q @ second)
        return self._recent[1]

    def solve(self, right: Array, *, transposed: bool = False) -> Array:
        """R⁻¹ right, or its transpose's."""
        return solve_padded(self._R, self.size, right, transposed=transposed)

    def _reserve(self, columns: int) -> None:
        room = self._R.shape[0]
        if columns <= room:
            return
        Q, R = self._Q, self._R
        room = max(columns, 2 * room)
        self._Q, self._R = np.empty((self._m, room), order="F"), np.asfortranarray(np.eye(room))
        self._Q[:, : Q.shape[1]], self._R[: R.shape[0], : R.shape[1]] = Q, R


def _independent(columns: Array) -> Any:
    """Positions of as many independent columns as there are, chosen by their angles whatever their lengths."""
    from scipy.linalg import qr

    lengths = np.linalg.norm(columns, axis=0)
    scaled = columns / np.where(lengths > 0, lengths, 1.0)
    R, order = qr(scaled, mode="r", pivoting=True, check_finite=False)
    return np.sort(order[: int(np.count_nonzero(np.abs(np.diag(R)) > _RANK))])


class LinearFrame:
    """The span of the signed columns."""

    def __init__(self, m: int) -> None:
        self._factors = Factors(m)

    def add(self, atom: Atom) -> None:
        self._factors.append(atom.column, atom)

    def drop(self, index: int) -> None:
        self._factors.drop(index)

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        projection, residual = self._factors.split(atom.column, atom)
        return self._factors.solve(projection), residual

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        kept = self._factors.load(np.array([atom.column for atom in atoms]).T)
        return [int(j) for j in kept]

    def solution(self) -> tuple[Array, Array]:
        inside = self._factors.solve(np.ones(self._factors.size), transposed=True)
        return self._factors.Q @ inside, self._factors.solve(inside)


class AffineFrame:
    """The affine hull of the unsigned points: QR of their differences to the first of them."""

    def __init__(self, m: int) -> None:
        self._points: list[Array] = []
        self._signs: list[float] = []
        self._factors = Factors(m)

    def add(self, atom: Atom) -> None:
        point = atom.column * atom.sign
        if self._points:
            self._factors.append(point - self._points[0], atom)
        self._points.append(point)
        self._signs.append(atom.sign)

    def drop(self, index: int) -> None:
        del self._points[index], self._signs[index]
        if index == 0 and self._points:
            # The next point becomes the base: taking their difference off every other one changes R's first row alone.
            self._factors.R[0, 1:] -= self._factors.R[0, 0]
        if self._points:
            self._factors.drop(max(index - 1, 0))

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        projection, residual = self._factors.split(atom.column * atom.sign - self._points[0], atom)
        inner = self._factors.solve(projection)
        barycentric = np.concatenate([[1.0 - inner.sum()], inner])
        return barycentric * np.array(self._signs) * atom.sign, residual * atom.sign

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        points = np.array([atom.column * atom.sign for atom in atoms])
        kept = [0, *(int(j) + 1 for j in self._factors.load((points[1:] - points[0]).T))]
        self._points, self._signs = [points[j] for j in kept], [atoms[j].sign for j in kept]
        return kept

    def solution(self) -> tuple[Array, Array]:
        signs = np.array(self._signs)
        inside = self._factors.solve(signs[1:] - signs[0], transposed=True)
        inner = self._factors.solve(inside)
        return self._factors.Q @ inside, np.concatenate([[-inner.sum()], inner]) * signs
