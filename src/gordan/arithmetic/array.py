"""Types of arrays: of doubles, of positions, of truths; and `Matrix`, data as they are stored, dense or sparse."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Mask", "Matrix", "Positions"]

Array = npt.NDArray[np.float64]
Positions = npt.NDArray[np.signedinteger[Any]]  # of rows, columns or entries, from 0: NumPy's intp or int64
Mask = npt.NDArray[np.bool_]
# ndarray | scipy.sparse.sparray | spmatrix: they share too few typed operations for the union to be usable.
Matrix: TypeAlias = Any
