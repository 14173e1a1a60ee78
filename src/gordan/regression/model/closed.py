"""Designs without a program: from a formula of the closed grammar, or from a description that somebody wrote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.setting import names_options
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description import Description, Expression, Response
from gordan.problem.numbers import Numbers
from gordan.regression.model.column import Column, Mask
from gordan.regression.model.design import Design, Missing, enter, refuse_missing
from gordan.regression.model.evaluate import evaluate
from gordan.regression.model.formula import describe, describe_left, parse_formula
from gordan.regression.model.formula.offset import check_offsets
from gordan.regression.model.formula.sides import put_in_order
from gordan.regression.model.frame import Extra, Frame, read_extra
from gordan.regression.model.matrix import missing_rows
from gordan.regression.model.rebuild import design_matrix, kept_columns, refuse_numerals, response_columns
from gordan.regression.model.response import describe_response
from gordan.regression.model.system import Posed, Wording, write_down

__all__ = [
    "Beside",
    "Complete",
    "complete_rows",
    "enter_formula",
    "no_response",
    "pose_closed",
    "pose_described",
    "whole_columns",
    "wording_of",
]


class Beside(NamedTuple):
    """The columns beside a formula, by name or as arrays."""

    weights: object = None
    offset: object = None
    strata: object = None


class Complete(NamedTuple):
    """The rows without a missing cell in a column that the model uses, and the columns beside the formula."""

    keep: Mask
    extra: Extra

    @property
    def n(self) -> int:
        return int(self.keep.sum())


def complete_rows(
    frame: Frame, used: Sequence[str], beside: Beside, others: Sequence[Column] = (), *, missing: Missing | None = None
) -> Complete:
    """The complete rows of a table; `others` are columns that are no part of it."""
    if frame.n == 0:
        raise InputError("the data have no rows; give at least one")
    extra = read_extra(*beside, frame, frame.n)
    gone = extra.missing(frame.n)
    for name in used:
        gone |= frame.column(name, "the model's column").missing
    for column in others:
        gone |= column.missing
    refuse_missing(gone, missing or "drop", frame.labels)
    if gone.all():
        raise InputError(f"every one of the {gone.size:,} rows has a missing value; nothing is left to diagnose")
    return Complete(~gone, extra)


def pose_described(
    description: Description,
    frame: Frame,
    family: str,
    beside: Beside,
    *,
    numbers: Numbers,
    formula: str = "",
    wide: bool | None = None,
) -> Posed:
    """The system of a described model on a table; `wide` says that strata have columns of their own."""
    complete = complete_rows(frame, description.used, beside)
    cells = kept_columns(description.used, frame, complete.keep)
    X, names = design_matrix(description, cells, complete.n)
    y = response_columns(description.response, cells, complete.n)
    design = enter_formula(X, names, y, frame, complete, formula, "drop")
    return replace(write_down(design, family, numbers, wide=wide), description=description)


def pose_closed(
    formula: str,
    frame: Frame,
    family: str,
    beside: Beside,
    *,
    numbers: Numbers,
    given: tuple[Column, ...] = (),
    missing: Missing | None = None,
    also: tuple[str, ...] = (),
) -> Posed:
    """The system of a formula of the closed grammar; `given` is the response where the formula has none.

    Rows with a missing cell in the columns `also` are left out as well.

    Raises
    ------
    OutsideGrammar
        The formula needs more than the grammar has.
    """
    parsed = parse_formula(formula, frame)
    if bool(parsed.left) == bool(given):
        raise InputError("both the formula and y give a response; leave one out" if given else no_response(formula))
    complete = complete_rows(frame, (*parsed.needs, *also), beside, given, missing=missing)
    n = complete.n
    cells = kept_columns(parsed.needs, frame, complete.keep)
    for column in cells.values():
        if column.text and column.levels is None:
            refuse_numerals(column, parsed.right, complete.keep)
    factors, terms = describe(parsed, cells, whole_columns(parsed.needs, frame), n)
    nothing = Response("counts", (), ())
    X, names = design_matrix(Description(parsed.needs, nothing, factors, terms), cells, n)
    left = describe_left(parsed, cells, n)
    y = tuple(column.take(complete.keep) for column in given) or tuple(
        put_in_order(_left_column(name, value, cells, n), order, family)
        for (name, _), value, order in zip(parsed.left, left, parsed.orders, strict=True)
    )
    check_offsets(parsed.offsets, cells, frame.labels[complete.keep])
    design = enter_formula(X, names, y, frame, complete, formula.strip(), missing)
    design = design.noted(*(offset.note for offset in parsed.offsets))
    posed = write_down(design, family, numbers)
    wording = wording_of(formula, beside)
    if given or wording is None:
        return posed
    response = describe_response(family, design.y, left)
    description = Description(parsed.needs, response, factors, terms)
    return replace(posed, wording=wording, frame=frame, description=description)


def wording_of(formula: str, beside: Beside) -> Wording | None:
    """The model in the words of its table; None where one of the columns beside the formula is an array."""
    names = [each for each in beside if each is None or isinstance(each, str)]
    return Wording(formula.strip(), *names) if len(names) == len(beside) else None


def no_response(formula: str) -> str:
    """The sentence that refuses a formula without a left side."""
    other = "" if names_options() else ", or give y"
    return f"the formula {shown(formula)} has no response; write it before ~, as in ill ~ age{other}"


def whole_columns(names: Sequence[str], frame: Frame) -> set[str]:
    """The columns that came as integers: their levels are named 1, 2 and not 1.0, 2.0."""
    return {name for name in names if np.asarray(frame.raw(name)).dtype.kind in "iu"}


def _left_column(name: str, value: Expression, cells: dict[str, Column], n: int) -> Column:
    if getattr(value, "name", None) in cells and name in cells:
        return cells[name]
    kind, values = evaluate(value, cells)
    if kind == "text":
        raise InputError(f"the left side {shown(name)} makes text; name a column instead")
    values = np.broadcast_to(values, (n,)).astype(np.float64)
    return Column(name, values, np.isnan(values))


def enter_formula(
    X: Matrix,
    names: tuple[str, ...],
    y: tuple[Column, ...],
    frame: Frame,
    complete: Complete,
    formula: str,
    missing: Missing | None,
) -> Design:
    """The design of a formula; rows in which an expression is not a number are left out too."""
    keep, extra = complete
    lost = missing_rows(X)
    for column in y:
        lost |= column.missing
    refuse_missing(lost, missing or "drop", frame.labels[keep])
    if lost.any():  # such as 0/0
        X, y = X[~lost], tuple(column.take(~lost) for column in y)
        keep = keep.copy()
        keep[np.flatnonzero(keep)[lost]] = False
    return enter(X, names, y, frame.labels, keep, extra, formula=formula)
