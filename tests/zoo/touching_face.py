"""Two squares share the piece of x = 2 from (2, 1) to (2, 2), and have no corner in common."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "touching_face",
    np.array([[0, 0], [0, 2], [2, 0], [2, 2], [2, 1], [2, 3], [4, 1], [4, 3]], float),
    np.repeat([1, -1], 4),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
