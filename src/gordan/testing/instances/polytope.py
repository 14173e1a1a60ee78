"""Symmetric point sets around the origin."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances.instance import Instance, Seed, draw_labels, require

__all__ = ["cross", "regular_simplex"]


def cross(m: int, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """The 2m signed points ±e_i; with an intercept, ±e_i in one class and ±2e_i in the other.

    Every unit direction has a coordinate of size ``1/sqrt(m)`` or more, and the all-equal one no larger: hence the
    margin ``-1/sqrt(m)``, or half of three times that for the difference of the two concentric hulls.

    Inseparable, exact, with all weights equal.

    Parameters
    ----------
    m : int
        Dimensions.
    random_state : int or Generator
        The seed of the labels; unused with an intercept.

    Examples
    --------
    >>> cross(4).margin
    -0.5
    """
    require(m >= 1, f"m = {m} dimensions; give at least 1")
    corners = np.vstack([np.eye(m), -np.eye(m)])
    if intercept:
        X, y = np.vstack([corners, 2 * corners]), np.repeat(np.array([1, -1]), 2 * m)
    else:
        y = draw_labels(np.random.default_rng(random_state), 2 * m)
        X = y[:, None] * corners
    return Instance(
        f"cross {m}",
        X,
        y,
        intercept=intercept,
        separable=False,
        margin=-(1.5 if intercept else 1.0) / sqrt(m),
        exact=True,
        note="opposite corners cancel",
        weights=np.ones(len(y)),
    )


def regular_simplex(m: int, *, integers: bool = False, random_state: Seed = 0) -> Instance:
    """The m + 1 unit vertices of the regular simplex centred at the origin, as signed points without an intercept.

    Most dimensions hold no regular simplex with rational coordinates; `integers` therefore places it one dimension
    higher, at ``(m+1) e_i - (1, …, 1)``, where the direction (1, …, 1) is orthogonal to all points.

    Inseparable, with all weights equal.

    Parameters
    ----------
    m : int
        Dimension of the simplex.
    integers : bool
        Integer coordinates in m + 1 dimensions: exact, with margin 0 instead of ``-1/m``.

    Examples
    --------
    >>> regular_simplex(2).margin
    -0.5
    >>> regular_simplex(2, integers=True).X.shape
    (3, 3)
    """
    require(m >= 1, f"m = {m} dimensions; give at least 1")
    A = (m + 1) * np.eye(m + 1) - 1
    if not integers:
        # Helmert's orthonormal basis of the plane in which the coordinates sum to zero.
        k = np.arange(1, m + 1)
        basis = np.zeros((m + 1, m))
        for j in k:
            basis[:j, j - 1] = 1
            basis[j, j - 1] = -j
        basis /= np.sqrt(k * (k + 1.0))
        A = A @ basis / sqrt(m * (m + 1.0))
    y = draw_labels(np.random.default_rng(random_state), m + 1)
    return Instance(
        f"regular simplex {m}{' integers' if integers else ''}",
        y[:, None] * A,
        y,
        intercept=False,
        separable=False,
        margin=0.0 if integers else -1 / m,
        exact=integers,
        note="the vertices sum to zero",
        weights=np.ones(m + 1),
    )
