"""Signed points (1, ±2**-30) and (-1, 0): the first two and twice the third sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "near_parallel_inseparable",
    np.array([[1, 2**-30], [1, -(2**-30)], [1, 0]], float),
    np.array([1, 1, -1]),
    intercept=False,
    separable=False,
    exact=True,
)
