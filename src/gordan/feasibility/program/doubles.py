"""A program rounded to doubles, and what HiGHS makes of it: a source of candidates, never of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline, lent, now, watched
from gordan.problem.program import Program

__all__ = ["Candidate", "Doubles", "Way", "scales"]

_TIGHTEST = 1e-10  # the smallest tolerance HiGHS accepts
_USUAL = 1e-7
_PASSES = 4  # of scaling
_LEAST = 1e-100
_STATUS = {0: "found", 2: "infeasible", 3: "unbounded"}


class Way(NamedTuple):
    """How HiGHS is asked: with presolve, with the smallest tolerances it accepts, by which method, for how long."""

    presolve: bool = True
    tight: bool = True
    simplex: bool = True
    patience: float = np.inf


_PLAIN = Way()


class Candidate(NamedTuple):
    """What HiGHS said, the vertex where it ended, and the multipliers of the rows: one that is not 0 is on its side."""

    said: Literal["found", "infeasible", "unbounded", "nothing"]
    x: Array | None = None
    multipliers: Array | None = None


@dataclass(frozen=True, eq=False)
class Doubles:
    """The nearest doubles of all entries and sides, in units that make the entries alike; infinite without a side.

    A column's value is `unit` times what stands here, a row's `row_unit` times.
    """

    A: Matrix
    row_lower: Array
    row_upper: Array
    lower: Array
    upper: Array
    unit: Array
    row_unit: Array

    @classmethod
    def of(cls, program: Program) -> Doubles:
        given = program.A
        values = nearest(given.values)
        # Beyond these sizes scaling would overflow; a candidate may be wrong, and is judged by the true numbers.
        values = np.copysign(np.clip(np.abs(values), _LEAST, 1.0 / _LEAST), values)
        A = csr_array((values, given.columns, given.starts), shape=given.shape)
        row, column = scales(A)
        lows, highs = sides(program.row_lower, -np.inf) * row, sides(program.row_upper, np.inf) * row
        lower, upper = sides(program.lower, -np.inf) / column, sides(program.upper, np.inf) / column
        # One factor more, so that the sides of most programs are neither huge nor tiny beside the tolerances.
        known = np.abs(np.concatenate([lows, highs, lower, upper]))
        known = known[np.isfinite(known) & (known > 0)]
        # Bounded: with the scale of a row or column, at most 2^664, it stays among the doubles.
        size = 2.0 ** np.clip(np.rint(np.log2(np.median(known))), -300, 300) if known.size else 1.0
        scaled = csr_array(A * row[:, None] * column[None, :])
        return cls(scaled, lows / size, highs / size, lower / size, upper / size, column * size, size / row)

    def solve(self, cost: Array, way: Way = _PLAIN, *, until: float = np.inf) -> Candidate:
        """Minimise cost·x; the simplex method ends in a vertex, and so does the interior one, which crosses over."""
        check_deadline("preparing a linear program")
        equal = self.row_lower == self.row_upper
        above = np.isfinite(self.row_lower) & ~equal
        below = np.isfinite(self.row_upper) & ~equal
        upper = vstack([self.A[below], -self.A[above]], format="csr") if (above | below).any() else None
        right = np.concatenate([self.row_upper[below], -self.row_lower[above]])
        tolerance = _TIGHTEST if way.tight else _USUAL
        options: Any = {"presolve": way.presolve, "primal_feasibility_tolerance": tolerance}
        until = min(until, now() + way.patience)
        options["dual_feasibility_tolerance"] = tolerance
        if np.isfinite(until):
            options["time_limit"] = lent(until - now())
        try:
            solved: Any = linprog(
                cost,
                A_ub=upper,
                b_ub=right if upper is not None else None,
                A_eq=self.A[equal] if equal.any() else None,
                b_eq=self.row_lower[equal] if equal.any() else None,
                bounds=cast(Any, np.stack([self.lower, self.upper], axis=1)),
                method="highs-ds" if way.simplex else "highs-ipm",
                options=options,
            )
        except ValueError:  # a number of the program is beyond all doubles
            return Candidate("nothing")
        said: Any = _STATUS.get(solved.status, "nothing")
        if solved.x is None or said != "found":
            return Candidate(said)
        multipliers = np.zeros(self.row_lower.size)
        if upper is not None:
            signs = np.concatenate([np.ones(int(below.sum())), -np.ones(int(above.sum()))])
            rows = np.concatenate([np.flatnonzero(below), np.flatnonzero(above)])
            np.add.at(multipliers, rows, signs * np.asarray(solved.ineqlin.marginals))
        if equal.any():
            multipliers[equal] = solved.eqlin.marginals
        x, multipliers = np.asarray(solved.x, dtype=np.float64) * self.unit, multipliers / self.row_unit
        sound = bool(np.isfinite(x).all() and np.isfinite(multipliers).all())
        return Candidate(said, x, multipliers) if sound else Candidate("nothing")

    @property
    def spread(self) -> float:
        """The greatest entry as a multiple of the least."""
        size = np.abs(self.A.data)
        return float(size.max() / size.min()) if size.size else 1.0

    def inward(self) -> Array:
        """Costs that are bounded below: columns are drawn to a bound they have, others to nothing.

        They differ from one another, so that one vertex is best; any numbers would do.
        """
        apart = 1.0 + 0.5 * np.modf(np.arange(1, self.lower.size + 1) * 0.6180339887498949)[0]
        return np.where(np.isfinite(self.lower), apart, np.where(np.isfinite(self.upper), -apart, 0.0))


def scales(A: Matrix) -> tuple[Array, Array]:
    """Powers of two for rows and columns, by geometric means of their least and greatest entries."""
    size = abs(A).tocsr()
    row, column = np.ones(A.shape[0]), np.ones(A.shape[1])
    if not size.nnz:
        return row, column
    i = np.repeat(np.arange(A.shape[0]), np.diff(size.indptr))
    j, entries = size.indices, np.log2(size.data)
    for _ in range(_PASSES):
        for own, other, factor, against in ((i, j, row, column), (j, i, column, row)):
            value = entries + np.log2(against)[other]
            low, high = np.full(factor.size, np.inf), np.full(factor.size, -np.inf)
            np.minimum.at(low, own, value)
            np.maximum.at(high, own, value)
            some = np.isfinite(low)
            factor[some] = 2.0 ** -np.rint((low[some] + high[some]) / 2)
    return row, column


def nearest(values: Sequence[Fraction]) -> Array:
    return np.array([_float(v) for v in watched(values, "rounding a program")], dtype=np.float64)


def sides(values: Sequence[Fraction | None], absent: float) -> Array:
    return np.array([absent if v is None else _float(v) for v in values], dtype=np.float64)


def _float(value: Fraction) -> float:
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return np.inf if value > 0 else -np.inf
