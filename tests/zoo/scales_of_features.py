"""Features scaled by 2**27 and 2**-27 (about 1e8 and 1e-8): only the small one separates, at heights of 1 or more."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "scales_of_features",
    np.array([[3, 1], [-4, 1], [3, -1], [9, -2], [-9, 5]], float) * np.array([2.0**27, 2.0**-27]),
    np.array([1, 1, -1, -1, 1]),
    intercept=False,
    separable=True,
    margin=2.0**-27,
    exact=True,
)
