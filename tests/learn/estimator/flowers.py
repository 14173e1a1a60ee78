"""Data that the tests of estimators share."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.datasets import load_iris

__all__ = ["NAMES", "apart", "iris", "mixed"]

NAMES = np.array(["setosa", "versicolor", "virginica"])


def iris() -> tuple[Any, Any]:
    """Three classes: the first stands apart, the other two do not."""
    X, y = load_iris(return_X_y=True)
    return X, NAMES[y]


def apart(n: int = 60, m: int = 4, *, k: int = 2, seed: int = 0) -> tuple[Any, Any]:
    """Classes far from one another, called 0, 1, …"""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % k
    return rng.standard_normal((n, m)) + 12.0 * np.eye(k, m)[y], y


def mixed(n: int = 80, m: int = 3, *, seed: int = 0) -> tuple[Any, Any]:
    """Two classes that overlap."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.standard_normal((n, m)) + 0.8 * y[:, None], y
