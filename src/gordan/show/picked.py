"""`Picked`: the rows of a problem that are drawn, with their products and their distances to a hyperplane."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.engine.decision import sum_values
from gordan.errors import InputError
from gordan.outcome import Outcome, Separation
from gordan.problem import Gram, Points
from gordan.problem.kernel import diagonal, values
from gordan.problem.length import squared_lengths
from gordan.problem.matrix import is_sparse

__all__ = ["MOST", "Picked", "affordable", "deciding_rows", "pick", "require_answer", "strongest"]

MOST = 1_500  # rows that are drawn: more are a blot, and their products would take longer than a second
_ENTRIES = 30_000_000  # that are looked at for all rows; of more data the drawn rows have to do
_IDLE = 100  # rows with a weight, up to which all are shown
_ITERATE = 400  # rows from which on iterating is faster than a whole decomposition
_ALONE = 1e-12  # relative to a square: rounding leaves about 1e-15 of each product

Rows = npt.NDArray[np.int64]


def require_answer(problem: object, outcome: object) -> None:
    """Refuse what is no problem of points, no answer, or the answer of another problem."""
    if not isinstance(problem, Points | Gram):
        raise InputError(
            f"the picture is of points, and the problem is a {type(problem).__name__}; give gordan.Points(X, y) or "
            "gordan.Gram(K, y) and what gordan.solve returned of it"
        )
    if not isinstance(outcome, Separation):
        raise InputError(f"the outcome is a {type(outcome).__name__}; give what gordan.solve(problem) returned")
    weights, coef = outcome.weights, outcome.coef
    if (weights is not None and weights.size != problem.n) or (coef is not None and coef.size != problem.m):
        raise InputError(f"the outcome is not of this problem, which is {problem!r}; give its own")


@dataclass(frozen=True, eq=False)
class Picked:
    """Rows of a problem, in order; `positive` says which are of the second class.

    Everything is measured where the margin is: in the space of the kernel, and with `normalise` after scaling.
    """

    problem: Points | Gram
    rows: Rows

    @property
    def positive(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.problem.signs[self.rows] > 0)

    @property
    def _points(self) -> Any:
        """The rows as they were given; all of them without a copy."""
        problem: Any = self.problem
        return problem.X if len(self.rows) == problem.n else problem.X[self.rows]

    @property
    def note(self) -> str:
        """A sentence on the rows that are not drawn; empty where there are none."""
        n = self.problem.n
        return "" if len(self.rows) == n else f"{len(self.rows):,} of {n:,} rows are drawn, chosen at random"

    def lengths(self) -> Array:
        """The lengths by which rows are divided before their margin is measured: 1 without `normalise`."""
        problem = self.problem
        if not problem.normalise:
            return np.ones(len(self.rows))
        if isinstance(problem, Gram):
            return np.asarray(np.sqrt(np.diagonal(problem.K)[self.rows].astype(np.float64)))
        X = self._points
        if problem.kernel is not None:
            return np.asarray(np.sqrt(diagonal(problem.kernel, X)), dtype=np.float64)
        if problem.positive:
            greatest = abs(X).max(axis=1)
            return np.asarray(greatest.toarray() if is_sparse(X) else greatest, dtype=np.float64).ravel()
        return np.asarray(np.sqrt(squared_lengths(X)), dtype=np.float64)

    def points(self) -> Array:
        """The rows themselves, without a kernel: for few columns only."""
        return self.problem.rows(self.rows.tolist()) / self.lengths()[:, None]

    @property
    def unit(self) -> float:
        """A power of two near the greatest number, in which lengths have squares; 1 in the space of a kernel."""
        problem = self.problem
        if isinstance(problem, Gram) or problem.kernel is not None or problem.normalise or not problem.extent:
            return 1.0
        return float(2.0 ** np.clip(np.frexp(problem.extent)[1], -1022, 1022))

    def products(self) -> Array:
        """The products of the rows, in units, with one another; without a kernel about their mean where dense."""
        problem, lengths, unit = self.problem, self.lengths(), self.unit
        if isinstance(problem, Gram):
            K = problem.K[np.ix_(self.rows, self.rows)].astype(np.float64)
        elif problem.kernel is not None:
            X = problem.X[self.rows].astype(np.float64)
            K = np.asarray(values(problem.kernel, X, X), dtype=np.float64)
        elif is_sparse(problem.X):
            X = problem.X[self.rows].astype(np.float64) / unit
            K = (X @ X.T).toarray()
        else:
            X = np.asarray(problem.X[self.rows], dtype=np.float64) / unit
            # Far from the origin the products of the rows as they are would be rounded to nothing.
            X = X - X.mean(axis=0) if problem.intercept else X
            K = X @ X.T
        return np.asarray(K / np.outer(lengths, lengths))

    def distances(self, outcome: Outcome) -> Array | None:
        """Signed distances to the best hyperplane found, positive on the second class's side; None without one."""
        problem = self.problem
        if outcome.coef is None and outcome.dual_coef is None:
            return None
        if isinstance(problem, Points) and not problem.implicit:
            w = np.asarray(outcome.coef, dtype=np.float64)
            # Divided first: the square of a coefficient may be out of range where the coefficient is not.
            greatest = float(np.abs(w).max())
            taken = outcome.decision_function(self._points) / greatest
            return np.asarray(taken / float(np.linalg.norm(w / greatest)) / self.lengths())
        c, lengths = np.asarray(outcome.dual_coef), self.lengths()
        S = np.flatnonzero(c)
        square = c[S] @ self._sums(S, S, c[S])
        sums = self._sums(self.rows, S, c[S])
        return np.asarray((sums / lengths + float(outcome.offset)) / np.sqrt(max(float(square), 1e-300)))

    def _sums(self, rows: Rows, S: Rows, c: Array) -> Array:
        problem = self.problem
        if isinstance(problem, Gram):
            return np.asarray(problem.K[np.ix_(rows, S)].astype(np.float64) @ c)
        return sum_values(problem.kernel, problem.X[rows], problem.X[S], c)


