"""Tenths as doubles, a = (1, -2, -3)/10, b = (-1, 0, 1)/10, c = (1, 2, 1)/10: as decimals a + 2b + c = 0. The double
next to 0.3 is d = 2**-55 below three times that next to 0.1, so that a + 2b + c = (0, 0, d), and the third axis tells
them from cancelling. The three products of a separator are positive and add up to d times its last entry at most: it is
determined to 18 digits in two dimensions, which no three doubles meet. The margin is the height of the tetrahedron that
the origin spans with the points, |det(a, b, c)| / |(b - a) × (c - a)| = 0.02 d / (0.08 sqrt(3)) = d / (4 sqrt(3)).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "tenths_beyond_doubles",
    np.array([[1, -2, -3], [-1, 0, 1], [1, 2, 1]]) / 10,
    np.ones(3, int),
    intercept=False,
    separable=True,
    margin=2.0**-55 / (4 * sqrt(3)),
    exact=True,
)
