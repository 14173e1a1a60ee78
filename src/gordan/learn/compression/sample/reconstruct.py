"""From a few examples back to the rule, the same operations in the same order: the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.polish.separator import separator
from gordan.errors import InputError
from gordan.learn.compression.sample.record import Compressed
from gordan.learn.compression.sample.support import widest
from gordan.outcome import Separator
from gordan.problem import Points

__all__ = ["points_of", "reconstruct"]


def reconstruct(compressed: Compressed) -> Separator:
    """The rule that a sample was compressed to.

    A sum of updates is added up in their order, as the perceptron did. A maximum-margin hyperplane is computed in
    rational arithmetic and rounded once. Neither depends on the machine.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0, 1.0], [2.0, 0.0], [3.0, 3.0]], ["a", "b", "b"])
    >>> outcome = gordan.solve(problem)
    >>> rule = gordan.reconstruct(gordan.compress(problem, outcome))
    >>> bool((abs(rule.direction - outcome.coef) < 1e-9).all())
    True
    """
    if not isinstance(compressed, Compressed):
        raise InputError(f"{compressed!r} is not a compressed sample; give what gordan.compress returned")
    points = points_of(compressed)
    if compressed.scheme == "support":
        return widest(points).rule
    w = added_up(compressed, points)
    if not w.any():
        return Separator(w, 0.0, np.zeros(points.m))
    centre = np.array(compressed.centre) / compressed.scale if compressed.centre else np.zeros(points.m)
    return separator(points, w / np.abs(w).max(), centre, compressed.offset_from)


def points_of(compressed: Compressed) -> Points:
    """The examples as a question of their own."""
    numbers: Any = compressed.numbers
    points = Points(
        np.array(compressed.examples),
        np.array(compressed.signs),
        intercept=compressed.intercept,
        normalise=compressed.normalise,
        numbers=numbers,
    )
    # Where one class is left it would count as the positive one, whichever it was.
    object.__setattr__(points, "signs", np.array(compressed.signs, dtype=np.float64))
    return points


def added_up(compressed: Compressed, points: Points) -> Array:
    """Σ y_j s_j (x_j − c) over the updates in order."""
    factors = points.canonical().factors if compressed.normalise else None
    centre = np.array(compressed.centre) if compressed.centre else None
    w = np.zeros(points.m)
    for j in compressed.order:
        x = points.X[j] * compressed.scale
        step = points.signs[j] if factors is None else points.signs[j] * factors[j]
        w += step * (x if centre is None else x - centre)
    return w
