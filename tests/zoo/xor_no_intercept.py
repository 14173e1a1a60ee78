"""Signed points (1, 1), (-1, -1) cancel."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "xor_no_intercept",
    np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]], float),
    np.array([1, 1, -1, -1]),
    intercept=False,
    separable=False,
    exact=True,
)
