"""Points (±s, 2**-10), s about sqrt(1 - 4**-10): (0, 1) separates, and their midpoint is (0, 2**-10)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "moran_two_points",
    np.array([[sqrt(1 - 4.0**-10), 2**-10], [-sqrt(1 - 4.0**-10), 2**-10]], float),
    np.ones(2, int),
    intercept=False,
    separable=True,
    margin=2.0**-10,
    exact=True,
)
