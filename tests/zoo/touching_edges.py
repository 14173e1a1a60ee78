"""Two edges cross at the origin, the hulls being otherwise above and below z = 0."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "touching_edges",
    np.array([[1, 0, 0], [-1, 0, 0], [0, 0, -1], [0, 1, 0], [0, -1, 0], [0, 0, 1]], float),
    np.array([1, 1, 1, -1, -1, -1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
