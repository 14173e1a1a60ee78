"""`Shape`: how many numbered features the examples have, and what is read as such examples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.learn.online.named import is_named
from gordan.problem.matrix import is_sparse, read_matrix

__all__ = ["Shape", "by_rows"]


@dataclass
class Shape:
    """The width of the examples so far, their headings if they came as data frames, and whether sparse ones may grow.

    >>> shape = Shape()
    >>> shape.widen(shape.matrix([[1, 2], [3, 4]]).shape[1])
    >>> shape.row([5, 6])
    array([5., 6.])
    """

    growing: bool = False
    width: int = 0
    headings: tuple[str, ...] = ()

    def widen(self, m: int) -> None:
        """Examples of m features were learned."""
        self.width = max(self.width, m)

    def matrix(self, X: Matrix) -> Matrix:
        """A batch as dense or sparse rows of numbers, or a sentence about what it is instead."""
        if isinstance(X, list | tuple) and any(map(is_named, X)):
            raise InputError("a batch of dictionaries is learned one by one: call learn_one with each")
        matrix, headings, _ = read_matrix(X)
        matrix = by_rows(matrix)
        self._refuse_width(matrix.shape[1], sparse=is_sparse(matrix))
        self._refuse_headings(headings)
        return matrix

    def row(self, x: object) -> Array:
        """One example as numbers, or a sentence about what it is instead."""
        if is_named(x):
            raise InputError(
                "this learner has seen arrays and was now given a dictionary; give it one form of examples"
            )
        try:
            values = np.asarray(x)
        except ValueError:
            values = np.empty(0)
        if values.ndim != 1 or values.dtype.kind not in "biuf" or values.size == 0:
            raise InputError(
                f"an example of type {type(x).__name__} is neither a dictionary of numbers nor one row of them; "
                "give {name: number}, a one-dimensional array, or a batch to partial_fit"
            )
        with np.errstate(over="ignore"):
            numbers = values.astype(np.float64, copy=False)
        bad = np.flatnonzero(~np.isfinite(numbers))
        if bad.size:
            raise InputError(f"feature {bad[0]} is {values[bad[0]]!s}; give finite numbers, or leave the example out")
        self._refuse_width(values.size, sparse=False)
        return numbers

    def _refuse_width(self, m: int, *, sparse: bool) -> None:
        if self.width and m != self.width and not (sparse and self.growing):
            advice = (
                "for sparse batches whose columns grow use growing=True"
                if sparse
                else "features that come and go need names: give dictionaries, or sparse batches and growing=True"
            )
            raise InputError(f"the examples had {self.width} features and now have {m}; {advice}")

    def _refuse_headings(self, headings: tuple[str, ...]) -> None:
        """Refuse columns in another order than before: features are known by their place."""
        for j, (known, given) in enumerate(zip(self.headings, headings, strict=False)):
            if known != given:
                raise InputError(
                    f"column {j} was named {known!r} and is now {given!r}; put the columns in the order they had"
                )
        self.headings = self.headings or headings


def by_rows(matrix: Matrix) -> Matrix:
    """The points stored for loops over rows: sparse ones as CSR, every entry once."""
    if not is_sparse(matrix):
        return matrix
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows
