"""Integers near 1e8 with first coordinates 1e8 + 1 and more against 1e8 - 1 and less; two of them face each other."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "shift_separable",
    np.array([[1, 3], [4, -2], [-1, 3], [-2, 7], [-5, 0]], float) + 1e8,
    np.array([1, 1, -1, -1, -1]),
    intercept=True,
    separable=True,
    margin=1.0,
    exact=True,
)
