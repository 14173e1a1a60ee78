"""The contract of a problem: its views of the raw numbers agree, and its canonical form asks the same question."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.oracle.build import build
from gordan.problem import Points
from gordan.testing.support import require

__all__ = ["check_problem"]

_ROWS = 50  # as many rows are read in integers: enough to meet every kind of entry, and quick


def check_problem(problem: Points, *, random_state: int = 0) -> None:
    """Hold a problem to its contract; AssertionError says what is amiss.

    Parameters
    ----------
    problem : Points
        The question.
    random_state : int
        Seeds the rows and directions it is tried on.

    Examples
    --------
    >>> from gordan import Points
    >>> check_problem(Points([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"]))
    """
    rng = np.random.default_rng(random_state)
    everything = problem.rows(range(problem.n))
    _check_exact(problem, rng)
    _check_blocks(problem, everything)
    _check_digest(problem)
    _check_canonical(problem, everything, rng)


def _check_exact(problem: Points, rng: np.random.Generator) -> None:
    """Doubles and integers of the same rows stand for the same numbers, and every nonzero entry is named once."""
    S = rng.permutation(problem.n)[:_ROWS]
    values = problem.rows(S.tolist())
    require(values.dtype == np.float64 and values.shape == (S.size, problem.m), "rows are not an array of float64")
    exact = problem.exact_rows(S.tolist())
    require(exact.denominator > 0, f"exact_rows has the denominator {exact.denominator}")
    require(len(exact.columns) == len(exact.integers) == S.size, "exact_rows answers for another number of rows")
    stored = _stored(problem, S)
    for i in range(S.size):
        columns = exact.columns[i]
        require(list(columns) == np.flatnonzero(values[i]).tolist(), f"exact_rows of row {S[i]} names other entries")
        for j, integer in zip(columns, exact.integers[i], strict=True):
            wanted = Fraction(str(stored[i][j])) if problem.numbers == "decimal" else Fraction(float(values[i, j]))
            got = Fraction(integer, exact.denominator)
            require(got == wanted, f"entry ({S[i]}, {j}) is {values[i, j]!r} in doubles and {got} in integers")


def _stored(problem: Points, S: NDArray[np.int64]) -> Matrix:
    """The entries in their own width: the shortest decimal of a float32 is not that of the same number in float64."""
    picked = problem.X[S]
    return picked.toarray() if hasattr(picked, "toarray") else picked


def _check_blocks(problem: Points, everything: Array) -> None:
    seen = np.zeros((problem.n, problem.m), dtype=np.int64)
    for block in problem.blocks():
        values = block.values.toarray() if hasattr(block.values, "toarray") else block.values
        seen[block.rows, block.columns] += 1
        same = np.array_equal(np.asarray(values, dtype=np.float64), everything[block.rows, block.columns])
        require(same, f"the block of rows {block.rows.start} to {block.rows.stop} differs from the rows")
    require(bool((seen == 1).all()), "the blocks do not show every entry exactly once")


def _check_digest(problem: Points) -> None:
    """The hash is that of the numbers: a copy in another layout keeps it, another label or entry does not."""
    digest = problem.digest()
    rows = problem.rows(range(problem.n))
    labels = problem.signs > 0

    def again(X: Array, y: NDArray[np.bool_]) -> str:
        return Points(X, y, intercept=False, numbers=problem.numbers).digest()

    one_class = bool(labels.all())
    if not one_class:
        require(again(np.asfortranarray(rows), labels) == digest, "the digest depends on how the numbers are stored")
        require(again(rows, ~labels) != digest, "the digest does not see the labels")
    changed = rows.copy()
    changed[-1, -1] = 1.0 if changed[-1, -1] != 1.0 else 2.0
    require(again(changed, labels) != digest, "the digest does not see the last entry")


def _check_canonical(problem: Points, everything: Array, rng: np.random.Generator) -> None:
    """A direction's canonical margin is its margin on the raw rows, and weights come back on the base."""
    canonical = problem.canonical()
    require(canonical is problem.canonical(), "the canonical form is made anew every time it is asked for")
    oracle = build(canonical)
    require(oracle.size == problem.n == canonical.cone.size, "the canonical form has another number of points")
    # Rows are brought near 1 first, or their squares might overflow; powers of two change nothing else.
    unit = 2.0 ** (float(np.frexp(problem.extent)[1]) - 1.0)
    rows = everything / unit
    for _ in range(3):
        w = rng.standard_normal(problem.m)
        same = np.allclose(canonical.direction(w) * np.abs(w).max(), w, rtol=1e-12)
        require(bool(same), "direction() does not give the same hyperplanes")
        margin = oracle.cone.lowest(oracle.margins(w)) / float(np.linalg.norm(w))
        truth, size = _margin(problem, rows, w)
        there = 1.0 if problem.normalise else unit * canonical.scale
        close = abs(margin - truth * there) <= 8.0 * oracle.rounding * size * there
        require(close, f"a direction has margin {truth * there!r} on the raw rows and {margin!r} canonically")
    require(canonical.margin(canonical.scale) == 1.0, "margin() does not undo the scale")
    x = canonical.weights(oracle.cone.soften(rng.standard_normal(problem.n), 1.0))
    require(oracle.cone.violation(x) <= 1e-12, "weights() does not come back on the base")


def _margin(problem: Points, rows: Array, w: Array) -> tuple[float, float]:
    """The margin of a direction by its definition, and the length of the longest row, to which rounding is relative."""
    lengths = np.linalg.norm(rows, axis=1)
    products = problem.signs * (rows @ w) / np.linalg.norm(w)
    if problem.normalise:
        return float((products / lengths).min()), 1.0
    if not problem.intercept:
        return float(products.min()), float(lengths.max())
    positive = problem.signs > 0
    return 0.5 * float(products[positive].min() + products[~positive].min()), float(lengths.max())
