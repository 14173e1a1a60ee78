"""The face of the kernels: one sweep over dense or sparse rows, compiled once the run is long enough to repay it."""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled import numpy_reference
from gordan.engine.compiled.rows import CentredRows, DenseRows, Indices, Numbers, Order, Rows, Signs, SparseRows, Vector
from gordan.engine.compiled.rule import FIXED, HILDRETH, Rule
from gordan.engine.compiled.state import SweepState

__all__ = ["sweep_dense", "sweep_sparse"]

# Importing numba and loading a cached loop takes half a second (compiling it the first time, two): the NumPy reference
# runs until it has spent as much. What it spends is estimated from counts, not timed, so that runs repeat exactly.
REFERENCE_SECONDS = 0.5
VISIT, UPDATE, LINKED_UPDATE = 4e-6, 12e-6, 24e-6  # seconds of interpreter, measured
READ, ADD, LINK = 1e-9, 4e-9, 12e-9  # seconds per coordinate of a product, an additive update, an exponential

LONG = 20_000  # visits of one sweep from which data are not small, and a run is worth compiling from its start

NONE = np.empty(0)


def sweep_dense(
    X: Numbers,
    signs: Signs,
    factors: Vector | None,
    centre: Vector | None,
    lift: float,
    order: Order,
    rule: Rule,
    state: SweepState,
    *,
    compiled: bool | None = None,
) -> None:
    """Visit the rows of X in `order` and update `state` by `rule`.

    Parameters
    ----------
    X : float32 or float64 array of shape (n, m), any layout; never copied.
    signs : ±1 for every row.
    factors, centre : s_i > 0 for every row and c for every coordinate, or None.
    lift : R, the last coordinate of every point; 0 for none.
    order : row indices of the visits.
    rule, state : what to do, and the run it continues.
    compiled : force the compiled loop or the NumPy reference; None lets the length of the run decide.

    Examples
    --------
    >>> state = SweepState.begin(2, 2)
    >>> X, signs = np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1, -1], dtype=np.int8)
    >>> sweep_dense(X, signs, None, None, 0.0, np.arange(2), Rule.rosenblatt(), state)
    >>> state.w, state.updates
    (array([-1.,  3.]), 2)
    """
    common = np.asarray(X), np.asarray(signs, dtype=np.int8), NONE if factors is None else factors, float(lift)
    rows = DenseRows(*common) if centre is None else CentredRows(*common, centre)
    if X.shape[1] != state.w.size:
        raise ValueError(f"the points have {X.shape[1]} coordinates and the state was begun with {state.w.size}")
    _sweep(rows, len(X), order, rule, state, compiled)


def sweep_sparse(
    data: Numbers,
    indices: Indices,
    indptr: Indices,
    signs: Signs,
    factors: Vector | None,
    lift: float,
    order: Order,
    rule: Rule,
    state: SweepState,
    *,
    compiled: bool | None = None,
) -> None:
    """Visit compressed sparse rows in `order` and update `state` by `rule`; an update costs its entries only.

    `data`, `indices` and `indptr` are a CSR matrix in canonical form (no index twice in a row); the rest as in
    `sweep_dense`.

    Examples
    --------
    >>> state = SweepState.begin(2, 3)
    >>> entries = np.array([1.0, 2.0]), np.array([0, 2]), np.array([0, 1, 2])
    >>> sweep_sparse(*entries, np.array([1, -1]), None, 0.0, np.arange(2), Rule.rosenblatt(), state)
    >>> state.w
    array([ 1.,  0., -2.])
    """
    rows = SparseRows(
        np.asarray(data),
        np.asarray(indices),
        np.asarray(indptr),
        np.asarray(signs, dtype=np.int8),
        NONE if factors is None else factors,
        float(lift),
    )
    _sweep(rows, len(indptr) - 1, order, rule, state, compiled)


def _sweep(rows: Rows, n: int, order: Order, rule: Rule, state: SweepState, compiled: bool | None) -> None:
    order = np.asarray(order, dtype=np.int64)
    # Compiled code does not check bounds; these two passes over the order are nothing beside the rows.
    if not n == rows.signs.size == state.counts.size:
        raise ValueError(f"{n} points have {rows.signs.size} signs, and the state was begun with {state.counts.size}")
    if order.size and (order.min() < 0 or order.max() >= n):
        raise IndexError(f"the order visits rows {order.min()} to {order.max()} of {n}")
    if rule.code == FIXED:
        state.beta = rule.parameters[0]
    elif rule.multiplicative and state.eta == 0.0:
        state.eta = rule.parameters[0]

    if compiled is None:
        compiled = order.size >= LONG or _reference_seconds(rows, order.size, rule, state) > REFERENCE_SECONDS
    if not compiled and rule.code == HILDRETH:
        numpy_reference.balance(rows, order, state)
    elif not compiled:
        numpy_reference.sweep(rows, order, rule, state)
    elif rule.multiplicative:
        from gordan.engine.compiled import winnow

        winnow.sweep(rows, order, rule, state)
    elif rule.code == HILDRETH:
        from gordan.engine.compiled import ascent

        ascent.sweep(rows, order, state)
    else:
        from gordan.engine.compiled import additive

        additive.sweep(rows, order, rule, state)


def _reference_seconds(rows: Rows, coming: int, rule: Rule, state: SweepState) -> float:
    """Seconds of the NumPy reference after `coming` more visits, with updates as frequent as so far."""
    width = rows.data.size / max(rows.signs.size, 1) if isinstance(rows, SparseRows) else rows.X.shape[1]
    visits = state.visits + coming
    # A first sweep is taken to update at every other visit.
    updates = visits * (state.updates / state.visits if state.visits else 0.5)
    update = LINKED_UPDATE + LINK * state.w.size if rule.multiplicative else UPDATE + ADD * width
    return visits * (VISIT + READ * width) + updates * update
