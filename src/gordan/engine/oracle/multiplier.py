"""Multipliers u ≥ 0 on the points with w = Σ u_j a_j: what coordinate ascent asks of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.compiled.relaxation import Relaxed
from gordan.engine.oracle.base import Oracle

__all__ = ["MultiplierOracle", "Multipliers", "Priced"]


@dataclass(frozen=True)
class Multipliers:
    """A run so far: w, u, how many sweeps it took with how many visits of points, and what it goes on from."""

    direction: Array
    values: Array
    sweeps: int
    visits: int
    state: Relaxed

    @property
    def support(self) -> int:
        """How many points have a multiplier."""
        return int(np.count_nonzero(self.state.u))


@dataclass(frozen=True)
class Priced:
    """The margins of a run's direction, and its multipliers as weights with their image; None before there are any.

    In double precision whatever the data are kept in.
    """

    margins: Array
    weights: Array | None
    image: Array | None


@runtime_checkable
class MultiplierOracle(Oracle, Protocol):
    """Data whose points can be given multipliers one by one, or many at once."""

    @property
    def visited(self) -> float:
        """Numbers that the visit of one point reads."""

    def multipliers(self, x: Array | None = None) -> Multipliers:
        """The run before its first sweep: no multipliers, or those of earlier weights."""

    def price(self, run: Multipliers) -> Priced:
        """What the run proves about the margin from both sides."""

    def ascend(self, run: Multipliers, margins: Array | None, sweeps: int) -> Multipliers:
        """Some more sweeps through the points that the margins of the run's direction leave due; None for all."""

    def climb(self, run: Multipliers) -> Multipliers | None:
        """Multipliers towards those that bring the points that have some to 1, by steps that cost a sweep each.

        None where the support is better factorised: data that are dense, small, of few columns or known by products.
        """

    def equalise(self, run: Multipliers, margins: Array) -> Multipliers | None:
        """Multipliers that bring the points that have some, and those below 1, to 1 all at once.

        Points whose multiplier would be negative are left out. None where they are too many, or rounding is in the way.
        """
