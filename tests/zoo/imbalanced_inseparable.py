"""One positive point (0, 0) among two hundred on the line y = 0 around it."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "imbalanced_inseparable",
    np.array([[0, 0]] + [[2 * k + 1, 0] for k in range(-100, 100)], float),
    np.where(np.arange(201) == 0, 1, -1),
    intercept=True,
    separable=False,
    margin=0.0,
    exact=True,
)
