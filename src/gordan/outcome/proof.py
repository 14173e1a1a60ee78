"""What an answer is proved by: a hyperplane or a direction into a cone, or weights that cancel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import copysign
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.fraction import as_float, over
from gordan.errors import InputError
from gordan.problem.cone import PSD, Product

__all__ = [
    "Cancellation",
    "Cancels",
    "Domination",
    "Enclosure",
    "Face",
    "IntegerKernelSeparator",
    "IntegerSeparator",
    "Interior",
    "KernelSeparator",
    "NullSpaceBall",
    "NullSpacePoint",
    "Separates",
    "Separator",
    "evaluate",
]


@dataclass(frozen=True, eq=False)
class Separator:
    """Proof of separability: f(x) = direction·(x − centre) + offset has the sign of every label.

    Far from the origin no double may lie in the gap between w·x of the classes: the centre keeps the offset small,
    and where even that is not enough the offset is a fraction.
    """

    direction: Array
    offset: float | Fraction
    centre: Array


@dataclass(frozen=True)
class IntegerSeparator:
    """Proof of separability by points so near to cancelling that no doubles may do: Σ integers_k x_k + offset.

    It has the sign of every label. What an answer shows as `coef` and `intercept` is the same hyperplane divided by
    `unit` and rounded once: that need not separate, and nothing is proved by it.

    Examples
    --------
    >>> IntegerSeparator((3, -4), Fraction(1, 3)).coefficients.tolist()
    [0.375, -0.5]
    """

    integers: tuple[int, ...]
    offset: Fraction

    @property
    def unit(self) -> int:
        """The least power of two above all integers."""
        return 1 << max(value.bit_length() for value in self.integers)

    @property
    def coefficients(self) -> Array:
        """The nearest doubles to the integers divided by `unit`."""
        unit = self.unit
        return np.array([value / unit for value in self.integers])

    @property
    def shown(self) -> dict[str, Any]:
        """The fields of a claim that show the hyperplane."""
        offset = over(self.offset, self.unit)
        origin = np.zeros(len(self.integers))
        return {"coef": self.coefficients, "intercept": as_float(offset), "centre": origin, "offset": offset}

    def values(self, X: Matrix) -> Array:
        """Signed values of points, divided by `unit`: the signs are those of the integers, not of the doubles."""
        unit = self.unit
        direction = [Fraction(value, unit) for value in self.integers]
        origin = np.zeros(len(direction))
        return evaluate(self.coefficients, over(self.offset, unit), centre=origin, X=X, direction=direction)


@dataclass(frozen=True, eq=False)
class KernelSeparator:
    """Proof of separability in a kernel's space: f(x) = Σ coefficients_j k(x_j, x) + offset has each label's sign.

    The coefficients are those of the raw rows, the factors of unit lengths included. Where images are scaled to unit
    length the offset is multiplied by the length √k(x, x).
    """

    coefficients: Array
    offset: float | Fraction


@dataclass(frozen=True)
class IntegerKernelSeparator:
    """The same by integers, where products are fractions: Σ integers_j k(x_j, x) + offset over the rows `support`.

    For images so near to cancelling that no doubles may do. What an answer shows as `dual_coef` and `intercept` is the
    same hyperplane divided by `unit` and rounded once: that need not separate, and nothing is proved by it.

    Examples
    --------
    >>> IntegerKernelSeparator((0, 2), (3, -4), Fraction(1, 3)).coefficients(3).tolist()
    [0.375, 0.0, -0.5]
    """

    support: tuple[int, ...]
    integers: tuple[int, ...]
    offset: Fraction

    @property
    def unit(self) -> int:
        """The least power of two above all integers."""
        return 1 << max(value.bit_length() for value in self.integers)

    def coefficients(self, n: int) -> Array:
        """The nearest doubles to the integers divided by `unit`, among n rows."""
        c, unit = np.zeros(n), self.unit
        c[list(self.support)] = [value / unit for value in self.integers]
        return c

    def shown(self, n: int) -> dict[str, Any]:
        """The fields of a claim about n rows that show the hyperplane."""
        offset = over(self.offset, self.unit)
        return {"dual_coef": self.coefficients(n), "intercept": as_float(offset), "offset": offset}


@dataclass(frozen=True)
class Cancellation:
    """Proof of inseparability: positive integers that cancel the signed raw rows `support` without remainder."""

    support: tuple[int, ...]
    integers: tuple[int, ...]

    def weights(self, n: int) -> Array:
        """The nearest doubles, with the sum 1, among n rows."""
        total, weights = sum(self.integers), np.zeros(n)
        # Quotients of integers are rounded once, whatever their size.
        weights[list(self.support)] = [v / total for v in self.integers]
        return weights


@dataclass(frozen=True)
class Domination:
    """Proof that no w ≥ 0 separates: positive integers under which no coordinate of the signed raw rows is above 0.

    Σ X_j y_j x_j ≤ 0 in every coordinate, over the rows `support`; with an intercept Σ X_j y_j = 0 too, so that the
    negative rows' weighted mean is nowhere below that of the positive rows.
    """

    support: tuple[int, ...]
    integers: tuple[int, ...]

    def weights(self, n: int) -> Array:
        """The nearest doubles, with the sum 1, among n rows."""
        return Cancellation(self.support, self.integers).weights(n)


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Proof of inseparability where integers would be long: positive weights that cancel, known to within a radius.

    There are weights x with |x_j − centre_j| ≤ radius_j < centre_j, hence all positive, that add up to 1 and cancel the
    signed raw rows `support` exactly; with an intercept they cancel the labels too. They are the one solution of a
    square system: one equation for each raw column that is not zero on all of the support, one for the labels with an
    intercept, one for the sum.
    """

    support: tuple[int, ...]
    centre: Array
    radius: Array

    def weights(self, n: int) -> Array:
        """The centres among n rows."""
        weights = np.zeros(n)
        weights[list(self.support)] = self.centre
        return weights

    @property
    def spread(self) -> float:
        """The greatest radius relative to its centre: how well the weights are known."""
        return float((self.radius / self.centre).max())


