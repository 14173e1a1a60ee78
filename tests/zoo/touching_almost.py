"""As when a corner touches an edge, but 2**-30 away from it."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "touching_almost",
    np.array([[-1, 0], [1, 0], [0, -2], [0, 2**-30], [-1, 1], [1, 1]], float),
    np.array([1, 1, 1, -1, -1, -1]),
    intercept=True,
    separable=True,
    margin=2.0**-31,
    exact=True,
)
