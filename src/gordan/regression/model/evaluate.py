"""An expression on the rows of a table: each operation rounds once, as IEEE 754 says, on every machine alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown
from gordan.problem.description import COMPARISONS, ColumnOf, Constant, Expression
from gordan.regression.model.column import Cells, Column

__all__ = ["Evaluated", "evaluate", "evaluate_number", "power"]

_EXACT = 2.0**53
_BINARY: dict[str, Callable[..., Cells]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
    "and": np.logical_and,
    "or": np.logical_or,
}
_UNARY: dict[str, Callable[..., Cells]] = {
    "minus": np.negative,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "floor": np.floor,
    "ceil": np.ceil,
    "sign": np.sign,
}


class Evaluated(NamedTuple):
    """What an expression has in each row: doubles, truths or texts; of a constant one for all rows."""

    kind: Literal["number", "truth", "text"]
    values: Cells


def evaluate(expression: Expression, cells: Mapping[str, Column]) -> Evaluated:
    """The values of an expression on the columns of `cells`.

    Examples
    --------
    >>> from gordan.problem.description import Operation
    >>> from gordan.regression.model.column import read_column
    >>> cells = {"a": read_column([0.1, 0.2], "a")}
    >>> evaluate(Operation("power", (ColumnOf("a"), Constant(3.0))), cells).values.tolist()
    [0.0010000000000000002, 0.008000000000000002]
    """
    if isinstance(expression, ColumnOf):
        return _cells(expression.name, cells)
    if isinstance(expression, Constant):
        kind: Literal["number", "text"] = "text" if isinstance(expression.value, str) else "number"
        return Evaluated(kind, np.array([expression.value], dtype=object if kind == "text" else np.float64))
    name, given = expression.name, [evaluate(each, cells) for each in expression.arguments]
    _refuse_kinds(name, [each.kind for each in given])
    with np.errstate(all="ignore"):  # what is not a number leaves its row out, what is infinite is refused later
        if name == "power":
            return Evaluated("number", power(_doubles(given[0]), int(given[1].values[0])))
        if name in _UNARY:
            return Evaluated("number", _UNARY[name](_doubles(given[0])))
        truth = name in COMPARISONS or name in ("and", "or")
        plain = given[0].kind == "text" or name in ("and", "or")
        values = [each.values if plain else _doubles(each) for each in given]
        result = np.asarray(_BINARY[name](*values), dtype=bool if truth else np.float64)
    return Evaluated("truth" if truth else "number", result)


def evaluate_number(expression: Expression, cells: Mapping[str, Column], n: int) -> Array:
    """The n doubles of an expression; a truth is 1 or 0."""
    result = evaluate(expression, cells)
    if result.kind == "text":
        raise InputError(f"{_named(expression)} holds text where a number is needed; give numbers, or levels of it")
    return np.ascontiguousarray(np.broadcast_to(_doubles(result), (n,)))


def power(x: Array, k: int) -> Array:
    """The double nearest to the exact k-th power of each x.

    Repeated multiplication would round more than once, and the powers of mathematical libraries differ in the last
    digit from one to the next.
    """
    whole = bool((x == np.floor(x)).all()) and k > 0 and float(np.abs(x).max(initial=0.0)) ** k < _EXACT
    if whole or k in (0, 1, 2):  # nothing is rounded, or once
        result = np.ones_like(x)
        for _ in range(k):
            result = result * x
        return result
    if k == -1:
        return np.asarray(1.0 / x)
    values, place = np.unique(x, return_inverse=True)
    return np.array([_nearest_power(v, k) for v in values.tolist()])[place.ravel()]


def _nearest_power(x: float, k: int) -> float:
    if x - x != 0:
        return float(x**k)  # of infinities and of what is not a number
    if x == 0 and k < 0:
        return float("inf")
    try:
        return float(Fraction(x) ** k)
    except OverflowError:
        return float("-inf") if x < 0 and k % 2 else float("inf")


def _cells(name: str, cells: Mapping[str, Column]) -> Evaluated:
    column = cells.get(name)
    if column is None:
        raise InputError(
            f"the model names {shown(name)}, which is not a column of the data{nearest(name, list(cells))}"
        )
    if column.text:
        return Evaluated("text", column.values)
    return Evaluated("truth" if column.values.dtype == bool else "number", column.values)


def _doubles(given: Evaluated) -> Array:
    return np.asarray(given.values, dtype=np.float64)


def _refuse_kinds(name: str, kinds: list[str]) -> None:
    """Texts are compared for equality with texts, and logic is about truths; all else is about numbers."""
    if name in ("and", "or"):
        right = kinds == ["truth", "truth"]
    elif "text" in kinds:
        right = name in ("==", "!=") and kinds == ["text", "text"]
    elif name in ("+", "-", "minus"):  # NumPy takes the sum of two truths for one of them
        right = kinds not in (["truth", "truth"], ["truth"])
    else:
        right = True
    if not right:
        raise InputError(
            f"the operation {shown(name)} is applied to {' and '.join(kinds)}; sums are of numbers, == and != compare "
            "like with like, and logic is about comparisons"
        )


def _named(expression: Expression) -> str:
    return shown(expression.name) if isinstance(expression, ColumnOf) else "an expression"
