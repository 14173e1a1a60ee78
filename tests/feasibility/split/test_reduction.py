"""Facial reduction in integers: the weights of later rounds lean on the rows of earlier ones, which stay positive."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest

import gordan
from feasibility.split.truth import truth
from gordan.feasibility.split import Split, System, coefficients, split
from gordan.feasibility.split.dependence import dependence
from gordan.feasibility.split.reduction import reduction
from gordan.outcome.split import SplitClaim
from gordan.regression.model.pose import pose


@pytest.mark.parametrize("seed", range(60))
def test_reduction_alone_proves_the_truth(seed: int) -> None:
    """Rows of few small numbers in four columns take two or three rounds as often as one."""
    random = np.random.default_rng(seed)
    n, m, p = int(random.integers(4, 10)), int(random.integers(0, 3)), 4
    A = random.integers(-2, 3, (n + m, p)).astype(float)
    A[1] = -A[0]
    A[2] = A[0] * random.integers(-3, 4) + A[3] * random.integers(0, 2)
    system = System(A[:n], A[n:])
    found = reduction(system, dependence(system, np.arange(n + m)), time.perf_counter() + 30)
    assert found is not None
    strict, proof = found
    rows = [[Fraction(v) for v in row] for row in A.tolist()]
    assert strict.tolist() == truth(rows[:n], rows[n:], p).strict
    assert gordan.verify(system, SplitClaim(strict, proof), proof="exact").holds


def test_numbers_that_hardly_differ_are_settled() -> None:
    X = [[1.999999999], [0.999999999], [0.999999999], [1.000000001], [2.0]]
    system = pose(X, [0, 1, 2, 0, 2], family="multinomial").system
    found = split(system)
    assert isinstance(found, Split)
    assert found.kind == "quasi"
    assert coefficients(system, found) == ["+inf", "-inf", "finite", "finite"]


def test_classes_counted_together_are_settled() -> None:
    X = [[-1.000000001, -2.0], [0.0, 0.0], [0.0, 2.0], [-1e-09, 0.0], [1.999999999, 1.999999999], [0.999999999, 2.0]]
    X += [[-2.0, -2.000000001]]
    y = [[1, 1, 1], [0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 0], [1, 0, 1], [0, 0, 1]]
    system = pose(X, y, family="multinomial").system
    found = split(system)
    assert isinstance(found, Split)
    assert found.kind == "overlap"
    assert gordan.verify(system, SplitClaim(found.strict, found.proof)).holds
