"""Passes of per-example updates: what sequential perceptrons ask of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.engine.compiled import Rule
from gordan.engine.oracle.base import SupportOracle

__all__ = ["Due", "Order", "Pass", "Rule", "SweepOracle"]

Order = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Pass:
    """A run of sweeps so far. Lift and centring have been undone: the directions are those of the points.

    `lowest` is known when the last sweep made no update, for then every margin it saw was under one direction.
    `weights` and `image` come from the update counts, each class rescaled to half the mass under an intercept, and
    are None until every class has been counted. `survivor` is the direction that lasted longest without an update.
    """

    direction: Array
    weights: Array | None
    image: Array | None
    updates: int
    lowest: float | None
    average: Array
    survivor: Array
    state: object


class Due(NamedTuple):
    """The examples that another sweep could change, and what is lowest of all under the direction."""

    order: Order
    lowest: float


@runtime_checkable
class SweepOracle(SupportOracle, Protocol):
    """Data that can be gone through example by example."""

    @property
    def size(self) -> int:
        """Number of examples."""

    @property
    def reach(self) -> float:
        """An upper bound of the length of every (lifted) column."""

    @property
    def squared_reach(self) -> float:
        """R² of the (lifted) columns as the doubles have it, not rounded up: a threshold, not a bound."""

    @property
    def scale(self) -> float:
        """What the points were multiplied by, 1 except for extreme data: thresholds are squares of it."""

    def begin(self) -> Pass:
        """The run before its first sweep."""

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        """Visit the examples once in this order."""

    def due(self, run: Pass) -> Due:
        """The examples that carry weight, and those whose (lifted) product is below 1 or not much above.

        Not much is as far above 1 as the lowest is below it: others hardly fall below before the next look.
        """
