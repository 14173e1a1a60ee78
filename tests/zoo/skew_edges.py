"""The edges (±1, 0, 1) and (0, ±1, -1) are nearest at their midpoints, 2 apart."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "skew_edges",
    np.array([[1, 0, 1], [-1, 0, 1], [0, 1, -1], [0, -1, -1]], float),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=1.0,
    exact=True,
)
