"""Counting is a wrapper with the same face as the thing counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Frame, Newton, Subset
from gordan.engine.oracle.matrix_game import Game
from gordan.engine.oracle.multiplier import Multipliers, Priced
from gordan.engine.oracle.rescaling import Rescaled, Squeezed
from gordan.engine.oracle.sweep import Due, Order, Pass, Rule
from gordan.problem.cone import Simplex

__all__ = ["Counted"]


class Counted:
    """An oracle that counts products and sweeps: `passes` over the data so far.

    Directions that carry their products are priced for nothing. What such an oracle pays for are its products with all
    weights, and the columns it fetches: as many as there are points make a pass. Before each the clock is looked at.
    """

    def __init__(self, inner: Any, passes: int = 0) -> None:
        self.inner = inner
        self._passes, self._visits = passes, 0
        self._last: tuple[Array, int, list[list[Atom]]] | None = None
        self._priced = 0 if getattr(inner, "carries_products", False) else 1
        # Plain numbers, records and operations are looked up once; only what costs a pass is wrapped.
        self.blocks, self.size, self.cone = inner.blocks, inner.size, inner.cone
        self.radius, self.rounding, self.reach = inner.radius, inner.rounding, inner.reach
        self.dimension, self.support_rounding = inner.dimension, inner.support_rounding
        self.scale: float = getattr(inner, "scale", 1.0)  # only points that are swept through have one
        self.zero: Callable[[], Array] = inner.zero
        self.norm: Callable[[Array], float] = inner.norm
        self.dot: Callable[[Array, Array], float] = inner.dot
        self.place: Callable[[Sequence[int], Sequence[float]], Array] = inner.place
        self.support: Callable[[Array], list[Atom]] = inner.support
        self.carrying: Callable[[Array], int] = inner.carrying
        self.restrict: Callable[[Sequence[Atom]], Subset] = inner.restrict  # a subset is not a pass over the data

    def sample(self, thin: int) -> Subset | None:
        """Some of the points, where their products cost less than a pass: it counts when they make one."""
        draw: Callable[[int], Subset | None] | None = getattr(self.inner, "sample", None)
        return None if draw is None else draw(thin)

    @property
    def passes(self) -> int:
        seen = getattr(self.inner, "visited_in_samples", 0) if self._priced else self.inner.fetched
        return self._passes + int(seen) // int(self.size)

    @property
    def sampled(self) -> bool:
        """Whether a sample has been looked at."""
        return bool(getattr(self.inner, "visited_in_samples", 0))

    def _pay(self, passes: int) -> None:
        check_deadline("a product with the data")
        self._passes += passes

    @property
    def directions(self) -> Simplex:
        return self.inner.directions  # type: ignore[no-any-return]

    @property
    def squared_reach(self) -> float:
        return float(self.inner.squared_reach)

    @property
    def spectral(self) -> float:
        return float(self.inner.spectral)

    def margins(self, w: Array) -> Array:
        self._pay(self._priced)
        return self.inner.margins(w)  # type: ignore[no-any-return]

    def combine(self, x: Array) -> Array:
        self._pay(1)
        return self.inner.combine(x)  # type: ignore[no-any-return]

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        # A proof takes its direction from the last pass.
        if self._last is not None and k <= self._last[1] and np.array_equal(w, self._last[0]):
            return [block[:k] for block in self._last[2]]
        self._pay(self._priced)
        lowest: list[list[Atom]] = self.inner.worst(w, k)
        if self._priced:
            self._last = w.copy(), k, lowest
        return lowest

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        # Sweeps through a part of the examples add up to passes.
        self._pay(self._part(order.size) * self._priced)
        return self.inner.sweep(run, rule, order)  # type: ignore[no-any-return]

    def draw(self, x: Array, k: int, generator: np.random.Generator) -> Array:
        self._pay(self._part(self.blocks * k) * self._priced)
        return self.inner.draw(x, k, generator)  # type: ignore[no-any-return]

    def glance(self, w: Array, k: int, generator: np.random.Generator) -> Array:
        # k of all coordinates, of every point.
        self._pay(self._part(round(self.size * k / self.dimension)) * self._priced)
        return self.inner.glance(w, k, generator)  # type: ignore[no-any-return]

    def share(self, k: int) -> float:
        return float(self.inner.share(k))

    @property
    def visited(self) -> float:
        return float(self.inner.visited)

    def multipliers(self, x: Array | None = None) -> Multipliers:
        self._pay(0 if x is None else 1)
        return self.inner.multipliers(x)  # type: ignore[no-any-return]

    def price(self, run: Multipliers) -> Priced:
        self._pay(1 + self._priced)
        return self.inner.price(run)  # type: ignore[no-any-return]

    def ascend(self, run: Multipliers, margins: Array | None, sweeps: int) -> Multipliers:
        self._pay(0)
        after: Multipliers = self.inner.ascend(run, margins, sweeps)
        self._passes += self._part(after.visits - run.visits)
        return after

    def climb(self, run: Multipliers) -> Multipliers | None:
        self._pay(1)
        after: Multipliers | None = self.inner.climb(run)
        if after is not None:
            self._passes += self._part(after.visits - run.visits)
        return after

    def equalise(self, run: Multipliers, margins: Array) -> Multipliers | None:
        self._pay(2)
        return self.inner.equalise(run, margins)  # type: ignore[no-any-return]

    def _part(self, examples: int) -> int:
        """Passes that are complete with so many more examples looked at."""
        whole, self._visits = divmod(self._visits + examples, int(self.size))
        return whole

    def due(self, run: Pass) -> Due:
        self._pay(self._priced)
        return self.inner.due(run)  # type: ignore[no-any-return]

    def begin(self) -> Pass:
        return self.inner.begin()  # type: ignore[no-any-return]

    def newton(self, x: Array, z: Array) -> Newton | None:
        # The matrix takes every point once, and the multipliers one more product for each block.
        self._pay(1 + self.blocks)
        return self.inner.newton(x, z)  # type: ignore[no-any-return]

    def tight(self, x: Array, z: Array, level: float) -> Array:
        return self.inner.tight(x, z, level)  # type: ignore[no-any-return]

    def basic(self, x: Array) -> Array | None:
        self._pay(1)
        return self.inner.basic(x)  # type: ignore[no-any-return]

    def begin_with(self) -> Candidate:
        # Where no product is at hand it is a vertex, made of columns.
        self._passes += 1 if hasattr(self.inner, "combine") else 0
        return self.inner.begin_with()  # type: ignore[no-any-return]

    def spans(self) -> tuple[Rescaled, Rescaled | None]:
        # Bases of the rows and of their kernel: from then on the work is theirs.
        self._pay(2)
        return self.inner.spans()  # type: ignore[no-any-return]

    def squeezable(self) -> Squeezed:
        self._pay(1)
        return self.inner.squeezable()  # type: ignore[no-any-return]

    def frame(self) -> Frame:
        self._pay(0)
        return self.inner.frame()  # type: ignore[no-any-return]

    def game(self, keys: Sequence[int]) -> Game | None:
        check_deadline("a linear program")
        # A part of the points is not a pass over the data.
        return self.inner.game(keys)  # type: ignore[no-any-return]
