"""The points of `tenths_beyond_doubles` against their opposites, with an intercept: w·a + b > 0 and −w·a + b < 0 say
that w·a > |b|, so that a direction separates these just if it separates those, and no doubles do. The hulls lie
opposite each other, and half their distance is the distance of one of them from the origin: the margin is the same.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

_TENTHS = np.array([[1, -2, -3], [-1, 0, 1], [1, 2, 1]]) / 10

INSTANCE = Instance(
    "tenths_both_ways_beyond_doubles",
    np.vstack([_TENTHS, -_TENTHS]),
    np.repeat([1, -1], 3),
    intercept=True,
    separable=True,
    margin=2.0**-55 / (4 * sqrt(3)),
    exact=True,
)
