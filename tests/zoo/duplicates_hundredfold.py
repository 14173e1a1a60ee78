"""Three points, a hundred times each, interleaved: (0, 0) against the segment from (4, 0) to (0, 4), 2 sqrt(2) away."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "duplicates_hundredfold",
    np.tile(np.array([[0, 0], [4, 0], [0, 4]], float), (100, 1)),
    np.tile([1, -1, -1], 100),
    intercept=True,
    separable=True,
    margin=sqrt(2),
    exact=True,
)
