"""`decide`: constraints answered with a proof.

Gordan's alternative for the homogeneous form is asked of the solvers for cones, and either answer is carried over to
the raw constraints. Cones with hardly any weight, and second-order cones whose weight is a single ray, stand in the way of
an enclosure and are seldom needed: then the question is asked again without them.
"""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np

from gordan.array import Array
from gordan.cone import Lorentz
from gordan.constraint.linear import decide_linear
from gordan.constraint.prove import exact_point, near_point, refute
from gordan.constraint.waist import Waist, put
from gordan.constraint_outcome import Feasible, Infeasible, Undetermined
from gordan.outcome import Outcome
from gordan.problem.constraints import Constraints
from gordan.solve import solve

__all__ = ["decide"]

_SOLVERS = ("auto", "iterated-smooth-perceptron-von-neumann")  # the second is slower, and steadier on thin faces
_LEVEL = 1e-10  # proofs on thin faces need more digits than the level at which solvers stop by default
_SHORT = 1000  # denominators of points on the boundary that are tried
_LIGHT = 1e-4  # of the greatest weight, and of a second-order cone's own: what is taken for none
_NEITHER = "neither a point inside all cones was proved, nor multipliers that refute every point"
_ONE_SIDED = (
    "The multipliers found leave nothing: they show at most that no point is inside all cones, and there may be one on "
    "the boundary."
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
    until = time.monotonic() + max_seconds
    if system.linear and (found := decide_linear(system, max_seconds)) is not None:
        return found
    waist = put(system)
    if waist.conic is None:
        # No direction solves the equations: they contradict one another, and σ alone is left.
        alone = np.append(np.zeros(system.h.size), 1.0)
        return refute(system, alone) or Undetermined(reason=_NEITHER)
    reason = ""
    for solver in _SOLVERS:
        outcome = solve(waist.conic, solver=solver, eps=_LEVEL, max_seconds=max(until - time.monotonic(), 0.01))
        answer = _point(system, waist, outcome) or _multipliers(system, waist, outcome, until)
        if answer is not None:
            return answer
        reason = outcome.reason or reason
        if outcome.kind == "inseparable" and outcome.weights is not None:
            share = _share(waist.multipliers(outcome.weights))
            reason = _ONE_SIDED if share <= 1e-6 else reason
        if time.monotonic() > until:
            break
    return Undetermined(reason=f"{_NEITHER}. {reason}".rstrip())


def _point(system: Constraints, waist: Waist, outcome: Outcome) -> Feasible | None:
    x = None if outcome.coef is None else waist.point(outcome.coef)
    if x is None or not np.isfinite(x).all():
        return None
    return near_point(system, x) or exact_point(system, [Fraction(v).limit_denominator(_SHORT) for v in x.tolist()])


def _multipliers(system: Constraints, waist: Waist, outcome: Outcome, until: float) -> Infeasible | None:
    if outcome.weights is None or outcome.kind == "separable":
        return None
    found = refute(system, waist.multipliers(outcome.weights))
    if found is not None or time.monotonic() > until:
        return found
    kept = _heavy(system, outcome.weights)
    if len(kept) == len(system.parts):
        return None
    fewer = decide(system.only(list(range(system.d.size)), kept), max_seconds=until - time.monotonic())
    return fewer if isinstance(fewer, Infeasible) else None


def _heavy(system: Constraints, weights: Array) -> list[int]:
    """The parts that carry weight, and more than one ray of it if they are second-order cones."""
    most, kept = float(np.abs(weights).max()), []
    for k, (part, where) in enumerate(zip(system.parts, system.slices, strict=True)):
        own = weights[where]
        one_ray = isinstance(part, Lorentz) and own[-1] - np.linalg.norm(own[:-1]) <= _LIGHT * own[-1]
        if np.abs(own).max() > _LIGHT * most and not one_ray:
            kept.append(k)
    return kept


def _share(y: Array) -> float:
    """σ, relative to the greatest multiplier."""
    return float(y[-1] / np.abs(y).max())
