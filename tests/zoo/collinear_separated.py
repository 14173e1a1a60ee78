"""On the line (k, 2k), k ≤ 2 against k ≥ 4: the gap is 2 sqrt(5)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "collinear_separated",
    np.array([[k, 2 * k] for k in (0, 1, 2, 4, 5)], float),
    np.array([1, 1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=sqrt(5),
    exact=True,
)
