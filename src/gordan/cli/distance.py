"""How far some rows lie from a hyperplane, on their own side."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.decision import decision_function
from gordan.outcome import Outcome
from gordan.problem import Points
from gordan.problem.kernel import diagonal

__all__ = ["distances"]


@np.errstate(all="ignore")
def distances(problem: Points, outcome: Outcome, rows: Any) -> Array:
    """Signed distances of these rows, for a reader: below zero is the wrong side."""
    X = problem.rows(rows.tolist())
    values = problem.signs[rows] * decision_function(problem, outcome, X)
    if not problem.implicit:
        assert outcome.coef is not None
        lengths = np.linalg.norm(X, axis=1) if problem.normalise else 1.0
        return np.asarray(values / np.linalg.norm(outcome.coef) / lengths)
    lengths = np.sqrt(diagonal(problem.kernel, X)) if problem.normalise else 1.0
    return np.asarray(values / _length(problem, outcome) / lengths)


def _length(problem: Points, outcome: Outcome) -> float:
    """‖w‖ in the kernel's space, where ‖w‖² = Σ c_j f(x_j) without the offset."""
    c = outcome.dual_coef
    assert c is not None
    S = np.flatnonzero(c)
    X = problem.X[S]
    offset = float(outcome.offset) * (np.sqrt(diagonal(problem.kernel, X)) if problem.normalise else 1.0)
    square = float(c[S] @ (decision_function(problem, outcome, X) - offset))
    return math.sqrt(max(square, 0.0))
