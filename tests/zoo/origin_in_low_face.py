"""Three signed points in the plane z = 0 sum to zero, the others lie above it."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "origin_in_low_face",
    np.array([[2, -1, 0], [1, -2, 0], [-1, -1, 0], [5, 1, 1], [3, -2, -4]], float),
    np.array([1, -1, 1, 1, -1]),
    intercept=False,
    separable=False,
    margin=0.0,
    exact=True,
)
