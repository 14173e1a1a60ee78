"""x = 0 keeps the classes apart weakly; on it the negative (0, 1) lies between the positive (0, 0) and (0, 2)."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "quasi_separated_intercept",
    np.array([[0, 0], [0, 2], [3, 1], [0, 1], [-1, 4], [-2, 0]], float),
    np.array([1, 1, 1, -1, -1, -1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
