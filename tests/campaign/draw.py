"""Small problems with degenerate structure, and doubles whose exponents go from the least to the greatest."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["PLACES", "exponents", "labelled_integers", "scaled", "spread"]

_KINDS = ("any", "any", "repeated", "multiples", "on a line", "in a plane", "grid", "ahead", "touching", "labelled")
# Exponents at which something changes: the least double, squares or fourth powers of which vanish or overflow, none.
PLACES = (-1074, -1022, -800, -537, -511, -269, -60, 0, 0, 0, 60, 255, 340, 500, 511, 900, 1019)


def labelled_integers(rng: np.random.Generator, *, most: int = 8, columns: int = 4) -> tuple[Any, Any]:
    """A few rows of small integers with labels ±1 of both kinds, most of them degenerate in some way."""
    n, m, reach = int(rng.integers(2, most)), int(rng.integers(1, columns + 1)), int(rng.integers(1, 5))
    kind = _KINDS[rng.integers(len(_KINDS))]
    X, y = rng.integers(-reach, reach + 1, (n, m)), rng.choice([-1, 1], n)
    if kind in ("repeated", "multiples"):
        again = rng.integers(0, n, int(rng.integers(1, 4)))
        factor = rng.integers(-3, 4, (len(again), 1)) if kind == "multiples" else 1
        X, y = np.vstack([X, factor * X[again]]), np.append(y, rng.choice([-1, 1]) * y[again])
    elif kind == "on a line":
        X = X[:, :1] * rng.integers(-reach, reach + 1, (1, m))
    elif kind == "in a plane":
        X = rng.integers(-2, 3, (n, 2)) @ rng.integers(-2, 3, (2, m))
    elif kind == "grid":
        X = X % 2
    elif kind in ("ahead", "touching"):
        X[:, 0] = (np.abs(X[:, 0]) + (kind == "ahead")) * y
    elif kind == "labelled":
        y = np.where(X @ rng.integers(-2, 3, m) > 0, 1, -1)
    y[:2] = [1, -1]
    return X, y


def exponents(rng: np.random.Generator, shape: Any) -> Any:
    """Exponents of two: one place for all, a few places, or anywhere."""
    way = rng.integers(4)
    if way == 0:
        return rng.integers(-1074, 1020, shape)
    places = rng.choice(PLACES, int(rng.integers(1, 4)))
    near = rng.integers(-3, 4, shape) if way == 1 else rng.integers(-40, 41, shape) if way == 2 else 0
    return np.clip(rng.choice(places, shape) + near, -1074, 1019)


def scaled(values: Any, powers: Any) -> Any:
    """values · 2^powers, as doubles: exact for integers below 16 and powers from −1074 to 1019."""
    return np.ldexp(np.asarray(values, dtype=np.float64), powers)


def spread(rng: np.random.Generator, X: Any) -> Any:
    """Integer points with their rows, columns or entries moved to other exponents, some by one unit besides."""
    n, m = X.shape
    way = rng.integers(6)
    if way == 0:
        powers = exponents(rng, (n, 1))
    elif way == 1:
        powers = exponents(rng, (1, m))
    elif way == 2:
        powers = exponents(rng, (n, m))
    elif way == 3:
        powers = np.clip(exponents(rng, (n, 1)) // 2 + exponents(rng, (1, m)) // 2, -1074, 1019)
    elif way == 4:
        powers = np.where(rng.random((n, 1)) < 0.3, exponents(rng, (n, 1)), 0)
    else:
        powers = np.full((n, m), int(rng.choice(PLACES)))
    X = scaled(X, np.broadcast_to(powers, (n, m)))
    if rng.random() < 0.25:
        i, j = int(rng.integers(n)), int(rng.integers(m))
        X[i, j] = np.nextafter(X[i, j], rng.choice([-np.inf, np.inf]))
    return X
