"""Columns below the normal doubles: the same answer as for their numbers times a power of two."""

from __future__ import annotations

import numpy as np
import pytest

import gordan

POISSON = np.array([[0, 2, 1], [-1, 2, 1], [-2, 0, 1], [0, 2, 2], [-2, 0, 2], [-1, -1, -1], [1, 1, 1], [0, 0, -2.0]])
COUNTS = [0, 0, 1, 0, 0, 1, 0, 1]
CASES = {
    "ordinal": ([[0.0], [0.0], [1.0]], [2, 1, 0]),
    "poisson": (POISSON, COUNTS),
    "binomial": ([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1]),
}


@pytest.mark.parametrize("power", [-1074, -1040, -600, 900])
@pytest.mark.parametrize("family", CASES)
def test_units_do_not_matter(family: str, power: int) -> None:
    X, y = CASES[family]
    X = np.asarray(X, dtype=float)
    unit = np.ones(X.shape[1])
    unit[0] = np.ldexp(1.0, power)
    plain, tiny = (gordan.diagnose(data, y, family=family, numbers="binary") for data in (X, X * unit))
    assert tiny.kind == plain.kind
    assert tiny.verdict.holds
    assert np.array_equal(tiny.rows, plain.rows)
