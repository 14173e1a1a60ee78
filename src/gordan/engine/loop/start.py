"""An earlier answer to begin with, about the same points or others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome import Inseparable, Outcome, Separable, Undecided
from gordan.problem import Gram, Points

__all__ = ["Start", "read_start"]


@dataclass(frozen=True)
class Start:
    """An outcome, and for every row it speaks of its number in the present data, -1 for none."""

    outcome: Outcome
    rows: Any = None

    def weights(self, n: int) -> Array | None:
        """What is left of the outcome's weights in n rows; None where nothing is known of them."""
        if self.outcome.weights is None:
            return None
        if self.rows is None:
            # Without a word about the rows, as many of them are taken for the same ones.
            return self.outcome.weights if self.outcome.weights.size == n else None
        counts, here = np.zeros(n), self.rows >= 0
        np.add.at(counts, self.rows[here], self.outcome.weights[here])
        return counts


def read_start(problem: Points | Gram, start: Any, rows: Any) -> Start | None:
    """Check an earlier outcome and the map of its rows against the problem."""
    if start is None:
        if rows is not None:
            raise InputError("rows tells where the rows of an earlier outcome are now; give that outcome as start")
        return None
    if not isinstance(start, Separable | Inseparable | Undecided):
        raise InputError(f"start is {start!r}; give an earlier outcome, or leave it out")
    if (start.dual_coef is not None) != problem.implicit and (start.coef is not None or start.dual_coef is not None):
        raise InputError(
            "start lies in another space than these points, with a kernel or without; give an answer to a question in "
            "the same space"
        )
    if start.coef is not None and start.coef.size != problem.m:
        raise InputError(f"start has {start.coef.size} coefficients and X {problem.m} columns; they must agree")
    return Start(start, None if rows is None else _read_rows(problem, start, rows))


def _read_rows(problem: Points | Gram, start: Outcome, rows: Any) -> Any:
    where = np.asarray(rows)
    if where.ndim != 1 or where.dtype.kind not in "iu":
        raise InputError("rows is no list of row numbers; give for every row of the earlier data its number now, or -1")
    if start.weights is not None and where.size != start.weights.size:
        raise InputError(
            f"rows has {where.size} entries and the earlier data had {start.weights.size} rows; give one number for "
            "each of them, -1 where it is gone"
        )
    if where.size and not (where.min() >= -1 and where.max() < problem.n):
        raise InputError(f"rows goes from {where.min()} to {where.max()}; X has rows 0 to {problem.n - 1}, -1 is none")
    return where.astype(np.int64)
