"""Three signed points in five dimensions that sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "more_features_inseparable",
    np.array([[1, 2, 3, 4, 5], [-2, 0, 1, -1, 3], [-1, 2, 4, 3, 8]], float),
    np.array([1, 1, -1]),
    intercept=False,
    separable=False,
    margin=0.0,
    exact=True,
)
