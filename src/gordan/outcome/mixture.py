"""The answers of the sparse Farkas lemma: few columns that nearly make b, or a sum of few that shows that none do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.outcome.bodies import BodyAnswer

__all__ = ["SparseRefutation", "SparseSolution"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class SparseSolution(BodyAnswer):
    """Weights x ≥ 0 with Σx ≤ mass and ‖A x − b‖ ≤ residual; `support` has the columns with a weight.

    The lemma allows `limit` of them.
    """

    x: Array
    residual: float
    limit: float

    kind = "solution"

    @property
    def proof(self) -> Array:
        """The weights themselves."""
        return self.x

    @property
    def support(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.x)

    def words(self) -> str:
        return f"{len(self.support):,} columns make b up to {self.residual:.6g}."


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class SparseRefutation(BodyAnswer):
    """y = times·b − Σ counts_j mass a_j has y·b > y·A x for all x ≥ 0 with Σx ≤ mass, proved with rounding counted.

    `unconditional` says that every a_j·y ≤ 0: then no x ≥ 0 at all has A x = b. `distance` is a lower bound of
    ‖A x − b‖ over those x. The lemma allows `limit` columns, repeats counted.
    """

    y: Array
    times: float
    counts: Array
    distance: float
    unconditional: bool
    limit: float

    kind = "refutation"

    @property
    def proof(self) -> Array:
        """The vector y."""
        return self.y

    @property
    def support(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.counts)

    def words(self) -> str:
        which = "no x ≥ 0" if self.unconditional else "no x ≥ 0 of that mass"
        return f"{which} has A x = b: A x stays {self.distance:.6g} away."
