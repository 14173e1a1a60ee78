"""A bounded intersection of halfspaces: its support points are vertices, each found by a linear program.

The multipliers of a program prove its answer, however they were found: if y ≥ 0 and Aᵀy = c + r, then
c·x ≤ y·b + ‖r‖‖x‖ for every x with A x ≤ b. Below the body stand functions of rows A x ≤ b of length 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from gordan.arithmetic.array import Array
from gordan.errors import InputError, Uncertain
from gordan.feasibility.split.lp import greatest_product, nearest_combination
from gordan.problem.bodies import Enclosing
from gordan.problem.length import normed
from gordan.problem.shape import Halfspaces

__all__ = ["HalfspaceIntersection", "box_around", "drawn_in", "inner_point", "nearest_point", "sharpened"]

_FINE = 1e-11  # of the extent: HiGHS is asked for 1e-10, and vertices that are worse are solved for anew
_COARSE = 1e-9  # of the extent: what may be left uncertain after that
_DROPPED = 1e-9  # HiGHS' own limit for entries that count
_FEW = 20  # dimensions up to which two programs for each make the smallest box


@dataclass(frozen=True, eq=False)
class HalfspaceIntersection(Halfspaces):
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


_SPANNED = 1e-9  # what weights that cancel may leave, times the root of the dimension
_CARRYING = 1e-12  # multipliers below this share of the greatest are rounding


def box_around(A: Array, b: Array) -> tuple[Array, Array] | None:
    """Corners of a box that contains the rows' points, not the smallest; None where none was found this way.

    Weights λ ≥ 1 that cancel, Aᵀλ = 0, make multipliers of any least-squares solution y of Aᵀy = ±e_j: y + tλ ≥ 0.
    """
    cancelling = nearest_combination(-A.sum(axis=0), A)
    if cancelling is None:
        return None
    weights = 1.0 + cancelling
    Y = np.linalg.pinv(A)  # row j solves Y_j A = e_j
    left = np.linalg.norm(weights @ A) * max(1.0, float(np.abs(Y).max())) + np.linalg.norm(Y @ A - np.eye(A.shape[1]))
    lifted = [sign * Y + np.maximum(-sign * Y / weights, 0.0).max(axis=1)[:, None] * weights for sign in (1.0, -1.0)]
    upper, lower = lifted[0] @ b, -(lifted[1] @ b)
    if not left * A.shape[1] ** 0.5 <= _SPANNED or not (lower <= upper).all():
        return None
    room = 2.0 * _SPANNED * float(np.linalg.norm(np.maximum(np.abs(lower), np.abs(upper))))
    room += (b.size + 8) * 2.0**-52 * float((np.maximum(*lifted) @ np.abs(b)).max())
    lower, upper = lower - room, upper + room
    # Rows with one entry bound their coordinate themselves.
    for i in np.flatnonzero(np.count_nonzero(A, axis=1) == 1).tolist():
        j = int(np.flatnonzero(A[i])[0])
        end = float(b[i] / A[i, j])
        if A[i, j] > 0:
            upper[j] = min(upper[j], end)
        else:
            lower[j] = max(lower[j], end)
    return (lower, upper) if (lower <= upper).all() else None


def sharpened(c: Array, A: Array, b: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """A vertex and its multipliers solved for on the rows that carry it, which a program leaves to its tolerance."""
    carrying = y > _CARRYING * float(y.max(initial=0.0))
    y = np.where(carrying, y, 0.0)
    y[carrying] += np.linalg.lstsq(A[carrying].T, c - y @ A, rcond=None)[0]
    for _ in range(3):
        x = x + np.linalg.lstsq(A[carrying], b[carrying] - A[carrying] @ x, rcond=None)[0]
        carrying |= A @ x > b
    return x, np.maximum(y, 0.0)


def nearest_point(A: Array, b: Array, p: Array, inverse: Array) -> Array | None:
    """The q with A q ≤ b and ‖inverse (p − q)‖ least; None where it was not found.

    With z = inverse (p − q) and G the inverse of `inverse`, the rows say (A G) z ≥ A p − b: Lawson and Hanson's least
    distance, by nonnegative least squares; then solved for on the rows that carry it.
    """
    violated = A @ p - b
    worst = float(violated.max())
    if worst <= 0.0:
        return p
    G = np.linalg.inv(inverse)
    rows = A @ G
    target = np.zeros(p.size + 1)
    target[-1] = 1.0
    u = nearest_combination(target, np.column_stack([rows, violated / worst]))
    if u is None or not (carrying := u > _CARRYING * float(u.max())).any():
        return None
    z = np.linalg.lstsq(rows[carrying], violated[carrying], rcond=None)[0]
    return np.asarray(p - G @ z)


def inner_point(A: Array, b: Array) -> tuple[Array, float] | None:
    """The point farthest inside, and how far it is from every row for sure; None where no interior can be shown."""
    rows = A.any(axis=1)
    optimum = greatest_product(np.eye(A.shape[1] + 1)[-1], np.column_stack([A, rows.astype(np.float64)]), b)
    if isinstance(optimum, str):
        return None
    x = optimum[0][:-1]
    room = float((b - A @ x)[rows].min(initial=np.inf)) - _rounding(A, b, x)
    return (x, room) if 0.0 < room < np.inf else None


def drawn_in(A: Array, b: Array, x: Array, inner: tuple[Array, float]) -> Array:
    """The point, moved towards the inner one until it violates no row beyond doubt.

    Rows violated by v at x and kept by r at the inner point are kept by (1 − t)(−v) + t r = 0 at t = v/(v + r) between
    them. At a corner of a small angle that is a long way, as it is from x to the body.
    """
    centre, room = inner
    violated = float((A @ x - b).max()) + 3.0 * _rounding(A, b, x)
    return x if violated <= 0.0 else np.asarray(x + (centre - x) * (violated / (violated + room)))


def _rounding(A: Array, b: Array, x: Array) -> float:
    # Of the sums, and of the rows, which were brought to length 1.
    return (x.size + 8) * 2.0**-53 * float((np.abs(A) @ np.abs(x) + np.abs(b)).max())
