"""The two diagonals of the unit square have the same midpoint."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "xor",
    np.array([[0, 0], [1, 1], [0, 1], [1, 0]], float),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=False,
    exact=True,
)
