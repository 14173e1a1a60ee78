"""The grid points of a square by the sign of their first coordinate, which is never 0: columns ±1 face each other."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "integer_lattice",
    np.array([[i, j] for i in (-3, -2, -1, 1, 2, 3) for j in range(-3, 4)], float),
    np.repeat([-1, 1], 21),
    intercept=True,
    separable=True,
    margin=1.0,
    exact=True,
)
