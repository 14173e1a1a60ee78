"""Signed points (1, 1) and -(1, 1 + u), u = 2**-52: their segment has length sqrt(4 + (2 + u)²) and spans with the
origin a triangle of area u/2; its height, u/sqrt(8) as a double, is the margin.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "twins_one_ulp_no_intercept",
    np.array([[1, 1], [1, 1 + 2**-52]], float),
    np.array([1, -1]),
    intercept=False,
    separable=True,
    margin=2.0**-52 / sqrt(8),
    exact=True,
)
