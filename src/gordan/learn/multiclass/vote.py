"""From signed distances to classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.learn.multiclass.sides import Sides

__all__ = ["elect", "tally"]


def tally(values: Array, sides: Sequence[Sides], n_classes: int) -> Array:
    """One value per class from one signed distance per question.

    Against the rest they are the distances themselves. Of pairs they are votes, each for the side that a point lies
    on (the first class where it lies on the hyperplane itself), plus the sum of the class's distances, pressed into
    (−1/3, 1/3) so that it only decides between equal votes. Distances are measured by the point's greatest one: beside
    whole votes, those in very small or very large units would all be rounded to the same number.

    Examples
    --------
    >>> tally(np.array([[1.0, -2.0, 3.0]]), [Sides(0, 1), Sides(0, 2), Sides(1, 2)], 3).round(3).tolist()
    [[1.083, 0.867, 1.083]]
    """
    if sides[0].negative is None:
        return values
    unit = np.abs(values).max(axis=1, keepdims=True)
    votes, sums = _votes(values / np.where(unit > 0.0, unit, 1.0), sides, n_classes)
    return votes + sums / (3.0 * (1.0 + np.abs(sums)))


def elect(values: Array, sides: Sequence[Sides], n_classes: int) -> Any:
    """The number of each point's class.

    Two classes: the second where the distance is positive, the first otherwise, so also on the hyperplane itself.
    Otherwise the class with the greatest `tally`: against the rest the greatest distance, of pairs most votes, then the
    greatest sum of distances. The first class wins what is still even.

    Examples
    --------
    >>> elect(np.array([[-1.0], [0.0], [0.5]]), [Sides(0, 1)], 2).tolist()
    [0, 0, 1]
    """
    if n_classes == 2:
        return (values[:, 0] > 0).astype(np.int64)
    return tally(values, sides, n_classes).argmax(axis=1)


def _votes(values: Array, sides: Sequence[Sides], n_classes: int) -> tuple[Array, Array]:
    votes, sums = np.zeros((len(values), n_classes)), np.zeros((len(values), n_classes))
    for column, (negative, positive) in enumerate(sides):
        value = values[:, column]
        votes[:, positive] += value > 0
        votes[:, negative] += value <= 0
        sums[:, positive] += value
        sums[:, negative] -= value
    return votes, sums
