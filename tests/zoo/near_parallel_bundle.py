"""Seven points (1, k 2**-40), k = -3, …, 3: (1, 0) has product 1 with all and is one of them."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "near_parallel_bundle",
    np.array([[1, k * 2.0**-40] for k in range(-3, 4)], float),
    np.ones(7, int),
    intercept=False,
    separable=True,
    margin=1.0,
    exact=True,
)
