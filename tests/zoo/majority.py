"""Corners of the cube by their majority: the sum of coordinates is ≥ 2 or ≤ 1, hence a gap of 1/sqrt(3), attained by
(2, 2, 2)/3 and (1, 1, 1)/3, the means of the nearest corners.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

CORNERS = np.indices((2, 2, 2)).reshape(3, -1).T.astype(float)

INSTANCE = Instance(
    "majority",
    CORNERS,
    np.where(CORNERS.sum(axis=1) >= 2, 1, -1),
    intercept=True,
    separable=True,
    margin=sqrt(1 / 12),
    exact=True,
)
