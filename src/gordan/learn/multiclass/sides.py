"""Which two sides are asked about: each class against the rest, or every pair of classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gordan.errors import InputError

__all__ = ["Sides", "all_sides"]


class Sides(NamedTuple):
    """Two sides by the classes' numbers; a negative side of None is all other classes."""

    negative: int | None
    positive: int

    def rows(self, codes: Any) -> Any:
        """Numbers of the rows that belong to either side; None for all of them."""
        if self.negative is None:
            return None
        return np.flatnonzero((codes == self.negative) | (codes == self.positive))

    def words(self, names: Sequence[Any]) -> str:
        """Who is against whom, by the classes' names.

        >>> Sides(None, 1).words(["ash", "birch"])
        "'birch' against the rest"
        """
        if self.negative is None:
            return f"{names[self.positive]!r} against the rest"
        return f"{names[self.negative]!r} against {names[self.positive]!r}"


def all_sides(n_classes: int, scheme: str) -> tuple[Sides, ...]:
    """The sides of a scheme, in the order of the classes; two classes are one question under either scheme.

    Examples
    --------
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
