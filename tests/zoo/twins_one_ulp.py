"""1 and the next double after it: the gap is 2**-52, half of it the margin, and no double lies between."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "twins_one_ulp",
    np.array([[1], [1 + 2**-52]], float),
    np.array([1, -1]),
    intercept=True,
    separable=True,
    margin=2.0**-53,
    exact=True,
)
