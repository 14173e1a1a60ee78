"""The same points in every form that an oracle may meet them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

__all__ = ["FORMS", "GRAMS", "QUESTIONS", "cloud"]

FORMS: dict[str, Callable[[Any], Any]] = {
    "dense64": lambda X: X,
    "dense32": lambda X: X.astype(np.float32),
    "fortran": np.asfortranarray,
    "strided": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "csr": sp.csr_array,
    "csc": sp.csc_array,
    "csr32": lambda X: sp.csr_array(X.astype(np.float32)),
    "csc32": lambda X: sp.csc_array(X.astype(np.float32)),
    "huge": lambda X: X * 2.0**600,
    "huge sparse": lambda X: sp.csr_array(X * 2.0**600),
    "tiny": lambda X: X * 2.0**-600,
    "tiny sparse": lambda X: sp.csc_array(X * 2.0**-600),
    "huge32": lambda X: (X * 2.0**100).astype(np.float32),
    "tiny32": lambda X: (X * 2.0**-120).astype(np.float32),
    "shifted a little": lambda X: X + 300.0,
    "shifted far": lambda X: X + 1e8,
    "shifted32": lambda X: (X + 300.0).astype(np.float32),
    "shifted sparse": lambda X: sp.csr_array(X + 300.0),
}

# The products of the points with one another, exact or rounded.
GRAMS: dict[str, Callable[[Any], Any]] = {
    "gram": lambda X: X @ X.T,
    "gram32": lambda X: (X @ X.T).astype(np.float32),
    "gram fortran": lambda X: np.asfortranarray(X @ X.T),
}

QUESTIONS = {
    "intercept": {"intercept": True},
    "no intercept": {"intercept": False},
    "normalised": {"intercept": False, "normalise": True},
}


def cloud(n: int, m: int, random_state: int) -> tuple[Any, Any]:
    """Points with some zeros and few digits, so that every form but float32 holds the same numbers; no row is zero."""
    rng = np.random.default_rng(random_state)
    X = np.round(rng.standard_normal((n, m)) * 64.0) / 64.0
    X[rng.random((n, m)) < 0.2] = 0.0
    X[~X.any(axis=1), 0] = 1.0
    y = np.where(rng.random(n) < 0.5, 1, -1)
    y[:2] = [1, -1]
    return X, y
