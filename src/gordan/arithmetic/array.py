"""`Array`, doubles; `Positions`, row numbers; `Matrix`, data as stored: dense of any number type, or sparse."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Matrix", "Positions"]

Array = npt.NDArray[np.float64]
Positions = npt.NDArray[np.int64]
# ndarray | scipy.sparse.sparray | spmatrix: they share too few typed operations for the union to be usable.
Matrix: TypeAlias = Any
