"""What needs no search: sides that cross, rows without entries, and the point nearest to 0 within the bounds."""

from __future__ import annotations

from fractions import Fraction

from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.problem.program import Program

__all__ = ["crossed", "origin"]


def crossed(program: Program) -> Contradiction | None:
    """A contradiction within one row or one column, if there is one.

    Examples
    --------
    >>> crossed(Program([[1]], lower=[2], upper=[1])).terms[0]
    Term(place='column', number=0, side='lower', weight=1)
    >>> crossed(Program([[0]], row_lower=[1])).terms
    (Term(place='row', number=0, side='lower', weight=1),)
    """
    m, n = program.shape
    starts = program.A.starts
    # First, for where there are no entries one side is enough, though both may cross.
    for i in range(m):
        if starts[i] == starts[i + 1]:
            low, high = program.row_lower[i], program.row_upper[i]
            if low is not None and low > 0:
                return Contradiction((Term("row", i, "lower", 1),), irreducible=True)
            if high is not None and high < 0:
                return Contradiction((Term("row", i, "upper", 1),), irreducible=True)
    for place, count in (("column", n), ("row", m)):
        for i in range(count):
            low, high = program.side(place, i, "lower"), program.side(place, i, "upper")
            if low is not None and high is not None and low > high:
                terms = Term(place, i, "lower", 1), Term(place, i, "upper", 1)  # type: ignore[arg-type]
                return Contradiction(terms, irreducible=True)
    return None


def origin(program: Program) -> Point:
    """0, or the bound next to it, in every column."""
    return Point(tuple(_nearest(low, high) for low, high in zip(program.lower, program.upper, strict=True)))


def _nearest(low: Fraction | None, high: Fraction | None) -> Fraction:
    if low is not None and low > 0:
        return low
    return high if high is not None and high < 0 else Fraction(0)
