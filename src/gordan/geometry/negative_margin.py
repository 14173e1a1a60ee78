"""The margin of points that no hyperplane separates, from both sides.

The greatest ball about the origin inside the hull of the signed points (with an intercept: of half the differences of
the classes) has the radius |ρ|. The best hyperplane found bounds it from above, and a ball inside from below. Where
only the bracket is wanted, `solve(problem, depth=True)` has it too.

Where the hull has fewer dimensions than the space, as in the space of a kernel, no ball fits inside and |ρ| is 0. It is
not within the span of the signed points, which is what Ramdas and Peña's footnote 1 expects: `within="span"`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import afford, deadline
from gordan.arithmetic.limit import afford_memory
from gordan.engine.loop.depth import deepen, refuse_shallow
from gordan.engine.loop.guarantee import guarantee_at
from gordan.engine.loop.separate import solve
from gordan.engine.oracle.span import Coordinates
from gordan.engine.solver import Solver, named
from gordan.errors import InputError
from gordan.outcome import Bracket, Guarantee, InnerBall, Outcome, Verdict
from gordan.problem import Gram, Points
from gordan.problem.kernel.evaluate import values

__all__ = ["NegativeMargin", "negative_margin"]

_FLAT = 1e-7  # of the greatest extent: products know lengths to the root of a rounding error
_BYTES = 6 * 8  # for each product of two points: the products, their factor with room to grow, coordinates
_SPEED = 1e10  # multiplications and additions of a factorisation in a second, on one core


@dataclass(frozen=True)
class NegativeMargin:
    """A bracket on the margin of inseparable points: the answer with its hyperplane, and a ball inside the hull.

    `outcome` is an answer as any other, whose claim has the ball and whose bracket has both ends; `verdict` is its
    verdict. Without a ball, where the hull has no interior about the origin or the programs found none, the upper end
    is 0. Within a span `problem` has the points in coordinates of it, `problem.m` of them, and all that is proved is
    said of these coordinates, which are rounded.
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
    problem: Points | Gram,
    outcome: Outcome | None = None,
    *,
    within: Literal["space", "span"] = "space",
    max_seconds: float | None = None,
) -> NegativeMargin:
    """Bracket the margin of inseparable points; computing it is NP-hard.

    Parameters
    ----------
    problem : Points or Gram
        The question; in the space of a kernel, and as a Gram matrix, within the span only.
    outcome : Inseparable or None
        An answer to it; None asks `solve`. Within the span it is not used.
    within : {"space", "span"}
        Among all directions, or among those in the span of the signed points (with an intercept, of their
        differences). Extents below 1e-7 of the greatest one are taken for rounding.
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
    >>> twins = Points([[0.0], [1.0], [0.0], [1.0]], [0, 0, 1, 1], kernel="rbf", gamma=1.0)
    >>> print(negative_margin(twins, within="span"))
    every hyperplane has rows at least 0.5622 on the wrong side, the best one found 0.5622
    """
    if within not in ("space", "span"):
        raise InputError(f"within is {within!r}; give 'space' or 'span'")
    with deadline(np.inf if max_seconds is None else max_seconds):
        if within == "span":
            problem, outcome = _in_coordinates(problem), None
        problem = refuse_shallow(problem)
        answer = solve(problem) if outcome is None else outcome
        if answer.kind != "inseparable":
            raise InputError(f"the answer is {answer.kind}; only the margin of inseparable points is negative")
        deeper = deepen(problem, answer)
    return NegativeMargin(problem, deeper.bracket, deeper, deeper.claim.ball, deeper.verdict)


def _in_coordinates(problem: object) -> Points:
    """The same question in an orthonormal basis of the span of its points, or of their differences."""
    if not isinstance(problem, Points | Gram) or getattr(problem, "positive", False):
        raise InputError(f"problem is {problem!r}; give Points or Gram that ask for any direction")
    C = _coordinates(problem)
    if problem.intercept:
        C = C - C.mean(axis=0)
    # Twins keep equal coordinates: each of the different rows is turned once.
    different, which = np.unique(C, axis=0, return_inverse=True)
    _, extents, axes = np.linalg.svd(different, full_matrices=False)
    turned = different @ axes[extents > _FLAT * extents[0]].T
    return Points(turned[which.ravel()], problem.signs > 0, intercept=problem.intercept)


def _coordinates(problem: Points | Gram) -> Array:
    """Rows with the products of the points or of their images, of length 1 where that was asked for."""
    n, C = problem.n, problem.rows(range(problem.n))
    if problem.implicit:
        what = f"finding coordinates for the images of {n:,} points"
        afford_memory(_BYTES * n * n, what)
        afford(n**3 / _SPEED, what)
        factor = Coordinates()
        factor.extend(np.zeros((n, 0)), C if problem.kernel is None else values(problem.kernel, C, C))
        C = np.array(factor.points)
    return C / np.linalg.norm(C, axis=1)[:, None] if problem.normalise else C
