"""One more pass of a sequential perceptron, over rows that have just come."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from gordan.engine.compiled import Rule, SweepState, sweep_dense, sweep_sparse
from gordan.errors import InputError
from gordan.learn.estimator.sweep_checkpoint import Frame, Standing
from gordan.learn.multiclass import Sides
from gordan.problem.length import squared_lengths
from gordan.problem.matrix import is_sparse, read_matrix

__all__ = ["by_rows", "learn", "longest"]

_FAR = 2.0**480  # the longest row: its square, times more updates than anyone makes, is still a double


def by_rows(X: Any) -> Any:
    """The points as the sweeps want them: numbers of their own width, sparse ones row by row."""
    matrix = read_matrix(X)[0]
    if not is_sparse(matrix):
        return matrix
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def learn(
    run: Standing | None, X: Any, codes: Any, sides: Sides, *, rule: Rule, lift: float, visits: Callable[[Any], Any]
) -> Standing:
    """Visit the rows of both sides once, in the order that `visits` gives them.

    The origin stays where it is, and an intercept is one more coordinate of the size `lift`.
    """
    signs = np.where(codes == sides.positive, 1.0, -1.0)
    rows = sides.rows(codes)
    frame = Frame(signs, np.zeros(X.shape[1]), lift)
    state = (None if run is None else _continued(run, frame)) or SweepState.begin(*X.shape)
    order = visits(np.arange(X.shape[0]) if rows is None else rows)
    if is_sparse(X):
        sweep_sparse(X.data, X.indices, X.indptr, signs, None, lift, order, rule, state)
    else:
        sweep_dense(X, signs, None, None, lift, order, rule, state)
    return Standing(state, frame)


def _continued(run: Standing, frame: Frame) -> SweepState | None:
    """In an unmoved frame everything goes on, averages and survivor as well; only the counts are those of new rows."""
    before = run.frame
    if not (
        isinstance(before, Frame) and before.lift == frame.lift and before.scale == 1.0 and not before.centre.any()
    ):
        return run.into(frame)
    state = run.state.copy()
    state.counts = np.zeros(frame.signs.size)
    return state


def longest(X: Any, lift: float) -> float:
    """Length of the longest row, with its last coordinate; refused where its square leaves no room for a sum."""
    squared = float(squared_lengths(X).max(initial=0.0))
    if squared > _FAR**2 or (squared < _FAR**-2 and (X.data if is_sparse(X) else X).any()):
        size = "large" if squared > 1.0 else "small"
        raise InputError(
            f"X has numbers so {size} that sums of their squares are no doubles; multiply all features by one factor"
        )
    return sqrt(squared + lift * lift)
