"""The constant feature does the work of an intercept: (2, -1) has product 1 with the signed points (1, 1), (-1, -3).
Divided by its norm sqrt(5) that is the margin, for (2, -1)/5 is 0.7 (1, 1) + 0.3 (-1, -3).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "constant_column_as_intercept",
    np.array([[1, 1], [1, 3]], float),
    np.array([1, -1]),
    intercept=False,
    separable=True,
    margin=sqrt(1 / 5),
    exact=True,
)
