"""Alternate corners of the cube, a regular tetrahedron: they sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "regular_simplex",
    np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float),
    np.ones(4, int),
    intercept=False,
    separable=False,
    exact=True,
)
