"""On the line (k, 2k) the negative point k = 1 lies between the positive ones k = 0 and k = 2."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "collinear_interleaved",
    np.array([[k, 2 * k] for k in range(5)], float),
    np.array([1, -1, 1, -1, 1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
