"""Types of arrays: of doubles, of places, of truths; and `Matrix`, data as they are stored, dense or sparse."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Mask", "Matrix", "Places", "Positions"]

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]  # of rows, columns or entries, from 0, as NumPy finds them
Positions = npt.NDArray[np.int64]  # the same as the compiled loops take them
Mask = npt.NDArray[np.bool_]
# ndarray | scipy.sparse.sparray | spmatrix: they share too few typed operations for the union to be usable.
Matrix: TypeAlias = Any
