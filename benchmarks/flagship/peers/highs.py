"""HiGHS: the feasibility program a_j·w >= 1 by three methods, and the least ‖w‖² under it by the active set.

One row per point and one column per coordinate: on 100 x 5,000 the transposed program (cancelling weights as unknowns)
was slower by every method, and presolve, which finds nothing in dense rows, took a third of the simplex method's time.
Crossover adds nothing to a decision.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.flagship.question import Claim, Question, signed

__all__ = ["ipm", "pdlp", "qp", "simplex"]

_THREADS = 2
_BY_ROW, _MINIMISE = 2, 1  # HiGHS's own numbers for the order of the entries and for the sense


def _build(question: Question, *, method: str) -> Callable[[], Claim]:
    import highspy

    solver = highspy.Highs()
    options = {"output_flag": False, "threads": _THREADS, "presolve": "off", "run_crossover": "off"}
    for name, value in options.items():
        solver.setOptionValue(name, value)
    if method != "qp":
        solver.setOptionValue("solver", method)
    _pass_rows(solver, question, highspy.kHighsInf)
    if method == "qp":
        _pass_identity(solver, question.X.shape[1])

    def solve() -> Claim:
        solver.run()
        status, known = solver.getModelStatus(), highspy.HighsModelStatus
        if status == known.kOptimal:
            return Claim(says="separable", direction=np.array(solver.getSolution().col_value))
        if status in (known.kInfeasible, known.kUnboundedOrInfeasible):
            # Without costs nothing is unbounded, so either status says infeasible.
            return Claim(says="inseparable", weights=_ray(solver))
        return Claim()

    return solve


def _pass_rows(solver: Any, question: Question, infinity: float) -> None:
    A = signed(question)
    n, m = A.shape
    if hasattr(A, "nnz"):
        starts, columns, values = A.indptr[:-1], A.indices, A.data
    else:
        starts, columns, values = np.arange(0, n * m, m), np.tile(np.arange(m, dtype=np.int32), n), A.ravel()
    free, rows = np.full(m, infinity), np.full(n, infinity)
    shape = (m, n, values.size, _BY_ROW, _MINIMISE, 0.0)
    entries = (starts.astype(np.int32), columns.astype(np.int32), values.astype(np.float64))
    solver.passModel(*shape, np.zeros(m), -free, free, np.ones(n), rows, *entries, np.zeros(m, np.int32))


def _pass_identity(solver: Any, m: int) -> None:
    import highspy

    hessian = highspy.HighsHessian()
    hessian.dim_ = m
    hessian.format_ = highspy.HessianFormat.kTriangular
    hessian.start_ = np.arange(m + 1, dtype=np.int32)
    hessian.index_ = np.arange(m, dtype=np.int32)
    hessian.value_ = np.ones(m)
    solver.passHessian(hessian)


def _ray(solver: Any) -> np.ndarray | None:
    """Farkas' multipliers where the method left them; asking without them would start the simplex method."""
    if not solver.getDualRayExist()[1]:
        return None
    _, found, ray = solver.getDualRay()
    return np.array(ray) if found else None


simplex = partial(_build, method="simplex")
ipm = partial(_build, method="ipx")
pdlp = partial(_build, method="pdlp")
qp = partial(_build, method="qp")
