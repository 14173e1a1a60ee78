"""Two points, five times each: the hulls are those of two points 2 apart."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "duplicates",
    np.repeat(np.array([[1, 5], [-1, 5]], float), 5, axis=0),
    np.repeat([1, -1], 5),
    intercept=True,
    separable=True,
    margin=1.0,
    exact=True,
)
