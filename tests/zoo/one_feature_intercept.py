"""1 and 2 on the line: the threshold 3/2 is 1/2 away from both."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_feature_intercept",
    np.array([[1], [2]], float),
    np.array([1, -1]),
    intercept=True,
    separable=True,
    margin=0.5,
    exact=True,
)
