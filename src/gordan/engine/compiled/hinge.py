"""The compiled pass of dual coordinate ascent on the hinge loss: every multiplier to its best value between 0 and C."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gordan.engine.compiled.column import add, dot
from gordan.engine.compiled.jit import compiled
from gordan.engine.compiled.rows import Rows

__all__ = ["ascend"]

Vector = NDArray[np.float64]


@compiled
def ascend(
    rows: Rows, order: NDArray[np.int64], squares: Vector, lift: float, cap: float, w: Vector, b: float, alpha: Vector
) -> float:
    """One pass in `order`; w and alpha are mutated, and b is returned."""
    for i in order:
        signed = np.float64(rows.signs[i])
        if squares[i] > 0.0:
            short = 1.0 - signed * (dot(rows, i, w) + lift * b)
            step = min(max(alpha[i] + short / squares[i], 0.0), cap) - alpha[i]
            if step != 0.0:
                alpha[i] += step
                add(rows, i, signed * step, w)
                b += signed * step * lift
    return b
