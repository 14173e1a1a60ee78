"""An upper triangle R that is kept while columns join and leave, and solved with."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["FEW", "Triangle", "solve_padded"]

_ROOM = 16  # columns the storage starts with; it doubles when they are taken
FEW = 24  # columns up to which NumPy does as well, and SciPy need not be imported: most of a first answer's time


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
        if k > FEW:
            from scipy.linalg import qr_delete

            left = qr_delete(np.eye(k), self.R, index, which="col", check_finite=False)[1]
        else:
            left = np.asarray(np.linalg.qr(np.delete(self.R, index, axis=1), mode="r"))
        self.R[:] = np.eye(k)
        self.size = k - 1
        self.R[:] = np.triu(left[: k - 1])

    def solve(self, right: Array, *, transposed: bool = False) -> Array:
        """R⁻¹ right, or its transpose's."""
        return solve_padded(self._R, self.size, right, transposed=transposed)

    def _reserve(self, columns: int) -> None:
        room = self._R.shape[0]
        if columns > room:
            R, room = self._R, max(columns, 2 * room)
            self._R = np.asfortranarray(np.eye(room))
            self._R[: R.shape[0], : R.shape[1]] = R


def solve_padded(R: Array, size: int, right: Array, *, transposed: bool = False) -> Array:
    """The solution with the leading triangle of this size, or its transpose; beyond it R goes on as the identity."""
    if size <= FEW:
        leading = R[:size, :size]
        try:
            return np.asarray(np.linalg.solve(leading.T if transposed else leading, right))
        except np.linalg.LinAlgError:
            # A pivot that vanished; the routine below divides by it, which ends in no numbers as well.
            return np.full(np.shape(right), np.nan)
    # The BLAS routine itself: its checked wrapper costs more than the solve at these sizes.
    from scipy.linalg.blas import dtrsv

    padded = np.zeros(R.shape[0])
    padded[:size] = right
    return np.asarray(dtrsv(R, padded, trans=int(transposed), overwrite_x=1)[:size])
