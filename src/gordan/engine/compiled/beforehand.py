"""Compile the loops for the usual forms of data ahead of their first use: `python -m` this module.

The build does so when gordan is installed. numba keeps the machine code beside the sources, for this processor and this
version of Python; on other ones, and on data of other forms, a loop is compiled when it is first used, as ever.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.engine.compiled.conjugate import climb
from gordan.engine.compiled.relaxation import Relaxed, products_of_rows, relax
from gordan.engine.compiled.rows import CentredRows, DenseRows, Indices, Numbers, Rows, SparseRows
from gordan.engine.compiled.rule import Rule
from gordan.engine.compiled.state import SweepState
from gordan.engine.compiled.sweep import NONE, sweep_dense, sweep_sparse

__all__ = ["compile_all", "has_least_norm_points", "has_moves"]

POINTS = np.array([[1.0, 2.0], [-2.0, 1.0], [0.5, -1.0]])
SIGNS = np.array([1, -1, 1], dtype=np.int8)
ORDER = np.arange(3)


def compile_all() -> None:
    """Run every loop once on three points of each form; first those that are never compiled while somebody waits."""
    _least_norm_points()
    _moves()
    for kind in (np.float64, np.float32):
        _sweep(POINTS.astype(kind))
        _stream(POINTS.astype(kind))
        _relax(POINTS.astype(kind))


def _sweep(X: Numbers) -> None:
    for rule in (Rule.rosenblatt(), Rule.hildreth()):
        for centre in (None, np.zeros(2)):
            sweep_dense(X, SIGNS, None, centre, 1.0, ORDER, rule, SweepState.begin(3, 2), compiled=True)
        sweep_sparse(*_entries(X), SIGNS, None, 1.0, ORDER, rule, SweepState.begin(3, 2), compiled=True)


def _relax(X: Numbers) -> None:
    data, indices, starts = _entries(X)
    sparse = SparseRows(data, indices.view(np.uint32), starts, SIGNS, NONE, 0.0)
    begun, squares = Relaxed(np.zeros(3), np.zeros(2), 0.0, 0.0, 1), np.square(POINTS).sum(axis=1)
    forms: tuple[Rows, ...] = (DenseRows(X, SIGNS, NONE, 0.0), CentredRows(X, SIGNS, NONE, 0.0, np.zeros(2)), sparse)
    for rows in forms:
        relax(rows, squares, ORDER, begun, spread=0.1, factor=1.0, sweeps=1, compiled=True)
    products_of_rows(sparse, ORDER, 2)
    climb(sparse, np.ones(3), 2, balanced=True, limit=1)


def _least_norm_points() -> None:
    from gordan.engine.compiled.min_norm import solve_stack

    solve_stack(*_one_problem())


def has_least_norm_points() -> bool:
    """Whether least-norm points of one problem or many can be had without compiling."""
    from gordan.engine.compiled.jit import is_kept
    from gordan.engine.compiled.min_norm import solve_stack

    return is_kept(solve_stack, _one_problem())


def _moves() -> None:
    from gordan.engine.compiled.mdm_loop import shorten

    shorten(*_one_matrix())


def has_moves() -> bool:
    """Whether least-norm points in the space of a kernel can be had without compiling."""
    from gordan.engine.compiled.jit import is_kept
    from gordan.engine.compiled.mdm_loop import shorten

    return is_kept(shorten, _one_matrix())


def _one_matrix() -> tuple[Any, ...]:
    from gordan.engine.compiled.mdm import Hulls, arguments

    return arguments(Hulls(1, np.ones(3), np.empty((3, 3)), False, POINTS.T.copy()), (0.1, 0.1, 0.1), False, 10)


def _one_problem() -> tuple[Any, ...]:
    from gordan.engine.compiled.active_set import ActiveSet

    return ActiveSet(POINTS.shape[1]).arguments(POINTS, SIGNS.astype(np.float64), hull=1, decide=False, limit=100)


def _stream(X: Numbers) -> None:
    from gordan.engine.compiled.stream import stream

    data, indices, starts = _entries(X)
    sparse = SparseRows(data, indices.view(np.uint32), starts.view(np.uint32), SIGNS, NONE, 0.0)
    forms: tuple[Rows, ...] = (DenseRows(X, SIGNS, NONE, 0.0), sparse)
    for rows in forms:
        stream(rows, (0, True, 0.0), True, False, 1e-150, (np.zeros(2), NONE, NONE), (0.0,) * 6, (0,) * 5)


def _entries(X: Numbers) -> tuple[Numbers, Indices, Indices]:
    """A sparse matrix with nothing left out; SciPy's indices have 32 bits unless there are very many."""
    n, m = X.shape
    return X.ravel(), np.tile(np.arange(m, dtype=np.int32), n), np.arange(0, n * m + 1, m, dtype=np.int32)


if __name__ == "__main__":
    compile_all()
