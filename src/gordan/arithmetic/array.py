"""`Array`: a vector or matrix of doubles, the type of directions, weights, margins and images."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["Array"]

Array = npt.NDArray[np.float64]
