"""Contradictions with fewer members: several starts, each solved exactly within the sides that it names.

A vertex of the Farkas polyhedron is irreducible but not short. Others are looked for among the sides

1. of one row and the bounds of its columns
2. of the weights of least sum, by costs that differ from start to start
3. of the irreducible subsystems that HiGHS finds

A start is a guess in doubles; the weights within it are found without rounding, and judged by the verifier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array, eye_array, vstack

from gordan.arithmetic.deadline import lent, now
from gordan.errors import OverBudget
from gordan.feasibility.program.attempt import Stopwatch, attempts
from gordan.feasibility.program.dixon import TooLong
from gordan.feasibility.program.doubles import Doubles, Way, nearest, scales
from gordan.feasibility.program.farkas import Side, dual
from gordan.feasibility.program.highs import Solver
from gordan.outcome.alternative import Contradiction, ContradictionBall
from gordan.problem.program import Program

__all__ = ["shorter"]

Sides = set[Side]
_STARTS = 3  # costs that are tried
_STRATEGIES = (6, 4)  # of HiGHS: irreducible, from an elastic program first and from all rows
_FIRST, _TIMES = 2.0, 0.5  # seconds at least, and how often the time that the first contradiction took, are spent
_ZERO = 1e-9  # a weight so much smaller than the greatest is none


def shorter(
    program: Program, claim: Contradiction | ContradictionBall, *, until: float, watch: Stopwatch
) -> Iterator[Contradiction]:
    """Contradictions with fewer members than the claim, each shorter than the one before, to be judged."""
    stop = min(until, now() + _FIRST + _TIMES * watch.whole())
    least = len(claim.terms)
    doubles = Doubles.of(program)
    for sides, irreducible in _starts(program, doubles, stop, watch):
        if irreducible and len({side[:2] for side in sides}) >= least:
            continue
        try:
            if now() > stop:
                return
            found = _within(program, sides, stop, watch)
        except (OverBudget, TooLong):
            return
        if found is not None and len(found.terms) < least:
            yield found
            least = len(found.terms)


def _starts(program: Program, doubles: Doubles, stop: float, watch: Stopwatch) -> Iterator[tuple[Sides, bool]]:
    """Sides that contradict one another, and whether they are irreducible in doubles: then hardly fewer will do."""
    for sides in _single_rows(doubles):
        yield sides, False
    with watch.during("HiGHS"):
        weights = _Weights(doubles)
    for start in range(_STARTS):
        with watch.during("HiGHS"):
            sides = weights.least(start, stop)
        if sides:
            yield sides, True
        if start == 0:
            for strategy in _STRATEGIES:
                with watch.during("HiGHS"):
                    named = _named_by_highs(program, doubles, strategy, stop)
                if named:
                    yield named, True


def _within(program: Program, sides: Sides, stop: float, watch: Stopwatch) -> Contradiction | None:
    """The first exact contradiction among these sides."""

    def kept(place: Any, side: Any) -> list[Any]:
        size = program.shape[0 if place == "row" else 1]
        pairs = [(program.side(place, k, "lower"), program.side(place, k, "upper")) for k in range(size)]
        either = {k for p, k, _ in sides if p == place}
        # Both sides of an equality are one member.
        stays = ((place, k, side) in sides or (low == high and k in either) for k, (low, high) in enumerate(pairs))
        return [pair[side == "upper"] if stay else None for pair, stay in zip(pairs, stays, strict=True)]

    part = replace(
        program,
        row_lower=kept("row", "lower"),
        row_upper=kept("row", "upper"),
        lower=kept("column", "lower"),
        upper=kept("column", "upper"),
        notes=(),
    )
    other = dual(part)
    if not other.sides:
        return None
    for weights in attempts(other.program, until=stop, watch=watch):
        if weights is None:
            return None
        if any(weights):
            return other.contradiction(weights, irreducible=True)
    return None


def _single_rows(doubles: Doubles) -> Iterator[Sides]:
    """Rows that no point within the bounds satisfies, the one with the fewest entries first."""
    A = csr_array(doubles.A)
    starts, columns, values = A.indptr, A.indices, A.data
    lows = np.where(values > 0, doubles.lower[columns], doubles.upper[columns])
    highs = np.where(values > 0, doubles.upper[columns], doubles.lower[columns])
    row = np.repeat(np.arange(A.shape[0]), np.diff(starts))
    least, most = np.zeros(A.shape[0]), np.zeros(A.shape[0])
    np.add.at(least, row, values * lows)
    np.add.at(most, row, values * highs)
    clash = np.flatnonzero((least > doubles.row_upper) | (most < doubles.row_lower))
    for i in sorted(clash.tolist(), key=lambda i: int(starts[i + 1] - starts[i]))[:1]:
        upper = bool(least[i] > doubles.row_upper[i])
        sides: Sides = {("row", i, "upper" if upper else "lower")}
        for k in range(starts[i], starts[i + 1]):
            sides.add(("column", int(columns[k]), "lower" if (values[k] > 0) == upper else "upper"))
        yield sides


class _Weights:
    """Weights of least sum in doubles; those of equalities count by their size, whatever their sign."""

    def __init__(self, doubles: Doubles) -> None:
        low = np.concatenate([doubles.row_lower, doubles.lower])
        high = np.concatenate([doubles.row_upper, doubles.upper])
        m, equal = doubles.row_lower.size, low == high
        numbers = np.concatenate([np.flatnonzero(np.isfinite(low)), np.flatnonzero(np.isfinite(high) & ~equal)])
        upper = np.arange(numbers.size) >= int(np.isfinite(low).sum())
        # An equality's weight of the other sign is one of its upper side.
        upper, numbers = np.append(upper, np.ones(int(equal.sum()), bool)), np.append(numbers, np.flatnonzero(equal))
        sign = np.where(upper, -1.0, 1.0)
        all_rows = vstack([doubles.A, eye_array(doubles.lower.size)], format="csr")[numbers]
        right = sign * np.where(upper, high[numbers], low[numbers])
        A = csr_array(vstack([(all_rows * sign[:, None]).T, csr_array(right[None, :])]))
        row, column = scales(A)
        scaled = csr_array(A * row[:, None] * column[None, :])
        target, size = np.append(np.zeros(doubles.lower.size), 1.0), numbers.size
        self.sides: list[Side] = [
            ("row", k, "upper" if above else "lower") if k < m else ("column", k - m, "upper" if above else "lower")
            for k, above in zip(numbers.tolist(), upper.tolist(), strict=True)
        ]
        self.doubles = Doubles(
            scaled, target, target, np.zeros(size), np.full(size, np.inf), column * row[-1], row[-1] / row
        )

    def least(self, start: int, stop: float) -> Sides:
        """The sides with weight, for the start's costs: all 1 first, then apart from one another."""
        apart = np.modf(np.arange(1, len(self.sides) + 1) * 0.6180339887498949 * start)[0]
        candidate = self.doubles.solve(1.0 + apart, Way(), until=stop)
        if candidate.x is None:
            return set()
        size = candidate.x / self.doubles.unit
        return {self.sides[k] for k in np.flatnonzero(size > _ZERO * size.max(initial=0.0))}


