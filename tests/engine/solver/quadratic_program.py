"""The margin by a stranger: an interior-point solver for quadratic programs, which knows nothing of gordan."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

__all__ = ["margin_by_quadratic_program"]

clarabel = pytest.importorskip("clarabel")


def margin_by_quadratic_program(X: Any, y: Any, *, intercept: bool) -> float:
    """min ‖Ax‖ over the base: with v = Ax, minimise ½‖v‖². Margins below 1e-4 are too small for it: it sees squares."""
    n, m = X.shape
    A = (X * y[:, None]).T
    sums = np.array([y > 0, y < 0], dtype=float) if intercept else np.ones((1, n))
    equal = sp.block_array([[A, -np.eye(m)], [sums, np.zeros((len(sums), m))]])
    signs = sp.block_array([[-sp.eye_array(n), sp.csc_array((n, m))]])
    rows = sp.csc_matrix(sp.vstack([equal, signs]))
    right = np.concatenate([np.zeros(m), np.full(len(sums), 1.0 / len(sums)), np.zeros(n)])
    cones = [clarabel.ZeroConeT(m + len(sums)), clarabel.NonnegativeConeT(n)]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    quadratic = sp.csc_matrix(sp.block_diag([sp.csc_array((n, n)), sp.eye_array(m)]))
    solution = clarabel.DefaultSolver(quadratic, np.zeros(n + m), rows, right, cones, settings).solve()
    return float(np.linalg.norm(np.array(solution.x)[n:]))
