"""Two points 13 apart (a 5, 12 right triangle): the bisecting line is 13/2 away from both."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_point_per_class",
    np.array([[1, -3], [6, 9]], float),
    np.array([1, -1]),
    intercept=True,
    separable=True,
    margin=6.5,
    exact=True,
)
