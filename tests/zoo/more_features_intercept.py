"""Five dimensions, three points: the origin against (2, 0, …), (0, 2, …); nearest point (1, 1, …)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "more_features_intercept",
    np.array([[0, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0, 2, 0, 0, 0]], float),
    np.array([1, -1, -1]),
    intercept=True,
    separable=True,
    margin=sqrt(2) / 2,
    exact=True,
)
