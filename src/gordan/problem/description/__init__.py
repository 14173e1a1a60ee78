"""A regression model described as data: columns of a table, a closed list of operations on them, and no program."""

from gordan.problem.description.design import (
    COMPARISONS,
    OPERATIONS,
    Carried,
    ColumnOf,
    Constant,
    Description,
    Expression,
    Factor,
    Levels,
    NumberFactor,
    Operation,
    Polynomial,
    Response,
    Spline,
)

__all__ = [
    "COMPARISONS",
    "OPERATIONS",
    "Carried",
    "ColumnOf",
    "Constant",
    "Description",
    "Expression",
    "Factor",
    "Levels",
    "NumberFactor",
    "Operation",
    "Polynomial",
    "Response",
    "Spline",
]
