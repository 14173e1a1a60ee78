"""`decide`: constraints answered with a proof."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.constraint.linear import decide_linear
from gordan.constraint.prove import exact_point, near_point, refute
from gordan.constraint.waist import put
from gordan.constraint_outcome import Feasible, Infeasible, Undetermined
from gordan.problem.constraints import Constraints
from gordan.solve import solve

__all__ = ["decide"]

_SHORT = 1000  # denominators of points on the boundary that are tried
_NEITHER = "neither a point inside all cones was proved, nor multipliers that refute every point"
_ONE_SIDED = (
    "the multipliers found leave nothing: they show at most that no point is inside all cones, and there may be one on "
    "the boundary"
)


def decide(system: Constraints, *, max_seconds: float = 60.0) -> Feasible | Infeasible | Undetermined:
    """A point of the constraints, or multipliers that refute all, or the reason why neither was proved.

    Examples
    --------
    >>> import gordan
    >>> nothing = np.zeros((0, 1)), np.zeros(0)
    >>> found = decide(Constraints(*nothing, [[-1.0], [1.0]], [-2.0, 1.0], (gordan.Orthant(2),)))
    >>> found.kind, found.multipliers[0].tolist()
    ('infeasible', [1.0, 1.0])
    """
    if system.linear and (found := decide_linear(system, max_seconds)) is not None:
        return found
    waist = put(system)
    if waist.conic is None:
        sigma = np.zeros(system.h.size + 1)
        sigma[-1] = 1.0
        found = refute(system, sigma)
        return found or Undetermined(reason="the equations contradict one another but no proof of it was found")
    outcome = solve(waist.conic, max_seconds=max_seconds)
    if outcome.coef is not None and (x := waist.point(outcome.coef)) is not None:
        point = near_point(system, x) or exact_point(
            system, [Fraction(v).limit_denominator(_SHORT) for v in x.tolist()]
        )
        if point is not None:
            return point
    if outcome.weights is not None:
        y = waist.multipliers(outcome.weights)
        refuted = refute(system, y)
        if refuted is not None:
            return refuted
        if outcome.kind == "inseparable" and y[-1] <= 1e-6 * np.abs(y).max():
            return Undetermined(reason=_ONE_SIDED, outcome=outcome)
    return Undetermined(reason=f"{_NEITHER}. {outcome.reason}".rstrip(), outcome=outcome)
