"""Corners of the cube by the parity of their coordinates: both classes have the centre as their mean."""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

CORNERS = np.indices((2, 2, 2)).reshape(3, -1).T.astype(float)

INSTANCE = Instance(
    "parity", CORNERS, np.where(CORNERS.sum(axis=1) % 2 == 0, 1, -1), intercept=True, separable=False, exact=True
)
