"""Multipliers that bring all points of a support to 1: of their products, or of more points than there are columns.

With A the signed points as rows, it is A Aᵀu + b y = 1 with y·u = 0; without an intercept b = 0. Where there are more
points than columns, A Aᵀ is singular, and AᵀA is the smaller matrix: u = A (AᵀA)⁻²Aᵀ1 is the shortest solution, and
where no w brings all points to 1, those that the best one leaves below have the multipliers that would grow for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.threads import all_threads

__all__ = ["MANY", "Support", "SupportCoordinates", "SupportProducts", "equalised"]

_ROUNDS = 20  # of points that leave it; more of them only where it was none
_HALVINGS = 6  # of a step towards multipliers of which some are negative
_RIDGE = 1e-14  # on the diagonal, relative to it: equal points share their multiplier
_DEPENDENT = 1e-11  # of a column's square: what others leave of it that span it up to rounding
_MISSED = 1e-7  # below or above 1 by more, a point cannot be brought to it together with the others
MANY = 500  # points from which a factorisation is worth all threads

# u with A Aᵀu + b y = right and y·u = −surplus, of the points kept; and b.
Solve = Callable[[Array, float], tuple[Array, float]]


class Support(Protocol):
    """The points of a support, by what their multipliers are found from."""

    y: Array
    intercept: bool

    def factorise(self, kept: Positions) -> Solve | None: ...

    def square(self, u: Array) -> float:
        """‖w‖² of these multipliers."""


class SupportProducts:
    """A support by the products of its points with one another."""

    def __init__(self, G: Array, y: Array, *, intercept: bool, threads: bool) -> None:
        self.y, self.intercept = y, intercept
        self._G, self._threads = G, threads

    def square(self, u: Array) -> float:
        return float(u @ (self._G @ u))

    def factorise(self, kept: Positions) -> Solve | None:
        from scipy.linalg.lapack import dpotrf, dpotrs

        A = self._G[np.ix_(kept, kept)] if kept.size < self._G.shape[0] else self._G.copy()
        A.flat[:: A.shape[0] + 1] *= 1.0 + _RIDGE * A.shape[0]
        with all_threads(self._threads and kept.size > MANY):
            factor, failed = dpotrf(A.T, lower=1, clean=0, overwrite_a=1)
        if failed:
            return None
        y = self.y[kept]

        def solve(right: Array, surplus: float) -> tuple[Array, float]:
            solved, _ = dpotrs(factor, np.array([right, y] if self.intercept else [right]).T, lower=1)
            if not self.intercept:
                return np.asarray(solved[:, 0]), 0.0
            b = float((y @ solved[:, 0] + surplus) / (y @ solved[:, 1]))
            return np.asarray(solved[:, 0] - b * solved[:, 1]), b

        return solve


class SupportCoordinates:
    """A support by its coordinates, for more points than these have columns.

    Columns B that span all of them are chosen, A = B Z, which holds for any of the points: what is factorised anew when
    some leave is BᵀB. With an intercept it holds about the mean, A = B Z + y cᵀ, and for multipliers in balance.
    """

    def __init__(self, A: Array, y: Array, *, intercept: bool) -> None:
        self.y, self.intercept = y, intercept
        self._made, M = np.arange(y.size), A.T @ A
        scale = 1.0 / np.sqrt(np.where((squares := np.diag(M)) > 0.0, squares, 1.0))
        self._A, self._M = A * scale, M * np.outer(scale, scale)
        self._scale = scale
        self._span(self._centred(self._made))

    def _span(self, M: Array) -> Array | None:
        """Choose the columns B, and factorise what M has of them; None where there are none."""
        from scipy.linalg.lapack import dpotrf, dpotrs, dpstrf

        factor, order, rank, _ = dpstrf(M, tol=_DEPENDENT, lower=1)
        factor, self._some = np.asarray(factor[:rank, :rank]), order[:rank] - 1
        self._B = self._A[:, self._some]
        self._Z = np.zeros((rank, M.shape[0]))
        self._K = np.zeros((rank, rank))
        if not rank:
            return None
        self._Z = dpotrs(factor, M[self._some], lower=1)[0] / self._scale
        self._K = self._Z @ self._Z.T
        self._short, failed = dpotrf(self._K, lower=1)
        return None if failed else factor

    def _factor(self, M: Array) -> Array | None:
        """As it is with the columns chosen before, unless they depend on one another by now."""
        from scipy.linalg.lapack import dpotrf

        if not self._some.size:
            return None
        factor, failed = dpotrf(M[np.ix_(self._some, self._some)], lower=1)
        return None if failed or np.diag(factor).min() ** 2 < _DEPENDENT else np.asarray(factor)

    def _centred(self, kept: Positions) -> Array:
        """The products of the columns on the points kept, by those that left where they are fewer."""
        if kept.size < self._made.size:
            left = np.isin(self._made, kept, assume_unique=True, invert=True)
            some = self._A[kept if (most := 2 * kept.size < self._made.size) else self._made[left]]
            self._M = some.T @ some if most else self._M - some.T @ some
            self._made = kept
        mean = self._mean(kept)
        return self._M - kept.size * np.outer(mean, mean) if self.intercept else self._M

    def _mean(self, kept: Positions) -> Array:
        """Of the signed points; without an intercept nothing is taken off."""
        if not self.intercept:
            return np.zeros(self._A.shape[1])
        y = np.zeros(self.y.size)
        y[kept] = self.y[kept] / kept.size
        return y @ self._A

    def square(self, u: Array) -> float:
        w = u @ self._B
        return float(w @ (self._K @ w))

    def factorise(self, kept: Positions) -> Solve | None:
        from scipy.linalg.lapack import dpotrs

        M = self._centred(kept)
        factor = self._factor(M)
        factor = self._span(M) if factor is None else factor
        if factor is None:
            return None
        B, Z, y, short, centre = self._B[kept], self._Z, self.y[kept], self._short, self._mean(kept)
        mean, centre = centre[self._some], centre / self._scale

        def off(v: Array, more: float = 0.0) -> float:
            return (float(y @ v) + more) / y.size if self.intercept else 0.0

        def solve(right: Array, surplus: float) -> tuple[Array, float]:
            s = dpotrs(factor, right @ B - float(y @ right) * mean, lower=1)[0]
            missed = right - B @ s
            missed -= off(missed) * y
            if np.abs(missed).max() > _MISSED:
                return missed / _DEPENDENT, 0.0
            u = B @ dpotrs(factor, dpotrs(short, s, lower=1)[0], lower=1)[0]
            u -= off(u, surplus) * y
            return u, off(right) - float(centre @ ((u @ B) @ Z))

        return solve


def equalised(
    support: Support, begun: Array, products_of: Callable[[Positions, Array], Array]
) -> tuple[Positions, Array, float] | None:
    """Positions kept of a support, better multipliers than those begun with, and the offset.

    They are those that bring the points kept to 1, refined once; or else those on the way to the multipliers that
    bring all of the support to 1, where points whose multiplier would be negative have none.
    """
    y = support.y
    kept, whole, least = np.arange(y.size), None, _value(support, begun)
    for _ in range(_ROUNDS):
        if kept.size == 0 or (support.intercept and np.unique(y[kept]).size < 2):
            break
        solve = support.factorise(kept)
        if solve is None:
            break
        u, b = solve(np.ones(kept.size), 0.0)
        whole = (u, b) if whole is None else whole
        # The value of these multipliers, and no fewer points have a greater one.
        if kept.size < y.size and not 0.5 * float(u.sum()) > least:
            break
        if u.min() > 0:
            more, further = solve(1.0 - products_of(kept, u) - y[kept] * b, float(y[kept] @ u))
            refined = u + more
            return (kept, refined, b + further) if refined.min() > 0 else (kept, u, b)
        kept = kept[u > 0]
    return None if whole is None else _clipped(support, begun, *whole)


def _clipped(support: Support, begun: Array, u: Array, b: float) -> tuple[Positions, Array, float] | None:
    """The first of ever shorter steps towards u that raises the dual's value."""
    least = _value(support, begun)
    for halvings in range(_HALVINGS):
        values = _balanced(support, np.maximum(begun + (u - begun) * 0.5**halvings, 0.0))
        if values is not None and _value(support, values) > least:
            kept = np.flatnonzero(values)
            return kept, values[kept], b
    return None


def _value(support: Support, u: Array) -> float:
    """Σ u_j − ½‖w‖² of multipliers in balance; −∞ where they cannot be."""
    values = _balanced(support, u)
    return -np.inf if values is None else float(values.sum() - 0.5 * support.square(values))


def _balanced(support: Support, u: Array) -> Array | None:
    """Multipliers scaled so that both classes have the same sum."""
    if not support.intercept:
        return u
    y = support.y
    sums = float(u[y > 0].sum()), float(u[y < 0].sum())
    if min(sums) <= 0.0:
        return None
    mean = 0.5 * sum(sums)
    return np.where(y > 0, u * (mean / sums[0]), u * (mean / sums[1]))
