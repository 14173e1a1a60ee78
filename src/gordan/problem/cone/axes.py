"""The non-negative orthant as a part: its rays are the axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone.part import Spectrum
from gordan.problem.cone.sized import require_size

__all__ = ["Orthant"]


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
