"""The contract of a cone: everything a solver may ask about the base on which weights live, and about its parts.

Weights x live on a compact base of the cone K; margins z = A*w live in the dual space. The entropy used by `soften`,
`prox` and `divergence` is the one natural to the cone (x ln x on the orthant), and `theta` bounds the divergence of
any point of the base from its centre. For every w and every x on the base, lowest(z) <= pair(z, x). What only makes
sense where weights are numbers on points, block by block, is asked of a `Simplicial` base.

A `Part` is one symmetric cone as a factor of a product, seen through its eigenvalues. Every symmetric cone is made of
extreme rays. Weights x are sums of v_i c_i over a frame of orthogonal rays c_i, each scaled so that its mass ⟨e, c_i⟩
is 1; margins z meet the rays of their own frame in the values ⟨z, c_i⟩. On the orthant the rays are the axes, for
matrices they are the projections on a line, in a second-order cone pairs (±u, 1). All operations of a part take stacks:
k vectors of equal parts as an array of shape (k, size).
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["Cone", "Orthant", "Part", "Point", "Simplicial", "Spectrum", "inner", "require_size", "room"]


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


class Entropic:
    """A base with the entropy Σ v ln v of its masses: what does not depend on where these are."""

    def divergence(self, x: Point, v: Point) -> float:
        # Rounding may bring a divergence of nothing slightly below zero.
        return max(inner(x.weights, x.dual - v.dual), 0.0)

    def pair(self, z: Array, x: Array) -> float:
        return inner(z, x)


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


def require_size(name: str, n: object) -> None:
    """Refuse a size that is no positive whole number."""
    if not isinstance(n, Integral) or isinstance(n, bool) or n < 1:
        raise InputError(f"{name}({n!r}) has no size; give a whole number, 1 or more")


class Spectrum(NamedTuple):
    """Values of shape (k, rank), and the frames they belong to, which only their own part can read."""

    values: Array
    frame: Any


class Part(Protocol):
    """One symmetric cone."""

    @property
    def size(self) -> int:
        """Length of a vector."""

    @property
    def rank(self) -> int:
        """Number of rays in a frame."""

    @property
    def length(self) -> float:
        """Squared Euclidean length of a ray of mass 1."""

    @property
    def unit(self) -> Array:
        """e, whose product with weights is their mass, and with which every ray has the product 1."""

    def meet(self, z: Array) -> Spectrum:
        """The products of margins with the rays of their frame; the least of them is the least over all rays."""

    def resolve(self, x: Array) -> Spectrum:
        """Weights as masses on the rays of their frame; all are non-negative just when x is in the cone."""

    def compose(self, spectrum: Spectrum) -> Array:
        """The weights with these masses on these rays: what `resolve` takes apart."""

    def stretch(self, M: Array, factors: Spectrum) -> Array:
        """Rows of shape (r, size) under the automorphism that multiplies the rays of one frame by positive factors.

        Their inverses take it back.
        """


@dataclass(frozen=True)
class Orthant:
    """The cone of vectors without a negative entry.

    Parameters
    ----------
    n : int
        Length of its vectors.

    Examples
    --------
    >>> import numpy as np
    >>> Orthant(2).meet(np.array([[3.0, -1.0]])).values.min()
    np.float64(-1.0)
    """

    n: int
    length = 1.0

    def __post_init__(self) -> None:
        require_size("Orthant", self.n)

    @property
    def size(self) -> int:
        return self.n

    @property
    def rank(self) -> int:
        return self.n

    @property
    def unit(self) -> Array:
        return np.ones(self.n)

    def meet(self, z: Array) -> Spectrum:
        return Spectrum(z, None)

    def resolve(self, x: Array) -> Spectrum:
        return Spectrum(x, None)

    def compose(self, spectrum: Spectrum) -> Array:
        return spectrum.values

    def stretch(self, M: Array, factors: Spectrum) -> Array:
        return np.asarray(M * factors.values[0])
