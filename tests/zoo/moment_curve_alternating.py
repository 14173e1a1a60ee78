"""Five points (t, t², t³) with alternating labels: the binomials 1, 4, 6, 4, 1 cancel, being a fourth difference."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "moment_curve_alternating",
    np.array([[t, t**2, t**3] for t in range(5)], float),
    np.array([1, -1, 1, -1, 1]),
    intercept=True,
    separable=False,
    exact=True,
)
