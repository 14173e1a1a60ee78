"""The active columns' QR factorisation, linear or affine, kept while columns join and leave."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.engine.oracle.base import Atom

__all__ = ["AffineFrame", "LinearFrame", "Triangle"]

_ROOM = 16  # columns the storage starts with; it doubles when they are taken
_MORE = 128  # columns by which it grows at the most: of a thousand, twice as many would mostly stay empty
_FEW = 24  # columns up to which NumPy does as well, and SciPy need not be imported: most of a first answer's time
_RANK = 2.0**-40  # a pivot this small against its column is rounding: the column depends on those before it


class Triangle:
    """The upper triangle R of a growing and shrinking matrix G = R'R."""

    def __init__(self) -> None:
        self.size = 0
        # Beyond its size R goes on as the identity: the whole of it is then one contiguous triangle to solve with.
        self._R: Array = np.asfortranarray(np.eye(_ROOM))

    @property
    def R(self) -> Array:
        return self._R[: self.size, : self.size]

    def load(self, R: Array) -> None:
        """Start over with this triangle."""
        self.size = 0
        if R.shape[0] + _ROOM > self._R.shape[0]:
            self._R = np.eye(0, order="F")
        else:
            self._R[:] = np.eye(self._R.shape[0])
        # With room for some more, or the first column to join would make a copy of all.
        self._reserve(R.shape[0] + _ROOM)
        self.size = R.shape[0]
        self.R[:] = R

    def append(self, projection: Array, pivot: float) -> None:
        """One more column, with this entry on the diagonal."""
        k = self.size
        self._reserve(k + 1)
        self._R[:k, k], self._R[k, k] = projection, pivot
        self.size = k + 1

    def drop(self, index: int) -> None:
        """Take a row and a column out of G."""
        k = self.size
        if k > _FEW:
            from scipy.linalg import qr_delete

            left = qr_delete(np.eye(k), self.R, index, which="col", check_finite=False)[1]
        else:
            left = np.asarray(np.linalg.qr(np.delete(self.R, index, axis=1), mode="r"))
        self.R[:] = np.eye(k)
        self.size = k - 1
        self.R[:] = np.triu(left[: k - 1])

    def solve(self, right: Array, *, transposed: bool = False) -> Array:
        """R⁻¹ right, or its transpose's."""
        if self.size <= _FEW:
            try:
                return np.asarray(np.linalg.solve(self.R.T if transposed else self.R, right))
            except np.linalg.LinAlgError:
                # A pivot that vanished; the routine below divides by it, which ends in no numbers as well.
                return np.full(np.shape(right), np.nan)
        # The BLAS routine itself: its checked wrapper costs more than the solve at these sizes.
        from scipy.linalg.blas import dtrsv

        padded = np.zeros(self._R.shape[0])
        padded[: self.size] = right
        return np.asarray(dtrsv(self._R, padded, trans=int(transposed), overwrite_x=1)[: self.size])

    def _reserve(self, columns: int) -> None:
        room = self._R.shape[0]
        if columns > room:
            R, room = self._R, max(columns, min(2 * room, room + _MORE))
            self._R = np.eye(room, order="F")
            self._R[: R.shape[0], : R.shape[1]] = R


class Factors(Triangle):
    """QR of columns in place, each orthogonalised twice: once is not enough for nearly dependent ones."""

    def __init__(self, m: int) -> None:
        super().__init__()
        self._m, self._Q = m, np.empty((m, _ROOM), order="F")
        self._recent: tuple[Atom, tuple[Array, Array]] | None = None

    @property
    def Q(self) -> Array:
        return self._Q[:, : self.size]

    def factorise(self, columns: Array) -> Positions:
        """Start over with these columns (m × k) at once; positions of the independent ones, which are kept."""
        self._recent = None
        kept = np.arange(columns.shape[1])
        if kept.size == 0:
            self.load(np.empty((0, 0)))
            return kept
        Q, R = np.linalg.qr(columns)
        if kept.size > self._m or (np.abs(np.diag(R)) <= _RANK * np.linalg.norm(columns, axis=0)).any():
            # A dependent column leaves noise in Q, which would hide independent ones after it.
            kept = _independent(columns)
            Q, R = np.linalg.qr(columns[:, kept])
        self.load(R)
        self.Q[:] = Q
        return kept

    def join(self, column: Array, atom: Atom) -> None:
        """One more column, which is the atom's."""
        projection, residual = self.split(column, atom)
        length = float(np.linalg.norm(residual))
        self.append(projection, length)
        self._Q[:, self.size - 1], self._recent = residual / length, None

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

    def _reserve(self, columns: int) -> None:
        super()._reserve(columns)
        if (room := self._R.shape[0]) > self._Q.shape[1]:
            Q, self._Q = self._Q, np.empty((self._m, room), order="F")
            self._Q[:, : Q.shape[1]] = Q


def _independent(columns: Array) -> Positions:
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
        self._factors.join(atom.column, atom)

    def drop(self, index: int) -> None:
        self._factors.drop(index)

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        projection, residual = self._factors.split(atom.column, atom)
        return self._factors.solve(projection), residual

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        kept: list[int] = self._factors.factorise(np.array([atom.column for atom in atoms]).T).tolist()
        return kept

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
            self._factors.join(point - self._points[0], atom)
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
        kept = [0, *(self._factors.factorise((points[1:] - points[0]).T) + 1).tolist()]
        self._points, self._signs = [points[j] for j in kept], [atoms[j].sign for j in kept]
        return kept

    def solution(self) -> tuple[Array, Array]:
        signs = np.array(self._signs)
        inside = self._factors.solve(signs[1:] - signs[0], transposed=True)
        inner = self._factors.solve(inside)
        return self._factors.Q @ inside, np.concatenate([[-inner.sum()], inner]) * signs
