"""Where products of images come from: a matrix, a function of the user's, or raw points and a kernel by name."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem import Gram, Points

__all__ = ["AS_GIVEN", "AS_RETURNED", "Bounded", "Rows", "Source", "Weighed", "source_of", "weigh"]

Rows = Any
AS_GIVEN = "the matrix taken as one of products"
AS_RETURNED = "the kernel's values taken as returned"


class Bounded(NamedTuple):
    """Numbers, each within `error` of the truth."""

    value: Array
    error: Array


class Weighed(NamedTuple):
    """Sums of products with coefficients as they were computed, what is wrong with the products, and terms' sizes."""

    value: Array
    error: Array
    size: Array


def weigh(block: Bounded, c: Array) -> Weighed:
    """Weighed products whose errors are known one by one."""
    size = np.abs(c)
    return Weighed(block.value @ c, block.error @ size, np.abs(block.value) @ size)


class Source(Protocol):
    """Products k(x_i, x_j).

    `rational` says whether they are rational numbers of rational points, `caveat` what is taken for granted.
    """

    rational: bool
    caveat: str

    def block(self, rows: Rows, S: Rows) -> Bounded:
        """The products of some rows with others, in double precision."""

    def weigh(self, rows: Rows, S: Rows, c: Array) -> Weighed:
        """The same products weighed with coefficients of S; rounding of the sums is the caller's to add."""

    def diagonal(self, rows: Rows) -> Bounded:
        """The products of rows with themselves."""

    def sharp(self, rows: Rows, S: Rows) -> list[list[Any]]:
        """The products as FLINT's fractions, or as its balls in the precision that is set."""

    def sharp_diagonal(self, rows: Rows) -> list[Any]:
        """The products of rows with themselves, likewise."""


def source_of(problem: Points | Gram) -> Source:
    """The source that a problem has."""
    from gordan.verify.kernel.distance import Distances
    from gordan.verify.kernel.matrix import Called, Matrix
    from gordan.verify.kernel.power import Powers

    if isinstance(problem, Gram):
        return Matrix(problem)
    if problem.kernel.name == "callable":
        return Called(problem)
    return Powers(problem) if problem.kernel.name == "poly" else Distances(problem)