@dataclass(frozen=True, eq=False)
class Interior:
    """Proof that A*y lies inside the cone for this y."""

    direction: Array


# For axes and second-order cones the numbers of the entries that may differ from zero; for matrices a basis, n × r.
Face = Array | Positions


@dataclass(frozen=True, eq=False)
class NullSpaceBall:
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
class NullSpacePoint:
    """Proof in integers: these weights, over one denominator, are in the cone, and A cancels them without remainder.

    Of matrices the entries of the upper triangle are given as they are, row by row.
    """

    integers: tuple[int, ...]
    denominator: int

    def values(self) -> list[Fraction]:
        return [Fraction(value, self.denominator) for value in self.integers]


Separates = Separator | IntegerSeparator | KernelSeparator | IntegerKernelSeparator | Interior
Cancels = Cancellation | Domination | Enclosure | NullSpaceBall | NullSpacePoint


_BLOCK = 2**16  # entries
_LEAST = 5e-324  # the least positive double
_ROUNDED_ONCE = 2.0**-1022  # of smaller doubles rounding is no relative error


@np.errstate(over="ignore", invalid="ignore")
def evaluate(
    coef: Array,
    offset: float | Fraction,
    *,
    centre: Array,
    X: Matrix,
    direction: Sequence[Fraction] | None = None,
) -> Array:
    """coef·(x − centre) + offset for every row x of X, an array or a sparse matrix.

    The signs are those of exact arithmetic. Where `coef` was rounded, `direction` has the fractions to compute them by.

    Examples
    --------
    >>> evaluate(np.array([2.0]), -3.0, centre=np.zeros(1), X=[[1.0], [2.0]]).tolist()
    [-1.0, 1.0]
    """
    sparse = hasattr(X, "nnz")
    rows = X.tocsr() if sparse else np.atleast_2d(np.asarray(X, dtype=np.float64))
    if rows.ndim != 2 or rows.shape[1] != coef.size:
        raise InputError(f"X has shape {np.shape(X)}; give points with {coef.size} columns")
    shift = float(centre @ coef) if sparse else 0.0
    products, sizes = (rows @ coef, abs(rows) @ np.abs(coef)) if sparse else _products(coef, centre, rows)
    values = np.asarray(products, dtype=np.float64) - shift + as_float(Fraction(offset))
    # Values within their own rounding of zero could come out with the wrong sign, sums that overflowed with none:
    # those are computed exactly.
    size = sizes + abs(shift) + abs(as_float(Fraction(offset)))
    certain = np.isfinite(size) & (np.abs(values) > (coef.size + 8) * 2.0**-52 * size)
    factors = [Fraction(w) for w in coef.tolist()] if direction is None else direction
    if any(exact and abs(w) < _ROUNDED_ONCE for w, exact in zip(coef.tolist(), direction or (), strict=False)):
        certain[:] = False
    for j in np.flatnonzero(~certain).tolist():
        row = X.tocsr()[[j]].toarray().ravel() if sparse else np.atleast_2d(np.asarray(X))[j]
        values[j] = _exact(factors, offset, centre, row)
    return values


def _products(coef: Array, centre: Array, rows: Array) -> tuple[Array, Array]:
    """coef·(x − centre), and the same of absolute values, on blocks that stay in the cache: no copy of all rows."""
    products, sizes = np.empty((2, rows.shape[0]))
    step, absolute = max(1, _BLOCK // max(coef.size, 1)), np.abs(coef)
    for i in range(0, rows.shape[0], step):
        block = rows[i : i + step] - centre
        products[i : i + step] = block @ coef
        sizes[i : i + step] = np.abs(block, out=block) @ absolute
    return products, sizes


def _exact(factors: Sequence[Fraction], offset: float | Fraction, centre: Array, row: Array) -> float:
    """The nearest double; of what is too small for one the least double of its sign."""
    terms = zip(factors, row.tolist(), centre.tolist(), strict=True)
    value = sum((w * (Fraction(x) - Fraction(c)) for w, x, c in terms), Fraction(offset))
    return as_float(value) or (copysign(_LEAST, value) if value else 0.0)
