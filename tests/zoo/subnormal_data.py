"""Multiples of the smallest positive double, 2**-1074: 2 and 5 against -2 and -3, two units either side of zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "subnormal_data",
    np.array([[2], [5], [-2], [-3]], float) * 2.0**-1074,
    np.array([1, 1, -1, -1]),
    intercept=True,
    separable=True,
    margin=2 * 2.0**-1074,
    exact=True,
)
