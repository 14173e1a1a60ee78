"""What an answer is proved by: a hyperplane, or weights that cancel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["Cancellation", "Enclosure", "KernelSeparator", "Separator"]


@dataclass(frozen=True, eq=False)
class Separator:
    """Proof of separability: f(x) = direction·(x − centre) + offset has the sign of every label.

    Far from the origin no double may lie in the gap between w·x of the classes: the centre keeps the offset small,
    and where even that is not enough the offset is a fraction.
    """

    direction: Array
    offset: float | Fraction
    centre: Array


@dataclass(frozen=True, eq=False)
class KernelSeparator:
    """Proof of separability in a kernel's space: f(x) = Σ coefficients_j k(x_j, x) + offset has each label's sign.

    The coefficients are those of the raw rows, the factors of unit lengths included. Where images are scaled to unit
    length the offset is multiplied by the length √k(x, x).
    """

    coefficients: Array
    offset: float | Fraction


@dataclass(frozen=True)
class Cancellation:
    """Proof of inseparability: positive integers that cancel the signed raw rows `support` without remainder."""

    support: tuple[int, ...]
    integers: tuple[int, ...]

    def weights(self, n: int) -> Array:
        """The nearest doubles, with the sum 1, among n rows."""
        total, weights = sum(self.integers), np.zeros(n)
        # Quotients of integers are rounded once, whatever their size.
        weights[list(self.support)] = [v / total for v in self.integers]
        return weights


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Proof of inseparability where integers would be long: positive weights that cancel, known to within a radius.

    There are weights x with |x_j − centre_j| ≤ radius_j < centre_j, hence all positive, that add up to 1 and cancel the
    signed raw rows `support` exactly; with an intercept they cancel the labels too. They are the one solution of a
    square system: one equation for each raw column that is not zero on all of the support, one for the labels with an
    intercept, one for the sum.
    """

    support: tuple[int, ...]
    centre: Array
    radius: Array

    def weights(self, n: int) -> Array:
        """The centres among n rows."""
        weights = np.zeros(n)
        weights[list(self.support)] = self.centre
        return weights

    @property
    def spread(self) -> float:
        """The greatest radius relative to its centre: how well the weights are known."""
        return float((self.radius / self.centre).max())
