"""Streams of examples, and every learner that is linear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import gordan

LINEAR: dict[str, Callable[..., Any]] = {
    "perceptron": gordan.online.OnlinePerceptron,
    "aggressive": lambda **options: gordan.online.OnlineAggressivePerceptron(beta=7.0, **options),
    "r-independent": gordan.online.OnlineRIndependentPerceptron,
    "infinity": lambda **options: gordan.online.OnlineInfinityPerceptron(alpha=1.5, **options),
}


def integer_stream(n: int = 120, m: int = 5, seed: int = 0) -> tuple[Any, Any]:
    """Small whole numbers, on which all arithmetic of a run is exact; rows get longer, and no row is zero."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (n, m)).astype(float)
    X[:, 0] += (X == 0).all(axis=1)
    X[n // 2 :] *= 5.0
    y = np.where(X @ rng.integers(-4, 5, m) + 2 * rng.standard_normal(n) > 3, "up", "down")
    return X, y


def dictionaries(X: Any) -> list[dict[str, float]]:
    """Rows by name, without their zeros: names come when they are first used."""
    return [{f"x{j}": value for j, value in enumerate(row) if value} for row in X.tolist()]


@st.composite
def small_streams(draw: Any, *, whole: bool = False) -> tuple[Any, Any]:
    """Up to thirty points with any labels of both classes."""
    n, m = draw(st.integers(2, 30)), draw(st.integers(1, 4))
    numbers = st.integers(-6, 6) if whole else st.floats(-100, 100, allow_nan=False, width=32)
    X = draw(hnp.arrays(np.float64, (n, m), elements=numbers.map(float)))
    y = draw(hnp.arrays(np.int64, n, elements=st.integers(0, 1)))
    X[:, 0] += (abs(X) < 1e-30).all(axis=1)
    return np.where(abs(X) < 1e-30, 0.0, X), y
