"""Points on the lines y = 0 and y = 2, two of them with the same x: exactly 2 apart."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "parallel_lines",
    np.array([[0, 0], [1, 0], [5, 0], [5, 2], [8, 2], [-3, 2]], float),
    np.array([1, 1, 1, -1, -1, -1]),
    intercept=True,
    separable=True,
    margin=1.0,
    exact=True,
)
