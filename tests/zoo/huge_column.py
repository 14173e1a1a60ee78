"""The first feature is of size 2**40 and useless (same values in both classes); the second has a gap of 1."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "huge_column",
    np.array([[2**40, 0], [-(2**40), 0], [2**40, 1], [-(2**40), 1]], float),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=0.5,
    exact=True,
)
