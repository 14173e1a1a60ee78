"""Positive semidefinite matrices as a part: the upper triangle, row by row, with √2 on what lies off the diagonal.

In these coordinates (svec) the plain product of two vectors is the trace of the product of their matrices. A frame is
an orthonormal basis; its rays are the projections v vᵀ on its lines, and values are eigenvalues.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.problem.cone.base import Spectrum, require_size

__all__ = ["PSD"]


@dataclass(frozen=True)
class PSD:
    """The cone of positive semidefinite matrices.

    Parameters
    ----------
    n : int
        Order of its matrices; a vector has n(n+1)/2 entries.

    Examples
    --------
    >>> import numpy as np
    >>> cone = PSD(2)
    >>> cone.vector(np.array([[2.0, 1.0], [1.0, 2.0]])).round(3).tolist()
    [2.0, 1.414, 2.0]
    >>> cone.meet(cone.vector(np.array([[[2.0, 1.0], [1.0, 2.0]]]))).values.round(12).tolist()
    [[1.0, 3.0]]
    """

    n: int
    length = 1.0

    def __post_init__(self) -> None:
        require_size("PSD", self.n)

    @property
    def size(self) -> int:
        return self.n * (self.n + 1) // 2

    @property
    def rank(self) -> int:
        return self.n

    @cached_property
    def places(self) -> tuple[Positions, Positions]:
        """Row and column of every entry of a vector."""
        return np.triu_indices(self.n)

    @cached_property
    def factors(self) -> Array:
        """What entries of a vector are times those of the matrix: √2 off the diagonal."""
        return np.where(self.places[0] == self.places[1], 1.0, np.sqrt(2.0))

    @property
    def unit(self) -> Array:
        return self.vector(np.eye(self.n))

    def matrix(self, x: Array) -> Array:
        """The symmetric matrices of vectors: shape (..., n, n)."""
        return self.symmetric(x / self.factors)

    def symmetric(self, entries: Array) -> Array:
        """The symmetric matrices with these upper triangles: shape (..., n, n)."""
        M = np.zeros((*entries.shape[:-1], self.n, self.n))
        i, j = self.places
        M[..., i, j] = M[..., j, i] = entries
        return M

    def vector(self, M: Array) -> Array:
        """The vectors of symmetric matrices: shape (..., n(n+1)/2)."""
        i, j = self.places
        return np.asarray(M[..., i, j] * self.factors)

    def meet(self, z: Array) -> Spectrum:
        values, basis = np.linalg.eigh(self.matrix(z))
        return Spectrum(values, basis)

    def resolve(self, x: Array) -> Spectrum:
        return self.meet(x)

    def compose(self, spectrum: Spectrum) -> Array:
        values, basis = spectrum
        return self.vector(basis * values[:, None, :] @ basis.transpose(0, 2, 1))

    def stretch(self, M: Array, factors: Spectrum) -> Array:
        # X → S X S multiplies vᵀX v by f for the eigenvectors v of S with the eigenvalues √f.
        basis = factors.frame[0]
        S = basis * np.sqrt(factors.values[0]) @ basis.T
        return self.vector(S @ self.matrix(M) @ S)
