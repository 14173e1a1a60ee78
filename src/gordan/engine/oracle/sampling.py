"""Estimates of products from a few points and coordinates: what randomised methods ask of the data."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.engine.oracle.base import Oracle
from gordan.problem.cone import Simplicial

__all__ = ["SamplingOracle", "draw_points"]


@runtime_checkable
class SamplingOracle(Oracle, Protocol):
    """An oracle whose products can be estimated, without bias, for a part of their cost."""

    def draw(self, x: Array, k: int, generator: np.random.Generator) -> Array:
        """An estimate of Ax: the mean of k points of each block, drawn with the probabilities x."""

    def glance(self, w: Array, k: int, generator: np.random.Generator) -> Array:
        """An estimate of A*w from k coordinates, drawn with probabilities |w_l|; A*w itself where that is at hand."""

    def share(self, k: int) -> float:
        """What drawing and glancing cost together, in passes."""


def draw_points(cone: Simplicial, x: Array, k: int, generator: np.random.Generator) -> tuple[Positions, Array]:
    """Points drawn with the probabilities x in each block, without repetition, and the share of each in the mean."""
    shares = np.zeros(x.size)
    for block in cone.members:
        mass = np.cumsum(x * block)
        keys = np.searchsorted(mass, generator.random(k) * mass[-1], side="right")
        # A number that rounds up to all of the mass would lie beyond the last point.
        np.add.at(shares, np.minimum(keys, int(np.flatnonzero(x * block)[-1])), mass[-1] / k)
    drawn = np.flatnonzero(shares)
    return drawn, shares[drawn]
