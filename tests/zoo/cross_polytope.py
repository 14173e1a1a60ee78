"""Signed points ±e_i in four dimensions: opposite corners cancel."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

SIGNS = np.array([1, -1, -1, 1, 1, 1, -1, 1])

INSTANCE = Instance(
    "cross_polytope",
    SIGNS[:, None] * np.vstack([np.eye(4), -np.eye(4)]),
    SIGNS,
    intercept=False,
    separable=False,
    exact=True,
)
