"""Programs by an algorithm for points, as in the lecture on the perceptron: inequalities are positive examples.

Rows a_k·w ≥ b_k with every b_k > 0 (the lecture's A w ≥ 1, rows divided by b_k)
    1. find w with a_k·w > 0 for every k
    2. return w·max_k b_k/(a_k·w), or twice that for a strict solution
    Weights x ≥ 0 with Σ x_k a_k = 0 are a contradiction, for Σ x_k b_k > 0.
Any other b (dividing by b_k would be wrong for b_k ≤ 0)
    1. find (w, t) with a_k·w − b_k t > 0 for every k, and t > 0
    2. return w/t, which satisfies every inequality strictly
    Weights that cancel are a contradiction where the row t > 0 has one of them. Without it they refute strict solutions
    only. Then 1 is repeated with every b_k lowered a little, for weights that cancel there are a contradiction of the
    program as it was; a program that is satisfied by its boundary alone is out of reach.

Guarantee
    The perceptron's: at most 1/ρ² updates, ρ the margin of the rows at length 1. It may be exponential in the digits of
    the program.
Reference
    Blum, Gupta et al., lecture notes on the perceptron, sections 2.1 and 3.1; Ramdas and Peña (2015).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.loop.separate import solve
from gordan.engine.solver import Solver
from gordan.errors import InputError
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.farkas import dual, ranges
from gordan.outcome import Cancellation, Code, Inseparable, Outcome, Reason, Separable, Undecided
from gordan.outcome.alternative import Contradiction, Point
from gordan.problem import Points
from gordan.problem.program import Program

__all__ = ["Homogeneous", "guesses", "unproved"]

# ‖Ax‖ relative to the longest row at which the algorithm stops for its weights to be tried as a contradiction: the
# perceptron is there after at most 1e4, 1e6 and 1e8 updates.
_LEVELS = (1e-2, 1e-3, 1e-4)
_LOWERED = (Fraction(0), Fraction(1, 2**8), Fraction(1, 2**20))  # of the right sides, in units of the greatest entry


class Homogeneous:
    """A program as rows that are to have positive products with one direction, and the way back.

    >>> rows = Homogeneous(Program([[2, 0], [0, 1]], row_lower=[1, -1]))
    >>> rows.points.tolist()
    [[2.0, 0.0, -1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]]
    """

    def __init__(self, program: Program, *, lowered: Fraction = _LOWERED[0]) -> None:
        if any(each.low is not None and each.low == each.high for each in ranges(program)):
            raise InputError(
                "the program has equalities, on which no point has room; an algorithm for points needs inequalities, "
                "so leave solver out, or solve the equalities for some of the columns first"
            )
        self.program, self.other = program, dual(program, total=True)
        self.lifted = not (all(v > 0 for v in self.other.right) or all(v == 0 for v in self.other.right))
        n = program.shape[1]
        rows: list[Array] = []
        self.factors: list[int] = []
        for place, i, side in self.other.sides:
            sign = 1 if side == "lower" else -1
            entries = {j: sign * a for j, a in (program.A.row(i) if place == "row" else ((i, Fraction(1)),))}
            if self.lifted:
                size = max((abs(a) for a in entries.values()), default=Fraction(1))
                entries[n] = lowered * size - self.other.right[len(rows)]
            factor = lcm(*(a.denominator for a in entries.values())) if entries else 1
            row = np.zeros(n + self.lifted)
            for j, a in entries.items():
                row[j] = float(a * factor)
            rows.append(row)
            self.factors.append(factor)
        if self.lifted:
            rows.append(np.append(np.zeros(n), 1.0))
        self.points = np.array(rows).reshape(len(rows), n + self.lifted)

    def point(self, direction: Array, *, strict: bool) -> Point | None:
        """The solution that a direction with positive products stands for, in fractions; twice as long for `strict`."""
        w = [Fraction(v) for v in direction.tolist()]
        if self.lifted:
            return Point(tuple(v / w[-1] for v in w[:-1])) if w[-1] > 0 else None
        least = None
        for (place, i, side), right in zip(self.other.sides, self.other.right, strict=True):
            entries = self.program.A.row(i) if place == "row" else ((i, Fraction(1)),)
            product = sum((a * w[j] for j, a in entries), Fraction(0)) * (1 if side == "lower" else -1)
            if product <= 0:
                return None
            share = right / product if right else 1 / product
            least = share if least is None else max(least, share)
        factor = (least or 1) * (2 if strict else 1)
        return Point(tuple(v * factor for v in w))

    def impossible(self) -> Contradiction | None:
        """A row of zeros whose right side is positive, which contradicts itself."""
        zeros = [not row.any() and right > 0 for row, right in zip(self.points, self.other.right, strict=False)]
        return self.other.contradiction([Fraction(zero) for zero in zeros]) if any(zeros) else None

    def contradiction(self, proof: Cancellation) -> Contradiction | None:
        """The sides that cancel, with their weights; what the row t > 0 has is the excess of the right sides."""
        weights = [Fraction(0)] * len(self.other.sides)
        for row, weight in zip(proof.support, proof.integers, strict=True):
            if row < len(weights):
                weights[row] = Fraction(int(weight) * self.factors[row])
        return self.other.contradiction(weights) if any(weights) else None


def guesses(
    program: Program, solver: str | Solver, *, strict: bool, until: float, watch: Stopwatch, outcomes: list[Outcome]
) -> Iterator[Point | Contradiction | None]:
    """What the algorithm ends with, to be judged; each of its runs is added to `outcomes`."""
    for lowered in _LOWERED[:1] if strict else _LOWERED:
        posed = Homogeneous(program, lowered=lowered)
        if not posed.points.size or (lowered and not posed.lifted):
            return
        if not posed.points.any(axis=1).all():
            yield posed.impossible()
            return
        with watch.during("solver"):
            outcome = _run(posed.points, solver, until, outcomes)
        if isinstance(outcome, Separable):
            assert outcome.coef is not None
            yield posed.point(outcome.coef, strict=strict)
            return
        if not isinstance(outcome, Inseparable) or not isinstance(outcome.proof, Cancellation):
            return
        yield posed.contradiction(outcome.proof)


def _run(rows: Array, solver: str | Solver, until: float, outcomes: list[Outcome]) -> Outcome | None:
    """One run after the other, to smaller and smaller levels, until one of them decides."""
    question = Points(rows, np.ones(len(rows)), intercept=False, normalise=True)
    for eps in _LEVELS:
        if now() > until:
            break
        left = seconds_left()
        budget = None if left == np.inf else max(left, 1e-3)
        outcomes.append(solve(question, solver=solver, goal="decide", eps=eps, proof="exact", max_seconds=budget))
        if not isinstance(outcomes[-1], Undecided) or outcomes[-1].reason.code not in (Code.LEVEL, Code.ENDED):
            break
    return outcomes[-1] if outcomes else None


def unproved(solver: str, outcomes: list[Outcome]) -> Reason:
    """Why nothing was proved."""
    last = outcomes[-1] if outcomes else None
    if any(isinstance(outcome, Inseparable) for outcome in outcomes):
        text = f"{solver} shows that no point satisfies every inequality strictly; one with equalities may be left."
    elif last is None:
        text = f"{solver} had no rows to run on, or one of zeros; leave solver out."
    else:
        text = f"{solver} proved neither: {last.reason}"
    return Reason(text, Code.UNPROVED if last is None else last.reason.code)
