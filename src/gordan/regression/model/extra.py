"""What comes beside the design: weights, offset and strata, each an array or the name of a column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.regression.model.column import Column, read_column
from gordan.regression.model.frame import Frame

__all__ = ["Extra", "read_extra"]


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
