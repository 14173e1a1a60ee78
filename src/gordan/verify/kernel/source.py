"""Where products of images come from: a matrix, a function of the user's, or raw points and a kernel by name."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from gordan.array import Array
from gordan.problem import Gram, Points

__all__ = ["AS_GIVEN", "AS_RETURNED", "Bounded", "Rows", "Source", "source_of", "told"]

Rows = Any
AS_GIVEN = "the matrix taken as one of products"
AS_RETURNED = "the kernel's values taken as returned"


class Bounded(NamedTuple):
    """Numbers, each within `error` of the truth."""

    value: Array
    error: Array


class Source(Protocol):
    """Products k(x_i, x_j).

    `rational` says whether they are rational numbers of rational points, `caveat` what is taken for granted.
    """

    rational: bool
    caveat: str

    def block(self, rows: Rows, S: Rows) -> Bounded:
        """The products of some rows with others, in double precision."""

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


def told(source: Source, arithmetic: str) -> str:
    """The arithmetic used, and what is taken for granted beside it."""
    return f"{arithmetic}, {source.caveat}" if source.caveat else arithmetic
