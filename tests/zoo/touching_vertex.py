"""The negative corner (0, 0) is the midpoint of the positive edge; nothing else is shared."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "touching_vertex",
    np.array([[-1, 0], [1, 0], [0, -2], [0, 0], [-1, 1], [1, 1]], float),
    np.array([1, 1, 1, -1, -1, -1]),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
