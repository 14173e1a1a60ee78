"""The contract of a cone: everything a solver may ask about the base on which weights live.

Weights x live on a compact base of the cone K; margins z = A*w live in the dual space. The entropy used by `soften`,
`prox` and `divergence` is the one natural to the cone (x ln x on the orthant), and `theta` bounds the divergence of
any point of the base from its centre. For every w and every x on the base, lowest(z) <= pair(z, x). What only makes
sense where weights are numbers on points, block by block, is asked of a `Simplicial` base.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["Cone", "Point", "Simplicial", "inner", "room"]


class Point(NamedTuple):
    """A point of the base together with its dual coordinates (log x for entropies).

    The dual coordinates are accumulated instead of recomputed: taking the logarithm of weights that underflowed to
    zero would give NaN.
    """

    dual: Array
    weights: Array


def inner(z: Array, x: Array) -> float:
    """Sum of products, on one core: a threaded dot product of vectors this short mostly waits for its threads."""
    return float(np.einsum("i,i->", z, x))


@runtime_checkable
class Cone(Protocol):
    """The base of a cone and its operations."""

    @property
    def size(self) -> int:
        """Length of a weight vector."""

    @property
    def rank(self) -> int:
        """Number of extreme rays one weight vector may need."""

    @property
    def blocks(self) -> int:
        """How many sub-bases a vertex averages over: 1 but for the balanced simplex, which has 2."""

    @property
    def theta(self) -> float:
        """An upper bound of divergence(x, centre) over the base, never zero."""

    @property
    def spread(self) -> float:
        """Half the squared Euclidean diameter of the base."""

    @property
    def centre(self) -> Point:
        """The minimiser of the entropy."""

    def lowest(self, z: Array) -> float:
        """The least pair(z, x) over the base."""

    def soften(self, z: Array, mu: float) -> Array:
        """The weights that minimise pair(z, x) + mu divergence(x, centre)."""

    def prox(self, s: Array, z: Array) -> Point:
        """The point that minimises pair(z, x) + divergence(x, v), where s are the dual coordinates of v."""

    def divergence(self, x: Point, v: Point) -> float:
        """Bregman distance of the entropy from v to x."""

    def pair(self, z: Array, x: Array) -> float:
        """The pairing of margins and weights."""

    def project(self, z: Array) -> Array:
        """The Euclidean projection of z on the base."""

    def normalise(self, counts: Array) -> Array | None:
        """Counts scaled on to the base, or None where they miss one of its blocks altogether."""

    def violation(self, x: Array) -> float:
        """How far x is from the base: 0 on it."""


@runtime_checkable
class Simplicial(Cone, Protocol):
    """A base made of simplices, one for a block: its rays are the points, and nothing else."""

    @property
    def outside(self) -> tuple[Array | float, ...]:
        """For every block, what to add to margins so that only its own can be the least."""

    @property
    def members(self) -> tuple[Array, ...]:
        """For every block, 1 where a point belongs to it and 0 elsewhere."""

    def room(self, x: Array, change: Array) -> float:
        """The greatest t for which x + t change stays in the cone; infinite where nothing stops it."""

    def clear(self, z: Array, by: float) -> Array:
        """z moved along every block's multiplier until its lowest margin is `by`."""


def room(x: Array, change: Array) -> float:
    """Of the orthant: the first entry to reach zero on the way from x along the change."""
    falling = change < 0
    return float((x[falling] / -change[falling]).min(initial=np.inf))
