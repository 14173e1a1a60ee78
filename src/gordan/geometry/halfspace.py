"""A bounded intersection of halfspaces: its support points are vertices, each found by a linear program."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError, Uncertain
from gordan.feasibility.split.lp import greatest_product
from gordan.geometry.body import Enclosing
from gordan.geometry.row import box_around, drawn_in, inner_point, nearest_point, sharpened
from gordan.problem.length import normed
from gordan.problem.number import read_matrix, read_vector

__all__ = ["HalfspaceIntersection"]

_FINE = 1e-11  # of the extent: HiGHS is asked for 1e-10, and vertices that are worse are solved for anew
_COARSE = 1e-9  # of the extent: what may be left uncertain after that
_DROPPED = 1e-9  # HiGHS' own limit for entries that count
_FEW = 20  # dimensions up to which two programs for each make the smallest box


@dataclass(frozen=True, eq=False)
class HalfspaceIntersection:
    """All x with A x ≤ b, which must be neither empty nor unbounded.

    Support points come from HiGHS, and are then drawn inside until they violate no row: how far, and by how much the
    multipliers leave their product below the greatest one, is given with each. Every bracket is widened by the worst of
    those it is made of. Bodies so thin that one would exceed `error`, 1e-9 of their size, are refused.

    Where no interior can be shown, as of a segment, nothing can be drawn inside: the points are those of
    A x ≤ b + `error`, rows scaled to length 1. At a corner of a small angle such a point may be farther than `error`
    from the body, and an upper end of a bracket is about these points.

    Examples
    --------
    >>> triangle = HalfspaceIntersection([[-1.0, 0.0], [0.0, -1.0], [1.0, 1.0]], [0.0, 0.0, 1.0])
    >>> triangle.support([1.0, 0.0]).round(9).tolist()
    [1.0, 0.0]
    """

    A: Matrix = field(repr=False)
    b: Any = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "A", read_matrix("A", self.A))
        object.__setattr__(self, "b", read_vector("b", self.b))
        if self.A.shape[0] != self.b.size:
            raise InputError(f"A has {self.A.shape[0]} rows and b {self.b.size} entries; give as many")

    @property
    def dimension(self) -> int:
        return int(self.A.shape[1])

    @property
    def error(self) -> float:
        return _COARSE * self._extent

    @cached_property
    def _extent(self) -> float:
        return float(np.linalg.norm(self.enclosing.centre)) + self.enclosing.radius

    @cached_property
    def _scaled(self) -> tuple[Array, Array, float]:
        """Rows of length 1 and sides of about 1, for HiGHS' tolerances are absolute; and the unit of length."""
        largest = np.abs(self.A).max(axis=1)
        largest[largest == 0] = 1.0
        A = self.A / largest[:, None]
        lengths = np.linalg.norm(A, axis=1)
        lengths[lengths == 0] = 1.0
        with np.errstate(over="ignore"):
            b = self.b / largest / lengths
        if not np.isfinite(b).all():
            raise InputError("a row of A is so small beside its entry of b that they have no quotient; scale the rows")
        unit = float(np.abs(b).max()) or 1.0
        return A / lengths[:, None], b / unit, unit

    @cached_property
    def _inner(self) -> tuple[Array, float] | None:
        A, b, _ = self._scaled
        return inner_point(A, b)

    def _inside(self, point: Array) -> Array:
        A, b, unit = self._scaled
        return point if self._inner is None else drawn_in(A, b, point / unit, self._inner) * unit

    @cached_property
    def enclosing(self) -> Enclosing:
        A, b, unit = self._scaled
        if self.dimension > _FEW and (corners := box_around(A, b)) is not None:
            low, high = (unit * corner for corner in corners)
            return Enclosing(0.5 * (low + high), float(np.linalg.norm(0.5 * (high - low))))
        axes = np.eye(self.dimension)
        upper = np.array([self._extreme(e)[0][j] for j, e in enumerate(axes)])
        lower = np.array([self._extreme(-e)[0][j] for j, e in enumerate(axes)])
        return Enclosing(0.5 * (lower + upper), float(np.linalg.norm(0.5 * (upper - lower))))

    def support(self, direction: ArrayLike, /) -> Array:
        return self.support_with_error(direction)[0]

    def support_with_error(self, direction: ArrayLike, /) -> tuple[Array, float]:
        """The support point, and how far just this one may be off."""
        c = normed(direction)
        extent = self._extent  # an empty or unbounded body is refused here, before any of its points is used
        point, multipliers = self._extreme(c)
        A, b, unit = self._scaled
        uncertain = self._uncertain(c, point, multipliers)
        if uncertain > _FINE * extent:
            x, multipliers = sharpened(c, A, b, point / unit, multipliers)
            sharper = self._uncertain(c, x * unit, multipliers)
            point, uncertain = (x * unit, sharper) if sharper < uncertain else (point, uncertain)
        point = self._inside(point)
        uncertain = self._uncertain(c, point, multipliers)
        if uncertain > _COARSE * extent:
            raise Uncertain(
                f"a support point of the halfspaces is left uncertain by {uncertain:.3g}: the body is very thin, or "
                "rows of A are nearly alike; give the vertices as a Hull"
            )
        return point, max(_FINE * extent, uncertain)

    def _uncertain(self, c: Array, point: Array, multipliers: Array) -> float:
        """By how much the point violates a row, or may have less than the greatest product."""
        A, b, unit = self._scaled
        outside = float((A @ point - b * unit).max())
        # Weak duality: c·x ≤ y·b + (c − Aᵀy)·x for every x of the body.
        short = float(multipliers @ b) * unit - float(c @ point)
        short += float(np.linalg.norm(c - multipliers @ A)) * self._extent
        # At a corner of a small angle multipliers are large, and so is what their sums lose.
        size = float(multipliers @ np.abs(b)) * unit + float(np.linalg.norm(multipliers @ np.abs(A))) * self._extent
        return max(outside, short + (np.count_nonzero(multipliers) + 4) * 2.0**-53 * size)

    def nearest(self, point: Array, inverse: Array, /) -> Array | None:
        """Its point q with ‖inverse (point − q)‖ least, None where rounding leaves it uncertain."""
        A, b, unit = self._scaled
        q = nearest_point(A, b, point / unit, inverse)
        return None if q is None or float((A @ q - b).max()) * unit > _FINE * self._extent else self._inside(q * unit)

    def _extreme(self, direction: Array) -> tuple[Array, Array]:
        A, b, unit = self._scaled
        optimum = greatest_product(direction, A, b)
        if isinstance(optimum, str):
            if ((A != 0) & (np.abs(A) <= _DROPPED)).any():
                # True of what HiGHS saw, which may not be the body.
                raise InputError(
                    f"without the entries of A below {_DROPPED:g} of their rows, which HiGHS takes for 0, the "
                    f"intersection of halfspaces {optimum}; give the vertices as a Hull"
                )
            raise InputError(f"the intersection of halfspaces {optimum}; give A and b whose solutions are bounded")
        return optimum[0] * unit, optimum[1]
