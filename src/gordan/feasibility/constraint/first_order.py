"""What the first-order solvers for cones find, where the central path ended without a proof or took too long."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.engine.loop import solve
from gordan.feasibility.constraint.homogenised import Waist
from gordan.feasibility.constraint.prove import exact_point, near_point, refute, refute_exactly
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.problem.constraints import Constraints

__all__ = ["decide_by_steps"]

# With their shares of the time left. The second is slower, and steadier on thin faces.
_SOLVERS = (("auto", 0.3), ("iterated-smooth-perceptron-von-neumann", 0.5))


def decide_by_steps(system: Constraints, waist: Waist, *, until: float) -> Feasible | Infeasible | None:
    """A point, or multipliers that refute all, as far as these solvers come until then."""
    assert waist.conic is not None
    for solver, share in _SOLVERS:
        seconds = share * (until - now())
        if seconds <= 0.0:
            return None
        outcome = solve(waist.conic, solver=solver, polish=True, max_seconds=seconds)
        x = None if outcome.coef is None else waist.point(outcome.coef)
        if x is not None and np.isfinite(x).all():
            point = near_point(system, x) or exact_point(system, [Fraction(v) for v in x.tolist()])
            if point is not None:
                return replace(point, run=outcome.run)
        if outcome.weights is not None and outcome.kind != "separable" and now() < until:
            y = waist.multipliers(outcome.weights)
            if (refuted := refute(system, y) or refute_exactly(system, y)) is not None:
                return replace(refuted, run=outcome.run)
    return None
