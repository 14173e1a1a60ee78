"""A map over a cone: products with it, and the rays of the cone that lie lowest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.threads import all_threads
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Flat, Frame, Subset
from gordan.engine.oracle.frame import LinearFrame
from gordan.engine.oracle.scaled import Scaled, scaled
from gordan.engine.oracle.spectral import SMALL, greatest_eigenvalue
from gordan.errors import UnsuitableSolver
from gordan.problem.canonical.conic import ConicCanonical

if TYPE_CHECKING:
    from gordan.engine.oracle.rescaled import RescaledColumns, RescaledKernel

__all__ = ["ConicColumns"]

_KEPT = 20_000  # rays remembered by their keys: many more than any active set, and few enough for memory
_ROUNDED = 1e-14  # mass on a ray, of a whole of 1, that resolving weights may leave where there is none
_LARGE = 1 << 22  # entries from which one product is worth all threads


class ConicColumns(Flat):
    """Products with A. Keys are given to rays as they are met: a cone that is no orthant has infinitely many."""

    blocks = 1
    unsuitable = (
        "is for points, and asks of them what a cone does not offer; choose mirror-prox, smooth-perceptron, "
        "von-neumann or central-path"
    )

    def __init__(self, canonical: ConicCanonical) -> None:
        self.canonical = canonical
        self.A = canonical.A
        self.cone, self.joint = canonical.cone, canonical.joint
        self.dimension, self.size = (int(length) for length in self.A.shape)
        self.reach, self.radius = canonical.reach, canonical.radius
        # Entrywise (m+4) units of |A||w|, so at most as many of the Frobenius norm; eigenvalues lose a few more.
        order = max(part.rank for part in self.joint.parts)
        self.rounding = (self.dimension + 16 * order + 8) * 2.0**-53 * 1.5 * canonical.frobenius / canonical.reach
        self.support_rounding = self.rounding
        self._rays: OrderedDict[int, tuple[int, Array]] = OrderedDict()
        self._next = 0
        self._large = self.size * self.dimension > _LARGE

    def margins(self, w: Array) -> Array:
        with all_threads(self._large):
            return np.asarray(self.A.T @ w)

    def combine(self, x: Array) -> Array:
        with all_threads(self._large):
            return np.asarray(self.A @ x)

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        return [[self._atom(*ray) for ray in self.joint.rays(self.margins(w), k)]]

    def _atom(self, margin: float, part: int, ray: Array) -> Atom:
        key, self._next = self._next, self._next + 1
        self._rays[key] = part, ray
        if len(self._rays) > _KEPT:
            self._rays.popitem(last=False)
        return Atom(key, margin, partial(self._column, part, ray), 1.0)

    def _column(self, part: int, ray: Array) -> Array:
        return np.asarray(self.A[:, self.joint.slices[part]] @ ray)

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        x = np.zeros(self.size)
        for key, value in zip(keys, values, strict=True):
            part, ray = self._rays[key]
            x[self.joint.slices[part]] += value * ray
        return x

    def support(self, x: Array) -> list[Atom]:
        """The rays of the frames of x that carry mass beyond rounding, with their masses for margins."""
        return [self._atom(*mass) for mass in self.joint.masses(x) if mass[0] > _ROUNDED]

    def begin_with(self) -> Candidate:
        centre = self.cone.centre.weights
        image = self.combine(centre)
        return Candidate(image, centre, image=image)

    def restrict(self, atoms: Sequence[Atom]) -> Subset:
        raise UnsuitableSolver(
            "working sets hold points, and a cone may have rays without number; choose mirror-prox or another that "
            "multiplies"
        )

    def frame(self) -> Frame:
        return LinearFrame(self.dimension)

    @property
    def unit(self) -> Array:
        return self.joint.unit

    def scaled(self, x: Array, s: Array) -> Scaled | None:
        return scaled(self.A, self.joint, x, s)

    def spans(self) -> tuple[RescaledColumns, RescaledKernel | None]:
        from gordan.engine.oracle.rescaled import spans

        return spans(self)

    @cached_property
    def spectral(self) -> float:
        bound = self.canonical.frobenius**2 * (1.0 + 1e-8)
        if min(self.A.shape) > SMALL:
            return bound
        return min(bound, greatest_eigenvalue(self.A @ self.A.T if self.dimension <= self.size else self.A.T @ self.A))
