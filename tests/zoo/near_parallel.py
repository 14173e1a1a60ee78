"""Signed points (±1, 2**-30), almost opposite: (0, 1) separates, and their midpoint is (0, 2**-30)."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "near_parallel",
    np.array([[1, 2**-30], [1, -(2**-30)], [1, 2**-29]], float),
    np.array([1, -1, 1]),
    intercept=False,
    separable=True,
    margin=2.0**-30,
    exact=True,
)
