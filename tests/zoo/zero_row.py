"""Separable but for one zero row, whose product with any direction is zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "zero_row",
    np.array([[1, 2], [0, 0], [-1, 1], [2, -1]], float),
    np.array([1, 1, -1, 1]),
    intercept=False,
    separable=False,
    margin=0.0,
    exact=True,
)
