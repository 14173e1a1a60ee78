"""Integer points squeezed, stretched or moved by exact amounts that strain floating-point arithmetic."""

from __future__ import annotations

from math import floor, log2
from typing import Literal

import numpy as np

from gordan.testing.instances.instance import Instance, Seed, draw_lattice, require, shuffle

__all__ = ["large_shift", "near_parallel", "wide_scales"]


def near_parallel(
    m: int, n: int, angle: float = 2.0**-20, *, intercept: bool = False, random_state: Seed = 0
) -> Instance:
    """Points within about ``10 sqrt(m) angle`` of one line through the origin, on both sides of it.

    Points are ±1 along the line and small integer multiples of `angle` across it.

    Separable, exact; the margin is `angle` as rounded.

    Parameters
    ----------
    m, n : int
        Dimensions (at least 2) and points (at least 2).
    angle : float
        At most 1; rounded down to a power of two, so that all coordinates are exact.

    Examples
    --------
    >>> near_parallel(3, 20, 0.001).margin == 2.0**-10
    True
    """
    require(m >= 2, f"m = {m} dimensions; give at least 2")
    require(2.0**-500 <= angle <= 1, f"angle = {angle}; give a number from 2**-500 to 1")
    step = 2.0 ** floor(log2(angle))
    rng = np.random.default_rng(random_state)
    across, y = draw_lattice(rng, m - 1, n)
    along = 2.0 * rng.integers(0, 2, size=n) - 1
    along[1] = along[0]  # the facing pair must agree here too
    X, y, _ = shuffle(rng, np.column_stack([step * across, along]), y, columns=True)
    return Instance(
        f"near parallel {m}x{n} angle={step:.3g}",
        X,
        y,
        intercept=intercept,
        separable=True,
        margin=step,
        exact=True,
        note="across the line these are integers with margin 1, times the angle",
    )


def wide_scales(
    m: int,
    n: int,
    decades: float = 8.0,
    *,
    of: Literal["features", "points"] = "features",
    intercept: bool = False,
    random_state: Seed = 0,
) -> Instance:
    """Integer points whose features, or whose points, are multiplied by powers of two from 10^-decades to 10^decades.

    Separable, exact; the margin is the scale of the hidden axis, or the smallest scale of a point.

    Parameters
    ----------
    m, n : int
        Dimensions and points (at least 2).
    decades : float
        How far up and down the scales reach, at most 100.
    of : {"features", "points"}
        Whether a scale belongs to a coordinate or to a point.

    Examples
    --------
    >>> wide_scales(5, 40, of="points").margin == 2.0**-27
    True
    """
    require(of in ("features", "points"), f"of = {of!r}; give 'features' or 'points'")
    require(0 <= decades <= 100, f"decades = {decades}; give a number from 0 to 100")
    rng = np.random.default_rng(random_state)
    X, y = draw_lattice(rng, m, n)
    top = round(decades * log2(10))
    if of == "features":
        scale = 2.0 ** rng.permutation(np.round(np.linspace(-top, top, m)))
        X, margin = X * scale, float(scale[0])
    else:
        # The facing pair gets the smallest scale: all others then stay at least as far out.
        scale = 2.0 ** np.round(np.append([-top, -top], rng.uniform(-top, top, size=n - 2)))
        X, margin = X * scale[:, None], 2.0**-top
    X, y, _ = shuffle(rng, X, y, columns=True)
    return Instance(
        f"wide scales {m}x{n} of {of}",
        X,
        y,
        intercept=intercept,
        separable=True,
        margin=margin,
        exact=True,
        note="integers with margin 1, multiplied by powers of two",
    )


def large_shift(m: int, n: int, shift: float = 1e8, *, random_state: Seed = 0) -> Instance:
    """Integer points with margin 1, moved far from the origin along the diagonal; posed with an intercept.

    Separable, exact, margin 1.

    Parameters
    ----------
    m, n : int
        Dimensions and points (at least 2).
    shift : float
        An integer below 2**52 in size.

    Examples
    --------
    >>> large_shift(3, 20).margin
    1.0
    """
    require(abs(shift) < 2.0**52 and shift == round(shift), f"shift = {shift}; give an integer below 2**52 in size")
    rng = np.random.default_rng(random_state)
    X, y = draw_lattice(rng, m, n)
    X, y, _ = shuffle(rng, X + shift, y, columns=True)
    return Instance(
        f"large shift {m}x{n} by {shift:g}",
        X,
        y,
        intercept=True,
        separable=True,
        margin=1.0,
        exact=True,
        note="integers with margin 1, moved by an integer",
    )
