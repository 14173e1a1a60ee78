"""Which two sides are asked about, and the class that their signed distances elect."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["Labels", "Rows", "Sides", "all_sides", "elect", "tally"]


Rows = NDArray[np.int64]
Labels = NDArray[Any]  # text, numbers or objects


class Sides(NamedTuple):
    """Two sides by the classes' numbers; a negative side of None is all other classes."""

    negative: int | None
    positive: int

    def rows(self, codes: Rows) -> Rows | None:
        """Numbers of the rows that belong to either side; None for all of them."""
        if self.negative is None:
            return None
        return np.flatnonzero((codes == self.negative) | (codes == self.positive))

    def names(self, names: Sequence[object]) -> tuple[object, object]:
        """The names of both sides, None for all other classes."""
        return None if self.negative is None else names[self.negative], names[self.positive]

    def words(self, names: Sequence[object]) -> str:
        """Who is against whom, by the classes' names.

        >>> Sides(None, 1).words(["ash", "birch"])
        "'birch' against the rest"
        """
        if self.negative is None:
            return f"{names[self.positive]!r} against the rest"
        return f"{names[self.negative]!r} against {names[self.positive]!r}"


@lru_cache(maxsize=4)
def all_sides(n_classes: int, scheme: str) -> tuple[Sides, ...]:
    """The sides of a scheme, in the order of the classes; two classes are one question under either scheme.

    >>> all_sides(3, "ovr")
    (Sides(negative=None, positive=0), Sides(negative=None, positive=1), Sides(negative=None, positive=2))
    >>> [tuple(sides) for sides in all_sides(3, "ovo")]
    [(0, 1), (0, 2), (1, 2)]
    >>> [tuple(sides) for sides in all_sides(2, "ovr")]
    [(0, 1)]
    """
    if scheme not in ("ovr", "ovo"):
        raise InputError(f"the scheme is {scheme!r}; give 'ovr' (one class against the rest) or 'ovo' (every pair)")
    if n_classes == 2 or scheme == "ovo":
        return tuple(Sides(a, b) for a in range(n_classes) for b in range(a + 1, n_classes))
    return tuple(Sides(None, k) for k in range(n_classes))


def tally(values: Array, sides: Sequence[Sides], n_classes: int) -> Array:
    """One value per class from one signed distance per question.

    Against the rest they are the distances themselves. Of pairs they are votes, each for the side that a point lies
    on (the first class where it lies on the hyperplane itself), plus the sum of the class's distances, pressed into
    (−1/3, 1/3) so that it only decides between equal votes. Distances are measured by the point's greatest one: beside
    whole votes, those in very small or very large units would all be rounded to the same number.

    >>> tally(np.array([[1.0, -2.0, 3.0]]), [Sides(0, 1), Sides(0, 2), Sides(1, 2)], 3).round(3).tolist()
    [[1.083, 0.867, 1.083]]
    """
    if sides[0].negative is None:
        return values
    unit = np.abs(values).max(axis=1, keepdims=True)
    votes, sums = _votes(values / np.where(unit > 0.0, unit, 1.0), sides, n_classes)
    return votes + sums / (3.0 * (1.0 + np.abs(sums)))


def elect(values: Array, sides: Sequence[Sides], n_classes: int) -> Rows:
    """The number of each point's class.

    Two classes: the second where the distance is positive, the first otherwise, so also on the hyperplane itself.
    Otherwise the class with the greatest `tally`: against the rest the greatest distance, of pairs most votes, then the
    greatest sum of distances. The first class wins what is still even.

    >>> elect(np.array([[-1.0], [0.0], [0.5]]), [Sides(0, 1)], 2).tolist()
    [0, 0, 1]
    """
    if n_classes == 2:
        return (values[:, 0] > 0).astype(np.int64)
    return np.asarray(tally(values, sides, n_classes).argmax(axis=1), dtype=np.int64)


def _votes(values: Array, sides: Sequence[Sides], n_classes: int) -> tuple[Array, Array]:
    votes, sums = np.zeros((len(values), n_classes)), np.zeros((len(values), n_classes))
    for column, (negative, positive) in enumerate(sides):
        value = values[:, column]
        votes[:, positive] += value > 0
        votes[:, negative] += value <= 0
        sums[:, positive] += value
        sums[:, negative] -= value
    return votes, sums
