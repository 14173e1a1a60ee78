"""Rows of the Gamma pseudo-likelihood with a log link, which is defined for amounts of 0 too.

An observation of weight w adds w (−y exp(−x·b) − x·b). Along a direction d, with z = x·d, the first part falls without
bound where y > 0 and z < 0; where z > 0 it rises to 0. The second part is linear, and so is all that zeros add. Hence
the sum never falls exactly where

    z_i ≥ 0 for every observation with y > 0,  and  −Σ_i w_i z_i ≥ 0, of all observations together.

Where one of the first is strict the sum rises all the way; where the last is, it rises without bound. Where none can
be, the sum is constant along all such directions, and the maximum is attained. Without zeros the last row, minus a
positive combination of the others, keeps all of them from being strict: estimates then always exist. At the estimates
Σ w_i (y_i/μ_i − 1) x_i = 0: the weights w_i y_i/μ_i of the first rows, and 1 of the last, are the proof.

The last row is computed in integers and written down exactly: digits that one double does not hold stand in a further
column, whose coefficient an equality holds to that of the column itself.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import InputError
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers, Whole, whole
from gordan.regression.model.column import Mask
from gordan.regression.model.design import Design
from gordan.regression.model.rows import BASE, Rows

__all__ = ["amount_rows"]

_SHORT = 2**62  # sums below this are those of int64


def amount_rows(design: Design, positive: Mask, numbers: Numbers) -> Rows:
    """Rows of observations by whether their amount is positive; that of all of them comes last.

    Examples
    --------
    >>> from gordan.regression.model.read import read_arrays
    >>> from gordan.regression.model.closed import Beside
    >>> design = read_arrays([[0.1], [0.2], [0.3]], [1, 0, 2], Beside(), intercept=True, missing=None)
    >>> amount_rows(design, np.array([True, False, True]), "decimal").inequalities.tolist()
    [[1.0, 0.1], [1.0, 0.3], [-3.0, -0.6]]
    """
    from scipy.sparse import csr_array

    sums = [_pieces(value, numbers) for value in _weighted_sums(design, numbers)]
    more = [(j, piece) for j, pieces in enumerate(sums) for piece in pieces[1:]]
    p, hidden = design.p, len(more)
    last = np.zeros((1, p + hidden))
    last[0, :p] = [-pieces[0] if pieces else 0.0 for pieces in sums]
    last[0, p:] = [-piece for _, piece in more]
    held = np.zeros((hidden, p + hidden))
    held[np.arange(hidden), [j for j, _ in more]] = 1.0
    held[np.arange(hidden), p + np.arange(hidden)] = -1.0
    above = design.take(positive)
    if is_sparse(above):
        above = csr_array((above.data, above.indices, above.indptr), (above.shape[0], p + hidden))
    else:
        above = np.hstack([above, np.zeros((above.shape[0], hidden))])
    column = np.concatenate([np.arange(p, dtype=np.int64), np.full(hidden, BASE, np.int64)])
    if design.constant is not None:
        column[design.constant] = BASE
    return Rows(
        inequalities=_stack(above, last),
        equalities=held if hidden else None,
        owner=np.flatnonzero(positive),
        pinned=np.empty(0, np.int64),
        names=design.names,
        column=column,
        numbers=numbers,
    )


def _stack(above: Matrix, last: Array) -> Matrix:
    from scipy.sparse import csr_array, vstack

    return csr_array(vstack([above, csr_array(last)], format="csr")) if is_sparse(above) else np.vstack([above, last])


def _weighted_sums(design: Design, numbers: Numbers) -> list[Fraction]:
    """Σ_i w_i x_ij for each column of the design, its added constant first."""
    weights, below = (np.ones(design.n, np.int64), 1) if design.weights is None else whole(design.weights, numbers)
    X = design.X.tocsc() if is_sparse(design.X) else design.X
    sums = [Fraction(_product(weights, np.ones(design.n, np.int64)), below)] if design.added else []
    for j in range(X.shape[1]):
        check_deadline("adding up the rows of the model")
        if is_sparse(X):
            part = slice(X.indptr[j], X.indptr[j + 1])
            (column, unit), own = whole(X.data[part], numbers), weights[X.indices[part]]
        else:
            (column, unit), own = whole(np.ascontiguousarray(X[:, j]), numbers), weights
        sums.append(Fraction(_product(own, column), below * unit))
    return sums


def _product(weights: Whole, column: Whole) -> int:
    """Their product, in int64 where no sum can be longer."""
    if weights.dtype == column.dtype == np.int64:
        top = int(np.abs(weights).max(initial=0)) * int(np.abs(column).max(initial=0))
        if top * column.size < _SHORT:
            return int(weights @ column)
    return sum(int(w) * int(x) for w, x in zip(weights.tolist(), column.tolist(), strict=True))


def _pieces(value: Fraction, numbers: Numbers) -> list[float]:
    """Doubles whose numbers add up to the value; none for 0.

    Each leaves less than 10⁻¹⁵ of what was there, and what is left is a multiple of the same unit: it comes to an end.
    """
    pieces: list[float] = []
    while value:
        nearest = float(value) if abs(value) < 10**300 else np.inf
        if not nearest or not np.isfinite(nearest):
            raise InputError("the weighted sum of a column has no double near it; give numbers of a usual size")
        pieces.append(nearest)
        value -= Fraction(repr(nearest)) if numbers == "decimal" else Fraction(nearest)
    return pieces
