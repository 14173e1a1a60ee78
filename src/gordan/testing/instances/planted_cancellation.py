"""Random points with a cancellation hidden among them."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.testing.instances.instance import REACH, Instance, Seed, draw_labels, require, shift_integers, shuffle

__all__ = ["inseparable", "inseparable_integers"]


def inseparable(m: int, n: int, r: float, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """Unit points with margin ``-r``, up to rounding.

    With u, e_1, …, e_{m-1} a hidden orthonormal basis, the signed points u and ``-r u ± sqrt(1 - r²) e_i`` cancel
    with weights r on u and 1/(2(m-1)) on each other one; further signed points have ``u·a ≥ -r``. With an intercept
    each class holds all of these, and a random common shift is added.

    Inseparable, with its `weights`.

    Parameters
    ----------
    m, n : int
        Dimensions (at least 2) and points (at least 2m - 1; with an intercept 4m - 2).
    r : float
        Depth of the origin in the hull of the signed points: positive, at most ``1/(1 + sqrt(m - 1))``.

    Examples
    --------
    >>> inseparable(5, 100, 0.1).margin
    -0.1
    """
    require(m >= 2, f"m = {m} dimensions; give at least 2")
    limit = 1 / (1 + sqrt(m - 1))
    require(0 < r <= limit, f"r = {r}; in {m} dimensions it must be positive and at most {limit:.6g}")
    rng = np.random.default_rng(random_state)
    others = rng.standard_normal((n, m))
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    others[others[:, 0] < -r] *= -1
    core, core_weights = _core(m, r, sqrt(1 - r * r), 1.0)
    A, y, weights = _surround(rng, core, core_weights, others, intercept=intercept)
    Q, _ = np.linalg.qr(rng.standard_normal((m, m)))
    X = y[:, None] * (A @ Q.T)
    if intercept:
        X += rng.standard_normal(m)
    X, y, shuffled = shuffle(rng, X, y, weights)
    return Instance(
        f"inseparable {m}x{n} r={r:g}",
        X,
        y,
        intercept=intercept,
        separable=False,
        margin=-float(r),
        note="the origin lies r deep in the hull of the signed points",
        weights=shuffled,
    )


def inseparable_integers(
    m: int, n: int, *, touching: bool = False, intercept: bool = False, random_state: Seed = 0
) -> Instance:
    """Integer points that no hyperplane separates: margin exactly -1, or exactly 0 when `touching`.

    Inseparable, exact, with integer `weights`.

    Parameters
    ----------
    m, n : int
        Dimensions and points: n ≥ max(2, 2m - 1), twice that with an intercept. When `touching`, m ≥ 2 and n ≥ 2
        suffice.
    touching : bool
        The origin only touches the hull of the signed points (with an intercept: the class hulls only touch), in
        points of a hidden plane; otherwise they overlap, and the origin lies 1 deep.
    intercept : bool
        Pose with an intercept, after a random common integer shift.

    Examples
    --------
    >>> instance = inseparable_integers(3, 50)
    >>> (instance.weights * instance.y) @ instance.X
    array([0., 0., 0.])
    >>> inseparable_integers(3, 50, touching=True).margin
    0.0
    """
    rng = np.random.default_rng(random_state)
    X, y, cancelling = (_touching if touching else _overlap)(rng, m, n, intercept=intercept)
    if intercept:
        X = shift_integers(rng, X)
    X, y, weights = shuffle(rng, X, y, cancelling, columns=True)
    return Instance(
        f"{'touching' if touching else 'inseparable'} integers {m}x{n}",
        X,
        y,
        intercept=intercept,
        separable=False,
        margin=0.0 if touching else -1.0,
        exact=True,
        note="the weights cancel in integers",
        weights=weights,
    )


def _core(m: int, depth: float, spread: float, top: float) -> tuple[Array, Array]:
    """Signed points (-depth, ±spread e_i) and (top, 0), with weights that cancel them.

    The first axis gives every point at least -depth. That no direction does better takes a `spread` and `top` large
    enough against m: the callers see to it.
    """
    pairs = np.kron(np.eye(m - 1), np.array([[spread], [-spread]])) if m > 1 else np.zeros((1, 0))
    low = np.column_stack([np.full(len(pairs), -depth), pairs])
    A = np.vstack([low, top * np.eye(1, m)])
    return A, np.append(np.full(len(low), top), len(low) * depth)


def _surround(
    rng: np.random.Generator, core: Array, core_weights: Array, others: Array, *, intercept: bool
) -> tuple[Array, NDArray[np.int64], Array]:
    """Put the core (with an intercept: one in each class) in front of as many others as there is room for."""
    k, n = len(core), len(others)
    copies = 2 if intercept else 1
    require(n >= copies * k, f"n = {n} points; give at least the {copies * k} that cancel")
    y = draw_labels(rng, n)
    if intercept:
        y[: 2 * k] = np.repeat([1, -1], k)
    A = np.vstack([core] * copies + [others[copies * k :]])
    return A, y, np.concatenate([core_weights] * copies + [np.zeros(n - copies * k)])


def _overlap(rng: np.random.Generator, m: int, n: int, *, intercept: bool) -> tuple[Array, NDArray[np.int64], Array]:
    require(m >= 1, f"m = {m} dimensions; give at least 1")
    spread = 2
    # A unit direction with first coordinate -c has product -spread*c with one core point and at most
    # c - spread*sqrt((1 - c²)/(m-1)) with another; once the loop ends, one of the two is at most -1 for every c.
    while spread**2 * (spread - 1) < (spread + 1) * (m - 1):
        spread += 1
    others = rng.integers(-REACH, REACH + 1, size=(n, m)).astype(np.float64)
    others[:, 0] = rng.integers(-1, REACH + 1, size=n)
    core, core_weights = _core(m, 1.0, spread, spread)
    A, y, weights = _surround(rng, core, core_weights, others, intercept=intercept)
    return y[:, None] * A, y, weights


def _touching(rng: np.random.Generator, m: int, n: int, *, intercept: bool) -> tuple[Array, NDArray[np.int64], Array]:
    """A cancellation inside the plane of first coordinate 0, all other signed points strictly above it."""
    require(m >= 2 and n >= 2, f"n = {n} points in m = {m} dimensions; give at least 2 of each")
    y = draw_labels(rng, n)
    X = rng.integers(-REACH, REACH + 1, size=(n, m)).astype(np.float64)
    X[:, 0] = y * rng.integers(1, REACH + 1, size=n)
    weights = np.zeros(n)
    # No more points than make the cancellation unique in general position: m around the origin of an (m-1)-dimensional
    # plane, or m + 1, shared by the two classes, around a common point of it.
    groups = [np.flatnonzero(y == 1)[: m // 2 + 1], np.flatnonzero(y == -1)[: m - m // 2]]
    if not intercept:
        groups = [np.arange(min(m, n))]
    totals = []
    for S in groups:
        signs = np.ones(len(S)) if intercept else y[S]
        w = np.append(rng.integers(1, 4, size=len(S) - 1), 1)
        flat = rng.integers(-REACH, REACH + 1, size=(len(S), m - 1))
        flat[:, 0] = rng.integers(1, REACH + 1, size=len(S))  # no zero row: it would be a cancellation by itself
        flat[-1] = -(w[:-1] @ flat[:-1])
        X[S] = signs[:, None] * np.column_stack([np.zeros(len(S)), flat])
        weights[S] = w
        totals.append(w.sum())
    if intercept:
        weights *= np.where(y == 1, totals[1], totals[0])  # so that the labels cancel as well
    return X, y, weights
