"""Signed points e_i alone, in ten dimensions: their mean is nearest the origin, at distance 1/sqrt(10)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from gordan.testing.instances import Instance

SIGNS = (-1) ** np.arange(10)

INSTANCE = Instance(
    "cross_polytope_halved",
    SIGNS[:, None] * np.eye(10),
    SIGNS,
    intercept=False,
    separable=True,
    margin=sqrt(1 / 10),
    exact=True,
)
