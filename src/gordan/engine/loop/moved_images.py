"""The point of least norm in a kernel's space by one call of the compiled loop of `engine.compiled.mdm`.

The loop moves weight between pairs of points, and computes their columns of products itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import now
from gordan.engine.compiled import SOLVED
from gordan.engine.compiled.mdm import Hulls, shorten
from gordan.engine.loop.shortest import RIDGE
from gordan.engine.watch import Event
from gordan.problem import Points
from gordan.problem.kernel import Kernel, diagonal
from gordan.problem.matrix import is_sparse

__all__ = [
    "CANCELLED",
    "ROUNDING",
    "Shortest",
    "is_narrow",
    "labels_in_turn",
    "move_weights",
    "moved_images",
    "numbers_of",
    "shortest",
]

CANCELLED = 1e-12  # of the longest image squared: rounding of the products leaves no direction
ROUNDING = 1e-12  # of the longest image: what watchers hear of the bracket allows for it
_NARROW = 100  # coordinates up to which a compiled loop is faster than some calls of NumPy
_MOVES = 20_000  # several times what supports of the 2,000 points that there is room for take


class Shortest(NamedTuple):
    """Rows with weight, their weights, the products of all points with the direction, and an event for each step."""

    rows: Positions
    x: Array
    products: Array
    steps: list[Event]


def is_narrow(kernel: Kernel, X: Matrix) -> bool:
    """Whether computing kernel values one by one in a compiled loop is faster than in blocks with NumPy."""
    by_name = kernel.name in ("rbf", "poly")
    return by_name and max(X.shape[1], kernel.degree) <= _NARROW and not is_sparse(X)


def moved_images(problem: Points, room: int, longest: float, *, tol: float, decide: bool) -> Shortest | None:
    """The shortest w of a narrow problem, by computed columns; None where columns or steps run out, or w vanishes.

    `longest` is the greatest squared length of an image.
    """
    kernel, began = problem.kernel, now()
    order, split = labels_in_turn(problem.signs)
    X = problem.X[order]
    hulls = Hulls(
        split=split,
        diagonal=np.asarray(diagonal(kernel, X), dtype=np.float64),
        kept=np.empty((room, problem.n)),
        joint=not problem.intercept,
        X=np.ascontiguousarray(X.T, dtype=np.float64),
        kernel=numbers_of(kernel),
    )
    if not move_weights(hulls, longest, tol=tol, decide=decide):
        return None
    return shortest(hulls, order, began, ROUNDING * float(np.sqrt(longest)))


def labels_in_turn(signs: Array) -> tuple[Positions, int]:
    """An order of the rows in which those with the sign + come first, and how many these are."""
    up = signs > 0
    first = up.nonzero()[0]
    return np.concatenate((first, (~up).nonzero()[0])), first.size


def shortest(hulls: Hulls, order: Positions, began: float, slack: float) -> Shortest | None:
    """Where the loop ended, with rows as they were numbered before `order`; None where w has no length.

    `slack` is the rounding of the bracket.
    """
    if not hulls.square > 0:
        return None
    length, hull = float(np.sqrt(hulls.square)), len(hulls.hulls)
    ends = hulls.lowest / length / hull - slack, length / hull + slack
    steps = [Event(0, 0, 0.0, -np.inf, np.inf, ""), Event(hulls.steps, 1, now() - began, *ends, "")]
    products, support = np.empty(order.size), np.flatnonzero(hulls.x)
    products[order] = hulls.z
    return Shortest(order[support], hulls.x[support], products, steps)


def numbers_of(kernel: Kernel) -> tuple[int, float, float]:
    """Degree, gamma and coef0 as the loop takes them: 0 is the degree of "rbf"."""
    return kernel.degree if kernel.name == "poly" else 0, kernel.gamma, kernel.coef0


def move_weights(hulls: Hulls, longest: float, *, tol: float, decide: bool) -> bool:
    """Move the weights until w is the shortest; False where columns or steps run out, or w vanishes."""
    ridge, cancelled = RIDGE * longest, CANCELLED * longest
    ended = shorten(hulls, gap=tol / 4, ridge=ridge, cancelled=cancelled, decide=decide, limit=_MOVES)
    return ended == SOLVED
