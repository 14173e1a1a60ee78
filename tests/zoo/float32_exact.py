"""Single-precision tenths, widened: 0.5 against 0.25 in the second feature, the nearest two with the same first one."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "float32_exact",
    np.array([[0.1, 0.5], [0.7, 0.9], [0.1, 0.25], [0.3, 0.2]], np.float32).astype(float),
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=0.125,
    exact=True,
)