def _named_by_highs(program: Program, doubles: Doubles, strategy: int, stop: float) -> Sides:
    """The irreducible subsystem that HiGHS finds in the program as it is given, or else in its scaled form.

    There is none where HiGHS is not sure that the program is infeasible, or has another interface.
    """
    raw = replace(
        doubles,
        A=csr_array(doubles.A * doubles.row_unit[:, None] / doubles.unit[None, :]),
        row_lower=doubles.row_lower * doubles.row_unit,
        row_upper=doubles.row_upper * doubles.row_unit,
        lower=doubles.lower * doubles.unit,
        upper=doubles.upper * doubles.unit,
        unit=np.ones_like(doubles.unit),
        row_unit=np.ones_like(doubles.row_unit),
    )
    cost = np.zeros(doubles.lower.size) if program.objective is None else nearest(program.objective)
    found: list[Any] = []
    for model, costs in ((raw, cost), (doubles, np.zeros_like(cost))):
        found = found or Solver(model, costs).subsystem(strategy, lent(max(stop - now(), 1e-3)))
    sides: Sides = set()
    for place, indices, bounds in found:
        for k, bound in zip(indices, bounds, strict=True):
            if bound in (2, 4):
                sides.add((place, k, "lower"))
            if bound in (3, 4):
                sides.add((place, k, "upper"))
    return sides
