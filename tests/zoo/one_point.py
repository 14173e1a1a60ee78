"""One point (3, 4): its own direction separates it, and the margin is its norm, 5."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_point", np.array([[3, 4]], float), np.array([1]), intercept=False, separable=True, margin=5.0, exact=True
)
