"""The records of a described model: factors, the terms they are multiplied to, and the response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from gordan.problem.description.expression import Expression
from gordan.problem.description.limit import refuse_beyond

__all__ = [
    "Carried",
    "Description",
    "Factor",
    "Level",
    "Levels",
    "NumberFactor",
    "Polynomial",
    "Response",
    "Spline",
    "count_columns",
]

Level = float | str | bool
Values = tuple[float | None, ...]


@dataclass(frozen=True)
class NumberFactor:
    """One column: the number that an expression has in each row."""

    names: tuple[str, ...]
    value: Expression


@dataclass(frozen=True)
class Levels:
    """Columns by the level of a value: indicators of some levels, or a coding with a double for every level.

    Levels are all text, all doubles or all truths. Exactly one of `indicators` and `coding` is not None.
    """

    names: tuple[str, ...]
    value: Expression
    levels: tuple[Level, ...]
    indicators: tuple[int, ...] | None = None
    coding: tuple[tuple[float, ...], ...] | None = None


@dataclass(frozen=True)
class Polynomial:
    """Orthogonal polynomials by their three-term recurrence, with the coefficients that some data gave."""

    names: tuple[str, ...]
    value: Expression
    alpha: tuple[float, ...]
    norms: tuple[float, ...]


@dataclass(frozen=True)
class Spline:
    """B-splines of a degree on knots, by the recurrence of Cox and de Boor; `functions` says which of them."""

    names: tuple[str, ...]
    value: Expression
    knots: tuple[float, ...]
    degree: int
    functions: tuple[int, ...]


@dataclass(frozen=True)
class Carried:
    """Columns whose numbers stand in the description itself, None for what is not a number."""

    names: tuple[str, ...]
    values: tuple[Values, ...]


Factor = NumberFactor | Levels | Polynomial | Spline | Carried


@dataclass(frozen=True)
class Response:
    """What was observed: classes by level, a proportion, or counts. A value is an expression, or carried."""

    kind: str
    names: tuple[str, ...]
    values: tuple[Expression | Carried, ...]
    levels: tuple[Level, ...] | None = None


@dataclass(frozen=True)
class Description:
    """The design and response of a model. `used` are the columns in which a missing cell leaves a row out."""

    used: tuple[str, ...]
    response: Response
    factors: tuple[Factor, ...]
    terms: tuple[tuple[int, ...], ...]

    @property
    def carried(self) -> tuple[str, ...]:
        """The names of the columns, of design and response, that the description carries."""
        columns = [name for factor in self.factors if isinstance(factor, Carried) for name in factor.names]
        response = [name for value in self.response.values if isinstance(value, Carried) for name in value.names]
        return (*columns, *response)


def count_columns(factors: Sequence[Factor], terms: Sequence[Sequence[int]]) -> int:
    """The number of columns of the terms, refused beyond the limit; nothing of that size is made.

    Examples
    --------
    >>> from gordan.problem.description.expression import ColumnOf
    >>> many = Levels(("a", "b"), ColumnOf("g"), ("a", "b"), indicators=(0, 1))
    >>> count_columns([many], [[], [0], [0, 0]])
    7
    """
    sizes = [len(factor.names) for factor in factors]
    total = sum(prod(sizes[f] for f in term) for term in terms)
    refuse_beyond(total, "COLUMNS", "columns", "leave out an interaction or merge levels")
    return total
