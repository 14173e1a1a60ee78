"""The margin of points that no hyperplane separates, from both sides.

The greatest ball about the origin inside the hull of the signed points (with an intercept: of half the differences of
the classes) has the radius |ρ|. The best hyperplane found bounds it from above, and a ball inside from below. Where
only the bracket is wanted, `solve(problem, depth=True)` has it too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.deadline import deadline
from gordan.engine.loop.depth import deepen, refuse_shallow
from gordan.engine.loop.guarantee import guarantee_at
from gordan.engine.loop.separate import solve
from gordan.engine.solver import Solver, named
from gordan.errors import InputError
from gordan.outcome import Bracket, Guarantee, InnerBall, Outcome, Verdict
from gordan.problem import Points

__all__ = ["NegativeMargin", "negative_margin"]


@dataclass(frozen=True)
class NegativeMargin:
    """A bracket on the margin of inseparable points: the answer with its hyperplane, and a ball inside the hull.

    `outcome` is an answer as any other, whose claim has the ball and whose bracket has both ends; `verdict` is its
    verdict. Without a ball, where the hull has no interior about the origin or the programs found none, the upper end
    is 0.
    """

    problem: Points
    bracket: Bracket
    outcome: Outcome
    ball: InnerBall | None
    verdict: Verdict

    def guarantee(self, solver: str | Solver, *, eps: float = 1e-6) -> Guarantee | None:
        """What an algorithm's theorem promises at the proved |ρ|, to a level eps relative to the longest point.

        Ramdas and Peña's SNKPVN needs √n/ε iterations, times ‖Aq‖/|ρ| where that is less; ISNKPVN √n/|ρ| for every
        factor by which ‖Ax‖ shrinks. Both hold with any proved bound of |ρ| from below.
        """
        named_solver = named(solver) if isinstance(solver, str) else solver
        return guarantee_at(self.problem, named_solver, rho=min(self.bracket.upper, 0.0), eps=eps)

    def __str__(self) -> str:
        lower, upper = (f"{-end:.4g}" for end in (self.bracket.lower, self.bracket.upper))
        if self.ball is None:
            return f"every hyperplane has rows on the wrong side, the best one found by {lower}"
        return f"every hyperplane has rows at least {upper} on the wrong side, the best one found {lower}"


def negative_margin(
    problem: Points, outcome: Outcome | None = None, *, max_seconds: float | None = None
) -> NegativeMargin:
    """Bracket the margin of inseparable points with coordinates; computing it is NP-hard.

    Parameters
    ----------
    problem : Points
        The question; not in the space of a kernel.
    outcome : Inseparable or None
        An answer to it; None asks `solve`.
    max_seconds : float or None
        For the answer and the 2m linear programs; what is not reached leaves the upper end at 0.

    Examples
    --------
    >>> square = Points([[0.0, 0.0], [4.0, 4.0], [0.0, 4.0], [4.0, 0.0]], [0, 0, 1, 1])
    >>> found = negative_margin(square)
    >>> print(found)
    every hyperplane has rows at least 1.414 on the wrong side, the best one found 1.414
    >>> found.verdict.holds
    True
    """
    refuse_shallow(problem)
    with deadline(np.inf if max_seconds is None else max_seconds):
        answer = solve(problem) if outcome is None else outcome
        if answer.kind != "inseparable":
            raise InputError(f"the answer is {answer.kind}; only the margin of inseparable points is negative")
        deeper = deepen(problem, answer)
    return NegativeMargin(problem, deeper.bracket, deeper, deeper.claim.ball, deeper.verdict)
