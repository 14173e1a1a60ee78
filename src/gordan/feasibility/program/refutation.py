"""Contradictions of programs that miss a solution by a hair.

Among weights y of all sides that cancel and add up to 1 those with the greatest Σ y_k b_k are sought. Whatever x is,

    Σ y_k b_k = Σ y_k (b_k − a_k·x)

so that one may look from any point:

1. x ← 0
2. g_k ← b_k − a_k·x without rounding, what side k misses at x; not positive for any k: x is a solution
3. magnify g until the greatest is 1, and maximise Σ y_k g_k in doubles, the weights refined: they are a guess
4. the multipliers of the columns are a better x, near a solution if there is one; repeat

Each round sees what is some ten digits smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.attempt import Stopwatch, fractions, refine, vertices
from gordan.feasibility.program.doubles import Candidate, Doubles, Way
from gordan.feasibility.program.farkas import Dual, dual
from gordan.outcome.alternative import Contradiction, Point
from gordan.problem.program import Program

__all__ = ["refutations"]

_ROUNDS = 6
_WAYS = (Way(patience=15.0), Way(tight=False, simplex=False, patience=20.0), Way(tight=False, patience=30.0))
_DEEPEST = 1e9  # a side that is missed by so much less than another is beyond the tolerances of doubles


def refutations(program: Program, *, until: float, watch: Stopwatch) -> Iterator[Point | Contradiction | None]:
    """Contradictions to be judged, and solutions met on the way; None between rounds."""
    other = dual(program, total=True)
    if not other.sides:
        return
    doubles, near = Doubles.of(other.program), Doubles.of(program)
    x = [Fraction(0)] * program.shape[1]  # 1
    y: list[Fraction] | None = None
    seen: set[object] = set()
    for step in range(_ROUNDS):
        with watch.during("exact"):
            missed = _missed(program, other, x)  # 2
        most = max(missed)
        if most <= 0:
            yield Point(tuple(x))
            return
        if y is not None:
            held = Candidate("found", multipliers=_held(other, y, program.shape[0]))
            for point in vertices(program, near, x, held, seen=seen, step=step, until=until, watch=watch):
                yield Point(point)
        with watch.during("HiGHS"):
            candidate, y = _maximise(other, doubles, _magnified(missed, most), y, until)  # 3
        if y is None or candidate.multipliers is None:
            return
        for weights in vertices(other.program, doubles, y, candidate, seen=seen, step=step, until=until, watch=watch):
            if any(weights):
                yield other.contradiction(weights, irreducible=True)
        yield None
        x = [
            v - Fraction(more) * most for v, more in zip(x, candidate.multipliers[: len(x)].tolist(), strict=True)
        ]  # 4


def _maximise(
    other: Dual, doubles: Doubles, gains: Array, y: list[Fraction] | None, until: float
) -> tuple[Candidate, list[Fraction] | None]:
    """The best weights: those in hand refined, or found anew."""
    cost = -gains * doubles.unit
    for way in _WAYS:
        if y is not None:
            candidate, refined = refine(other.program, doubles, cost, y, way, until=until)
            if refined is not None:
                return candidate, refined
        candidate = doubles.solve(cost, way, until=until)
        if candidate.x is not None:
            return candidate, fractions(candidate.x)
    return candidate, None


def _held(other: Dual, y: Sequence[Fraction], m: int) -> Array:
    """Rows that have weight: the point is on their side."""
    held = np.zeros(m)
    for (place, i, _), weight in zip(other.sides, y, strict=True):
        if place == "row" and weight:
            held[i] = 1.0
    return held


def _missed(program: Program, other: Dual, x: Sequence[Fraction]) -> list[Fraction]:
    at = []
    for row in program.A.rows():
        check_deadline("refuting a program")
        at.append(sum((a * x[j] for j, a in row if x[j]), Fraction(0)))
    values = {"row": at, "column": x}
    return [
        right - (values[place][i] if side == "lower" else -values[place][i])
        for (place, i, side), right in zip(other.sides, other.right, strict=True)
    ]


def _magnified(missed: Sequence[Fraction], most: Fraction) -> Array:
    """What is missed as a share of the most; what is far from being missed is brought nearer."""
    deepest = Fraction(-_DEEPEST)
    return np.array([float(max(each / most, deepest)) for each in missed])
