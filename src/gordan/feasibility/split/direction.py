"""`exact_direction`: a direction in integers that vanishes on flat rows and equalities, near one in floating point.

Every column that depends on others there is free: its coordinate is taken from the floating direction, cut to some
bits, and the relations give what the pivots must be.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

import numpy as np

from gordan.arithmetic.array import Array
from gordan.feasibility.split.coordinates import Coordinates
from gordan.outcome.split import Dependence

__all__ = ["exact_direction"]


def exact_direction(at: Coordinates, direction: Array, flat: Dependence, bits: int) -> tuple[int, ...]:
    """Integers without a common factor; all zero where the floating direction is zero on the free columns."""
    largest = float(np.abs(direction).max(initial=0.0)) or 1.0
    unit = Fraction(2) ** (int(np.frexp(largest)[1]) - bits)
    raw = at.direction([round(Fraction(v) / unit) * unit for v in direction.tolist()])
    b = [Fraction(0)] * len(raw)
    for relation in flat.relations:
        free = relation.columns[-1]
        share = raw[free] / relation.integers[-1]
        for c, v in zip(relation.columns, relation.integers, strict=True):
            b[c] += share * v
    scale = lcm(*(v.denominator for v in b)) if b else 1
    whole = [int(v * scale) for v in b]
    shared = gcd(*whole) or 1
    return tuple(v // shared for v in whole)
