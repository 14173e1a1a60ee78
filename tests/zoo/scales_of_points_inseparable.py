"""Signed points 2**-27 (2, -1), (-1, 2), 2**27 (-1, -1): positive multiples of three points that sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "scales_of_points_inseparable",
    np.array([[2, -1], [-1, 2], [1, 1]], float) * 2.0 ** np.array([[-27], [0], [27]]),
    np.array([1, 1, -1]),
    intercept=False,
    separable=False,
    exact=True,
)
