"""999 against 1001: the threshold 1000 is 1 away from both."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "far_pair",
    np.array([[999], [1001]], float),
    np.array([1, -1]),
    intercept=True,
    separable=True,
    margin=1.0,
    exact=True,
)
