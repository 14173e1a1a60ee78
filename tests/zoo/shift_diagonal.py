"""Two parallel lines of slope 1, 1e8 from the origin and sqrt(2) apart: (k, k) against (k + 1, k - 1)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "shift_diagonal",
    np.array([[k, k] for k in range(4)] + [[k + 1, k - 1] for k in range(4)], float) + 1e8,
    np.repeat([1, -1], 4),
    intercept=True,
    separable=True,
    margin=sqrt(2) / 2,
    exact=True,
)
