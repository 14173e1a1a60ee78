"""Three points, a hundred times each, whose signed forms (2, 1), (-1, 1), (-1, -2) sum to zero."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "duplicates_hundredfold_inseparable",
    np.tile(np.array([[2, 1], [1, -1], [-1, -2]], float), (100, 1)),
    np.tile([1, -1, 1], 100),
    intercept=False,
    separable=False,
    exact=True,
)
