"""One positive point (0, 3) against two hundred on the line y = 0, of which (0, 0) is one."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "imbalanced",
    np.array([[0, 3]] + [[k, 0] for k in range(-100, 100)], float),
    np.where(np.arange(201) == 0, 1, -1),
    intercept=True,
    separable=True,
    margin=1.5,
    exact=True,
)
