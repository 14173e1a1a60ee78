"""The contract of a part: one symmetric cone as a factor of a product, seen through its eigenvalues.

Every symmetric cone is made of extreme rays. Weights x are sums of v_i c_i over a frame of orthogonal rays c_i, each
scaled so that its mass ⟨e, c_i⟩ is 1; margins z meet the rays of their own frame in the values ⟨z, c_i⟩. On the orthant
the rays are the axes, for matrices they are the projections on a line, in a second-order cone pairs (±u, 1).

All operations take stacks: k vectors of equal parts as an array of shape (k, size).
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from gordan.arithmetic.array import Array

__all__ = ["Part", "Spectrum"]


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
