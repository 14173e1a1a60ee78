"""Random points around a hidden direction that separates them."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.testing.instances.instance import (
    Instance,
    Seed,
    draw_labels,
    draw_lattice,
    require,
    shift_integers,
    shuffle,
)

__all__ = ["gaussian", "separable", "separable_integers"]


def gaussian(m: int, n: int, kappa: float = 1.0, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """Gaussian points, labelled by a hidden direction, with their component along it multiplied by `kappa`.

    The signed points are scaled to unit norm. The margin is about ``kappa * sqrt(m) / n``, within a factor of two
    when n ≥ 10m and m ≥ 20 (without an intercept); `kappa` = 1 leaves plain Gaussian directions.

    Separable, with unknown margin.

    Parameters
    ----------
    kappa : float
        How far points are moved away from the hidden hyperplane; positive.
    intercept : bool
        Pose the same points with an intercept.

    Examples
    --------
    >>> gaussian(20, 200).X.shape
    (200, 20)
    """
    require(m >= 1 and n >= 2, f"n = {n} points in m = {m} dimensions; give n at least 2 and m at least 1")
    require(kappa > 0, f"kappa = {kappa}; give a positive number")
    rng = np.random.default_rng(random_state)
    u = _unit(rng.standard_normal((1, m)))[0]
    y = draw_labels(rng, n)
    A = rng.standard_normal((n, m))
    s = A @ u
    A += np.outer(kappa * np.abs(s) - s, u)
    X, y, _ = shuffle(rng, y[:, None] * _unit(A), y)
    return Instance(
        f"gaussian {m}x{n} kappa={kappa:g}",
        X,
        y,
        intercept=intercept,
        separable=True,
        note="a hidden direction has a positive product with every signed point",
    )


def separable(m: int, n: int, rho: float, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """Unit points with margin `rho`, up to rounding.

    With u a hidden unit direction and y the label, a point is ``y c u + sqrt(1 - c²) t`` with c ≥ rho and t a unit
    vector orthogonal to u; two points of opposite classes share one t and have c = rho, so no direction does better.

    Separable, with margin `rho`.

    Parameters
    ----------
    m, n : int
        Dimensions (at least 2) and points (at least 2).
    rho : float
        The margin, between 0 and 1.
    intercept : bool
        Pose with an intercept, after a random common shift; the class hulls are then 2 rho apart.

    Examples
    --------
    >>> separable(5, 100, 0.01).margin
    0.01
    """
    require(m >= 2 and n >= 2, f"n = {n} points in m = {m} dimensions; give at least 2 of each")
    require(0 < rho < 1, f"rho = {rho}; give a number between 0 and 1, the margins of unit points")
    rng = np.random.default_rng(random_state)
    u = _unit(rng.standard_normal((1, m)))[0]
    y = draw_labels(rng, n)
    X = _unit(rng.standard_normal((n, m)))
    s = X @ u
    t = _unit(X - np.outer(s, u))
    t = _unit(t - np.outer(t @ u, u))  # once more: the first projection cancels badly when a point lies along u
    c = rho + (1 - rho) * np.abs(s)
    c[:2] = rho
    t[1] = t[0]
    X = np.outer(y * c, u) + np.sqrt(1 - np.minimum(c, 1) ** 2)[:, None] * t
    if intercept:
        X += rng.standard_normal(m)
    X, y, _ = shuffle(rng, X, y)
    return Instance(
        f"separable {m}x{n} rho={rho:g}",
        X,
        y,
        intercept=intercept,
        separable=True,
        margin=float(rho),
        note="every point is at least rho from a hidden hyperplane, and two points facing each other are no farther",
    )


def separable_integers(m: int, n: int, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """Integer points with margin exactly 1.

    Along one hidden axis every point is at least 1 on its own side, and (1, t), (-1, t) face each other.

    Separable, exact.

    Parameters
    ----------
    m, n : int
        Dimensions and points (at least 2).
    intercept : bool
        Pose with an intercept, after a random common integer shift.

    Examples
    --------
    >>> instance = separable_integers(3, 50)
    >>> instance.margin, instance.exact
    (1.0, True)
    """
    rng = np.random.default_rng(random_state)
    X, y = draw_lattice(rng, m, n)
    if intercept:
        X = shift_integers(rng, X)
    X, y, _ = shuffle(rng, X, y, columns=True)
    return Instance(
        f"separable integers {m}x{n}",
        X,
        y,
        intercept=intercept,
        separable=True,
        margin=1.0,
        exact=True,
        note="at least 1 on its own side of a coordinate plane, and two points facing each other across it are 2 apart",
    )


def _unit(rows: Array) -> Array:
    norms: Array = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / norms
