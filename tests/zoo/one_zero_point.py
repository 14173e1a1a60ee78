"""One zero row: every product with it is zero, and weight 1 on it cancels."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_zero_point", np.array([[0, 0]], float), np.array([1]), intercept=False, separable=False, margin=0.0, exact=True
)
