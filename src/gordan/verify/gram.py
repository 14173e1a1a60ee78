"""Whether positive weights that cancel exist near given ones: doubles with bounds that hold in any order of summation.

Let B be the independent columns of the flat rows and equalities, D a positive diagonal, G = BᵀDB. If ‖I − C G‖ ≤ α < 1
for some matrix C, then G has an inverse, the weights x − D B y with G y = Bᵀx cancel exactly, and row by row
|y| ≤ |C Bᵀx| + |I − C G| 1 · max|C Bᵀx| / (1 − α). With D equal to the weights themselves the change is relative: the
weights stay positive where |B_i| |y| < 1. The equalities take any share.

An entry of G is a sum of products, so by Cauchy and Schwarz its rounding is at most that of the largest diagonal entry.
Columns are brought near 1 by powers of two, which do not round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.quantity import Rounded
from gordan.arithmetic.rounding import U
from gordan.outcome.split import Rows
from gordan.verify.raw import RawRows

__all__ = ["contraction", "greatest_change", "inverse_bound", "solution_bound", "units"]

_LOST = 2.0**-900  # more than all products of a table can lose near zero, once columns and weights are near 1
_RANGE = 2.0**200  # numbers beyond this, or below its inverse, are left to integers


class Normal(NamedTuple):
    """An approximate inverse C of G, row sums that bound |I − C G|, the columns' units, and the relative rounding."""

    C: Array
    contraction: Array
    unit: Array
    terms: float
    up: float


def contraction(raw: RawRows, rows: Rows, columns: Sequence[int]) -> Rounded:
    """A bound of ‖I − C G‖: below 1 it proves the columns independent on these rows; ∞ where none was found."""
    if not columns:
        return Rounded(0.0)
    normal = _normal(raw, rows, np.ones(rows.size), columns)
    return Rounded(np.inf if normal is None else float(normal.contraction.max()))


@np.errstate(all="ignore")
def greatest_change(raw: RawRows, rows: Rows, x: Array, columns: Sequence[int]) -> Rounded:
    """The greatest relative change of a flat row's weight that makes the columns cancel: below 1 it is a proof.

    It proves the columns independent as well. Infinite where nothing was proved.
    """
    flat = rows < raw.inequalities.shape[0]
    if not columns:
        return Rounded(0.0)
    if not flat.any():
        return contraction(raw, rows, columns)
    top = float(np.abs(x).max())
    if not 0 < top < _RANGE or float(x[flat].min()) * _RANGE < top:
        return Rounded(np.inf)
    weights = np.ldexp(x, -int(np.frexp(top)[1]))
    normal = _normal(raw, rows, np.where(flat, weights, float(weights[flat].max())), columns)
    if normal is None:
        return Rounded(np.inf)
    C, shrinks, unit, terms, up = normal
    left, size = np.zeros(len(columns)), np.zeros(len(columns))
    for place, values in raw.blocks(rows, columns):
        B = _scaled(values, unit)
        left += B.T @ weights[place]
        size += abs(B).T @ np.abs(weights[place])
    y = solution_bound(C, shrinks, left, size, terms, up)
    worst = 0.0
    for place, values in raw.blocks(rows, columns):
        change = abs(_scaled(values, unit)) @ y
        # Unlike Python's own, this maximum keeps what is no number.
        worst = float(np.maximum(worst, change[flat[place]].max(initial=0.0)))
    return Rounded(worst * up if np.isfinite(worst) and np.isfinite(y).all() else np.inf)


@np.errstate(all="ignore")
def _normal(raw: RawRows, rows: Rows, D: Array, columns: Sequence[int]) -> Normal | None:
    """G = BᵀDB with its rounding, and an inverse that contracts; None where none was found."""
    unit = units(raw, rows, D, columns)
    if unit is None:
        return None
    k = len(columns)
    G, depth, blocks = np.zeros((k, k)), 0, 0
    for place, values in raw.blocks(rows, columns):
        B = _scaled(values, unit)
        product = B.T @ (B.multiply(D[place][:, None]).tocsr() if hasattr(B, "nnz") else B * D[place][:, None])
        G += product.toarray() if hasattr(product, "nnz") else product
        depth, blocks = max(depth, place.stop - place.start), blocks + 1
    terms = (depth + blocks + 8) * U + 4.0 * raw.misread  # a sum within each block, then one over the blocks
    up = 1.0 + (8 * k + 64) * U + 2.0 * terms
    try:
        C, shrinks = inverse_bound(G, terms, up)
    except np.linalg.LinAlgError:
        return None
    return Normal(C, shrinks, unit, terms, up) if float(shrinks.max()) < 1.0 else None


def inverse_bound(G: Array, terms: float, up: float) -> tuple[Array, Array]:
    """C near the inverse of G, or of each matrix of a stack, and row sums that bound |I − C G|."""
    k = G.shape[-1]
    rounding = up * terms * np.diagonal(G, axis1=-2, axis2=-1).max(axis=-1) + _LOST
    C = np.asarray(np.linalg.inv(G), dtype=np.float64)
    size_C = np.abs(C)
    apart = np.abs(C @ G - np.eye(k)).sum(axis=-1) + (k + 4) * U * _times(size_C, np.abs(G).sum(axis=-1))
    return C, up * (apart + size_C.sum(axis=-1) * k * rounding[..., None])


def solution_bound(C: Array, shrinks: Array, left: Array, size: Array, terms: float, up: float) -> Array:
    """Bounds of |y| where G y is `left` up to its rounding, `size` being the sum of the sizes of its terms."""
    k = C.shape[-1]
    d = up * (np.abs(_times(C, left)) + _times(np.abs(C), (k + 4) * U * np.abs(left) + up * terms * size + _LOST))
    spread = d.max(axis=-1, keepdims=True) / (1.0 - shrinks.max(axis=-1, keepdims=True))
    return np.asarray(up * (d + shrinks * spread))


def _times(M: Array, v: Array) -> Array:
    return np.asarray((M @ v[..., None])[..., 0])


def units(raw: RawRows, rows: Rows, D: Array, columns: Sequence[int]) -> Array | None:
    """Powers of two near the columns' weighted lengths; None where sizes are beyond what squares can hold."""
    square, least, largest = np.zeros(len(columns)), np.inf, 0.0
    for place, values in raw.blocks(rows, columns):
        numbers = np.abs(values.data if hasattr(values, "nnz") else values)
        largest = max(largest, float(numbers.max(initial=0.0)))
        least = min(least, float(numbers.min(where=numbers > 0, initial=np.inf)))
        square += (values.multiply(values).T if hasattr(values, "nnz") else np.square(values).T) @ D[place]
    if not (largest < _RANGE and least > 1.0 / _RANGE and (square > 0).all()):
        return None
    return np.ldexp(1.0, np.frexp(np.sqrt(square))[1])


def _scaled(values: Matrix, unit: Array) -> Matrix:
    return values.multiply(1.0 / unit[None, :]).tocsr() if hasattr(values, "nnz") else values / unit
