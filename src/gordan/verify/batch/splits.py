"""`verify_splits`: of which systems A b ≥ 0 of a stack the split is as claimed, by the bounds of `gram` on raw rows.

The claims are of two kinds, which nearly all models of a genome are of. Without a column along which rows are strict,
weights positive on all rows cancel and the columns are independent: overlap. With column j, no two entries of column j
have opposite signs, so that its unit vector or the negative of it is a direction; strict are the rows where the entry
is not 0; on the others column j vanishes, and the weights and the independence of the other columns are as before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.arithmetic.rounding import U
from gordan.errors import InputError
from gordan.problem.numbers import Numbers
from gordan.verify.gram import inverse_bound, solution_bound

__all__ = ["Splits", "verify_splits"]

_RANGE = 2.0**100  # products of four numbers from its inverse to it, and their sums, stay normal doubles


class Splits(NamedTuple):
    """Of which systems the claim is proved, and which rows are then strict."""

    proved: Mask
    strict: Mask


@np.errstate(all="ignore")
def verify_splits(A: Array, x: Array, along: Positions, *, numbers: Numbers = "decimal") -> Splits:
    """Judge the splits of a stack of systems.

    Parameters
    ----------
    A : array (b, p, n)
        The columns of b systems of n inequalities. A row of zeros says nothing.
    x : array (b, n)
        Weights, at most 1; those of strict rows are not looked at.
    along : integers (b,)
        The column along which rows are strict; −1 where none is.
    numbers : {"decimal", "binary"}
        What the entries of A stand for.

    Examples
    --------
    >>> A = np.array([[[1.0, -1.0, 1.0], [2.0, -1.0, 0.0]], [[1.0, -1.0, 1.0], [2.0, 1.0, 0.0]]])
    >>> splits = verify_splits(A, np.array([[0.5, 1.0, 0.5], [1.0, 1.0, 1.0]]), np.array([-1, -1]))
    >>> splits.proved.tolist(), bool(splits.strict.any())
    ([True, False], False)
    """
    _refuse(A, x, along, numbers)
    _, p, n = A.shape
    size = np.abs(A)
    ranged = ((size < _RANGE) & ((size > 1.0 / _RANGE) | (size == 0))).all(axis=(1, 2))
    strict, one_sided = _strict(A, along)
    D = np.where(strict, 0.0, x)
    positive = (((x > 1.0 / _RANGE) & (x <= 1.0)) | strict).all(axis=1)
    G = (A * D[:, None, :]) @ A.swapaxes(1, 2)
    # Strict rows have no weight, so that column `along` left nothing; a unit in its place changes no other bound.
    G[along >= 0, along[along >= 0], along[along >= 0]] = 1.0
    square = np.diagonal(G, axis1=1, axis2=2)
    sound = ranged & one_sided & positive & ((square > 0) & np.isfinite(square)).all(axis=1)
    G[~sound] = np.eye(p)
    unit = np.ldexp(1.0, np.frexp(np.sqrt(np.diagonal(G, axis1=1, axis2=2)))[1])
    G /= unit[:, :, None] * unit[:, None, :]
    terms = (n + 9) * U + 4.0 * (2.0**-52 if numbers == "decimal" else 0.0)
    up = 1.0 + (8 * p + 64) * U + 2.0 * terms
    singular = ~(np.abs(np.linalg.det(G)) > 0)
    G[singular] = np.eye(p)
    C, shrinks = inverse_bound(G, terms, up)
    left, total = ((M @ D[:, :, None])[:, :, 0] / unit for M in (A, size))
    y = solution_bound(C, shrinks, left, total, terms, up) / unit
    change = np.where(strict, 0.0, (y[:, None, :] @ size)[:, 0])
    near = (shrinks < 1.0).all(axis=1) & np.isfinite(y).all(axis=1) & (change * up < 1.0).all(axis=1)
    return Splits(np.asarray(sound & ~singular & near), strict)


def _strict(A: Array, along: Positions) -> tuple[Mask, Mask]:
    """The rows on which the column of each system is not 0, and whether all of these have one sign."""
    strict, one_sided = np.zeros((A.shape[0], A.shape[2]), bool), np.ones(A.shape[0], bool)
    some = np.flatnonzero(along >= 0)
    column = A[some, along[some]]
    strict[some] = column != 0
    one_sided[some] = (column >= 0).all(axis=1) | (column <= 0).all(axis=1)
    return strict, one_sided


def _refuse(A: Array, x: Array, along: Positions, numbers: object) -> None:
    plain = all(type(each) is np.ndarray for each in (A, x, along)) and A.ndim == 3 and 0 not in A.shape
    if not (plain and A.dtype == x.dtype == np.float64 and along.dtype == np.int64):
        raise InputError("give A of shape (b, p, n) and x of shape (b, n) as float64, and along of shape (b,) as int64")
    b, p, n = A.shape
    if x.shape != (b, n) or along.shape != (b,):
        raise InputError(f"A has shape {A.shape}, x {x.shape} and along {along.shape}; give (b, p, n), (b, n) and (b,)")
    if n >= 1 << 24 or p > 64:
        raise InputError(f"the systems have {n:,} rows and {p} columns; stacks are judged up to 2**24 rows, 64 columns")
    if ((along < -1) | (along >= p)).any() or numbers not in ("binary", "decimal"):
        raise InputError(f'give along from -1 to {p - 1}, and numbers as "binary" or "decimal"')
