"""Near 1e8, the negative point is the mean of the three positive corners."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "shift_inseparable",
    np.array([[2, 0], [-1, 3], [-1, -3], [0, 0]], float) + 1e8,
    np.array([1, 1, 1, -1]),
    intercept=True,
    separable=False,
    exact=True,
)
