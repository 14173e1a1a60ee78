"""A program with an objective in HiGHS: bases to start exact arithmetic from, never answers.

The model stays in HiGHS, so that after its costs and sides were changed the simplex method goes on from its last basis.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import lent, now
from gordan.feasibility.program.doubles import Doubles

__all__ = ["Basis", "Solver", "Vertex"]

Status = npt.NDArray[np.int8]
LOWER, BASIC, UPPER = 0, 1, 2  # what HiGHS calls them; 3 and 4 are columns at 0 and any that is not basic


class Basis(NamedTuple):
    """Which columns and rows are basic, and at which bound or side the others are."""

    columns: Status
    rows: Status

    def key(self) -> bytes:
        return self.columns.tobytes() + b"|" + self.rows.tobytes()


class Vertex(NamedTuple):
    """What HiGHS says of the program, the basis it ended with, and its point and multipliers in the program's units.

    Where it says "infeasible", `ray` may have weights of the rows that are to show it.
    """

    said: str
    basis: Basis | None = None
    x: Array | None = None
    y: Array | None = None
    ray: Array | None = None


def highs_core() -> Any:
    """The compiled part of highspy, or the older copy of it that SciPy has within."""
    try:
        return import_module("highspy._core")
    except ImportError:
        return import_module("scipy.optimize._highspy._core")


class Solver:
    """HiGHS with one model in it; sides and costs may be replaced between runs."""

    def __init__(self, doubles: Doubles, cost: Array) -> None:
        self._core = core = highs_core()
        self._doubles, self._cost = doubles, cost
        self._highs = core._Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("random_seed", 1)):
            self._highs.setOptionValue(option, value)
        self._pass(doubles, cost)

    def _pass(self, doubles: Doubles, cost: Array) -> None:
        lp, A = self._core.HighsLp(), doubles.A.tocsc()
        lp.num_row_, lp.num_col_ = A.shape
        lp.col_cost_ = cost * doubles.unit
        lp.col_lower_, lp.col_upper_ = doubles.lower, doubles.upper
        lp.row_lower_, lp.row_upper_ = doubles.row_lower, doubles.row_upper
        lp.a_matrix_.format_ = self._core.MatrixFormat.kColwise
        lp.a_matrix_.num_row_, lp.a_matrix_.num_col_ = A.shape
        lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = A.indptr, A.indices, A.data
        self._highs.passModel(lp)

    def replace(self, doubles: Doubles, cost: Array, basis: Basis) -> None:
        """Other sides and costs, and the basis to begin with."""
        self._pass(doubles, cost)
        core = self._core
        given, status = core.HighsBasis(), core.HighsBasisStatus
        kinds = [status.kLower, status.kBasic, status.kUpper, status.kZero, status.kNonbasic]
        given.col_status = [kinds[k] for k in basis.columns.tolist()]
        given.row_status = [kinds[k] for k in basis.rows.tolist()]
        given.valid = True
        self._highs.setBasis(given)

    def run(self, *, presolve: bool, tolerance: float, until: float, method: str = "simplex") -> Vertex:
        """Solve it from where it stands."""
        left = max(until - now(), 1e-3)
        options: list[tuple[str, Any]] = [
            ("presolve", "on" if presolve else "off"),
            ("primal_feasibility_tolerance", tolerance),
            ("dual_feasibility_tolerance", tolerance),
            ("solver", method),
            ("time_limit", self._highs.getRunTime() + lent(left) if np.isfinite(left) else np.inf),
        ]
        for option, value in options:
            self._highs.setOptionValue(option, value)
        self._highs.run()
        return self._ended()

    def subsystem(self, strategy: int, seconds: float) -> list[tuple[Literal["row", "column"], list[int], list[int]]]:
        """Rows and columns of an infeasible subsystem, with 2, 3 or 4 for a lower side, an upper one, or both."""
        for option, value in (("iis_strategy", strategy), ("time_limit", seconds), ("iis_time_limit", seconds)):
            self._highs.setOptionValue(option, value)
        self._highs.run()
        if self._highs.getModelStatus() != self._core.HighsModelStatus.kInfeasible:
            return []
        try:
            _, found = self._highs.getIis()
        except TypeError:  # an older HiGHS, without strategies
            return []
        rows, columns = list(map(int, found.row_bound_)), list(map(int, found.col_bound_))
        return [("row", list(found.row_index_), rows), ("column", list(found.col_index_), columns)]

    def _ray(self) -> Array | None:
        try:
            _, known, ray = self._highs.getDualRay()
        except (AttributeError, TypeError, ValueError):  # an older HiGHS
            return None
        weights = np.asarray(ray, dtype=np.float64) / self._doubles.row_unit if known else np.zeros(0)
        return weights if weights.size and np.isfinite(weights).all() else None

    def _ended(self) -> Vertex:
        known, status = self._core.HighsModelStatus, self._highs.getModelStatus()
        said = {
            known.kOptimal: "optimal",
            known.kInfeasible: "infeasible",
            known.kUnbounded: "unbounded",
            known.kUnboundedOrInfeasible: "either",
        }.get(status, "nothing")
        if said == "infeasible":
            return Vertex(said, ray=self._ray())
        basis = self._highs.getBasis()
        if not basis.valid:
            return Vertex(said)
        columns = np.array([int(each) for each in basis.col_status], dtype=np.int8)
        rows = np.array([int(each) for each in basis.row_status], dtype=np.int8)
        solution = self._highs.getSolution()
        x = np.asarray(solution.col_value, dtype=np.float64)
        y = np.asarray(solution.row_dual, dtype=np.float64)
        ended = Basis(columns, rows)
        if x.size != columns.size or y.size != rows.size:
            return Vertex(said, ended)
        x, y = x * self._doubles.unit, y / self._doubles.row_unit  # which may leave the doubles
        return Vertex(said, ended, x, y) if np.isfinite(x).all() and np.isfinite(y).all() else Vertex(said, ended)
