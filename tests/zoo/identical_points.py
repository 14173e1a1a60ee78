"""Every column is constant: both classes are the one point (7, 7, 7)."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "identical_points",
    np.full((6, 3), 7.0),
    np.array([1, 1, -1, 1, -1, -1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
