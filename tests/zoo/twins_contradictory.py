"""(2, 3) carries both labels: the signed points (2, 3) and (-2, -3) cancel."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "twins_contradictory",
    np.array([[2, 3], [2, 3], [4, 1], [-4, 2]], float),
    np.array([1, -1, 1, -1]),
    intercept=False,
    separable=False,
    exact=True,
)
