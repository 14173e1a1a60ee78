"""Counting is a wrapper with the same face as the thing counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Frame
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
        self._priced = 0 if getattr(inner, "carries_products", False) else 1
        # Plain numbers and records are looked up once; only what costs a pass is wrapped.
        self.blocks, self.size, self.cone = inner.blocks, inner.size, inner.cone
        self.radius, self.rounding, self.reach = inner.radius, inner.rounding, inner.reach
        self.dimension, self.support_rounding = inner.dimension, inner.support_rounding

    @property
    def passes(self) -> int:
        return self._passes + (0 if self._priced else int(self.inner.fetched) // self.size)

    @property
    def directions(self) -> Simplex:
        return self.inner.directions  # type: ignore[no-any-return]

    @property
    def spectral(self) -> float:
        return float(self.inner.spectral)

    def margins(self, w: Array) -> Array:
        check_deadline("a product with the data")
        self._passes += self._priced
        return self.inner.margins(w)  # type: ignore[no-any-return]

    def combine(self, x: Array) -> Array:
        check_deadline("a product with the data")
        self._passes += 1
        return self.inner.combine(x)  # type: ignore[no-any-return]

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        check_deadline("a product with the data")
        self._passes += self._priced
        return self.inner.worst(w, k)  # type: ignore[no-any-return]

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        check_deadline("a product with the data")
        # Sweeps through a part of the examples add up to passes.
        whole, self._visits = divmod(self._visits + order.size, self.size)
        self._passes += whole * self._priced
        return self.inner.sweep(run, rule, order)  # type: ignore[no-any-return]

    def due(self, run: Pass) -> Due:
        check_deadline("a product with the data")
        self._passes += self._priced
        return self.inner.due(run)  # type: ignore[no-any-return]

    def begin(self) -> Pass:
        return self.inner.begin()  # type: ignore[no-any-return]

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        return self.inner.place(keys, values)  # type: ignore[no-any-return]

    def newton(self, x: Array, z: Array) -> Any:
        check_deadline("a product with the data")
        # The matrix takes every point once, and the multipliers one more product for each block.
        self._passes += 1 + self.blocks
        return self.inner.newton(x, z)

    def tight(self, x: Array, z: Array, level: float) -> Array:
        return self.inner.tight(x, z, level)  # type: ignore[no-any-return]

    def begin_with(self) -> Candidate:
        # Where no product is at hand it is a vertex, made of columns.
        self._passes += 1 if hasattr(self.inner, "combine") else 0
        return self.inner.begin_with()  # type: ignore[no-any-return]

    def support(self, x: Array) -> list[Atom]:
        return self.inner.support(x)  # type: ignore[no-any-return]

    def restrict(self, atoms: Sequence[Atom]) -> Any:
        # A subset is not a pass over the data.
        return self.inner.restrict(atoms)

    def spans(self) -> Any:
        check_deadline("a product with the data")
        # Bases of the rows and of their kernel: from then on the work is theirs.
        self._passes += 2
        return self.inner.spans()

    def squeezable(self) -> Any:
        check_deadline("a product with the data")
        self._passes += 1
        return self.inner.squeezable()

    def frame(self) -> Frame:
        check_deadline("a product with the data")
        return self.inner.frame()  # type: ignore[no-any-return]

    def game(self, keys: Sequence[int]) -> Any:
        check_deadline("a linear program")
        # A part of the points is not a pass over the data.
        return self.inner.game(keys)

    def zero(self) -> Array:
        return self.inner.zero()  # type: ignore[no-any-return]

    def norm(self, w: Array) -> float:
        return float(self.inner.norm(w))

    def dot(self, v: Array, w: Array) -> float:
        return float(self.inner.dot(v, w))
