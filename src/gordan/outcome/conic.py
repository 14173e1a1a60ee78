"""The answers to a conic problem: the same three, with proofs of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome import Inseparable, Separable, Undecided
from gordan.problem.cone import PSD, Product

__all__ = ["ConicInseparable", "ConicSeparable", "ConicUndecided", "Face", "Interior", "KernelBall", "KernelPoint"]


@dataclass(frozen=True, eq=False)
class Interior:
    """Proof that A*y lies inside the cone for this y."""

    direction: Array


# For axes and second-order cones the numbers of the entries that may differ from zero; for matrices a basis, n × r.
Face = Array


@dataclass(frozen=True, eq=False)
class KernelBall:
    """Proof that some weights in the cone cancel: they are within `radius` of `centre`, inside a face.

    A face of a product has one entry for each part. For axes it is the numbers of the entries that carry weight; for a
    second-order cone all of its entries or none; for matrices a basis V, and the weights are V S Vᵀ with S of full
    rank. `centre` has the entries, and S in the coordinates of `PSD`, one after the other. On the face the map is onto,
    so that some point at most `radius` away is cancelled exactly, and all points so near are in the cone.
    """

    faces: tuple[Face, ...]
    centre: Array
    radius: float

    def spread_out(self, cone: Product) -> Array:
        """The weights at the centre, in the coordinates of the whole cone."""
        x, start = np.zeros(cone.size), 0
        for part, where, face in zip(cone.parts, cone.slices, self.faces, strict=True):
            if isinstance(part, PSD):
                r = face.shape[1]
                size = r * (r + 1) // 2
                if r:
                    S = PSD(r).matrix(self.centre[start : start + size])
                    x[where] = part.vector(face @ S @ face.T)
            else:
                size = face.size
                x[where][face] = self.centre[start : start + size]
            start += size
        return x


@dataclass(frozen=True)
class KernelPoint:
    """Proof in integers: these weights, over one denominator, are in the cone, and A cancels them without remainder.

    Of matrices the entries of the upper triangle are given as they are, row by row.
    """

    integers: tuple[int, ...]
    denominator: int

    def values(self) -> list[Fraction]:
        return [Fraction(value, self.denominator) for value in self.integers]


@dataclass(frozen=True, eq=False, kw_only=True)
class ConicSeparable(Separable):
    """A*y lies inside the cone; `coef` is y."""

    proof: Interior = field(repr=False)  # type: ignore[assignment]

    @property
    def kind(self) -> str:
        return "separable"

    def words(self) -> str:
        return f"A*y lies inside the cone. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True)
class ConicInseparable(Inseparable):
    """Ax = 0 for some x in the cone; `weights` is x, or its nearest double vector."""

    proof: KernelBall | KernelPoint = field(repr=False)  # type: ignore[assignment]

    @property
    def kind(self) -> str:
        return "inseparable"

    def words(self) -> str:
        known = "" if isinstance(self.proof, KernelPoint) else f", known to within {self.proof.radius:.2g}"
        return f"weights in the cone cancel exactly{known}. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True)
class ConicUndecided(Undecided):
    """Neither was proved; the bracket holds all that is known of the margin."""

    @property
    def kind(self) -> str:
        return "undecided"
