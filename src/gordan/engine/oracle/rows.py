"""Sweeps through the rows of X: lift and centring are applied here, and undone before a direction is returned."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.compiled import SweepState, sweep_dense, sweep_sparse
from gordan.engine.oracle.sweep import Due, Order, Pass, Rule
from gordan.problem.canonical import Canonical, GramCanonical
from gordan.problem.cone.base import inner

__all__ = ["begin", "by_rows", "due", "read", "sweep"]


def begin(canonical: Canonical) -> Pass:
    """The run before its first sweep."""
    return read(canonical, SweepState.begin(*canonical.X.shape))


def sweep(canonical: Canonical, run: Pass, rule: Rule, order: Order, *, compiled: bool | None = None) -> Pass:
    """Visit the rows once; the earlier pass stays as it was. `compiled` is as for the kernels."""
    assert isinstance(run.state, SweepState)
    state = run.state.copy()
    signs, factors = canonical.signs, canonical.factors
    if hasattr(canonical.X, "nnz"):
        rows = by_rows(canonical)
        entries = rows.data, rows.indices, rows.indptr
        sweep_sparse(*entries, signs, factors, canonical.lifted, order, rule, state, compiled=compiled)
    else:
        lift, centre = canonical.lifted, canonical.centre
        sweep_dense(canonical.X, signs, factors, centre, lift, order, rule, state, compiled=compiled)
    return read(canonical, state)


def due(canonical: Canonical | GramCanonical, run: Pass, margins: Array) -> Due:
    """Which rows another sweep could change, by the margins under the run's direction."""
    assert isinstance(run.state, SweepState)
    lifted = margins + canonical.signs * (canonical.lifted * run.state.b) if canonical.intercept else margins
    level = 2.0 - min(float(lifted.min()), 1.0)
    return Due(np.flatnonzero((run.state.counts > 0) | (lifted < level)), canonical.cone.lowest(margins))


@lru_cache(maxsize=1)
def by_rows(canonical: Canonical) -> Matrix:
    """Sequential access needs rows; a column-wise matrix is turned once and kept while its problem is at work."""
    rows = canonical.X.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def read(canonical: Canonical | GramCanonical, state: SweepState) -> Pass:
    """What the state says in terms of the points."""
    weights = canonical.cone.normalise(state.counts)
    lowest = None
    if state.quiet:
        by_class = (state.lowest_positive, state.lowest_negative)
        lowest = 0.5 * sum(by_class) if canonical.intercept else min(by_class)
    return Pass(
        direction=state.w,
        weights=weights,
        image=None if weights is None else _image(canonical, state),
        updates=state.updates,
        lowest=lowest,
        average=state.average,
        survivor=state.survivor,
        state=state,
    )


def _image(canonical: Canonical | GramCanonical, state: SweepState) -> Array:
    """A x for x = normalised counts, from the class sums the sweep kept: no product needed."""
    if not canonical.intercept:
        return np.asarray(state.total / state.counts.sum())
    total = float(state.counts.sum())
    # Signs are ±1: the signed sum gives the classes' shares without gathering either.
    on_positive = 0.5 * (total + inner(canonical.signs, state.counts))
    on_negative = total - on_positive
    rest = state.total - state.positive
    return np.asarray(0.5 * state.positive / on_positive + 0.5 * rest / on_negative)
