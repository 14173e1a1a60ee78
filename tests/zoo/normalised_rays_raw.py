"""The same rays as they stand: shortest signed points (3, 4)/16 and -(4, 3)/16, with midpoint (-1, 1)/32."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "normalised_rays_raw",
    np.array([[0.1875, 0.25], [0.25, 0.1875], [48, 64], [4, 3]], float),
    np.array([1, -1, 1, -1]),
    intercept=False,
    separable=True,
    margin=sqrt(2) / 32,
    exact=True,
)
