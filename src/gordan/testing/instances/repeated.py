"""Integer points that occur more than once, with one label or with both."""

from __future__ import annotations

from math import exp, lgamma, log

import numpy as np

from gordan.testing.instances.instance import (
    Instance,
    Seed,
    draw_labels,
    draw_lattice,
    require,
    shift_integers,
    shuffle,
)

__all__ = ["contradictory_twins", "duplicates", "noise"]


def duplicates(m: int, n: int, distinct: int = 3, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """`n` points of which only `distinct` differ, drawn as in `separable_integers`.

    Separable, exact, margin 1.

    Parameters
    ----------
    distinct : int
        How many points there really are, from 2 to n (chance may make some of them equal as well).
    intercept : bool
        Pose with an intercept, after a random common integer shift.

    Examples
    --------
    >>> import numpy as np
    >>> len(np.unique(duplicates(4, 300).X, axis=0))
    3
    """
    require(2 <= distinct <= n, f"{distinct} distinct points among {n}; give from 2 to n")
    rng = np.random.default_rng(random_state)
    X, y = draw_lattice(rng, m, distinct)
    if intercept:
        X = shift_integers(rng, X)
    pick = np.append(np.arange(distinct), rng.integers(distinct, size=n - distinct))
    X, y, _ = shuffle(rng, X[pick], y[pick], columns=True)
    return Instance(
        f"duplicates {m}x{n} of {distinct}",
        X,
        y,
        intercept=intercept,
        separable=True,
        margin=1.0,
        exact=True,
        note="repeating a point changes no hull",
    )


def contradictory_twins(m: int, n: int, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """One point with both labels among points that are separable with margin 1.

    The twins lie in the hyperplane that separates the others, so the margin is exactly 0.

    Inseparable, exact, with weight 1 on each twin.

    Parameters
    ----------
    m, n : int
        Dimensions (at least 2) and points (at least 4).
    intercept : bool
        Pose with an intercept, after a random common integer shift.

    Examples
    --------
    >>> import numpy as np
    >>> instance = contradictory_twins(3, 20)
    >>> instance.y[np.flatnonzero(instance.weights)].sum()
    np.int64(0)
    """
    require(m >= 2 and n >= 4, f"n = {n} points in m = {m} dimensions; give n at least 4 and m at least 2")
    rng = np.random.default_rng(random_state)
    X, y = draw_lattice(rng, m, n)
    X[2] = X[0]
    X[2, 0] = 0
    X[2, 1] += X[2, 1] == 0  # a zero row would refute separation on its own, without its twin
    X[3] = X[2]
    y[2:4] = 1, -1
    if intercept:
        X = shift_integers(rng, X)
    X, y, weights = shuffle(rng, X, y, np.where(np.isin(np.arange(n), (2, 3)), 1.0, 0.0), columns=True)
    return Instance(
        f"contradictory twins {m}x{n}",
        X,
        y,
        intercept=intercept,
        separable=False,
        margin=0.0,
        exact=True,
        note="one point carries both labels",
        weights=weights,
    )


def noise(m: int, n: int, *, intercept: bool = False, random_state: Seed = 0) -> Instance:
    """Gaussian points with labels thrown by a coin.

    The share of labellings that a hyperplane separates is known from Cover's count; sizes for which it exceeds one in
    a thousand are refused. From m = 10 on, n = 4m is enough.

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
