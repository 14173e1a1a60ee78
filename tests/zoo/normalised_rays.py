"""Multiples of (3, 4) against multiples of (4, 3). As unit points, (3, 4)/5 and -(4, 3)/5 average to (-1, 1)/10."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "normalised_rays",
    np.array([[3, 4], [4, 3], [48, 64], [0.25, 0.1875]], float),
    np.array([1, -1, 1, -1]),
    intercept=False,
    separable=True,
    normalise=True,
    margin=sqrt(2) / 10,
    exact=True,
)
