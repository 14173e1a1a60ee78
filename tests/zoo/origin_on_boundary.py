"""Signed points (1, 0), (-1, 0), (0, 1): (0, 1) has no negative product, but the first two cancel."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "origin_on_boundary",
    np.array([[1, 0], [1, 0], [0, 1]], float),
    np.array([1, -1, 1]),
    intercept=False,
    separable=False,
    margin=0.0,
    exact=True,
)
