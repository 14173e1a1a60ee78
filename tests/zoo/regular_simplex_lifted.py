"""5 e_i - (1, 1, 1, 1, 1), a regular simplex in a plane through the origin: the signed points sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

SIGNS = np.array([1, 1, -1, 1, -1])

INSTANCE = Instance(
    "regular_simplex_lifted",
    SIGNS[:, None] * (5 * np.eye(5) - 1),
    SIGNS,
    intercept=False,
    separable=False,
    margin=0.0,
    exact=True,
)
