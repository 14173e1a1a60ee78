"""The point (3, 4) and others, times 2**664 (about 1e200): squares overflow; (3, 4) is nearest and separates."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "huge_data",
    np.array([[3, 4], [-6, -8], [7, 4]], float) * 2.0**664,
    np.array([1, -1, 1]),
    intercept=False,
    separable=True,
    margin=5 * 2.0**664,
    exact=True,
)
