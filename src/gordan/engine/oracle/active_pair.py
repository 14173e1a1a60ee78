"""The active points of a frame as pairs: one coefficient each, and their products with every point."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["ActivePairs"]

_ROOM = 16  # pairs the storage starts with; it doubles when they are taken


class ActivePairs:
    """Points that join and leave; `G` has their products with one another."""

    def __init__(self, n: int) -> None:
        self.keys: list[int] = []
        self.G: Array = np.empty((0, 0))
        self._heights = np.empty(0)
        # Rows are left where they are when another leaves, and taken again by the next to join.
        self._slots: list[int] = []
        self._free: list[int] = []
        self._products: Array = np.empty((0, n))

    @property
    def size(self) -> int:
        return len(self.keys)

    def append(self, key: int, column: Array) -> None:
        products, own = self.products(column), float(column[0, key] * column[1, key])
        self.G = np.block([[self.G, products[:, None]], [products[None, :], np.array([[own]])]])
        self.keys.append(key)
        self._heights = np.append(self._heights, column[0, key])
        if not self._free:
            self._reserve()
        self._slots.append(self._free.pop())
        self._products[self._slots[-1]] = column[1]

    def drop(self, index: int) -> None:
        self.G = np.delete(np.delete(self.G, index, axis=0), index, axis=1)
        self._heights = np.delete(self._heights, index)
        self._free.append(self._slots[index])
        self._products[self._slots[index]] = 0.0
        del self.keys[index], self._slots[index]

    def products(self, w: Array) -> Array:
        """Of a pair with the active points."""
        return np.asarray(self._heights * w[1, self.keys])

    def combine(self, r: Array) -> Array:
        """Σ r_j p_j."""
        w = np.zeros((2, self._products.shape[1]))
        np.add.at(w[0], self.keys, r * self._heights)
        shares = np.zeros(self._products.shape[0])
        shares[self._slots] = r
        w[1] = shares @ self._products
        return w

    def _reserve(self) -> None:
        held = self._products
        room = max(_ROOM, 2 * held.shape[0])
        self._products = np.zeros((room, held.shape[1]))
        self._products[: held.shape[0]] = held
        self._free = list(range(room - 1, held.shape[0] - 1, -1))
