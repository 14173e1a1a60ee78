"""Points whose labels mean nothing."""

from __future__ import annotations

from math import exp, lgamma, log

import numpy as np

from gordan.testing.instances.draw import draw_labels, require
from gordan.testing.instances.instance import Instance

__all__ = ["noise"]


def noise(m: int, n: int, *, intercept: bool = False, random_state: int | np.random.Generator = 0) -> Instance:
    """Gaussian points with labels thrown by a coin.

    The share of labellings that a hyperplane separates is known from Cover's count; sizes for which it exceeds one in
    a thousand are refused. From m = 10 on, n = 4m is enough.

    Parameters
    ----------
    m, n : int
        Dimensions and points.
    intercept : bool
        Pose with an intercept.
    random_state : int or Generator
        The seed.

    Returns
    -------
    Instance
        Inseparable but for the chance stated in its note; the margin is not known.

    Examples
    --------
    >>> noise(10, 40).separable
    False
    """
    require(m >= 1 and n >= 2, f"n = {n} points in m = {m} dimensions; give n at least 2 and m at least 1")
    chance = _separable_share(m + intercept, n)
    require(chance <= 1e-3, f"{n} random labels in {m} dimensions are separable with chance {chance:.2g}; give more")
    rng = np.random.default_rng(random_state)
    return Instance(
        f"noise {m}x{n}",
        rng.standard_normal((n, m)),
        draw_labels(rng, n),
        intercept=intercept,
        separable=False,
        note=f"random labels are separable with chance {chance:.2g}",
    )


def _separable_share(dimension: int, n: int) -> float:
    """Cover's count of the separable labellings of n points in general position, over 2**n."""
    half = (n - 1) * log(2.0)
    return sum(exp(lgamma(n) - lgamma(i + 1) - lgamma(n - i) - half) for i in range(min(dimension, n)))
