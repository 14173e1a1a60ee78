"""`NormalEquations`: Newton steps of least squares over a set of rows that changes by a few from one to the next.

The sum M_SᵀM_S is kept, and rows that enter or leave S are added or taken away. While they are few, the last
factorisation serves with a correction of as many dimensions (Woodbury).
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.linalg.blas import get_blas_funcs

from gordan.arithmetic.array import Array, Mask
from gordan.arithmetic.threads import all_threads

__all__ = ["NormalEquations"]

_FEW = 128  # rows that a factorisation is corrected by
_SHARE = 16.0  # by which μ falls before a factorisation with the old one is too stiff
_LARGE = 1 << 20  # entries of M from which on a factorisation gains by threads
_AGE = 32  # steps that one factorisation serves


class NormalEquations:
    """(M_SᵀM_S + μ) d = g for sets S that change by a few rows; computed in the precision of M, given in doubles."""

    def __init__(self, M: Array) -> None:
        self.M = M
        self.members: Mask = np.zeros(len(M), dtype=bool)
        self.G = np.zeros((M.shape[1], M.shape[1]), dtype=M.dtype, order="F")  # its lower half
        self.factor: tuple[Array, bool] | None = None
        self.columns: dict[int, int] = {}  # rows of M by the place of their solution
        self.solved = np.zeros((M.shape[1], _FEW), dtype=M.dtype)
        self.ridge, self.steps = np.inf, 0

    def gradient(self, over: Array) -> Array:
        return np.asarray(self.M.T @ over.astype(self.M.dtype), dtype=np.float64)

    def product(self, d: Array) -> Array:
        return np.asarray(self.M @ d.astype(self.M.dtype), dtype=np.float64)

    def solve(self, S: Mask, g: Array, ridge: float, *, fresh: bool) -> Array | None:
        """d for this S; with `fresh` from a factorisation of its own. None where there is none."""
        changed = np.flatnonzero(self.members != S).tolist()
        stale = fresh or _SHARE * ridge < self.ridge or self.steps >= _AGE
        if self.factor is None or stale or len({*self.columns, *changed}) > _FEW:
            with all_threads(self.M.size > _LARGE):
                self._factorise(S, ridge)
            changed = []
        if self.factor is None:
            return None
        self.steps += 1
        # One pass through the factor solves for the step and for the rows that are new.
        missing, start = [k for k in changed if k not in self.columns], len(self.columns)
        self.columns |= {k: start + at for at, k in enumerate(missing)}
        right = np.concatenate([g[:, None].astype(self.M.dtype), self.M[missing].T], axis=1)
        right = cho_solve(self.factor, right, check_finite=False)
        self.solved[:, start : len(self.columns)] = right[:, 1:]
        d = self._corrected(right[:, 0], changed, S) if changed else right[:, 0]
        return np.asarray(d, dtype=np.float64) if np.isfinite(d).all() else None

    def _factorise(self, S: Mask, ridge: float) -> None:
        entering, leaving = S & ~self.members, self.members & ~S
        if int(entering.sum() + leaving.sum()) > int(S.sum()):
            self.G[:] = 0.0
            entering, leaving = S, np.zeros_like(S)
        syrk = get_blas_funcs("syrk", (self.G,))
        for rows, sign in ((entering, 1.0), (leaving, -1.0)):
            if rows.any():
                self.G = syrk(sign, self.M[rows].T, beta=1.0, c=self.G, lower=True, overwrite_c=True)
        self.members, self.columns, self.ridge, self.steps = S.copy(), {}, ridge, 0
        diagonal = np.diag_indices(len(self.G))
        for more in (1.0, 1e3, 1e6):
            H = self.G.copy(order="F")
            H[diagonal] += more * ridge * max(float(self.G[diagonal].mean()), 1e-30)
            try:
                self.factor = cho_factor(H, lower=True, overwrite_a=True, check_finite=False)
            except LinAlgError:
                self.factor = None
                continue
            return

    def _corrected(self, d: Array, changed: list[int], S: Mask) -> Array:
        """By Woodbury's formula: H + UᵀDU has the solution d − Y (D + U Y)⁻¹ U d, where H Y = Uᵀ and D is ±1."""
        U, Y = self.M[changed], self.solved[:, [self.columns[k] for k in changed]]
        D = np.diag(np.where(S[changed], 1.0, -1.0))
        try:
            return np.asarray(d - Y @ np.linalg.solve(D + U @ Y, U @ d))
        except np.linalg.LinAlgError:
            return d
