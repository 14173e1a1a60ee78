"""From the description of a model and a table to its design: nothing is evaluated but the closed list of operations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import product

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import InputError
from gordan.file.table.wording import number, shown
from gordan.problem.description import Carried, ColumnOf, Description, Expression, NumberFactor, Response, count_columns
from gordan.regression.model.block import carried_values, factor_block, level_places, term_block
from gordan.regression.model.column import Column, Mask
from gordan.regression.model.design import CONSTANT
from gordan.regression.model.evaluate import evaluate_number
from gordan.regression.model.frame import Frame

__all__ = ["design_matrix", "kept_columns", "refuse_numerals", "refuse_twice", "response_columns", "settled"]

_DATE = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9](?:[ T][0-9:.+Z-]+)?$", re.ASCII)
_SMALL = 1 << 14  # entries up to which a dense design is no trouble


def kept_columns(names: tuple[str, ...], frame: Frame, keep: Mask) -> dict[str, Column]:
    """The columns that a description uses, on the rows that are kept; without a copy where these are all."""
    columns = {name: frame.column(name, "the model's column") for name in names}
    return columns if bool(keep.all()) else {name: column.take(keep) for name, column in columns.items()}


def design_matrix(description: Description, cells: Mapping[str, Column], n: int) -> tuple[Matrix, tuple[str, ...]]:
    """The design as float64 — CSR where most of it is 0, dense otherwise — and its columns' names."""
    from scipy.sparse import csr_array, hstack

    count_columns(description.factors, description.terms)
    names = _names(description)
    plain = _plain_columns(description, cells, n)
    if plain is not None:
        return settled(plain), names
    blocks, terms = [], []
    for k, factor in enumerate(description.factors):
        check_deadline("making the columns of the model", k / len(description.factors))
        blocks.append(factor_block(factor, cells, n))
    for term in description.terms:
        check_deadline("making the columns of the model")
        terms.append(term_block([blocks[f] for f in term], n))
    entries = n * sum(term.shape[1] for term in terms)
    if sum(int(term.count_nonzero()) for term in terms) * 3 > entries:  # as `settled`, without one more copy in CSR
        return _dense(terms, n), names
    matrix = csr_array(hstack(terms, format="csr"))
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return settled(matrix), names


def _plain_columns(description: Description, cells: Mapping[str, Column], n: int) -> Array | None:
    """The design where every term is a number or the constant, without a detour; None where one is not."""
    factors, terms = description.factors, description.terms
    if not all(len(term) < 2 and all(isinstance(factors[f], NumberFactor) for f in term) for term in terms):
        return None
    out = np.ones((n, len(terms)))
    for j, term in enumerate(terms):
        check_deadline("making the columns of the model", j / len(terms))
        for f in term:
            factor = factors[f]
            assert isinstance(factor, NumberFactor)
            np.add(evaluate_number(factor.value, cells, n), 0.0, out=out[:, j])  # -0.0 becomes 0.0
    return out


def _dense(terms: list[Matrix], n: int) -> Array:
    """The terms side by side; each is let go as soon as it has been copied."""
    out, at = np.zeros((n, sum(term.shape[1] for term in terms))), 0
    for k, term in enumerate(terms):
        check_deadline("making the columns of the model")
        # A zero that was stored may be a negative one.
        out[:, at : at + term.shape[1]] = term.toarray() + 0.0
        at, terms[k] = at + term.shape[1], None
    return out


def settled(matrix: Matrix) -> Matrix:
    """Dense where that is small, or where a third of the entries are not 0."""
    entries = matrix.shape[0] * matrix.shape[1]
    if not hasattr(matrix, "nnz"):
        if np.count_nonzero(matrix) * 3 > entries or entries < _SMALL:
            return matrix
        from scipy.sparse import csr_array

        return csr_array(matrix)
    if matrix.nnz * 3 > entries or entries < _SMALL:
        return np.ascontiguousarray(matrix.toarray(), dtype=np.float64)
    return matrix


def response_columns(response: Response, cells: Mapping[str, Column], n: int) -> tuple[Column, ...]:
    """The response as the families read it: classes with their levels, or numbers."""
    columns = []
    for name, value in zip(response.names, response.values, strict=True):
        if response.levels is not None:
            columns.append(_classes(name, value, response, cells, n))
            continue
        numbers = carried_values(value.values[0], n) if isinstance(value, Carried) else evaluate_number(value, cells, n)
        if response.kind == "proportion" and ((numbers < 0) | (numbers > 1)).any():
            raise InputError(f"the proportion {shown(name)} holds numbers that are not from 0 to 1; check the data")
        columns.append(Column(name, numbers, np.isnan(numbers)))
    return tuple(columns)


def _classes(name: str, value: Expression | Carried, response: Response, cells: Mapping[str, Column], n: int) -> Column:
    assert response.levels is not None
    if isinstance(value, Carried):
        numbers = carried_values(value.values[0], n)
        missing = np.isnan(numbers)
        given = Column(name, numbers[~missing], missing[~missing])
        places = np.zeros(n, np.int64)
        places[~missing] = level_places(ColumnOf(name), response.levels, {name: given}, int((~missing).sum()))
    else:
        missing = np.zeros(n, bool)
        places = level_places(value, response.levels, cells, n)
    levels = np.empty(len(response.levels), dtype=object)
    levels[:] = response.levels
    return Column(name, levels[places], missing, response.levels, ordered=True)


def refuse_twice(names: list[str], what: str) -> None:
    """Raise InputError where two of the names are the same."""
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise InputError(
            f"two {what} would both be called {shown(twice)}, and one would be lost; give each a name of its own"
        )


def refuse_numerals(column: Column, terms: str, keep: Mask) -> None:
    """Refuse numbers that came as text, and dates, which would become factors with many levels.

    `keep` marks the rows of the table that the column holds.
    """
    name = re.escape(column.name)
    if re.search(rf"(?:C|factor|i)\(\s*`?{name}`?\s*[,)]", terms) or not re.search(name, terms):
        return
    words = [str(v) for v in dict.fromkeys(column.values.tolist())]
    if any(hasattr(v, "year") or hasattr(v, "total_seconds") for v in column.values[:1]) or all(
        map(_DATE.match, words)
    ):
        raise InputError(
            f"the column {shown(column.name)} holds dates; make it a number, such as days since the first, or write "
            f"C({_written(column.name)}) for a factor"
        )
    wrong = next((word for word in words if number(word) is None), None)
    if 2 * sum(number(word) is not None for word in words) > len(words):
        content = "numbers written as text"
        if wrong is not None:
            place = next(k for k, value in zip(np.flatnonzero(keep), column.values, strict=True) if str(value) == wrong)
            content = f"text ({shown(wrong)} in row {place}, counted from 0) among numbers"
        raise InputError(
            f"the column {shown(column.name)} holds {content}; make it numbers, or write "
            f"C({_written(column.name)}) for a factor"
        )


def _written(name: str) -> str:
    """A column's name as a formula has it."""
    return name if name.isidentifier() else f"`{name}`"


def _names(description: Description) -> tuple[str, ...]:
    names: list[str] = []
    for term in description.terms:
        choices = product(*(description.factors[f].names for f in reversed(term)))
        names += [":".join(reversed(choice)) for choice in choices] if term else [CONSTANT]
    refuse_twice(names, "columns of the design")
    return tuple(names)
