"""The signed points 1 and -2 cancel with weights 2 and 1, although an intercept would separate 1 from 2."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "one_feature_mixed", np.array([[1], [2]], float), np.array([1, -1]), intercept=False, separable=False, exact=True
)
