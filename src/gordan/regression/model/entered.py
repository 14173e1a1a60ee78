"""The rows that enter the likelihood: those with a missing value or weight 0 taken out, and what is left counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.regression.model.column import Column
from gordan.regression.model.design import CONSTANT, Design, constant_column
from gordan.regression.model.extra import Extra

__all__ = ["Missing", "enter", "refuse_missing"]

Missing = Literal["drop", "raise"]


def enter(
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
        kept=np.flatnonzero(keep),
        beside=extra.names,
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


def refuse_missing(gone: NDArray[np.bool_], missing: Missing, labels: Any) -> None:
    if missing == "raise" and gone.any():
        first = labels[int(gone.argmax())]
        raise InputError(
            f"{int(gone.sum()):,} of {gone.size:,} rows have a missing value (the first is {first!s}); drop or fill "
            'them, or give missing="drop"'
        )
