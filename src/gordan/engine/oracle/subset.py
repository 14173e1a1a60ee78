"""A few points of a greater set as an oracle of their own: double precision, own keys, coordinates of their span.

Coordinates of points that are known by their products grow with the set from one round of a solver to the next. On the
way back a direction is taken from its weights, so that only the columns of points that carry weight are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.oracle.base import Atom, Frame
from gordan.engine.oracle.column_multipliers import FILLED
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.least_norm import least_norm
from gordan.engine.oracle.products_frame import ProductsFrame
from gordan.engine.oracle.span import Coordinates, span
from gordan.problem.canonical import Canonical, put
from gordan.problem.cone import BalancedSimplex, Simplex

if TYPE_CHECKING:
    from gordan.engine.oracle.products import Products

__all__ = ["GramSubset", "Grown", "Sample", "SubsetColumns", "gram_subset", "sample", "subset"]

_WIDE = 1.5  # dimensions for every point beyond which the span of the points is worth changing to
_TOGETHER = 256  # points that get their coordinates at once: temporaries stay small beside the matrices kept
_SAMPLED = 20  # points for each dimension: of fewer a sample says little of the whole
_PARALLEL = 1e-9  # between unit vectors: a direction this near to its image is the image, however it was rounded


class Few(Columns):
    """Columns at the positions `rows` of a whole of so many points; keys count from 0."""

    def __init__(self, canonical: Canonical, size: int, rows: Positions) -> None:
        super().__init__(canonical)
        self._of, self._rows = size, rows

    def lower(self, x: Array) -> Array | None:
        return self.cone.normalise(x[self._rows])

    def turn(self, w: Array) -> Array:
        return self.zero()

    def _raised(self, x: Array | None) -> Array | None:
        """Weights here as weights of the whole."""
        if x is None:
            return None
        weights = np.zeros(self._of)
        weights[self._rows] = x
        return weights


def subset(whole: Columns, keys: Sequence[int], points: Matrix | None = None) -> SubsetColumns:
    """The points of the whole at these positions, which are their keys from 0 on; given by who has them at hand."""
    rows = np.asarray(keys, dtype=np.int64)
    if points is None:
        points = whole.unsigned(rows)
    signs = whole.canonical.signs[rows]
    turned: Turned | None = None
    given = points
    if whole.dimension > _WIDE * rows.size:
        inside = span(points)
        points, turned = inside.points, Turned(points, signs, inside.direction)
    elif hasattr(points, "nnz"):
        points = points.toarray()
    extent = float(np.abs(points).max(initial=0.0))
    canonical = put(points, signs, extent=extent, intercept=whole.blocks == 2, normalise=False)
    made = SubsetColumns(canonical, whole.size, rows, turned)
    if hasattr(given, "nnz") and turned is None and canonical.scale == 1.0 and not canonical.shifted:
        made.scattered = given.tocsr() if whole.dimension * rows.size > FILLED * given.nnz else None
    return made


class Turned(NamedTuple):
    """Points in coordinates of their span: what they were, and the way back for a direction."""

    points: Matrix
    signs: Array
    direction: Callable[[Array], Array]


class SubsetColumns(Few):
    """Points of columns."""

    def __init__(self, canonical: Canonical, size: int, rows: Positions, turned: Turned | None) -> None:
        super().__init__(canonical, size, rows)
        self._turned = turned

    def turn(self, w: Array) -> Array:
        return w if self._turned is None else self.zero()

    def lift(self, candidate: Candidate) -> Candidate:
        """The candidate in terms of the whole. A common scale of extreme data is no part of a direction."""
        weights, image = self._raised(candidate.weights), None
        if candidate.weights is not None and candidate.image is not None:
            image = self._image(candidate.image, candidate.weights)
        direction = candidate.direction if self._turned is None else self._turned.direction(candidate.direction)
        return replace(candidate, direction=direction, weights=weights, lowest=None, image=image)

    def glimpse(self, candidate: Candidate) -> Candidate:
        return self.lift(candidate)

    def least_norm(self, x: Array | None) -> Candidate | None:
        """The point of least norm by one compiled call, beginning with the points that carry weight in x."""
        return least_norm(self, x)

    def _image(self, image: Array, weights: Array) -> Array:
        if self._turned is None:
            return image / self.canonical.scale
        # Multiplied anew: a factor of the points' products knows a short image to half the digits only.
        return np.asarray(self._turned.points.T @ (self._turned.signs * weights))


def sample(whole: Columns, thin: int) -> Sample | None:
    """Every so-many-th point of the whole, which are no copy; None where they leave out a class or are few."""
    canonical = whole.canonical
    rows, signs = np.arange(0, whole.size, thin), np.ascontiguousarray(canonical.signs[::thin])
    few = rows.size < _SAMPLED * whole.dimension
    if few or type(whole.X) is not np.ndarray or (whole.blocks == 2 and not -1 < signs.mean() < 1):
        return None
    cone = Simplex(rows.size) if whole.blocks == 1 else BalancedSimplex(signs > 0)
    factors = None if canonical.factors is None else canonical.factors[::thin]
    lengths, X = canonical.lengths[::thin], canonical.X[::thin]
    return Sample(replace(canonical, X=X, signs=signs, cone=cone, factors=factors, lengths=lengths), whole, rows)


class Sample(Few):
    """Every so-many-th point of columns, in their coordinates. Its products are a part of a pass over the whole."""

    def __init__(self, canonical: Canonical, whole: Columns, rows: Positions) -> None:
        super().__init__(canonical, whole.size, rows)
        self._whole = whole
        self._large = False  # a sum over two threads would end in other digits, and so would all that follows

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        self.visit(self.size)
        return super().worst(w, k)

    def visit(self, points: int) -> None:
        self._whole.visit(points)

    def turn(self, w: Array) -> Array:
        return w

    def lift(self, candidate: Candidate) -> Candidate:
        return replace(candidate, weights=self._raised(candidate.weights), lowest=None, state=None)

    def glimpse(self, candidate: Candidate) -> Candidate:
        return self.lift(candidate)


class Grown:
    """Products and coordinates of the points of one set after another, as long as each goes on from the one before."""

    def __init__(self) -> None:
        self._keys: list[int] = []
        self.coordinates = Coordinates()
        # Points that joined together, with one another and with those before: half of the matrix, and never copied.
        self._products: list[Array] = []

    def products(self, positions: list[int]) -> Array:
        """The products of the points at these positions with one another."""
        at, G = np.asarray(positions, dtype=np.int64), np.empty((len(positions), len(positions)))
        start = 0
        for part in self._products:
            end = part.shape[1]
            rows, columns = np.flatnonzero((at >= start) & (at < end)), np.flatnonzero(at < end)
            block = part[np.ix_(at[rows] - start, at[columns])]
            G[np.ix_(rows, columns)] = block
            G[np.ix_(columns, rows)] = block.T
            start = end
        return G

    def reach(self, whole: Products, keys: list[int]) -> None:
        """Come to exactly these points: those that go on from the last set join, otherwise all begin anew."""
        known = len(self._keys)
        if keys[:known] != self._keys:
            self._keys, self.coordinates, self._products, known = [], Coordinates(), [], 0
        for start in range(known, len(keys), _TOGETHER):
            end = min(start + _TOGETHER, len(keys))
            part = np.asarray(whole.entries.block(keys[start:end], keys[:end]), dtype=np.float64)
            self._products.append(part)
            self.coordinates.extend(part[:, :start], part[:, start:])
        self._keys = list(keys)


def gram_subset(whole: Products, keys: Sequence[int], grown: Grown) -> GramSubset:
    """The points of the whole at these positions, which are their keys from 0 on."""
    rows = np.asarray(keys, dtype=np.int64)
    grown.reach(whole, rows.tolist())
    points = grown.coordinates.points
    if whole.canonical.factors is not None:
        points = points * whole.canonical.factors[rows, None]
    extent = float(max(points.max(initial=0.0), -points.min(initial=0.0)))
    canonical = put(points, whole.canonical.signs[rows], extent=extent, intercept=whole.blocks == 2, normalise=False)
    return GramSubset(canonical, whole, rows, grown)


class GramSubset(Few):
    """Points known by their products, in coordinates."""

    def __init__(self, canonical: Canonical, whole: Products, rows: Positions, grown: Grown) -> None:
        super().__init__(canonical, whole.size, rows)
        self._whole, self._grown = whole, grown

    def frame(self) -> Frame:
        single = super().frame()
        if self.canonical.shifted or self.canonical.scale != 1.0:
            return single
        return ProductsFrame(
            single,
            affine=self.blocks == 2,
            products=self._products_of,
            combine=self._sum_of,
            multiply=lambda keys, w: np.asarray((self.X @ w)[keys]),
        )

    def _products_of(self, keys: list[int]) -> Array:
        G = self._grown.products(keys)
        if self._whole.canonical.factors is not None:
            factors = self._whole.canonical.factors[self._rows[keys]]
            G *= factors
            G *= factors[:, None]
        return G

    def _sum_of(self, keys: list[int], c: Array) -> Array:
        placed = np.zeros(self.size)
        placed[keys] = c
        return np.asarray(placed @ self.X)

    def lift(self, candidate: Candidate) -> Candidate:
        weights, image, direction = self._raised(candidate.weights), None, self._whole.zero()
        if candidate.weights is not None and candidate.image is not None:
            image = self._combine(self._whole.signed[self._rows] * candidate.weights)
        if image is not None and _parallel(candidate.direction, candidate.image):
            direction = image
        elif candidate.kind is not Kind.CERTIFICATE:
            # Beside a certificate a direction has nothing more to say, and this one asks for a column of every point.
            direction = self._combine(self._grown.coordinates.coefficients(candidate.direction))
        return replace(candidate, direction=direction, weights=weights, lowest=None, image=image)

    def glimpse(self, candidate: Candidate) -> Candidate:
        """Its updates and its kind: anything more takes products with all points."""
        return replace(candidate, direction=self._whole.zero(), weights=None, lowest=None, image=None)

    def _combine(self, c: Array) -> Array:
        carrying = np.flatnonzero(c)
        return self._whole.image(self._rows[carrying], c[carrying])


def _parallel(v: Array, w: Array | None) -> bool:
    if w is None:
        return False
    lengths = float(np.linalg.norm(v)), float(np.linalg.norm(w))
    if min(lengths) == 0.0:
        return False
    return float(np.linalg.norm(v / lengths[0] - w / lengths[1])) <= _PARALLEL
