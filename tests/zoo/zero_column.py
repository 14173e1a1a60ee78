"""The second feature is always zero; the first separates 1 from 4."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "zero_column",
    np.array([[1, 0, 5], [1, 0, -5], [4, 0, 0], [9, 0, 2]], float),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=1.5,
    exact=True,
)
