"""What the generators share: labels, integer points on two sides of a slab, and shuffling."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["Seed", "draw_labels", "draw_lattice", "require", "shift_integers", "shuffle"]

Seed = int | np.random.Generator
REACH = 9  # largest absolute entry of a random integer: small, so that sums of products stay far below 2**53


def require(condition: bool, sentence: str) -> None:
    """Refuse sizes for which the promised truth would not hold."""
    if not condition:
        raise InputError(sentence)


def draw_labels(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Random signs, the first two of them 1 and -1 so that no class is empty."""
    y = 2 * rng.integers(0, 2, size=n, dtype=np.int64) - 1
    y[:2] = np.array([1, -1])[:n]
    return y


def draw_lattice(rng: np.random.Generator, m: int, n: int) -> tuple[Array, NDArray[np.int64]]:
    """Integer points with first coordinate at least 1 in one class and at most -1 in the other.

    Rows 0 and 1 are (1, t) and (-1, t). They differ by 2 in the first coordinate only, so the class hulls are exactly
    2 apart; their signed forms (1, t) and (1, -t) average to (1, 0), so the margin is 1 without an intercept as well.
    """
    require(m >= 1 and n >= 2, f"n = {n} points in m = {m} dimensions; give n at least 2 and m at least 1")
    y = draw_labels(rng, n)
    height = rng.integers(1, REACH + 1, size=n)
    flat = rng.integers(-REACH, REACH + 1, size=(n, m - 1))
    height[:2] = 1
    flat[1] = flat[0]
    return np.column_stack([y * height, flat]).astype(np.float64), y


def shift_integers(rng: np.random.Generator, X: Array) -> Array:
    """Move all points by one random integer vector, which only a problem with an intercept forgives."""
    return X + rng.integers(-REACH, REACH + 1, size=X.shape[1])


def shuffle(
    rng: np.random.Generator, X: Array, y: NDArray[np.int64], weights: Array | None = None, *, columns: bool = False
) -> tuple[Array, NDArray[np.int64], Array | None]:
    """Permute the rows, and the columns when the hidden direction is an axis; both are exact."""
    order = rng.permutation(len(y))
    if columns:
        X = X[:, rng.permutation(X.shape[1])]
    return np.ascontiguousarray(X[order]), y[order], None if weights is None else weights[order]
