"""The point (3, 4) and others, times 2**-1000 (about 1e-301): squares underflow; (3, 4) is nearest and separates."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "tiny_data",
    np.array([[3, 4], [-6, -8], [7, 4]], float) * 2.0**-1000,
    np.array([1, -1, 1]),
    intercept=False,
    separable=True,
    margin=5 * 2.0**-1000,
    exact=True,
)
