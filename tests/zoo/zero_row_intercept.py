"""With an intercept a zero row is a point like any other: 0 against (3, 4), 5 away."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "zero_row_intercept",
    np.array([[0, 0], [3, 4]], float),
    np.array([1, -1]),
    intercept=True,
    separable=True,
    margin=2.5,
    exact=True,
)
