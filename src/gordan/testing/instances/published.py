"""Small instances printed in the literature to make a point."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np

from gordan.testing.instances.instance import Instance, require

__all__ = ["far_pair", "moran_two_points", "normalised_margin", "worst_case"]


def worst_case(K: float) -> Instance:
    """Four points in the plane on which a cyclic perceptron makes about 2K² updates.

    (1, 1), (1, 0) and (1/K, 1) are positive, (0, 1) is negative; the last two leave a wedge of angle about 1/K.

    Separable without an intercept, margin ``1/sqrt(4K² + 1)``.

    Parameters
    ----------
    K : float
        At least 1.

    Examples
    --------
    >>> round(worst_case(10).margin, 6)
    0.049938
    """
    require(K >= 1, f"K = {K}; give a number of at least 1")
    return Instance(
        f"worst case K={K:g}",
        np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0 / K, 1.0]]),
        np.array([1, 1, -1, 1]),
        intercept=False,
        separable=True,
        margin=1 / hypot(2 * K, 1),
        exact=True,
        note="(2K, -1) has product 1 with the nearest two signed points, whose segment it meets at a right angle",
    )


def far_pair(left: float = 999.0, right: float = 1001.0) -> Instance:
    """Two points on the line, close together and far from the origin: why an intercept is not a column of ones.

    Separable with an intercept, margin half the distance.

    Parameters
    ----------
    left, right : float
        The positive and the negative point.

    Examples
    --------
    >>> far_pair().margin
    1.0
    """
    require(left != right, f"both points are {left}; give two different ones")
    return Instance(
        f"far pair {left:g} {right:g}",
        np.array([[left], [right]], dtype=np.float64),
        np.array([1, -1]),
        intercept=True,
        separable=True,
        margin=abs(float(right) - float(left)) / 2,
        exact=True,
        note="two different points, halfway between which lies the best hyperplane",
    )


def normalised_margin(r: float, n: int, *, normalise: bool = True) -> Instance:
    """Points on two rays, (3, 4) positive and (4, 3) negative, with norms spread from 1/r to r.

    Scaled to unit norm they are two points with margin ``0.1 sqrt(2)``; left alone they have margin ``0.1 sqrt(2)/r``
    and a radius of r, so bounds in (radius/margin)² differ by r⁴.

    Separable without an intercept.

    Parameters
    ----------
    r : float
        Largest norm, at least 1.
    n : int
        Points, at least 4, alternately positive and negative.
    normalise : bool
        Pose the question for unit points.

    Examples
    --------
    >>> round(normalised_margin(100.0, 20).margin, 6)
    0.141421
    >>> round(normalised_margin(100.0, 20, normalise=False).margin, 6)
    0.001414
    """
    require(r >= 1, f"r = {r}; give a number of at least 1")
    require(n >= 4, f"n = {n} points; give at least 4, so that each ray has both ends")
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    X = np.empty((n, 2))
    for label, ray in ((1, (0.6, 0.8)), (-1, (0.8, 0.6))):
        X[y == label] = np.outer(np.geomspace(1 / r, r, np.count_nonzero(y == label)), ray)
    return Instance(
        f"normalised margin r={r:g} n={n}",
        X,
        y,
        intercept=False,
        normalise=normalise,
        separable=True,
        margin=0.1 * sqrt(2.0) / (1.0 if normalise else r),
        exact=True,
        note="(-1, 1) points from one ray to the other, and the two shortest points lie opposite each other",
    )


def moran_two_points(eps: float) -> Instance:
    """Two positive points ``(±sqrt(1 - eps²), eps)`` on which a perceptron with growing threshold is slowest.

    Separable without an intercept, margin exactly `eps`.

    Parameters
    ----------
    eps : float
        The margin, positive and at most 1.

    Examples
    --------
    >>> moran_two_points(0.01).margin
    0.01
    """
    require(0 < eps <= 1, f"eps = {eps}; give a number above 0 and at most 1")
    side = sqrt((1 - eps) * (1 + eps))
    return Instance(
        f"moran two points eps={eps:g}",
        np.array([[side, eps], [-side, eps]]),
        np.array([1, 1]),
        intercept=False,
        separable=True,
        margin=float(eps),
        exact=True,
        note="(0, 1) has product eps with both, and (0, eps) is their midpoint",
    )
