"""Signed points (1, 0), (0, 1), (-1, -1), times 2**-1000, sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "tiny_inseparable",
    np.array([[1, 0], [0, -1], [1, 1]], float) * 2.0**-1000,
    np.array([1, -1, -1]),
    intercept=False,
    separable=False,
    exact=True,
)
