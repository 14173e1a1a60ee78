"""Signed columns kept as the user's rows: dense or sparse, float32 or float64, never copied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.row_products import LARGE, row_products
from gordan.arithmetic.threads import all_threads
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.ascent import Multiplying
from gordan.engine.oracle.base import Atom, Flat, Frame
from gordan.engine.oracle.column_multipliers import ColumnMultipliers
from gordan.engine.oracle.frame import AffineFrame, LinearFrame
from gordan.engine.oracle.labelled import Labelled, least
from gordan.engine.oracle.newton import Interior, interior
from gordan.engine.oracle.rows import begin, sweep
from gordan.engine.oracle.sampling import draw_points
from gordan.engine.oracle.spectral import largest_eigenvalue
from gordan.engine.oracle.sweep import Order, Pass, Rule
from gordan.problem.canonical import Canonical, row_blocks

if TYPE_CHECKING:
    from gordan.engine.oracle.rescaled import RescaledColumns, RescaledKernel, SqueezedColumns
    from gordan.engine.oracle.subset import Sample, SubsetColumns

__all__ = ["Columns"]

_SUMMED = 1 << 14  # rows whose float32 products are summed before they go to float64: the sum keeps its digits
Rows = Positions | slice | list[int]


class Columns(Multiplying, Labelled[Canonical], Flat):
    """Products with a_j = y_j s_j (x_j − c), the support of their hull, and sweeps through them; keys are rows."""

    def __init__(self, canonical: Canonical) -> None:
        super().__init__(canonical, int(canonical.X.shape[0]))
        self.X, self.dimension = canonical.X, int(canonical.X.shape[1])
        self.signed = canonical.signs if canonical.factors is None else canonical.signs * canonical.factors
        self._narrow = self.X.dtype == np.float32
        # SciPy's sparse products have one thread, however many there are.
        self._large = not hasattr(self.X, "nnz") and self.size * self.dimension > LARGE
        self.rounding = _rounding(canonical, self.X.dtype)
        # The lowest points are multiplied again in double precision.
        self.support_rounding = _rounding(canonical, np.dtype(np.float64))
        self.visited_in_samples = 0

    # A BLAS may set flags for lanes that hold no numbers; products that are none are seen by the verifier.
    @np.errstate(all="ignore")
    def margins(self, w: Array) -> Array:
        z = self._products(w)
        z *= self.signed
        return z

    def _products(self, w: Array) -> Array:
        if not self.canonical.shifted:
            return row_products(self.X, w.astype(self.X.dtype, copy=False)).astype(np.float64, copy=False)
        z = np.empty(self.size)
        for part in row_blocks(self.X):
            z[part] = self._centred(part) @ w
        return z

    def combine(self, x: Array) -> Array:
        with all_threads(self._large):
            return self._sum(self.signed * x)

    def _sum(self, v: Array) -> Array:
        if self.canonical.shifted:
            image = np.zeros(self.dimension)
            for part in row_blocks(self.X):
                image += v[part] @ self._centred(part)
            return image
        if hasattr(self.X, "nnz"):
            return np.asarray(self._transposed @ v.astype(self.X.dtype, copy=False), dtype=np.float64)
        if not self._narrow:
            return np.asarray(v @ self.X)
        image, narrow = np.zeros(self.dimension), v.astype(np.float32)
        for start in range(0, self.size, _SUMMED):
            image += narrow[start : start + _SUMMED] @ self.X[start : start + _SUMMED]
        return image

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        z = self.margins(w)
        if self._narrow and not self.canonical.shifted:
            self._sharpen(z, w, k)
        return self._lowest(z, k)

    def _sharpen(self, z: Array, w: Array, k: int) -> None:
        """Double precision, in place, for the margins that single precision cannot tell from the k lowest."""
        slack = 2.0 * self.rounding * self.reach * self.norm(w)
        for outside in self.cone.outside:
            block = z + outside
            last = float(block[least(block, k)[-1]])
            for rows in np.array_split(doubtful := np.flatnonzero(block <= last + slack), doubtful.size // _SUMMED + 1):
                z[rows] = np.asarray(self.unsigned(rows) @ w) * self.canonical.signs[rows]

    def _column(self, j: int) -> Array:
        if self.canonical.shifted or hasattr(self.X, "nnz"):
            return np.asarray(self.rows(np.array([j]))[0])
        return np.asarray(self.X[j] * self.signed[j])

    def begin_with(self) -> Candidate:
        mean = self.combine(self.cone.centre.weights)
        return Candidate(mean, self.cone.centre.weights, image=mean)

    def rows(self, rows: Rows) -> Array:
        """Signed columns in float64, about the centre where the products are; a fresh array."""
        points = self.unsigned(rows)
        points = points.toarray() if hasattr(points, "nnz") else points
        points *= self.canonical.signs[rows][:, None]
        return np.asarray(points)

    def unsigned(self, rows: Rows) -> Matrix:
        """The points themselves, dense or sparse like the data."""
        points = self.X[rows].astype(np.float64)
        if self.canonical.shifted:
            points -= self.canonical.centre
        if self.canonical.factors is not None:
            factors = self.canonical.factors[rows][:, None]
            points = points.multiply(factors).tocsr() if hasattr(points, "nnz") else points * factors
        return points

    @cached_property
    def scattered(self) -> Matrix | None:
        """The points as sparse rows, where products of their columns cost less than those of dense ones."""
        return None

    @cached_property
    def gram(self) -> Array:
        """Products of the columns with one another, for data with few of them."""
        if not hasattr(self.X, "nnz"):
            columns = self.rows(np.arange(self.size))
            return np.asarray(columns @ columns.T)
        points = self.unsigned(np.arange(self.size))
        return np.asarray((points @ points.T).toarray() * np.outer(self.canonical.signs, self.canonical.signs))

    def draw(self, x: Array, k: int, generator: np.random.Generator) -> Array:
        keys, shares = draw_points(self.cone, x, k, generator)
        return np.asarray(shares @ self.rows(keys))

    def glance(self, w: Array, k: int, generator: np.random.Generator) -> Array:
        mass = np.cumsum(np.abs(w))
        if not mass[-1] > 0:
            return np.zeros(self.size)
        drawn = np.searchsorted(mass, generator.random(k) * mass[-1], side="right")
        columns, times = np.unique(np.minimum(drawn, int(np.flatnonzero(w)[-1])), return_counts=True)
        # A shift of all points by the centre moves all margins of a class alike, and its own weights not at all; but
        # the numbers would be those of the shift.
        part = np.asarray(self._by_column[:, columns].astype(np.float64) @ (np.sign(w[columns]) * times))
        if self.canonical.centre is not None:
            part -= self.canonical.centre[columns] @ (np.sign(w[columns]) * times)
        return np.asarray(self.signed * part * (mass[-1] / k))

    def share(self, k: int) -> float:
        return self.blocks * k / self.size + k / self.dimension

    @cached_property
    def _transposed(self) -> Matrix:
        """Sparse data turned, which is a view; making it anew takes longer than the product with short data."""
        return self.X.T

    @cached_property
    def _by_column(self) -> Matrix:
        """The data in an order in which columns are at hand."""
        return self.X.tocsc() if hasattr(self.X, "nnz") else self.X

    def newton(self, x: Array, z: Array) -> Interior | None:
        return interior(self, x, z)

    def basic(self, x: Array) -> Array | None:
        from gordan.engine.oracle.basic import basic_weights

        return basic_weights(self, x)

    def _centred(self, part: slice) -> Array:
        return np.asarray(self.X[part] - self.canonical.centre)

    def restrict(self, atoms: Sequence[Atom]) -> SubsetColumns:
        from gordan.engine.oracle.subset import subset

        return subset(self, [atom.key for atom in atoms])

    def sample(self, thin: int) -> Sample | None:
        from gordan.engine.oracle.subset import sample

        return sample(self, thin)

    def visit(self, points: int) -> None:
        """Say that so many points of a sample have been looked at."""
        self.visited_in_samples += points

    def frame(self) -> Frame:
        return LinearFrame(self.dimension) if self.blocks == 1 else AffineFrame(self.dimension)

    def spans(self) -> tuple[RescaledColumns, RescaledKernel | None]:
        from gordan.engine.oracle.rescaled import spans

        return spans(self)

    def squeezable(self) -> SqueezedColumns:
        from gordan.engine.oracle.rescaled import squeezed

        return squeezed(self)

    @cached_property
    def spectral(self) -> float:
        return largest_eigenvalue(self.canonical)

    @cached_property
    def _multipliers(self) -> ColumnMultipliers:
        return ColumnMultipliers(self)

    def begin(self) -> Pass:
        return begin(self.canonical)

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        return sweep(self.canonical, run, rule, order)


def _rounding(canonical: Canonical, dtype: np.dtype[np.floating]) -> float:
    """Error of a margin relative to reach·‖w‖: any order of summation stays within (m+4) units of |a|·|w|.

    Products of points that are not centred err by their distance from the origin, not from the centre.
    """
    unit = float((canonical.X.shape[1] + 5) * np.finfo(np.float64 if canonical.shifted else dtype).eps / 2)
    if canonical.shifted or canonical.centre is None:
        return unit
    return unit * (1.0 + float(np.linalg.norm(canonical.centre)) / canonical.reach)
