"""A regression model described as data: columns of a table, a closed list of operations on them, and no program.

Expressions over columns make factors, products of factors make terms, and there is a response.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from gordan.problem.description.limit import refuse_beyond

__all__ = [
    "COMPARISONS",
    "LOGICAL",
    "OPERATIONS",
    "Carried",
    "ColumnOf",
    "Constant",
    "Description",
    "Expression",
    "Factor",
    "Level",
    "Levels",
    "NumberFactor",
    "Operation",
    "Polynomial",
    "Response",
    "Spline",
    "columns_of",
    "count_columns",
]

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
LOGICAL = ("and", "or")
# How many arguments each operation takes.
OPERATIONS = {
    **dict.fromkeys(("+", "-", "*", "/", "power", *COMPARISONS, *LOGICAL), 2),
    **dict.fromkeys(("minus", "abs", "sqrt", "floor", "ceil", "sign"), 1),
}


@dataclass(frozen=True)
class ColumnOf:
    """The cells of one column of the table: numbers or text."""

    name: str


@dataclass(frozen=True)
class Constant:
    """A double, or a text to compare with."""

    value: float | str


@dataclass(frozen=True)
class Operation:
    """One of `OPERATIONS`; the second argument of a power is a whole constant."""

    name: str
    arguments: tuple[Expression, ...]


Expression = ColumnOf | Constant | Operation


def columns_of(expression: Expression) -> Iterator[str]:
    """The names of the columns in an expression, with repetitions.

    Examples
    --------
    >>> list(columns_of(Operation("+", (ColumnOf("a"), Constant(1.0)))))
    ['a']
    """
    if isinstance(expression, ColumnOf):
        yield expression.name
    elif isinstance(expression, Operation):
        for each in expression.arguments:
            yield from columns_of(each)


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
    >>> from gordan.problem.description import ColumnOf
    >>> many = Levels(("a", "b"), ColumnOf("g"), ("a", "b"), indicators=(0, 1))
    >>> count_columns([many], [[], [0], [0, 0]])
    7
    """
    sizes = [len(factor.names) for factor in factors]
    total = sum(prod(sizes[f] for f in term) for term in terms)
    refuse_beyond(total, "COLUMNS", "columns", "leave out an interaction or merge levels")
    return total
