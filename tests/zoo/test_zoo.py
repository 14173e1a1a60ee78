"""Every truth in the zoo, proved again in rational arithmetic by two methods that share nothing."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, ldexp
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

from gordan.testing.instances import Instance
from zoo import KEEPERS, ZOO
from zoo.min_norm import margin_squared_exactly
from zoo.truth import separable_exactly

every_animal = pytest.mark.parametrize("instance", ZOO, ids=[instance.name for instance in ZOO])


def root(square: Fraction) -> float:
    """The square root of a fraction of any size: floats would lose squares below 1e-308 or above 1e308."""
    bits = square.denominator.bit_length() - square.numerator.bit_length()
    shift = (bits // 2) + 64
    scaled = square * Fraction(4) ** shift
    return ldexp(float(isqrt(int(scaled))), -shift)


def test_every_file_is_collected() -> None:
    files = {path.stem for path in Path(__file__).parent.glob("*.py")} - KEEPERS - {"__init__"}
    assert [instance.name for instance in ZOO] == sorted(files)
    assert len(ZOO) >= 36
    assert all(instance.exact and instance.note for instance in ZOO)


@every_animal
def test_the_answer_is_proved(instance: Instance) -> None:
    assert separable_exactly(instance.X, instance.y, instance.intercept) == instance.separable


@every_animal
def test_the_margin_is_proved(instance: Instance) -> None:
    X = instance.X
    if instance.normalise:
        X = X / np.linalg.norm(X, axis=1, keepdims=True)
    square = margin_squared_exactly(X, instance.y, instance.intercept)
    assert (square > 0) == instance.separable
    if instance.separable:
        assert instance.margin == pytest.approx(root(square), rel=1e-9, abs=0)
    else:
        assert instance.margin in (None, 0.0)


@pytest.mark.parametrize("instance", [animal for animal in ZOO if animal.margin == 0.0], ids=lambda animal: animal.name)
def test_a_margin_of_zero_is_not_negative(instance: Instance) -> None:
    """Zero rather than less: some w ≠ 0 has no negative product (with an intercept: with class differences)."""
    X, y = instance.X, instance.y
    A = y[:, None] * X
    if instance.intercept:
        A = (X[y == 1][:, None] - X[y == -1][None]).reshape(-1, X.shape[1])
    # A direction orthogonal to all of them will do; otherwise some product must be positive and none negative.
    if np.linalg.matrix_rank(A) == A.shape[1]:
        best = linprog(-A.sum(axis=0), A_ub=-A, b_ub=np.zeros(len(A)), bounds=(-1, 1))
        assert -best.fun > 1e-6
