"""Clarabel: the least ‖w‖² with a_j·w >= 1 by its interior-point method, which also proves infeasibility."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.flagship.question import Claim, Question, signed

__all__ = ["qp"]

_THREADS = 2


def qp(question: Question) -> Callable[[], Claim]:
    import clarabel
    import scipy.sparse as sp

    A = sp.csc_matrix(signed(question))
    n, m = A.shape
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = _THREADS
    # Its other factorisation, faer, took 1.4 to 3 times as long on 100 x 5,000 and on 500 x 2,500.
    settings.direct_solve_method = "qdldl"
    if question.goal == "decide":
        # Any direction that has all points on their side will do: stop at the first feasible one.
        settings.tol_gap_abs = settings.tol_gap_rel = 1e-2
    cones = [clarabel.NonnegativeConeT(n)]
    solver = clarabel.DefaultSolver(sp.eye(m, format="csc"), np.zeros(m), -A, -np.ones(n), cones, settings)

    def solve() -> Claim:
        found = solver.solve()
        status = str(found.status)
        weights = np.array(found.z)
        if status in ("Solved", "AlmostSolved"):
            return Claim(says="separable", direction=np.array(found.x), weights=weights)
        if status in ("PrimalInfeasible", "AlmostPrimalInfeasible"):
            return Claim(says="inseparable", weights=weights)
        return Claim()

    return solve
