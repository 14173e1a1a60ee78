"""Other solvers of linear programs, each asked in its own way: what it says, in a few words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gordan.problem.program import Program

__all__ = ["PEERS"]

_TOO_LARGE = "not asked: too large"


def _highs(program: Program, seconds: float) -> str:
    """The verdict of HiGHS, and of what is infeasible the size of its subsystem."""
    import highspy

    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("time_limit", seconds)
    solver.setOptionValue("threads", 1)
    solver.passModel(_model(program))
    solver.run()
    said = str(solver.modelStatusToString(solver.getModelStatus()))
    if said != "Infeasible":
        return said
    solver.setOptionValue("iis_strategy", 6)
    _, iis = solver.getIis()
    return f"{said}, {len(iis.row_index_) + len(iis.col_index_)} in its subsystem"


def _model(program: Program) -> Any:
    import highspy

    m, n = program.shape
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = m, n
    model.col_cost_ = np.array([float(v) for v in program.objective or [0] * n])
    if program.objective is not None and program.maximise:
        model.sense_ = highspy.ObjSense.kMaximize
    model.row_lower_, model.col_lower_ = (_ends(side, -np.inf) for side in (program.row_lower, program.lower))
    model.row_upper_, model.col_upper_ = (_ends(side, np.inf) for side in (program.row_upper, program.upper))
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_ = program.A.starts, program.A.columns
    A = program.A.doubles()[0]
    model.a_matrix_.value_ = A.data if hasattr(A, "tocsr") else np.ravel(A)
    return model


def _ends(values: Any, unknown: float) -> Any:
    return np.array([unknown if v is None else float(v) for v in values])


def _z3(program: Program, seconds: float) -> str:
    """Z3 on the constraints, in fractions."""
    import z3

    if len(program.A.values) > 300_000:
        return _TOO_LARGE
    x = [z3.Real(f"x{j}") for j in range(program.shape[1])]
    solver = z3.Optimize() if program.objective is not None else z3.SolverFor("QF_LRA")
    solver.set("timeout", int(1000 * seconds))
    for low, value, high in zip(program.lower, x, program.upper, strict=True):
        _between(solver, low, value, high)
    for i, row in enumerate(program.A.rows()):
        _between(solver, program.row_lower[i], z3.Sum([z3.Q(a.numerator, a.denominator) * x[j] for j, a in row]), None)
        if program.row_upper[i] is not None:
            row = program.A.row(i)
            total = z3.Sum([z3.Q(a.numerator, a.denominator) * x[j] for j, a in row])
            _between(solver, None, total, program.row_upper[i])
    if program.objective is not None:
        cost = z3.Sum([z3.Q(c.numerator, c.denominator) * v for c, v in zip(program.objective, x, strict=True) if c])
        (solver.maximize if program.maximise else solver.minimize)(cost)
    return str(solver.check())


def _between(solver: Any, low: Any, value: Any, high: Any) -> None:
    import z3

    if low is not None:
        solver.add(value >= z3.Q(low.numerator, low.denominator))
    if high is not None:
        solver.add(value <= z3.Q(high.numerator, high.denominator))


def _cdd(program: Program, seconds: float) -> str:
    """pycddlib's simplex method in fractions; it has no limit of time, and is asked about small programs only."""
    from cdd import gmp

    m, n = program.shape
    if m * n > 50_000:
        return _TOO_LARGE
    rows = []
    entries = [dict(row) for row in program.A.rows()] + [{j: 1} for j in range(n)]
    sides = [*zip(program.row_lower, program.row_upper, strict=True), *zip(program.lower, program.upper, strict=True)]
    for row, (low, high) in zip(entries, sides, strict=True):
        dense = [row.get(j, 0) for j in range(n)]
        rows += [] if low is None else [[-low, *dense]]
        rows += [] if high is None else [[high, *(-v for v in dense)]]
    matrix = gmp.matrix_from_array(rows, rep_type=gmp.RepType.INEQUALITY)
    matrix.obj_type, matrix.obj_func = gmp.LPObjType.MIN, [0, *(program.objective or [0] * n)]
    problem = gmp.linprog_from_matrix(matrix)
    gmp.linprog_solve(problem)
    return str(problem.status.name).lower()


def _scip(program: Program, seconds: float) -> str:
    """SCIP with SoPlex inside, in doubles: the wheels have no exact mode."""
    from pyscipopt import Model, quicksum

    if len(program.A.values) > 1_000_000:
        return _TOO_LARGE
    model = Model()
    model.hideOutput()
    model.setParam("limits/time", seconds)
    ends = zip(program.lower, program.upper, strict=True)
    x = [model.addVar(lb=_plain(low), ub=_plain(high)) for low, high in ends]
    for row, low, high in zip(program.A.rows(), program.row_lower, program.row_upper, strict=True):
        total = quicksum(float(a) * x[j] for j, a in row)
        if low is not None:
            model.addCons(total >= float(low))
        if high is not None and high != low:
            model.addCons(total <= float(high))
    costs = program.objective or ()
    model.setObjective(
        quicksum(float(c) * v for c, v in zip(costs, x, strict=False)), "maximize" if program.maximise else "minimize"
    )
    model.optimize()
    return str(model.getStatus())


def _plain(side: Any) -> float | None:
    return None if side is None else float(side)


PEERS: dict[str, Callable[[Program, float], str]] = {"highs": _highs, "z3": _z3, "cdd": _cdd, "scip": _scip}
