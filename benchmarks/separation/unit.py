"""Changes of unit and origin that a decimal survives: powers of ten and integer shifts, column by column."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

__all__ = ["changed"]

_POWER, _SHIFT = 6, 10**8


def changed(X: Any, columns: tuple[str, ...], random: np.random.Generator) -> Any:
    """A design in other units; shifted too where there is a constant, and but for the constant itself.

    A shift that would need more digits than a double holds is left out: that column would be another one.
    """
    out = X.copy()
    constant = "Intercept" in columns
    for j, name in enumerate(columns):
        power = int(random.integers(-_POWER, _POWER + 1))
        shift = int(random.integers(-_SHIFT, _SHIFT + 1)) if constant and name != "Intercept" else 0
        for by in (shift, shift // 10**4, 0):
            moved = [(Decimal(repr(v)) + by).scaleb(power) for v in X[:, j].tolist()]
            doubles = [float(v) for v in moved]
            if all(Decimal(repr(d)) == v for d, v in zip(doubles, moved, strict=True)):
                out[:, j] = doubles
                break
    return out
