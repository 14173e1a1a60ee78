"""An upper triangle R that is kept while columns join and leave, and solved with."""

from __future__ import annotations

import numpy as np

from gordan.array import Array

__all__ = ["Triangle"]

_ROOM = 16  # columns the storage starts with; it doubles when they are taken
_FEW = 24  # columns up to which NumPy does as well, and SciPy need not be imported


class Triangle:
    """The factor of a growing and shrinking matrix G = R'R."""

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
        self._R[:] = np.eye(self._R.shape[0])
        self._reserve(R.shape[0])
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
            return np.asarray(np.linalg.solve(self.R.T if transposed else self.R, right))
        # The BLAS routine itself: its checked wrapper costs more than the solve at these sizes.
        from scipy.linalg.blas import dtrsv

        padded = np.zeros(self._R.shape[0])
        padded[: self.size] = right
        return np.asarray(dtrsv(self._R, padded, trans=int(transposed), overwrite_x=1)[: self.size])

    def _reserve(self, columns: int) -> None:
        room = self._R.shape[0]
        if columns > room:
            R, room = self._R, max(columns, 2 * room)
            self._R = np.asfortranarray(np.eye(room))
            self._R[: R.shape[0], : R.shape[1]] = R
