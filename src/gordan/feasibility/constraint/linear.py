"""Linear constraints, decided in integers by Goldman and Tucker's split of their homogeneous form."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.feasibility.constraint.prove import exact_multipliers, exact_point
from gordan.feasibility.split import Split, split
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.problem import System
from gordan.problem.constraints import Constraints

__all__ = ["decide_linear"]


def decide_linear(system: Constraints, max_seconds: float | None = None) -> Feasible | Infeasible | None:
    """A point in fractions, boundary included, or multipliers in fractions; None where the split was not proved.

    Rows are those of hτ − Gx ≥ 0, τ ≥ 0, dτ − Cx = 0: there is a point just where τ can be positive.
    """
    rows = np.asarray(system.homogeneous().A).T
    found = split(System(rows, system.equations), proof="exact", max_seconds=max_seconds)
    if not isinstance(found, Split):
        return None
    if found.strict[-1]:
        *x, tau = found.proof.direction
        return exact_point(system, [Fraction(int(v), int(tau)) for v in x])
    flat = np.flatnonzero(~found.strict)
    weights = [Fraction(int(v)) for v in found.proof.weights]
    y = [Fraction(0)] * rows.shape[0]
    for row, value in zip(flat.tolist(), weights, strict=False):
        y[row] = value
    return exact_multipliers(system, y, weights[flat.size :])
