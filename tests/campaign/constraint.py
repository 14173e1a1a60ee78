"""CVXPY problems: linear ones, a hull against a ball, and 2 × 2 matrices, each with rational truth.

CVXPY is looked for beside the other packages and in the folder that GORDAN_CVXPY names.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

import gordan
from campaign.exact import feasible
from campaign.nearest import hull_square, products
from campaign.trial import require

__all__ = ["answer", "cvxpy", "drawn"]

_SECONDS = 5.0


@cache
def cvxpy() -> Any:
    """The module; its own warnings about solvers it looks for in vain are none of ours."""
    if (folder := os.environ.get("GORDAN_CVXPY")) and folder not in sys.path:
        sys.path.append(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import cvxpy as module
    return module


def drawn(number: int) -> tuple[Any, bool]:
    """Problem `number`, and whether its constraints have a common point."""
    cp, rng = cvxpy(), np.random.default_rng([15, number])
    # A power of two times both sides is the same constraint.
    unit = 1.0 if rng.integers(2) else 2.0 ** int(rng.integers(-40, 41))
    constraints, truth = (_linear, _hull_and_ball, _matrix)[number % 3](cp, rng, unit)
    return cp.Problem(cp.Minimize(0), constraints), truth


def _linear(cp: Any, rng: np.random.Generator, unit: float) -> tuple[list[Any], bool]:
    n, m = int(rng.integers(1, 4)), int(rng.integers(2, 6))
    x, constraints, rows, held = cp.Variable(n, name="x"), [], [], []
    for _ in range(m):
        a, b, way = rng.integers(-2, 3, n), int(rng.integers(-3, 4)), rng.integers(5)
        left = unit * a.astype(float) @ x
        if way == 0:
            constraints.append(left == unit * b)
            held.append([*a.tolist(), b])
        else:
            constraints.append(left >= unit * b if way < 3 else left <= unit * b)
            sign = 1 if way < 3 else -1
            rows.append([*(sign * a).tolist(), sign * b])
    return constraints, feasible(rows, held) is not None


def _hull_and_ball(cp: Any, rng: np.random.Generator, unit: float) -> tuple[list[Any], bool]:
    """Whether some point of a hull is within r of a centre."""
    n, m, radius = int(rng.integers(1, 5)), int(rng.integers(1, 4)), int(rng.integers(1, 5))
    P, centre = rng.integers(-3, 4, (n, m)), rng.integers(-4, 5, m)
    weights = cp.Variable(n, name="weights")
    near = cp.norm(unit * P.T.astype(float) @ weights - unit * centre) <= unit * radius
    square = hull_square(products([[int(v) for v in row] for row in P - centre]))
    return [weights >= 0, cp.sum(weights) == 1, near], square <= radius**2


def _matrix(cp: Any, rng: np.random.Generator, unit: float) -> tuple[list[Any], bool]:
    X = cp.Variable((2, 2), symmetric=True, name="X")
    a, b, c = (int(v) for v in rng.integers(-2, 5, 3))
    if rng.integers(2):
        return [X >> 0, X[0, 0] == a, unit * X[0, 1] == unit * b, X[1, 1] == c], a >= 0 and c >= 0 and a * c >= b * b
    # The greatest product with a matrix of trace 1 is the greatest eigenvalue (a + c + √((a − c)² + 4b²)) / 2.
    M, least = np.array([[a, b], [b, c]], dtype=float), int(rng.integers(-2, 7))
    gap = 2 * least - a - c
    return [X >> 0, cp.trace(X) == 1, cp.sum(cp.multiply(M, X)) >= least], gap <= 0 or gap**2 <= (
        a - c
    ) ** 2 + 4 * b * b


def answer(number: int) -> Counter[str]:
    """Answer problem `number` and compare it with its truth."""
    problem, truth = drawn(number)
    with warnings.catch_warnings():
        # CVXPY's own, while it writes down the cones.
        warnings.simplefilter("ignore")
        reply = gordan.feasible(problem, max_seconds=_SECONDS)
    what = ("linear", "ball", "matrix")[number % 3]
    if reply.kind == "undecided":
        return Counter([f"undecided {what}"])
    right = "feasible" if truth else "infeasible"
    require(reply.kind == right, f"{reply.kind}, but {right} is true ({what})")
    require(reply.verdict.holds, f"the verdict does not hold: {reply.verdict}")
    if truth and what == "linear":
        values = [Fraction(v) for v in reply.proof.values()] if hasattr(reply.proof, "values") else None
        require(values is not None, "a linear problem was not answered in integers")
    return Counter([f"{right} {what}"])
