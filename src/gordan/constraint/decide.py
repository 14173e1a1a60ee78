"""`decide`: constraints answered with a proof.

Gordan's alternative for the homogeneous form is asked of the solvers for cones, and either answer is carried over to
the raw constraints. Cones with hardly any weight, and second-order cones whose weight is a single ray, stand in the way
of an enclosure and are seldom needed: then the question is asked again without them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
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

# With their shares of the time left. The second is slower, and steadier on thin faces.
_SOLVERS = (("auto", 0.3), ("iterated-smooth-perceptron-von-neumann", 0.5))
_SHORT = 1000  # denominators of points on the boundary that are tried
_LIGHT = 1e-4  # of the greatest weight, and of a second-order cone's own: what is taken for none
_NEITHER = "neither a point inside all cones was proved, nor multipliers that refute every point"
_ONE_SIDED = (
    "The multipliers found leave nothing: they show at most that no point is inside all cones, and there may be one on "
    "the boundary."
)


def decide(system: Constraints, *, max_seconds: float = 20.0) -> Feasible | Infeasible | Undetermined:
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
    for solver, share in _SOLVERS:
        seconds = max(share * (until - time.monotonic()), 0.01)
        outcome = solve(waist.conic, solver=solver, max_seconds=seconds)
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
    for kept in _fewer(system, outcome.weights):
        # Each has half of what is left, so that no first guess takes all.
        seconds = 0.5 * (until - time.monotonic())
        less = decide(system.only(list(range(system.d.size)), kept), max_seconds=seconds) if seconds > 0.0 else None
        if isinstance(less, Infeasible):
            return less
    return None


def _fewer(system: Constraints, weights: Array) -> Iterator[list[int]]:
    """The parts that carry weight; and these without one second-order cone that has a single ray of it, in turn."""
    most = float(np.abs(weights).max())
    own = [weights[where] for where in system.slices]
    heavy = [k for k, values in enumerate(own) if np.abs(values).max() > _LIGHT * most]
    if len(heavy) < len(own):
        yield heavy
    for k in sorted(heavy, key=lambda k: float(np.abs(own[k]).max())):
        *u, t = own[k].tolist()
        if isinstance(system.parts[k], Lorentz) and t - np.linalg.norm(u) <= _LIGHT * t:
            yield [other for other in heavy if other != k]


def _share(y: Array) -> float:
    """σ, relative to the greatest multiplier."""
    return float(y[-1] / np.abs(y).max())
