"""All labels equal: without an intercept (0, 1) separates, and (-1, 1), (1, 1) average to (0, 1): margin 1."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_class",
    np.array([[-1, 1], [1, 1], [5, 2], [-7, 3]], float),
    np.ones(4, int),
    intercept=False,
    separable=True,
    margin=1.0,
    exact=True,
)
