"""Kernel values between two sets of points, dense or sparse, in the precision of the points."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.problem.kernel.record import Kernel

__all__ = ["diagonal", "raise_to", "squares", "values", "widen"]

_DENSE = 1 << 24  # bytes of sparse points that are made dense at once
_TOGETHER = 512  # points whose function values are asked for at once where only the diagonal is wanted


@np.errstate(over="ignore")
def values(kernel: Kernel, X: Matrix, Y: Matrix) -> Matrix:
    """k(x, y) for every row x of X and every row y of Y.

    Examples
    --------
    >>> values(Kernel("poly", degree=2), np.array([[1.0], [3.0]]), np.array([[2.0]])).tolist()
    [[4.0], [36.0]]
    """
    if kernel.name == "callable":
        return _called(kernel, X, Y)
    X, Y = widen(kernel, X, Y)
    if kernel.name == "laplacian":
        return np.exp(-kernel.gamma * _cityblock(X, Y))
    if kernel.name == "rbf":
        K = _distances(X, Y)
        K *= -kernel.gamma
        return np.exp(K, out=K)
    K = _products(X, Y)
    if kernel.name == "linear":
        return K
    K *= kernel.gamma
    K += kernel.coef0
    return raise_to(K, kernel.degree)


def diagonal(kernel: Kernel, X: Matrix) -> Matrix:
    """k(x, x) for every row x of X, in double precision.

    Examples
    --------
    >>> diagonal(Kernel("rbf"), np.array([[1.0], [2.0]])).tolist()
    [1.0, 1.0]
    """
    if kernel.strict:
        return np.ones(X.shape[0])
    if kernel.name == "poly":
        return (kernel.gamma * squares(X) + kernel.coef0) ** kernel.degree
    if kernel.name == "linear":
        return squares(X)
    parts = (X[start : start + _TOGETHER] for start in range(0, X.shape[0], _TOGETHER))
    return np.concatenate([np.diagonal(values(kernel, part, part)).astype(np.float64) for part in parts])


def widen(kernel: Kernel, *parts: Matrix) -> tuple[Matrix, ...]:
    """The points as they are, or as doubles where gamma, or its product with their squares, is no single.

    Examples
    --------
    >>> [part.dtype.name for part in widen(Kernel("rbf", gamma=1e39), np.ones((1, 1), np.float32))]
    ['float64']
    """
    if kernel.name == "callable" or all(part.dtype != np.float32 for part in parts):
        return parts
    range_ = np.finfo(np.float32)
    factor = 1.0 if kernel.name == "linear" else kernel.gamma
    reach = max((_greatest(part) for part in parts), default=0.0)
    largest = 4.0 * max(factor, factor * reach, max(factor, 1.0) * reach**2 * parts[0].shape[1])
    if float(range_.tiny) < factor and largest < float(range_.max):
        return parts
    return tuple(part.astype(np.float64) for part in parts)


def _greatest(X: Matrix) -> float:
    entries = X.data if hasattr(X, "nnz") else X
    return float(max(entries.max(initial=0.0), -entries.min(initial=0.0)))


def raise_to(K: Matrix, degree: int) -> Matrix:
    """K to this power, in place: few multiplications, where a power of floating numbers takes logarithms.

    Examples
    --------
    >>> raise_to(np.array([2.0, 3.0]), 5).tolist()
    [32.0, 243.0]
    """
    base = None if degree & (degree - 1) == 0 else K.copy()
    for bit in bin(degree)[3:]:
        K *= K
        if bit == "1":
            K *= base
    return K


def _called(kernel: Kernel, X: Matrix, Y: Matrix) -> Matrix:
    assert kernel.function is not None
    expected = (X.shape[0], Y.shape[0])
    try:
        K = kernel.function(X, Y)
    except (IndexError, TypeError, ValueError) as error:
        raise InputError(
            f"the {kernel} failed on matrices of {expected[0]} and {expected[1]} points, with {error}; it must take "
            f"two matrices, one row for each point, and return the matrix of all products, of shape {expected}"
        ) from error
    try:
        K = np.asarray(K.toarray() if hasattr(K, "nnz") else K)
    except ValueError:
        raise InputError("the kernel returned rows of different lengths; it must return a matrix") from None
    if K.shape != expected:
        raise InputError(
            f"the kernel returned shape {K.shape} for {expected[0]} and {expected[1]} points; it must return the "
            f"matrix of all their products, of shape {expected}"
        )
    if K.dtype.kind not in "fiub":
        raise InputError(f"the kernel returned {K.dtype}; it must return real numbers")
    if not np.isfinite(K).all():
        raise InputError("the kernel returned NaN or infinity; gordan decides on finite numbers only")
    return K if K.dtype in (np.float32, np.float64) else K.astype(np.float64)


def _products(X: Matrix, Y: Matrix) -> Matrix:
    K = X @ Y.T
    return np.asarray(K.toarray() if hasattr(K, "nnz") else K)


def _distances(X: Matrix, Y: Matrix) -> Matrix:
    """‖x − y‖² for every row x of X and every row y of Y."""
    if not hasattr(X, "nnz") and not hasattr(Y, "nnz"):
        if X.shape[0] == 1:
            return squares(Y - X)[None, :]
        # Far from the origin products are large, and their differences lose the digits that tell points apart.
        centre = Y.mean(axis=0)
        X, Y = X - centre, Y - centre
    K = _products(X, Y)
    K *= -2.0
    own, other = squares(X), squares(Y)
    K += own[:, None]
    K += other[None, :]
    # What rounding cannot tell from 0 is taken from the points' differences: twins get 0 exactly.
    rounding = 8.0 * (X.shape[1] + 5) * float(np.finfo(K.dtype).eps)
    near = np.nonzero(~((rounding * own).astype(K.dtype)[:, None] < K))
    step = max(1, _DENSE // (8 * X.shape[1]))
    for start in range(0, near[0].size, step):
        rows, columns = (positions[start : start + step] for positions in near)
        K[rows, columns] = squares(X[rows] - Y[columns])
    return K


def squares(X: Matrix) -> Matrix:
    """x·x for every row of X, in double precision.

    Examples
    --------
    >>> squares(np.array([[3.0, 4.0]])).tolist()
    [25.0]
    """
    if hasattr(X, "nnz"):
        X = X.tocsr().astype(np.float64)  # before squaring: a float's square may be no float
        return np.asarray(X.multiply(X).sum(axis=1)).ravel()
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)


def _cityblock(X: Matrix, Y: Matrix) -> Matrix:
    from scipy.spatial.distance import cdist

    K = np.empty((X.shape[0], Y.shape[0]), X.dtype)
    for rows, left in _dense(X):
        for columns, right in _dense(Y):
            K[rows, columns] = cdist(left, right, "cityblock")
    return K


def _dense(X: Matrix) -> Iterator[tuple[slice, Matrix]]:
    """Rows of X, a few at a time where they are sparse: all of them together may be more than memory holds."""
    if not hasattr(X, "nnz"):
        yield slice(None), X
        return
    X = X.tocsr()
    step = max(1, _DENSE // (8 * X.shape[1]))
    for start in range(0, X.shape[0], step):
        part = slice(start, start + step)
        yield part, X[part].toarray()
