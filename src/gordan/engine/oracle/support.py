"""The differences p − q of two convex bodies, known only by the support points that each gives for a direction.

Columns are points of K − L, one block of them, and the lowest under w is the difference of K's lowest point and L's
highest. There are infinitely many, so weights are not kept point by point: they are the pair (Σ x_j p_j, Σ x_j q_j)
itself, one after the other in one array. The two halves are a point of K and a point of L, and sums and multiples of
weights are what they should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Flat, Frame
from gordan.engine.oracle.frame import LinearFrame

__all__ = ["Differences", "Supported"]


class Supported(Protocol):
    """A convex body that can say where it is extreme."""

    def support(self, direction: Array, /) -> Array:
        """A point of the body whose product with the direction is greatest."""


class Differences(Flat):
    """A support oracle of K − L; a key stands for a pair of points, and returns when the pair does."""

    def __init__(self, K: Supported, L: Supported, dimension: int) -> None:
        self._K, self._L, self.dimension = K, L, dimension
        self.blocks, self.reach = 1, 0.0
        self.support_rounding = (dimension + 8) * 2.0**-52
        self._keys: dict[bytes, int] = {}
        self.pairs: list[Array] = []
        self.towards: dict[int, Array] = {}  # the direction in which each of the pairs was first given

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        """One point however many are asked for: a body tells no more."""
        pair = np.concatenate([self._K.support(-w), self._L.support(w)])
        key = self._keys.setdefault(pair.tobytes(), len(self.pairs))
        if key == len(self.pairs):
            self.pairs.append(pair)
            self.towards[key] = w.copy()
        column = self.difference(pair)
        self.reach = max(self.reach, self.norm(column))
        return [[Atom(key, self.dot(column, w), column, 1.0)]]

    def difference(self, pair: Array) -> Array:
        return np.asarray(pair[: self.dimension] - pair[self.dimension :])

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        if not len(keys):
            return np.zeros(2 * self.dimension)
        return np.asarray(np.asarray(values) @ np.array([self.pairs[key] for key in keys]))

    def support(self, x: Array) -> list[Atom]:
        """The mean pair alone: it is a point of K − L like any other."""
        self.pairs.append(x)
        return [Atom(len(self.pairs) - 1, 0.0, self.difference(x), 1.0)]

    def begin_with(self) -> Candidate:
        atom = self.worst(self.zero())[0][0]
        return Candidate(atom.column, self.place([atom.key], [1.0]), image=atom.column)

    def restrict(self, atoms: Sequence[Atom]) -> FewDifferences:
        return FewDifferences(self, atoms)

    def frame(self) -> Frame:
        return LinearFrame(self.dimension)


class FewDifferences(Differences):
    """Some of the differences, with keys from 0 on and weights point by point."""

    def __init__(self, whole: Differences, atoms: Sequence[Atom]) -> None:
        super().__init__(whole._K, whole._L, whole.dimension)
        self._whole, self._atoms = whole, list(atoms)
        self._columns = np.array([atom.column for atom in atoms])
        self.reach = whole.reach

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        z = self._columns @ w
        return [[Atom(int(j), float(z[j]), self._columns[j], 1.0) for j in np.argsort(z, kind="stable")[:k]]]

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        x = np.zeros(len(self._atoms))
        np.add.at(x, np.asarray(keys, dtype=np.int64), np.asarray(values))
        return x

    def support(self, x: Array) -> list[Atom]:
        return [Atom(int(j), 0.0, self._columns[j], 1.0) for j in np.flatnonzero(x)]

    def lift(self, candidate: Candidate) -> Candidate:
        weights = None
        if candidate.weights is not None:
            weights = self._whole.place([atom.key for atom in self._atoms], candidate.weights.tolist())
        return replace(candidate, weights=weights, lowest=None)

    def glimpse(self, candidate: Candidate) -> Candidate:
        return self.lift(candidate)

    def lower(self, x: Array) -> Array | None:
        """Nothing: two mean points do not tell what they are means of."""
        return None

    def turn(self, w: Array) -> Array:
        return w
