"""(0, 3) carries both labels, so it is a common point of the hulls, which x = 0 separates otherwise."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "twins_contradictory_intercept",
    np.array([[0, 3], [0, 3], [4, 1], [-4, 2]], float),
    np.array([1, -1, 1, -1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
