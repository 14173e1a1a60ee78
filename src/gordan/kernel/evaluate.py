"""Kernel values between two sets of points, dense or sparse, in the precision of the points."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.kernel.record import Kernel

__all__ = ["diagonal", "raise_to", "squares", "values"]

_TOGETHER = 512  # points whose function values are asked for at once where only the diagonal is wanted


def values(kernel: Kernel, X: Any, Y: Any) -> Any:
    """k(x, y) for every row x of X and every row y of Y.

    Examples
    --------
    >>> values(Kernel("poly", degree=2), np.array([[1.0], [3.0]]), np.array([[2.0]])).tolist()
    [[4.0], [36.0]]
    """
    if kernel.name == "callable":
        return _called(kernel, X, Y)
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


def diagonal(kernel: Kernel, X: Any) -> Any:
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


def raise_to(K: Any, degree: int) -> Any:
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


def _called(kernel: Kernel, X: Any, Y: Any) -> Any:
    assert kernel.function is not None
    given = kernel.function(X, Y)
    try:
        K = np.asarray(given)
    except ValueError:
        raise InputError("the kernel returned rows of different lengths; it must return a matrix") from None
    expected = (X.shape[0], Y.shape[0])
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


def _products(X: Any, Y: Any) -> Any:
    K = X @ Y.T
    return np.asarray(K.toarray() if hasattr(K, "nnz") else K)


def _distances(X: Any, Y: Any) -> Any:
    """‖x − y‖² for every row x of X and every row y of Y."""
    if not hasattr(X, "nnz") and not hasattr(Y, "nnz"):
        if X.shape[0] == 1:
            return squares(Y - X)[None, :]
        # Far from the origin products are large, and their differences lose the digits that tell points apart.
        centre = Y.mean(axis=0)
        X, Y = X - centre, Y - centre
    K = _products(X, Y)
    K *= -2.0
    K += squares(X)[:, None]
    K += squares(Y)[None, :]
    return np.maximum(K, 0.0, out=K)


def squares(X: Any) -> Any:
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


def _cityblock(X: Any, Y: Any) -> Any:
    from scipy.spatial.distance import cdist

    X, Y = (P.toarray() if hasattr(P, "nnz") else P for P in (X, Y))
    return cdist(X, Y, "cityblock").astype(X.dtype, copy=False)
