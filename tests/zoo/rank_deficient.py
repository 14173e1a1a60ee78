"""Points (1, k, 1, k) for k from -2 to 2: (1, 0, 1, 0)/sqrt(2) has product sqrt(2) with all, and (1, 0, 1, 0) is one of
them.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "rank_deficient",
    np.array([[1, k, 1, k] for k in range(-2, 3)], float),
    np.ones(5, int),
    intercept=False,
    separable=True,
    margin=sqrt(2),
    exact=True,
)
