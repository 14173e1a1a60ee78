"""OR-tools PDLP: the feasibility program, and the least ‖w‖² under it, by the primal-dual hybrid gradient method.

Its library and highspy's cannot be loaded into one process; every run has its own.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.flagship.question import Claim, Question, signed

__all__ = ["pdlp"]

_THREADS = 2
# 1e-6 is PDLP's own level; a margin to six digits needs points violated by no more than 1e-6 of it: two digits beyond.
_LEVEL = {"decide": 1e-6, "margin": 1e-8}


def pdlp(question: Question) -> Callable[[], Claim]:
    import scipy.sparse as sp
    from ortools.pdlp import solve_log_pb2, solvers_pb2
    from ortools.pdlp.python import pdlp as library

    A = sp.csc_matrix(signed(question))
    n, m = A.shape
    program = library.QuadraticProgram()
    program.resize_and_initialize(m, n)
    program.constraint_matrix = A
    program.constraint_lower_bounds, program.constraint_upper_bounds = np.ones(n), np.full(n, np.inf)
    program.variable_lower_bounds, program.variable_upper_bounds = np.full(m, -np.inf), np.full(m, np.inf)
    if question.goal == "margin":
        program.set_objective_matrix_diagonal(np.ones(m))
    settings = solvers_pb2.PrimalDualHybridGradientParams(num_threads=_THREADS)
    level = settings.termination_criteria.simple_optimality_criteria
    level.eps_optimal_absolute = level.eps_optimal_relative = _LEVEL[question.goal]

    def solve() -> Claim:
        found = library.primal_dual_hybrid_gradient(program, settings)
        reason = found.solve_log.termination_reason
        weights = np.array(found.dual_solution)
        if reason == solve_log_pb2.TERMINATION_REASON_OPTIMAL:
            direction = np.array(found.primal_solution)
            return Claim(says="separable", direction=direction, weights=weights if weights.any() else None)
        if reason == solve_log_pb2.TERMINATION_REASON_PRIMAL_INFEASIBLE:
            return Claim(says="inseparable", weights=weights)
        return Claim()

    return solve
