"""A model as arrays or as a formula → its rows; formulas of the closed grammar are read, others run by formulaic."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description.limit import TooLarge
from gordan.problem.numbers import Numbers
from gordan.regression.model.closed import Beside, complete_rows, enter_formula, no_response, pose_closed, wording_of
from gordan.regression.model.column import Column, read_column
from gordan.regression.model.design import Design, Missing, enter, refuse_missing
from gordan.regression.model.formula import Circular, OutsideGrammar
from gordan.regression.model.formula.offset import check_offsets
from gordan.regression.model.formula.sides import put_in_order, response_levels
from gordan.regression.model.frame import Frame, Labels, read_extra, read_frame, refuse_misaligned
from gordan.regression.model.matrix import missing_rows, read_design_matrix
from gordan.regression.model.system import Posed, write_down

__all__ = ["SCOPE", "pose_formula", "read_arrays"]

# The names where `diagnose` was called from: formulas that are run may use functions and modules among them.
SCOPE: ContextVar[Mapping[str, object]] = ContextVar("gordan_scope", default=MappingProxyType({}))


def pose_formula(
    formula: str,
    y: Matrix,
    data: object,
    family: str,
    beside: Beside,
    *,
    missing: Missing | None,
    numbers: Numbers,
    python: bool,
    also: tuple[str, ...] = (),
) -> Posed:
    """A formula and the data it speaks of. Rows with a missing value in a column it uses are dropped, and counted.

    So are those with one in the columns `also`.

    What is outside of the closed grammar is run by formulaic, unless `python` is False: then it is refused.
    """
    if data is None and (hasattr(y, "columns") or isinstance(y, dict)):
        raise InputError(f"the data of the formula {shown(formula)} stand in the place of y; give them as data=")
    if data is None:
        raise InputError(f"the formula {shown(formula)} needs data; give data=, a data frame or a dict of columns")
    frame = read_frame(data)
    if frame.n == 0:
        raise InputError("the data have no rows; give at least one")
    given = () if y is None else _responses(y, frame.n)
    _refuse_misaligned(frame.labels, y=y, **beside._asdict())
    try:
        return pose_closed(formula, frame, family, beside, numbers=numbers, given=given, missing=missing, also=also)
    except (Circular, TooLarge):
        raise
    except InputError as refusal:
        if not python:
            raise
        try:
            return _pose_python(
                formula, frame, family, beside, given=given, missing=missing, numbers=numbers, also=also
            )
        except InputError:
            if isinstance(refusal, OutsideGrammar) and not refusal.python:
                raise refusal.in_python() from None  # which says what to write in its place
            raise


def _pose_python(
    formula: str,
    frame: Frame,
    family: str,
    beside: Beside,
    *,
    given: tuple[Column, ...],
    missing: Missing | None,
    numbers: Numbers,
    also: tuple[str, ...],
) -> Posed:
    from gordan.regression.model.python import read_sides
    from gordan.regression.model.python.materialise import left_column, materialise, plain_frame

    sides = read_sides(formula, frame, SCOPE.get())
    if not sides.left and not given:
        raise InputError(no_response(formula))
    if sides.left and given:
        raise InputError("both the formula and y give a response; leave one out")
    complete = complete_rows(frame, (*sides.needs, *also), beside, given, missing=missing)
    plain = plain_frame(sides, frame, complete.keep)
    X, names, structure = materialise(sides, plain)
    left = tuple(put_in_order(left_column(p, frame, plain), response_levels(p), family) for p in sides.left) or given
    # A column comes whole, an expression already on the rows that are kept.
    left = tuple(column if column.values.size == len(plain) else column.take(complete.keep) for column in left)
    cells = {name: frame.column(name).take(complete.keep) for each in sides.offsets for name in each.columns}
    check_offsets(sides.offsets, cells, frame.labels[complete.keep])
    design = enter_formula(X, names, left, frame, complete, formula.strip(), missing)
    design = design.noted(*(offset.note for offset in sides.offsets))
    posed = write_down(design, family, numbers)
    wording = wording_of(formula, beside)
    if given or wording is None:
        return posed
    return replace(posed, wording=wording, frame=frame, python=(sides, structure, design))


def read_arrays(
    X: Matrix, y: Matrix, beside: Beside, *, intercept: bool, missing: Missing | None, data: object = None
) -> Design:
    """A matrix or frame of numbers with a response. Missing values are refused unless they are to be dropped."""
    if y is None:
        raise InputError("there is no response; give y, or a formula with data=")
    matrix, names, labels = read_design_matrix(X)
    n = int(matrix.shape[0])
    frame: Frame | None = None if data is None else read_frame(data)
    extra = read_extra(*beside, frame, n)
    left = _responses(y, n)
    _refuse_misaligned(labels, y=y, **beside._asdict())
    gone = missing_rows(matrix) | extra.missing(n)
    for column in left:
        gone |= column.missing
    refuse_missing(gone, missing or "raise", labels)
    keep = ~gone
    if gone.any():
        matrix, left = matrix[keep], tuple(column.take(keep) for column in left)
    return enter(matrix, names, left, labels, keep, extra, add=intercept)


def _responses(y: Matrix | tuple[Matrix, ...], n: int) -> tuple[Column, ...]:
    """One column, or several of counts: a frame, a matrix, or a tuple of columns."""
    if hasattr(type(y), "columns"):
        frame = read_frame(y)
        columns = tuple(frame.column(name) for name in frame.names)
    elif isinstance(y, tuple) and y and all(_dimensions(each) == 1 for each in y):
        columns = tuple(read_column(each, str(getattr(each, "name", None) or f"y{k}")) for k, each in enumerate(y))
    elif _dimensions(y) == 2 and (table := np.asarray(y)).shape[1] > 1:
        columns = tuple(read_column(each, f"y{k}") for k, each in enumerate(table.T))
    else:
        columns = (read_column(y, str(getattr(y, "name", None) or "y")),)
    for column in columns:
        if column.values.size != n:
            raise InputError(f"the response has {column.values.size} values for {n} rows; give one for each row")
    return columns


def _dimensions(given: Matrix) -> int:
    try:
        return np.ndim(given)
    except ValueError:
        raise InputError(
            "the rows of y have different lengths; give one value for each row, or equally many counts"
        ) from None


def _refuse_misaligned(labels: Labels, **given: object) -> None:
    for what, each in given.items():
        refuse_misaligned(each, labels, what)
