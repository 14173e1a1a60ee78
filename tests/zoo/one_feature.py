"""On the line the signed points are 2, 3 and 7: all positive, the least is the margin."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_feature",
    np.array([[2], [-3], [7]], float),
    np.array([1, -1, 1]),
    intercept=False,
    separable=True,
    margin=2.0,
    exact=True,
)
