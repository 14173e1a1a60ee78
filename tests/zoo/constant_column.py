"""The constant feature cannot help; the other one separates 0 from 1."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "constant_column",
    np.array([[7, 0], [7, -2], [7, 1], [7, 6]], float),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=0.5,
    exact=True,
)
