"""Contradictions of programs that miss a solution by a hair.

Among weights y of all sides that cancel and add up to 1 those with the greatest Σ y_k b_k are sought. Whatever x is,

    Σ y_k b_k = Σ y_k (b_k − a_k·x)

so that one may look from any point:

1. x ← 0
2. g_k ← b_k − a_k·x without rounding, what side k misses at x; not positive for any k: x is a solution
3. magnify g until the greatest is 1, and maximise Σ y_k g_k in doubles: the weights are a guess
4. the multipliers of the columns are a better x; repeat

Each round sees what is some ten digits smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.alternative import Contradiction, Point
from gordan.array import Array
from gordan.problem.program import Program
from gordan.program.attempt import fractions, vertices
from gordan.program.doubles import Doubles
from gordan.program.farkas import Dual, dual
from gordan.program.stopwatch import Stopwatch

__all__ = ["refutations"]

_ROUNDS = 6
_DEEPEST = 1e9  # a side that is missed by so much less than another is beyond the tolerances of doubles


def refutations(program: Program, *, until: float, watch: Stopwatch) -> Iterator[Point | Contradiction | None]:
    """Contradictions to be judged, and solutions met on the way; None between rounds."""
    other = dual(program, total=True)
    if not other.sides:
        return
    doubles = Doubles.of(other.program)
    x = [Fraction(0)] * program.shape[1]  # 1
    seen: set[Any] = set()
    for _ in range(_ROUNDS):
        with watch.during("exact"):
            missed = _missed(program, other, x)  # 2
        most = max(missed)
        if most <= 0:
            yield Point(tuple(x))
            return
        gains = _magnified(missed, most)
        with watch.during("HiGHS"):
            found = doubles.solve(-gains * doubles.unit, until=until)  # 3
        if found.x is None or found.multipliers is None:
            return
        for weights in vertices(other.program, doubles, fractions(found.x), found, seen=seen, until=until, watch=watch):
            if any(weights):
                yield other.contradiction(weights, irreducible=True)
        yield None
        x = [v - Fraction(more) * most for v, more in zip(x, found.multipliers[: len(x)].tolist(), strict=True)]  # 4


def _missed(program: Program, other: Dual, x: Sequence[Fraction]) -> list[Fraction]:
    at = [sum((a * x[j] for j, a in row if x[j]), Fraction(0)) for row in program.A.rows()]
    values = {"row": at, "column": x}
    return [
        right - (values[place][i] if side == "lower" else -values[place][i])
        for (place, i, side), right in zip(other.sides, other.right, strict=True)
    ]


def _magnified(missed: Sequence[Fraction], most: Fraction) -> Array:
    """What is missed as a share of the most; what is far from being missed is brought nearer."""
    deepest = Fraction(-_DEEPEST)
    return np.array([float(max(each / most, deepest)) for each in missed])
