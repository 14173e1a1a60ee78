"""The rows that enter the likelihood: what comes beside the design, what is left out, and what is counted.

Weights, offset and strata are arrays or names of columns; rows with a missing value or weight 0 are taken out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.regression.model.column import Column, read_column
from gordan.regression.model.design import CONSTANT, Design, constant_column
from gordan.regression.model.frame import Frame

__all__ = ["Extra", "Missing", "enter", "read_extra", "refuse_missing"]

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


@dataclass(frozen=True, eq=False)
class Extra:
    """Each a column with one value for each row that was given, or None.

    `names` has an entry for each that is not None: the name of a column of the data, or None for an array.
    """

    weights: Column | None = None
    offset: Column | None = None
    strata: Column | None = None
    names: tuple[tuple[str, str | None], ...] = ()

    def missing(self, n: int) -> NDArray[np.bool_]:
        """Rows in which one of them is missing."""
        gone = np.zeros(n, bool)
        for column in (self.weights, self.offset, self.strata):
            if column is not None:
                gone |= column.missing
        return gone

    def zero_weight(self, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows among the kept whose weight is 0: they are no part of the likelihood.

        The sizes of the other weights do not matter to the answer; what cannot be a frequency is refused all the same,
        for then the column is probably not the one that was meant.
        """
        if self.weights is None:
            return np.zeros(keep.size, bool)
        values = self.weights.numbers("the column of weights")
        wrong = keep & ~((values >= 0) & (values == np.floor(values)) & np.isfinite(values))
        if wrong.any():
            value = values[int(wrong.argmax())]
            raise InputError(
                f"{setting('weights')} holds {value:g}, which is no frequency; give whole numbers from 0 on. Only "
                "whether a weight is 0 changes the answer: for survey or importance weights give "
                + ("a column that is 1 where they are not 0" if names_options() else "weights > 0 in place of weights")
            )
        return np.asarray(keep & (values == 0), dtype=bool)

    def check_offset(self, keep: NDArray[np.bool_]) -> None:
        """An offset moves the estimates but not whether they exist; it must be finite."""
        if self.offset is not None and not np.isfinite(self.offset.numbers("the offset")[keep]).all():
            raise InputError("the offset holds infinite numbers; give finite ones, or drop those rows")


def read_extra(weights: Any, offset: Any, strata: Any, frame: Frame | None, n: int) -> Extra:
    """Each given as an array of n values, or as the name of a column of the frame."""
    given = {"weights": weights, "offset": offset, "strata": strata}
    columns = {what: _one(each, what, frame, n) for what, each in given.items()}
    names = [(what, each if isinstance(each, str) else None) for what, each in given.items() if each is not None]
    return Extra(columns["weights"], columns["offset"], columns["strata"], tuple(names))


def _one(given: Any, what: str, frame: Frame | None, n: int) -> Column | None:
    if given is None:
        return None
    if isinstance(given, str):
        if frame is None:
            raise InputError(f"{what} is {given!r}, but there are no data with such a column; give an array, or data=")
        return frame.column(given, setting(what))
    column = read_column(given, what)
    if column.values.size != n:
        raise InputError(f"{what} has {column.values.size} values for {n} rows; give one for each row")
    return column
