"""Kernel values between points of one set, many columns at a time, without a temporary as large as the answer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Matrix, Positions
from gordan.arithmetic.threads import all_threads
from gordan.problem.kernel.evaluate import raise_to, squares, values, widen
from gordan.problem.kernel.record import Kernel

__all__ = ["Evaluator"]

_CACHED = 1 << 16  # values that several steps in place go over while they stay in the processor's cache
_LARGE = 1 << 22  # multiplications from which one product is worth all threads
_TOGETHER = 1 << 22  # values of a batch that a sparse product, or a function, makes beside the answer
_FEW = 1 << 14  # numbers, below which columns of zeros cost nothing
_FIRST = 64  # rows that show which columns may be zero
_SPARED = 0.8  # share of columns that are not, below which a copy of these repays
_FAR = 4.0  # times the spread: beyond it the distance from the origin costs digits of the distances between points


class Evaluator:
    """k(x_i, x_j) for the rows of X, dense or sparse, in their precision; in double where gamma asks for it.

    Distances do not change when all points are moved: those far from the origin against their spread are copied about
    their mean, once. Everything else is read where it is.

    Examples
    --------
    >>> Evaluator(Kernel("rbf"), np.array([[0.0], [1e9], [1e9 + 1.0]])).columns([1]).round(4).tolist()
    [[0.0, 1.0, 0.3679]]
    """

    @np.errstate(over="ignore", invalid="ignore")
    def __init__(self, kernel: Kernel, X: Matrix) -> None:
        self.kernel, self.size = kernel, int(X.shape[0])
        (X,) = widen(kernel, X)
        self.dtype = np.dtype(X.dtype if X.dtype in (np.float32, np.float64) else np.float64)
        self._sparse = hasattr(X, "nnz")
        if kernel.name in ("rbf", "poly") and not self._sparse:
            X = _without_empty_columns(X)
        self._X = _about_mean(X) if kernel.name == "rbf" and not self._sparse else X
        self._squares: Matrix = squares(self._X) if kernel.name == "rbf" else None

    @np.errstate(over="ignore", invalid="ignore")
    def columns(self, J: npt.ArrayLike, out: Matrix = None) -> Matrix:
        """Rows J of the matrix of all values, into `out` where it is given."""
        J = np.asarray(J, dtype=np.int64)
        out = np.empty((J.size, self.size), self.dtype) if out is None else out
        if self.kernel.name not in ("rbf", "poly"):
            for part in _parts(J.size, _TOGETHER // max(self.size, 1)):
                out[part] = values(self.kernel, self._X[J[part]], self._X)
            return out
        self._products(J, out)
        self._finish(out, self._X[J], J, self._X, slice(None))
        return out

    @np.errstate(over="ignore", invalid="ignore")
    def whole(self) -> Matrix:
        """The matrix of all values of dense points, in half of the multiplications that its columns would take.

        In single precision those of points that are very close are as far off as any others.
        """
        with all_threads(self.size * self._X.size > _LARGE):
            K = self._X @ self._X.T
        K *= self.dtype.type(self._factor)
        self._finish(K, self._X, np.arange(self.size), self._X, slice(None), sharp=K.dtype == np.float64)
        return K

    @np.errstate(over="ignore", invalid="ignore")
    def block(self, rows: npt.ArrayLike, J: npt.ArrayLike) -> Matrix:
        """Values between points `rows` and J in double precision, whatever the points are kept in."""
        rows, J = (np.asarray(positions, dtype=np.int64) for positions in (rows, J))
        left, right = (self._X[positions].astype(np.float64, copy=False) for positions in (rows, J))
        if self.kernel.name not in ("rbf", "poly"):
            return np.asarray(values(self.kernel, left, right), dtype=np.float64)
        with all_threads(rows.size * J.size * left.shape[1] > _LARGE):
            K = (left * self._factor) @ right.T
        K = np.asarray(K.toarray() if hasattr(K, "nnz") else K)
        self._finish(K, left, rows, right, J)
        return K

    @property
    def _factor(self) -> float:
        """What the products of points are multiplied by, taken into one of the points."""
        return self.kernel.gamma if self.kernel.name == "poly" else 2.0 * self.kernel.gamma

    def _products(self, J: Positions, out: Matrix) -> None:
        scaled = self._X[J] * self.dtype.type(self._factor)
        if not self._sparse:
            with all_threads(J.size * self._X.size > _LARGE):
                np.matmul(scaled, self._X.T, out=out)
            return
        for part in _parts(J.size, _TOGETHER // max(self.size, 1)):
            out[part] = (scaled[part] @ self._X.T).toarray()

    def _finish(
        self, K: Matrix, left: Matrix, rows: Positions, right: Matrix, J: Positions | slice, *, sharp: bool = True
    ) -> None:
        """Values from products, in place, a few rows at a time."""
        kernel = self.kernel
        for part in _parts(K.shape[0], _CACHED // max(K.shape[1], 1)):
            K_part = K[part]
            if kernel.name == "poly":
                K_part += K.dtype.type(kernel.coef0)
                raise_to(K_part, kernel.degree)
                continue
            own, other = (kernel.gamma * self._squares[which] for which in (rows[part], J))
            K_part -= other.astype(K.dtype, copy=False)
            K_part -= own.astype(K.dtype, copy=False)[:, None]
            if sharp:
                self._sharpen(K_part, left[part], own, right)
            np.exp(K_part, out=K_part)

    def _sharpen(self, exponents: Matrix, left: Matrix, own: Matrix, right: Matrix) -> None:
        """Exponents that rounding cannot tell from 0 are taken from the points' differences: twins get 0 exactly.

        So are those that overflowed on the way.
        """
        rounding = 8.0 * (left.shape[1] + 5) * float(np.finfo(exponents.dtype).eps)
        near = np.nonzero(~(exponents < -(rounding * own).astype(exponents.dtype)[:, None]))
        for part in _parts(near[0].size, _TOGETHER // max(left.shape[1], 1)):
            rows, columns = near[0][part], near[1][part]
            apart = left[rows] - right[columns]
            exponents[rows, columns] = -self.kernel.gamma * squares(apart)


def _without_empty_columns(X: Matrix) -> Matrix:
    """The points, or a copy without the columns of zeros, where these are many and the points not."""
    if not _FEW <= X.size <= _TOGETHER:
        return X
    used = np.ones(X.shape[1], np.bool_)
    empty = np.flatnonzero(~X[:_FIRST].any(axis=0))
    used[empty] = X[:, empty].any(axis=0)
    return np.ascontiguousarray(X[:, used]) if used.sum() < _SPARED * used.size else X


@np.errstate(over="ignore", invalid="ignore")
def _about_mean(X: Matrix) -> Matrix:
    """The points, or a copy about their mean where they lie far from the origin."""
    mean = X.mean(axis=0, dtype=np.float64)
    square = float(mean @ mean)
    if not np.isfinite(square) or square * X.shape[0] <= (1.0 - 1.0 / _FAR**2) * float(squares(X).sum()):
        return X
    moved = np.empty(X.shape, X.dtype)
    for part in _parts(X.shape[0], _TOGETHER // X.shape[1]):
        moved[part] = X[part] - mean
    return moved


def _parts(size: int, length: int) -> list[slice]:
    length = max(1, length)
    return [slice(start, start + length) for start in range(0, size, length)]
