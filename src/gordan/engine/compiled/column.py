"""What a compiled loop may ask of one point: products, sums and norms without lift, sign or factor.

Each question is a stub that names it and three loops, of which numba takes the one that fits the rows.
numba's disk cache watches the files of the calling loops (`additive`, `winnow`) only: after a change here, touch them.
"""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled.jit import specialise
from gordan.engine.compiled.rows import CentredRows, DenseRows, Rows, SparseRows, Vector

__all__ = ["add", "dot", "largest", "magnitude", "square"]


def dot(rows: Rows, i: int, w: Vector) -> float:
    """(x_i − c)·w."""
    raise NotImplementedError


def _dense_dot(rows: DenseRows, i: int, w: Vector) -> float:
    X, total = rows.X, 0.0
    for k in range(X.shape[1]):
        total += X[i, k] * w[k]
    return total


def _centred_dot(rows: CentredRows, i: int, w: Vector) -> float:
    X, centre, total = rows.X, rows.centre, 0.0
    for k in range(X.shape[1]):
        total += (X[i, k] - centre[k]) * w[k]
    return total


def _sparse_dot(rows: SparseRows, i: int, w: Vector) -> float:
    data, indices, total = rows.data, rows.indices, 0.0
    # Unsigned positions spare every access the question whether it counts from the end.
    for p in range(np.uint64(rows.indptr[i]), np.uint64(rows.indptr[i + 1])):
        total += data[p] * w[indices[p]]
    return total


def magnitude(rows: Rows, i: int, w: Vector) -> float:
    """|x_i − c|·|w|, to which the rounding of the product is relative."""
    raise NotImplementedError


def _dense_magnitude(rows: DenseRows, i: int, w: Vector) -> float:
    X, total = rows.X, 0.0
    for k in range(X.shape[1]):
        total += abs(X[i, k] * w[k])
    return total


def _centred_magnitude(rows: CentredRows, i: int, w: Vector) -> float:
    X, centre, total = rows.X, rows.centre, 0.0
    for k in range(X.shape[1]):
        total += abs((X[i, k] - centre[k]) * w[k])
    return total


def _sparse_magnitude(rows: SparseRows, i: int, w: Vector) -> float:
    data, indices, total = rows.data, rows.indices, 0.0
    for p in range(rows.indptr[i], rows.indptr[i + 1]):
        total += abs(data[p] * w[indices[p]])
    return total


def add(rows: Rows, i: int, step: float, target: Vector) -> None:
    """target += step (x_i − c)."""
    raise NotImplementedError


def _dense_add(rows: DenseRows, i: int, step: float, target: Vector) -> None:
    X = rows.X
    for k in range(X.shape[1]):
        target[k] += step * X[i, k]


def _centred_add(rows: CentredRows, i: int, step: float, target: Vector) -> None:
    X, centre = rows.X, rows.centre
    for k in range(X.shape[1]):
        target[k] += step * (X[i, k] - centre[k])


def _sparse_add(rows: SparseRows, i: int, step: float, target: Vector) -> None:
    data, indices = rows.data, rows.indices
    for p in range(np.uint64(rows.indptr[i]), np.uint64(rows.indptr[i + 1])):
        target[indices[p]] += step * data[p]


def square(rows: Rows, i: int) -> float:
    """‖x_i − c‖²."""
    raise NotImplementedError


def _dense_square(rows: DenseRows, i: int) -> float:
    X, total = rows.X, 0.0
    for k in range(X.shape[1]):
        total += np.float64(X[i, k]) ** 2
    return total


def _centred_square(rows: CentredRows, i: int) -> float:
    X, centre, total = rows.X, rows.centre, 0.0
    for k in range(X.shape[1]):
        total += (X[i, k] - centre[k]) ** 2
    return total


def _sparse_square(rows: SparseRows, i: int) -> float:
    data, total = rows.data, 0.0
    for p in range(rows.indptr[i], rows.indptr[i + 1]):
        total += np.float64(data[p]) ** 2
    return total


def largest(rows: Rows, i: int) -> float:
    """‖x_i − c‖_∞."""
    raise NotImplementedError


def _dense_largest(rows: DenseRows, i: int) -> float:
    X, top = rows.X, 0.0
    for k in range(X.shape[1]):
        top = max(top, abs(np.float64(X[i, k])))
    return top


def _centred_largest(rows: CentredRows, i: int) -> float:
    X, centre, top = rows.X, rows.centre, 0.0
    for k in range(X.shape[1]):
        top = max(top, abs(X[i, k] - centre[k]))
    return top


def _sparse_largest(rows: SparseRows, i: int) -> float:
    data, top = rows.data, 0.0
    for p in range(rows.indptr[i], rows.indptr[i + 1]):
        top = max(top, abs(np.float64(data[p])))
    return top


specialise(dot, dense=_dense_dot, centred=_centred_dot, sparse=_sparse_dot, fast=True)
specialise(magnitude, dense=_dense_magnitude, centred=_centred_magnitude, sparse=_sparse_magnitude, fast=True)
# Not fast: a fused multiply-add would round the sums otherwise than the NumPy twin does.
specialise(add, dense=_dense_add, centred=_centred_add, sparse=_sparse_add)
specialise(square, dense=_dense_square, centred=_centred_square, sparse=_sparse_square, fast=True)
specialise(largest, dense=_dense_largest, centred=_centred_largest, sparse=_sparse_largest)
