"""Whether positive weights that cancel exist near given ones, in doubles with bounds that hold in any order of summation.

Let B be the independent columns of the flat rows and equalities, D a positive diagonal, G = BᵀDB. If ‖I − C G‖ ≤ α < 1
for some matrix C, then G has an inverse, the weights x − D B y with G y = Bᵀx cancel exactly, and row by row
|y| ≤ |C Bᵀx| + |I − C G| 1 · max|C Bᵀx| / (1 − α). With D equal to the weights themselves the change is relative: the
weights stay positive where |B_i| |y| < 1. The equalities take any share.

An entry of G is a sum of products, so by Cauchy and Schwarz its rounding is at most that of the largest diagonal entry.
Columns are brought near 1 by powers of two, which do not round.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.array import Array
from gordan.halves import Rows
from gordan.verify.raw import RawRows
from gordan.verify.rounded import U

__all__ = ["greatest_change"]

_LOST = 2.0**-900  # more than all products of a table can lose near zero, once columns and weights are near 1
_RANGE = 2.0**200  # numbers beyond this, or below its inverse, are left to integers


@np.errstate(all="ignore")
def greatest_change(raw: RawRows, rows: Rows, x: Array, columns: Sequence[int]) -> float:
    """The greatest relative change of a flat row's weight that makes the columns cancel: below 1 it is a proof.

    Infinite where nothing was proved.
    """
    above = raw.inequalities.shape[0]
    flat = rows < above
    if not columns or not flat.any():
        return 0.0
    top = float(np.abs(x).max())
    if not 0 < top < _RANGE or float(x[flat].min()) * _RANGE < top:
        return np.inf
    weights = np.ldexp(x, -int(np.frexp(top)[1]))
    D = np.where(flat, weights, float(weights[flat].max()))
    unit = _units(raw, rows, D, columns)
    if unit is None:
        return np.inf
    k = len(columns)
    G, left, size, depth = np.zeros((k, k)), np.zeros(k), np.zeros(k), 0
    for place, values in raw.blocks(rows, columns):
        B = _scaled(values, unit)
        product = B.T @ (B * D[place][:, None] if isinstance(B, np.ndarray) else B.multiply(D[place][:, None]).tocsr())
        G += product.toarray() if hasattr(product, "nnz") else product
        left += B.T @ weights[place]
        size += abs(B).T @ np.abs(weights[place])
        depth = max(depth, place.stop - place.start) + 1  # a sum within each block, then one over blocks
    terms = (depth + 8) * U + 4.0 * raw.misread
    up = 1.0 + (8 * k + 64) * U + 2.0 * terms
    rounding = up * terms * float(np.diag(G).max()) + _LOST
    try:
        C = np.linalg.inv(G)
    except np.linalg.LinAlgError:
        return np.inf
    size_C = np.abs(C)
    apart = np.abs(C @ G - np.eye(k)).sum(axis=1) + (k + 4) * U * (size_C @ np.abs(G).sum(axis=1))
    contraction = up * (apart + size_C.sum(axis=1) * k * rounding)
    d = up * (np.abs(C @ left) + size_C @ ((k + 4) * U * np.abs(left) + up * terms * size + _LOST))
    alpha = float(contraction.max())
    if not alpha < 1.0:
        return np.inf
    y = up * (d + contraction * (float(d.max()) / (1.0 - alpha)))
    worst = 0.0
    for place, values in raw.blocks(rows, columns):
        change = abs(_scaled(values, unit)) @ y
        worst = max(worst, float(change[flat[place]].max(initial=0.0)))
    return float(worst * up) if np.isfinite(worst) else np.inf


def _units(raw: RawRows, rows: Rows, D: Array, columns: Sequence[int]) -> Array | None:
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


def _scaled(values: object, unit: Array) -> object:
    if hasattr(values, "nnz"):
        return values.multiply(1.0 / unit[None, :]).tocsr()  # type: ignore[attr-defined]
    return values / unit  # type: ignore[operator]
