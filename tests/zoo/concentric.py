"""An integer diamond inside an integer square: both have the centre (0, 0) as their mean."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "concentric",
    np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [3, 3], [3, -3], [-3, 3], [-3, -3]], float),
    np.repeat([1, -1], 4),
    intercept=True,
    separable=False,
    exact=True,
)
