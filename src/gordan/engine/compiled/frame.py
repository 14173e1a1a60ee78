"""QR of the active columns for compiled loops: rows of Q are the orthonormal vectors, R is upper triangular.

numba's disk cache watches the file of the calling loop (`min_norm`) only: after a change here, touch it.
"""

from __future__ import annotations

import math

from gordan.engine.compiled.jit import part
from gordan.engine.compiled.rows import Vector

__all__ = ["append", "delete", "rebase", "solve", "split"]

TWICE = 0.1  # of the square that must be left for one orthogonalisation to do: it then costs half a digit


@part
def split(v: Vector, Q: Vector, k: int, projection: Vector, now: Vector) -> float:
    """Leave in v its residual on the first k vectors, in `projection` its products with them; the residual's square.

    `now` is a workspace.

    Orthogonalised twice where the first time takes most of the length: once is not enough for nearly dependent
    columns, and twice is (Kahan and Parlett).
    """
    square = 0.0
    for c in range(v.size):
        square += v[c] * v[c]
    for j in range(k):
        projection[j] = 0.0
    for _ in range(2):
        before, square = square, 0.0
        # All products first (classical Gram-Schmidt): they do not wait for one another.
        for j in range(k):
            product = 0.0
            for c in range(v.size):
                product += Q[j, c] * v[c]
            now[j] = product
            projection[j] += product
        for j in range(k):
            for c in range(v.size):
                v[c] -= now[j] * Q[j, c]
        for c in range(v.size):
            square += v[c] * v[c]
        if square > TWICE * before:
            break
    return square


@part
def solve(R: Vector, k: int, projection: Vector, into: Vector, at: int) -> None:
    """into[at:] = R⁻¹ projection, by back substitution."""
    for i in range(k - 1, -1, -1):
        value = projection[i]
        for j in range(i + 1, k):
            value -= R[i, j] * into[at + j]
        into[at + i] = value / R[i, i]


@part
def append(residual: Vector, square: float, Q: Vector, R: Vector, k: int, projection: Vector) -> None:
    """One more column, given by what `split` left of it."""
    length = math.sqrt(square)
    for i in range(k):
        R[i, k] = projection[i]
    R[k, k] = length
    for c in range(residual.size):
        Q[k, c] = residual[c] / length


@part
def rebase(R: Vector, k: int) -> None:
    """Columns are differences to a base: take the first of them off all others, for its point is to be the base."""
    for j in range(1, k):
        R[0, j] -= R[0, 0]


@part
def delete(q: int, Q: Vector, R: Vector, k: int) -> None:
    """Take out column q of k; rotations of neighbouring rows make R triangular again."""
    for j in range(q, k - 1):
        for i in range(j + 2):
            R[i, j] = R[i, j + 1]
    for i in range(q, k - 1):
        length = math.sqrt(R[i, i] * R[i, i] + R[i + 1, i] * R[i + 1, i])
        cosine, sine = R[i, i] / length, R[i + 1, i] / length
        for j in range(i, k - 1):
            upper, lower = R[i, j], R[i + 1, j]
            R[i, j], R[i + 1, j] = cosine * upper + sine * lower, cosine * lower - sine * upper
        for c in range(Q.shape[1]):
            upper, lower = Q[i, c], Q[i + 1, c]
            Q[i, c], Q[i + 1, c] = cosine * upper + sine * lower, cosine * lower - sine * upper
