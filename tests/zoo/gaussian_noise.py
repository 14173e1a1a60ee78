"""Hundredths of Gaussian draws with random labels: weights 1865, 781, 3908 on (-202, -23), (2, 155), (96, -20), all of
them positive points, give zero.
"""

from __future__ import annotations

import numpy as np

from gordan.testing.instances import Instance

INSTANCE = Instance(
    "gaussian_noise",
    np.array(
        [
            [204, -256],
            [42, -57],
            [-45, -22],
            [-202, -23],
            [-87, 332],
            [23, -35],
            [-28, -67],
            [48, -24],
            [96, -20],
            [2, 155],
            [55, -51],
            [194, -27],
        ],
        float,
    ),
    np.array([-1, -1, -1, 1, 1, -1, -1, 1, 1, 1, 1, -1]),
    intercept=False,
    separable=False,
    exact=True,
)
