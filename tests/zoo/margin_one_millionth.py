"""First coordinates ±2**-20 (about 1e-6) and farther, with the nearest two facing each other."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "margin_one_millionth",
    np.array([[2**-20, 1], [-(2**-20), 1], [1, -3], [-2, 5], [2**-19, -7]], float),
    np.array([1, -1, 1, -1, 1]),
    intercept=True,
    separable=True,
    margin=2.0**-20,
    exact=True,
)
