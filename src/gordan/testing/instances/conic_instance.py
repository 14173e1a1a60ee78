"""The record that generators of conic problems return: a map, its cone, and the answer."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

import numpy as np
from numpy.typing import NDArray

from gordan.problem.cone import Product

__all__ = ["ConicInstance"]


@dataclass(frozen=True, eq=False)
class ConicInstance:
    """A map over a cone, and its known answer.

    Parameters
    ----------
    name : str
        A short name, for tables and test identifiers.
    A : array of shape (m, N)
        The map, in the coordinates of the cone.
    cone : Product
        The cone.
    separable : bool
        Whether some A*y is inside it.
    margin : float or None
        The margin, up to the rounding of A; None where it is negative and not known.
    witness : array
        y of length 1 with that margin, or weights on the base that A cancels up to its rounding.
    """

    name: str
    A: NDArray[np.float64] = field(repr=False)
    cone: Product
    _: KW_ONLY
    separable: bool
    margin: float | None = None
    witness: NDArray[np.float64] = field(repr=False)
