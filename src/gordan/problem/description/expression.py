"""An expression over the columns of a table, as a tree: every operation in it has one result in double precision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["COMPARISONS", "LOGICAL", "OPERATIONS", "ColumnOf", "Constant", "Expression", "Operation", "columns_of"]

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
