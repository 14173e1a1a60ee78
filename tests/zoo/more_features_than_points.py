"""Signed points e_1, e_2, e_3 in six dimensions: their mean is nearest the origin, at distance 1/sqrt(3)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

SIGNS = np.array([1, -1, 1])

INSTANCE = Instance(
    "more_features_than_points",
    SIGNS[:, None] * np.eye(3, 6),
    SIGNS,
    intercept=False,
    separable=True,
    margin=sqrt(1 / 3),
    exact=True,
)
