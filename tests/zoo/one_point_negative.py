"""One point with label -1: the signed point (-3, 4, -12) has norm 13, the margin."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_point_negative",
    np.array([[3, -4, 12]], float),
    np.array([-1]),
    intercept=False,
    separable=True,
    margin=13.0,
    exact=True,
)
