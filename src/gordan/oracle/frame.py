"""The active columns' QR factorisation, linear or affine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.oracle.base import Atom
from gordan.threads import all_threads

__all__ = ["AffineFrame", "LinearFrame"]

_ROOM = 16  # columns a factorisation starts with; it doubles when they are taken
_FEW = 24  # columns up to which NumPy does as well, and SciPy need not be imported: most of a first answer's time
_RANK = 2.0**-40  # a pivot this small against its column is rounding: the column depends on those before it
_MANY = 256  # columns loaded at once from which their products are factorised: a fifth of the work of QR, or less
_APART = 2.0**-15  # a pivot below it makes QR necessary: products of columns keep half of the digits


class Factors:
    """QR of columns in place, each orthogonalised twice: once is not enough for nearly dependent ones."""

    def __init__(self, m: int) -> None:
        self._m, self.size = m, 0
        self._recent: tuple[Atom, tuple[Array, Array]] | None = None
        self._Q: Array = np.empty((m, _ROOM), order="F")
        # Beyond its size R goes on as the identity: the whole of it is then one contiguous triangle to solve with.
        self._R: Array = np.asfortranarray(np.eye(_ROOM))
        # Columns loaded at once whose R alone is known as yet.
        self._loaded: Array | None = None

    @property
    def Q(self) -> Array:
        self._orthogonalise()
        return self._Q[:, : self.size]

    @property
    def R(self) -> Array:
        self._orthogonalise()
        return self._R[: self.size, : self.size]

    def load(self, columns: Array) -> Any:
        """Factorise these columns (m × k) at once; positions of the independent ones, which are kept."""
        self.size, self._recent, self._loaded = 0, None, None
        self._R.fill(0.0)
        np.fill_diagonal(self._R, 1.0)
        if columns.shape[1] == 0:
            return np.empty(0, np.int64)
        if columns.shape[1] > _MANY and (R := _by_products(columns)) is not None:
            self._reserve(columns.shape[1])
            self.size, self._loaded = columns.shape[1], columns
            self._R[: self.size, : self.size] = R
            return np.arange(self.size)
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

    def _orthogonalise(self) -> None:
        """Q of the columns whose R alone has been needed so far."""
        if self._loaded is not None:
            columns, self._loaded = self._loaded, None
            self._Q[:, : self.size], self._R[: self.size, : self.size] = np.linalg.qr(columns)

    def shortest(self, right: Array) -> tuple[Array, Array]:
        """The shortest w with these products with the columns, and its coefficients on them."""
        if self._loaded is None:
            inside = self.solve(right, transposed=True)
            return self.Q @ inside, self.solve(inside)
        # Seminormal equations, and a second time for what they left: then they are as good as QR.
        u = self.solve(self.solve(right, transposed=True))
        left = right - self._loaded.T @ (self._loaded @ u)
        u += self.solve(self.solve(left, transposed=True))
        return self._loaded @ u, u

    def append(self, column: Array, atom: Atom) -> None:
        """One more column, which is the atom's."""
        projection, residual = self.split(column, atom)
        k, length = self.size, float(np.linalg.norm(residual))
        self._reserve(k + 1)
        self._Q[:, k] = residual / length
        self._R[:k, k], self._R[k, k] = projection, length
        self.size, self._recent = k + 1, None

    def drop(self, index: int) -> None:
        if self.size > _FEW:
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
        if self.size <= _FEW:
            R = self._R[: self.size, : self.size]
            return np.asarray(np.linalg.solve(R.T if transposed else R, right))
        # The BLAS routine itself: its checked wrapper costs more than the solve at these sizes.
        from scipy.linalg.blas import dtrsv

        padded = np.zeros(self._R.shape[0])
        padded[: self.size] = right
        return np.asarray(dtrsv(self._R, padded, trans=int(transposed), overwrite_x=1)[: self.size])

    def _reserve(self, columns: int) -> None:
        room = self._R.shape[0]
        if columns <= room:
            return
        Q, R = self._Q, self._R
        room = max(columns, 2 * room)
        self._Q, self._R = np.empty((self._m, room), order="F"), np.asfortranarray(np.eye(room))
        self._Q[:, : Q.shape[1]], self._R[: R.shape[0], : R.shape[1]] = Q, R


def _by_products(columns: Array) -> Array | None:
    """R from the columns' products, None where they are too dependent for that."""
    with all_threads():
        G = columns.T @ columns
        try:
            L = np.linalg.cholesky(G)
        except np.linalg.LinAlgError:
            return None
    clear = np.diagonal(L) > _APART * np.sqrt(np.diagonal(G))
    return np.asarray(L.T) if clear.all() else None


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
        return self._factors.shortest(np.ones(self._factors.size))


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
        w, inner = self._factors.shortest(signs[1:] - signs[0])
        return w, np.concatenate([[-inner.sum()], inner]) * signs
