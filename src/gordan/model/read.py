"""Whatever form the model was given in → its `Design`: the rows that enter the likelihood, and what was left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.model.column import Column, read_column
from gordan.model.design import CONSTANT, Design, constant_column
from gordan.model.extra import Extra, read_extra
from gordan.model.frame import Frame, read_frame, refuse_misaligned
from gordan.model.materialise import left_column, materialise, plain_frame
from gordan.model.matrix import missing_rows, read_design_matrix
from gordan.model.sides import read_sides
from gordan.table.wording import shown

__all__ = ["Missing", "read_arrays", "read_formula"]

Missing = Literal["drop", "raise"]


def read_formula(
    formula: str, y: Any, data: Any, *, weights: Any, offset: Any, strata: Any, missing: Missing | None
) -> Design:
    """A formula and the data it speaks of. Rows with a missing value in a column it uses are dropped, and counted."""
    if data is None:
        raise InputError(f"the formula {shown(formula)} needs data; give data=, a data frame or a dict of columns")
    frame = read_frame(data)
    if frame.n == 0:
        raise InputError("the data have no rows; give at least one")
    sides = read_sides(formula, frame)
    if not sides.left and y is None:
        raise InputError(f"the formula {shown(formula)} has no response; write it before ~, or give y")
    if sides.left and y is not None:
        raise InputError("both the formula and y give a response; leave one out")
    extra = read_extra(weights, offset, strata, frame, frame.n)
    gone = extra.missing(frame.n)
    for name in sides.needs:
        gone |= frame.column(name).missing
    given = () if y is None else _responses(y, frame.n)
    _refuse_misaligned(frame.labels, y=y, weights=weights, offset=offset, strata=strata)
    for column in given:
        gone |= column.missing
    _refuse_missing(gone, missing or "drop", frame.labels)
    keep = ~gone
    plain = plain_frame(sides, frame, keep)
    X, names = materialise(sides, plain)
    left = tuple(left_column(part, frame, plain) for part in sides.left) or given
    # A column comes whole, an expression already on the rows that are kept.
    left = tuple(column if column.values.size == len(plain) else column.take(keep) for column in left)
    lost = missing_rows(X)
    for column in left:
        lost |= column.missing
    _refuse_missing(lost, missing or "drop", frame.labels[keep])
    if lost.any():  # an expression such as the logarithm of a negative number
        X, left = X[~lost], tuple(column.take(~lost) for column in left)
        keep[np.flatnonzero(keep)[lost]] = False
    return _entered(X, names, left, frame.labels, keep, extra, formula=formula.strip())


def read_arrays(
    X: Any,
    y: Any,
    *,
    intercept: bool,
    weights: Any,
    offset: Any,
    strata: Any,
    missing: Missing | None,
    data: Any = None,
) -> Design:
    """A matrix or frame of numbers with a response. Missing values are refused unless they are to be dropped."""
    if y is None:
        raise InputError("there is no response; give y, or a formula with data=")
    matrix, names, labels = read_design_matrix(X)
    n = int(matrix.shape[0])
    frame: Frame | None = None if data is None else read_frame(data)
    extra = read_extra(weights, offset, strata, frame, n)
    left = _responses(y, n)
    _refuse_misaligned(labels, y=y, weights=weights, offset=offset, strata=strata)
    gone = missing_rows(matrix) | extra.missing(n)
    for column in left:
        gone |= column.missing
    _refuse_missing(gone, missing or "raise", labels)
    keep = ~gone
    if gone.any():
        matrix, left = matrix[keep], tuple(column.take(keep) for column in left)
    return _entered(matrix, names, left, labels, keep, extra, add=intercept)


def _entered(
    X: Any,
    names: tuple[str, ...],
    y: tuple[Column, ...],
    labels: Any,
    keep: NDArray[np.bool_],
    extra: Extra,
    *,
    add: bool = False,
    formula: str | None = None,
) -> Design:
    """Rows of weight 0 taken out, infinities refused, the intercept found or added."""
    n_given, n_missing = keep.size, int(keep.size - keep.sum())
    if n_missing == n_given:
        raise InputError(f"every one of the {n_given:,} rows has a missing value; nothing is left to diagnose")
    extra.check_offset(keep)
    zero = extra.zero_weight(keep)
    if zero.any():
        counted = ~zero[keep]
        if not counted.any():
            raise InputError("every row has weight 0; nothing is left to diagnose")
        X, y = X[counted], tuple(column.take(counted) for column in y)
        keep = keep & ~zero
    _refuse_infinite(y)
    constant = constant_column(X)
    added = add and constant is None
    design = Design(
        X=X,
        names=(CONSTANT, *names) if added else names,
        y=y,
        labels=labels if keep.all() else labels[keep],
        response=", ".join(column.name for column in y),
        added=added,
        constant=0 if added else constant,
        strata=None if extra.strata is None else extra.strata.take(keep),
        n_given=n_given,
        n_missing=n_missing,
        n_zero_weight=int(zero.sum()),
        formula=formula,
    )
    return replace(design, notes=_notes(design))


def _refuse_infinite(y: tuple[Column, ...]) -> None:
    for column in y:
        if column.values.dtype == np.float64 and not np.isfinite(column.values).all():
            raise InputError(f"the response {column.name!r} holds infinite numbers; give finite ones")


def _notes(design: Design) -> tuple[str, ...]:
    notes = []
    if design.n_missing:
        verb = "has" if design.n_missing == 1 else "have"
        notes.append(f"{design.n_missing:,} of {design.n_given:,} rows {verb} a missing value: left out")
    if design.n_zero_weight:
        verb = "row has" if design.n_zero_weight == 1 else "rows have"
        notes.append(f"{design.n_zero_weight:,} {verb} weight 0: no part of the likelihood")
    return tuple(notes)


def _responses(y: Any, n: int) -> tuple[Column, ...]:
    """One column, or several of counts: a frame, a matrix, or a tuple of columns."""
    if hasattr(type(y), "columns"):
        frame = read_frame(y)
        columns = tuple(frame.column(name) for name in frame.names)
    elif isinstance(y, tuple) and y and all(_dimensions(each) == 1 for each in y):
        columns = tuple(read_column(each, str(getattr(each, "name", None) or f"y{k}")) for k, each in enumerate(y))
    elif _dimensions(y) == 2 and np.shape(y)[1] > 1:
        columns = tuple(read_column(each, f"y{k}") for k, each in enumerate(np.asarray(y).T))
    else:
        columns = (read_column(y, str(getattr(y, "name", None) or "y")),)
    for column in columns:
        if column.values.size != n:
            raise InputError(f"the response has {column.values.size} values for {n} rows; give one for each row")
    return columns


def _dimensions(given: Any) -> int:
    try:
        return np.ndim(given)
    except ValueError:
        raise InputError(
            "the rows of y have different lengths; give one value for each row, or equally many counts"
        ) from None


def _refuse_misaligned(labels: Any, **given: Any) -> None:
    for what, each in given.items():
        refuse_misaligned(each, labels, what)


def _refuse_missing(gone: NDArray[np.bool_], missing: Missing, labels: Any) -> None:
    if missing == "raise" and gone.any():
        first = labels[int(gone.argmax())]
        raise InputError(
            f"{int(gone.sum()):,} of {gone.size:,} rows have a missing value (the first is {first!s}); drop or fill "
            'them, or give missing="drop"'
        )
