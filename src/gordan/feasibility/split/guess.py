"""`guess`: the dependences of many sparse columns, from floating point and short fractions, checked in integers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.cholesky import afford_square, cholesky
from gordan.feasibility.split.echelon import relation
from gordan.feasibility.split.exact import vanish
from gordan.outcome.split import Dependence, Rows
from gordan.problem.system import System

__all__ = ["guess"]

_NOTHING, _SHORT = 1e-9, 1000  # of a coefficient: what rounding leaves of zero, and the largest denominator guessed


def guess(system: System, rows: Rows) -> Dependence | None:
    """For many sparse columns: pivots in floating point, coefficients rounded to short fractions, checked in integers.

    Tables of indicators have coefficients like 1, −1 and 1/2. The witness is all rows, for the verifier to prove.
    """
    afford_square(system.n_columns)
    G = np.zeros((system.n_columns, system.n_columns))
    for _, values in system.blocks(rows):
        check_deadline("comparing the columns with one another")
        G += (values.T @ values).toarray()
    factor = cholesky(G)
    C, relations = factor.coefficients(), []
    for k, j in enumerate(factor.others.tolist()):
        check_deadline("comparing the columns with one another")
        near = np.flatnonzero(np.abs(C[:, k]) > _NOTHING * max(1.0, float(np.abs(C[:, k]).max(initial=0.0))))
        shares = [Fraction(v).limit_denominator(_SHORT) for v in C[near, k].tolist()]
        if any(abs(float(f) - v) > _NOTHING * abs(v) for f, v in zip(shares, C[near, k].tolist(), strict=True)):
            return None
        before = factor.pivots[near].tolist()
        if before and before[-1] > j:
            return None
        relations.append(relation(before, shares, j))
    if not vanish(system, rows, relations).all():
        return None
    return Dependence(tuple(factor.pivots.tolist()), rows, tuple(relations))
