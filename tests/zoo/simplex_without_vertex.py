"""Three corners of a tetrahedron around the origin: minus the fourth corner, (1, 1, -1)/sqrt(3), has product 1/sqrt(3)
with each, and their mean is (1, 1, -1)/3.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "simplex_without_vertex",
    np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1]], float),
    np.ones(3, int),
    intercept=False,
    separable=True,
    margin=sqrt(1 / 3),
    exact=True,
)
