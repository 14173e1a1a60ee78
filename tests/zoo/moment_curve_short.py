"""Four points (t, t², t³) with alternating labels: (-10, 9, -2) has products 0, -3, 0, -3, so the gap is 3/sqrt(185);
the common perpendicular of the two edges has its feet inside both.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "moment_curve_short",
    np.array([[t, t**2, t**3] for t in range(4)], float),
    np.array([1, -1, 1, -1]),
    intercept=True,
    separable=True,
    margin=1.5 / sqrt(185),
    exact=True,
)
