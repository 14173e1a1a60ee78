"""The compiled loop of the online learners: every row once, in order, with a lift that grows with the longest mistake.

What it must equal, one row at a time and in Python, is `online.run.Run` with the weights beside it.
"""

from __future__ import annotations

import math

import numpy as np

from gordan.engine.compiled.column import add, dot, square
from gordan.engine.compiled.jit import compiled
from gordan.engine.compiled.rows import Rows, Vector
from gordan.engine.compiled.rule import INFINITY, R_INDEPENDENT

__all__ = ["stream"]

Reals = tuple[float, float, float, float, float, float]  # b, weighted_b, lift, beta, reach, growth
Integers = tuple[int, int, int, int, int]  # examples, mistakes, updates, balance, unknown


@compiled
def stream(
    rows: Rows,
    rule: tuple[int, bool, float],
    lifted: bool,
    abstain: bool,
    least: float,
    vectors: tuple[Vector, Vector, Vector],
    reals: Reals,
    integers: Integers,
) -> tuple[Reals, Integers, int]:
    """The scalars after all rows, and −1 or the row whose squared length is no use.

    `vectors` are w, the sum behind the average and, for every row, the squared lift of its update; the last two are
    empty where nobody asked for them.
    """
    kind, inclusive, alpha = rule
    w, weighted, marks = vectors
    b, weighted_b, lift, beta, reach, growth = reals
    examples, mistakes, updates, balance, unknown = integers
    signs = rows.signs
    for i in range(signs.size):
        signed = np.float64(signs[i])
        margin = signed * (dot(rows, i, w) + lift * b)
        # Written so that a NaN is a mistake, as in the sweeps.
        if not (margin > beta or (margin == beta and not inclusive)):
            squared = square(rows, i)
            tiny = squared < least * least and (squared > 0.0 or not lifted)
            if tiny or not squared <= 1.0 / (least * least):
                return (b, weighted_b, lift, beta, reach, growth), (examples, mistakes, updates, balance, unknown), i
            if lifted and (squared > lift * lift or lift == 0.0):
                longer = max(math.ldexp(1.0, (math.frexp(squared)[1] + 1) // 2), least) if squared > 0.0 else least
                b *= lift / longer
                weighted_b *= lift / longer
                lift = longer
            squared += lift * lift
            reach = max(reach, squared)
            growth = max(growth, 2.0 * beta + squared)
            add(rows, i, signed, w)
            b += signed * lift
            weighted_b += signed * examples * lift
            if weighted.size:
                add(rows, i, signed * examples, weighted)
            if marks.size:
                marks[i] = lift * lift
            mistakes += not margin > 0.0
            size = abs(margin)
            band = beta if abstain else 0.0
            unknown += not (size > band or (size == band and band > 0.0 and not inclusive))
            updates += 1
            balance += 1 if signed > 0 else -1
            if kind == R_INDEPENDENT:
                if beta < squared:
                    beta = 4.0 * squared
            elif kind == INFINITY:
                t = np.float64(updates)
                beta = 0.5 * reach * ((t + 1.0) ** alpha - t**alpha - 1.0)
        examples += 1
    return (b, weighted_b, lift, beta, reach, growth), (examples, mistakes, updates, balance, unknown), -1
