"""At 2**664, the diagonals of a square cross."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "huge_inseparable",
    np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]], float) * 2.0**664,
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=False,
    exact=True,
)
