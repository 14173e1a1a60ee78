"""All features are zero: all signed points are the origin."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "zero_columns_only",
    np.zeros((4, 3)),
    np.array([1, -1, 1, -1]),
    intercept=False,
    separable=False,
    margin=0.0,
    exact=True,
)
