"""A program rounded to doubles, and what HiGHS makes of it: a source of candidates, never of answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

from gordan.array import Array
from gordan.problem.program import Program

__all__ = ["Candidate", "Doubles"]

_TIGHTEST = 1e-10  # the smallest tolerance HiGHS accepts
_USUAL = 1e-7
_STATUS = {0: "found", 2: "infeasible", 3: "unbounded"}


class Candidate(NamedTuple):
    """What HiGHS said, and the vertex where it ended."""

    said: Literal["found", "infeasible", "unbounded", "nothing"]
    x: Array | None


@dataclass(frozen=True, eq=False)
class Doubles:
    """The nearest doubles of all entries and sides; infinite where there is no side."""

    A: Any
    row_lower: Array
    row_upper: Array
    lower: Array
    upper: Array

    @classmethod
    def of(cls, program: Program) -> Doubles:
        A = program.A
        return cls(
            csr_array((nearest(A.values), A.columns, A.starts), shape=A.shape),
            sides(program.row_lower, -np.inf),
            sides(program.row_upper, np.inf),
            sides(program.lower, -np.inf),
            sides(program.upper, np.inf),
        )

    def solve(self, cost: Array, *, until: float = np.inf, presolve: bool = True, tight: bool = True) -> Candidate:
        """Minimise cost·x by the simplex method, which ends in a vertex."""
        equal = self.row_lower == self.row_upper
        above = np.isfinite(self.row_lower) & ~equal
        below = np.isfinite(self.row_upper) & ~equal
        upper = vstack([self.A[below], -self.A[above]], format="csr") if (above | below).any() else None
        right = np.concatenate([self.row_upper[below], -self.row_lower[above]])
        tolerance = _TIGHTEST if tight else _USUAL
        options: Any = {"presolve": presolve, "primal_feasibility_tolerance": tolerance}
        options["dual_feasibility_tolerance"] = tolerance
        if np.isfinite(until):
            options["time_limit"] = max(until - time.perf_counter(), 1e-3)
        with np.errstate(all="ignore"):
            found: Any = linprog(
                cost,
                A_ub=upper,
                b_ub=right if upper is not None else None,
                A_eq=self.A[equal] if equal.any() else None,
                b_eq=self.row_lower[equal] if equal.any() else None,
                bounds=cast(Any, np.stack([self.lower, self.upper], axis=1)),
                method="highs-ds",
                options=options,
            )
        said: Any = _STATUS.get(found.status, "nothing")
        return Candidate(said, None if found.x is None else np.asarray(found.x, dtype=np.float64))

    def inward(self) -> Array:
        """Costs that are bounded below: columns are drawn to a bound they have, others to nothing.

        They differ from one another, so that one vertex is best; any numbers would do.
        """
        apart = 1.0 + 0.5 * np.modf(np.arange(1, self.lower.size + 1) * 0.6180339887498949)[0]
        return np.where(np.isfinite(self.lower), apart, np.where(np.isfinite(self.upper), -apart, 0.0))


def nearest(values: Sequence[Fraction]) -> Array:
    return np.array([_float(v) for v in values], dtype=np.float64)


def sides(values: Sequence[Fraction | None], absent: float) -> Array:
    return np.array([absent if v is None else _float(v) for v in values], dtype=np.float64)


def _float(value: Fraction) -> float:
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return np.inf if value > 0 else -np.inf
