"""All points lie in the plane z = x + y; the negative point is the centre of the positive square."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "rank_deficient_inseparable",
    np.array([[0, 0, 0], [2, 0, 2], [0, 2, 2], [2, 2, 4], [1, 1, 2]], float),
    np.array([1, 1, 1, 1, -1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
