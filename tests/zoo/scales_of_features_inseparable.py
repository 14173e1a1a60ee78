"""XOR with features scaled by 2**27 and 2**-27: both diagonals share their midpoint in any units."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "scales_of_features_inseparable",
    np.array([[0, 0], [1, 1], [0, 1], [1, 0]], float) * np.array([2.0**27, 2.0**-27]),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=False,
    exact=True,
)
