"""All labels equal, and still inseparable: the triangle's corners sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_class_around_origin",
    np.array([[3, 1], [-1, 2], [-2, -3]], float),
    -np.ones(3, int),
    intercept=False,
    separable=False,
    exact=True,
)
