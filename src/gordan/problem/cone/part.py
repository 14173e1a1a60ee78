"""The contract of a part: one symmetric cone as a factor of a product, seen through its eigenvalues; and the orthant.

Every symmetric cone is made of extreme rays. Weights x are sums of v_i c_i over a frame of orthogonal rays c_i, each
scaled so that its mass ⟨e, c_i⟩ is 1; margins z meet the rays of their own frame in the values ⟨z, c_i⟩. On the orthant
the rays are the axes, for matrices they are the projections on a line, in a second-order cone pairs (±u, 1).

All operations take stacks: k vectors of equal parts as an array of shape (k, size).
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple, Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["Orthant", "Part", "Spectrum", "require_size"]


def require_size(name: str, n: object) -> None:
    """Refuse a size that is no positive whole number."""
    if not isinstance(n, Integral) or isinstance(n, bool) or n < 1:
        raise InputError(f"{name}({n!r}) has no size; give a whole number, 1 or more")


class Spectrum(NamedTuple):
    """Values of shape (k, rank), and the frames they belong to, which only their own part can read."""

    values: Array
    frame: Any


class Part(Protocol):
    """One symmetric cone."""

    @property
    def size(self) -> int:
        """Length of a vector."""

    @property
    def rank(self) -> int:
        """Number of rays in a frame."""

    @property
    def length(self) -> float:
        """Squared Euclidean length of a ray of mass 1."""

    @property
    def unit(self) -> Array:
        """e, whose product with weights is their mass, and with which every ray has the product 1."""

    def meet(self, z: Array) -> Spectrum:
        """The products of margins with the rays of their frame; the least of them is the least over all rays."""

    def resolve(self, x: Array) -> Spectrum:
        """Weights as masses on the rays of their frame; all are non-negative just when x is in the cone."""

    def compose(self, spectrum: Spectrum) -> Array:
        """The weights with these masses on these rays: what `resolve` takes apart."""

    def stretch(self, M: Array, factors: Spectrum) -> Array:
        """Rows of shape (r, size) under the automorphism that multiplies the rays of one frame by positive factors.

        Their inverses take it back.
        """


@dataclass(frozen=True)
class Orthant:
    """The cone of vectors without a negative entry.

    Parameters
    ----------
    n : int
        Length of its vectors.

    Examples
    --------
    >>> import numpy as np
    >>> Orthant(2).meet(np.array([[3.0, -1.0]])).values.min()
    np.float64(-1.0)
    """

    n: int
    length = 1.0

    def __post_init__(self) -> None:
        require_size("Orthant", self.n)

    @property
    def size(self) -> int:
        return self.n

    @property
    def rank(self) -> int:
        return self.n

    @property
    def unit(self) -> Array:
        return np.ones(self.n)

    def meet(self, z: Array) -> Spectrum:
        return Spectrum(z, None)

    def resolve(self, x: Array) -> Spectrum:
        return Spectrum(x, None)

    def compose(self, spectrum: Spectrum) -> Array:
        return spectrum.values

    def stretch(self, M: Array, factors: Spectrum) -> Array:
        return np.asarray(M * factors.values[0])
