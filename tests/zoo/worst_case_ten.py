"""The perceptron's worst case with K = 10: signed points (1, 1), (1, 0), (0, -1), (1/10, 1). (20, -1) has product 1 or
more with each (the double 1/10 lies above a tenth), and 1 with points whose segment it meets: margin 1/sqrt(401).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "worst_case_ten",
    np.array([[1, 1], [1, 0], [0, 1], [0.1, 1]], float),
    np.array([1, 1, -1, 1]),
    intercept=False,
    separable=True,
    margin=1 / sqrt(401),
    exact=True,
)
