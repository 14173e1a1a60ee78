"""The first feature is of size 2**40; the two signed pairs cancel crosswise: rows 1 + 4 = rows 2 + 3 with opposite
labels.
"""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "huge_column_inseparable",
    np.array([[2**40, 1], [2**40, 0], [-(2**40), 1], [-(2**40), 0]], float),
    np.array([1, -1, -1, 1]),
    intercept=True,
    separable=False,
    exact=True,
)