def pick(problem: Points | Gram, always: Sequence[int] | Rows = (), *, most: int = MOST) -> Picked:
    """All rows up to `most`; of more as many at random, always the same ones, and those of `always` besides."""
    if problem.n <= most:
        return Picked(problem, np.arange(problem.n))
    drawn = np.random.default_rng(0).choice(problem.n, most, replace=False)
    kept = np.asarray(always, dtype=np.int64)[:most]
    return Picked(problem, np.unique(np.concatenate([drawn, kept])))


def deciding_rows(outcome: Outcome) -> Rows:
    """The rows that decide the margin: those with a weight, heaviest first; without weights those near the hyperplane.

    So too where many more have a weight than a margin needs, which is one more than there are columns: a run that only
    decides may leave one on every row.
    """
    support, weights, coef = outcome.support, outcome.weights, outcome.coef
    idle = coef is not None and outcome.kind != "inseparable" and support.size > max(coef.size + 1, _IDLE)
    if weights is None or not support.size or (idle and outcome.nearest):
        return np.asarray(outcome.nearest, dtype=np.int64)
    return np.asarray(support[np.argsort(-weights[support], kind="stable")], dtype=np.int64)


def affordable(problem: Points | Gram, supports: int) -> bool:
    """Whether all rows can be looked at while somebody waits for a picture."""
    if isinstance(problem, Gram):
        return problem.n * supports <= _ENTRIES
    if problem.kernel is not None:
        return problem.n * supports * problem.m <= _ENTRIES
    X: Any = problem.X
    return int(X.nnz if is_sparse(X) else problem.n * problem.m) <= _ENTRIES


def strongest(products: Array, among: Rows, scale: float) -> Array | None:
    """Coordinates of all points along the direction in which those of `among` differ most; None if in none.

    `scale` is the greatest square of a point before other directions were taken off: what is left of rounding is none.

    Examples
    --------
    >>> points = np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0]])
    >>> np.abs(strongest(points @ points.T, np.array([0, 1, 2]), 9.0)).round(12).tolist()
    [3.0, 3.0, 0.0]
    """
    k = len(among)
    if not k:
        return None
    value, vector = _greatest(products[np.ix_(among, among)])
    if value <= _ALONE * scale * k:
        return None
    vector = vector * (1.0 if vector[np.argmax(np.abs(vector))] > 0 else -1.0)  # the same way round every time
    return np.asarray(products[:, among] @ vector / np.sqrt(value))


def _greatest(block: Array) -> tuple[float, Array]:
    """The greatest eigenvalue of a symmetric matrix and its vector."""
    from scipy.linalg import eigh
    from scipy.sparse.linalg import ArpackNoConvergence, eigsh

    k = len(block)
    if k > _ITERATE and block.any():
        with suppress(ArpackNoConvergence):
            found, vectors = eigsh(block, k=1, which="LA", v0=np.random.default_rng(0).normal(size=k), tol=1e-8)
            return float(found[0]), vectors[:, 0]
    found, vectors = eigh(block, subset_by_index=[k - 1, k - 1])
    return float(found[0]), vectors[:, 0]
