"""Points of sizes from 2**-27 to 2**27: (1, 0) has products of at least 2**-27, and the two smallest signed points,
2**-27 (1, ±1), average to 2**-27 (1, 0).
"""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "scales_of_points",
    np.array([[1, 1], [-1, 1], [1, -3], [-2, 5]], float) * 2.0 ** np.array([[-27], [-27], [0], [27]]),
    np.array([1, -1, 1, -1]),
    intercept=False,
    separable=True,
    margin=2.0**-27,
    exact=True,
)
