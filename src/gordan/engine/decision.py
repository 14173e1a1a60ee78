"""`decision_function(problem, outcome, X)`: the side of other points, of a hyperplane that was found."""

from __future__ import annotations

from collections.abc import Iterator
from math import nextafter

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.sharp import Sharp, ball, fraction
from gordan.errors import InputError
from gordan.outcome import IntegerKernelSeparator, Outcome, Separation
from gordan.problem import Gram, Points
from gordan.problem.kernel import Kernel, diagonal, values
from gordan.problem.matrix import is_sparse, read_matrix
from gordan.problem.numbers import exact_rows

__all__ = ["decision_function", "integer_length", "sum_values"]

_TOGETHER = 1 << 20  # products computed at a time
_FEW = 1 << 12  # of them without rounding, between two looks at the clock
_BITS = 320  # of a value beside a root


def decision_function(problem: Points | Gram, outcome: Outcome, X: Matrix) -> Array:
    """Signed values of the best hyperplane found, positive for the second class.

    Without a kernel this is `outcome.decision_function(X)`. In a kernel's space the value of x is
    Σ dual_coef_j k(x_j, x) + offset; where images are scaled to unit length the offset is multiplied by √k(x, x). Of a
    proof in integers the signs are those of the integers, not of the doubles that `dual_coef` rounds them to.

    Parameters
    ----------
    problem : Points or Gram
        What the outcome answers: only its rows with a coefficient are looked at.
    outcome : Separable, Inseparable or Undecided
        The answer. Only of `Separable` it is proved that its values are right on every row of the problem.
    X : array or sparse matrix, shape (k, m)
        Points; for a `Gram` problem their products with its n points, shape (k, n).

    Returns
    -------
    array of k values, in double precision

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1], kernel="rbf", gamma=1.0)
    >>> values = gordan.decision_function(problem, gordan.solve(problem), [[0.1, 0.9], [0.9, 0.9]])
    >>> (values > 0).tolist()
    [True, False]
    """
    if not isinstance(problem, Points | Gram) or not isinstance(outcome, Separation):
        raise InputError(
            f"decision_function was given a {type(problem).__name__} and a {type(outcome).__name__}; give the problem, "
            "Points or Gram, what solve returned of it, and the points to evaluate"
        )
    if not problem.implicit:
        return outcome.decision_function(X)
    c = outcome.dual_coef
    if c is None:
        raise InputError("no direction was found in the kernel's space, so there is no hyperplane to evaluate")
    if c.shape != (problem.n,):
        raise InputError(
            f"the outcome has {c.size} coefficients and the problem {problem.n} rows; give its own problem"
        )
    rows = read_matrix(X)[0]
    if rows.shape[1] != problem.m:
        raise InputError(f"X has shape {rows.shape}; give {problem.m} columns, as the problem has")
    S = np.flatnonzero(c)
    offset = float(outcome.offset)
    if isinstance(problem, Gram):
        if problem.normalise and offset != 0.0:
            raise InputError(
                "beside an offset the lengths of new points are needed, and their products with others do not tell; "
                "solve with normalise=False or intercept=False"
            )
        if isinstance(outcome.proof, IntegerKernelSeparator):
            return _by_integers(problem, outcome.proof, rows)
        return np.asarray(rows[:, S].astype(np.float64) @ c[S] + offset)
    if isinstance(outcome.proof, IntegerKernelSeparator):
        return _by_integers(problem, outcome.proof, rows)
    sums = sum_values(problem.kernel, rows, problem.X[S], c[S])
    if not problem.normalise or offset == 0.0:
        return sums + offset
    return np.asarray(sums + offset * np.sqrt(diagonal(problem.kernel, rows)))


def _by_integers(problem: Points | Gram, proof: IntegerKernelSeparator, rows: Matrix) -> Array:
    """Values divided by the proof's unit and rounded once, a few rows at a time; none that is not 0 becomes 0."""
    integers, offset, one = proof.integers, fraction(proof.offset), fraction(1.0)
    values, step = np.empty(rows.shape[0]), max(1, _FEW // len(integers))
    for start in range(0, rows.shape[0], step):
        check_deadline("computing values without rounding")
        part = rows[start : start + step]
        for k, (products, square) in enumerate(_products(problem, proof.support, part), start):
            f = sum((v * product for v, product in zip(integers, products, strict=True)), fraction(0.0))
            values[k] = _rounded(f, offset, square if problem.normalise else one, proof.unit)
    return values


def integer_length(problem: Points, proof: IntegerKernelSeparator) -> float:
    """‖Σ v_j φ(x_j)‖ divided by the proof's unit: of coefficients that nearly cancel doubles would leave nothing."""
    from flint import ctx

    images = zip(proof.integers, _products(problem, proof.support, problem.X[list(proof.support)]), strict=True)
    square = sum(v * sum(w * k for w, k in zip(proof.integers, products, strict=True)) for v, (products, _) in images)
    with ctx.workprec(_BITS):
        return float(ball(square).sqrt() / proof.unit)


def _products(problem: Points | Gram, S: tuple[int, ...], rows: Matrix) -> Iterator[tuple[list[Sharp], Sharp]]:
    """The products of every row with those of S, without rounding, and the square of its length."""
    if isinstance(problem, Gram):
        # Where lengths count there is no offset, and they play no part.
        yield from (([fraction(float(row[j])) for j in S], fraction(1.0)) for row in rows)
        return
    from flint import fmpq

    gamma, coef0, degree = fraction(problem.kernel.gamma), fraction(problem.kernel.coef0), problem.kernel.degree
    new, old = exact_rows(rows.tocsr() if is_sparse(rows) else rows, problem.numbers), problem.exact_rows(S)
    known = [dict(zip(*entries, strict=True)) for entries in zip(old.columns, old.integers, strict=True)]
    for columns, integers in zip(new.columns, new.integers, strict=True):
        own = [*zip(columns, integers, strict=True)]
        dots = [fmpq(sum(v * x.get(j, 0) for j, v in own), new.denominator * old.denominator) for x in known]
        square = fmpq(sum(v * v for _, v in own), new.denominator**2)
        yield [(gamma * dot + coef0) ** degree for dot in dots], (gamma * square + coef0) ** degree


def _rounded(f: Sharp, b: Sharp, square: Sharp, unit: int) -> float:
    """(f + b√square)/unit as a double, with the sign that squares prove."""
    from flint import ctx

    with ctx.workprec(_BITS):
        near = float((ball(f) + ball(b) * ball(square).sqrt()) / unit)
    sign = f * abs(f) + b * abs(b) * square
    if sign == 0:
        return 0.0
    least = nextafter(0.0, 1.0)
    return max(near, least) if sign > 0 else min(near, -least)


def sum_values(kernel: Kernel, X: Matrix, points: Matrix, C: Array) -> Array:
    """Σ C_j k(x, x_j) over the rows x_j of `points`, for every row x of X: in double precision, a part at a time.

    C may have several columns, one for each sum.

    Examples
    --------
    >>> sum_values(Kernel("poly", degree=2), np.array([[1.0], [3.0]]), np.array([[2.0]]), np.array([0.5])).tolist()
    [2.0, 18.0]
    """
    sums = np.zeros((X.shape[0], *C.shape[1:]))
    if not len(C):
        return sums
    if points.dtype != np.float64:
        points = points.astype(np.float64)
    step = max(1, _TOGETHER // len(C))
    for start in range(0, X.shape[0], step):
        part = slice(start, start + step)
        sums[part] = values(kernel, X[part].astype(np.float64, copy=False), points).astype(np.float64, copy=False) @ C
    return sums
