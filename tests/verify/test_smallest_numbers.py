"""The smallest numbers stand for decimals that differ from them by a third: the rounded bounds must know it too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import claimed
import gordan

SIDE = "every point on its side"


def separator(problem: gordan.Points, w: Any, lower: float = -np.inf) -> gordan.Separable:
    """The claim that this direction separates, about the origin."""
    centre = np.zeros(problem.m)
    return claimed.separable(
        bracket=gordan.outcome.Bracket(lower, np.inf),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        coef=w,
        centre=centre,
        proof=gordan.outcome.Separator(w, 0.0, centre),
    )


def refused(problem: gordan.Points, claim: Any, proof: str) -> set[str]:
    return {check.name for check in gordan.verify(problem, claim, proof=proof).failed}


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize(("dtype", "w"), [(np.float32, [9.5, -1.0]), (np.float64, [-8.9, 1.0])])
def test_a_direction_for_the_binary_numbers_alone(dtype: type, w: list[float], proof: str) -> None:
    """Nine times the smallest number is not nine times its decimal: 1.3e-44 beside 1e-45, 4.4e-323 beside 5e-324."""
    least = np.finfo(dtype).smallest_subnormal
    X = np.array([[least, 9 * least]], dtype)
    binary, decimal = (gordan.Points(X, [1], intercept=False, numbers=each) for each in ("binary", "decimal"))
    # Large, so that what products lose near zero does not hide it.
    claim = separator(binary, np.ldexp(w, 60))
    assert refused(binary, claim, proof) == set()
    assert SIDE in refused(decimal, claim, proof)


def test_weights_for_the_binary_numbers_alone() -> None:
    """Balanced to nothing as binary numbers, and not as decimals: no upper end may be so small."""
    least = np.finfo(np.float32).smallest_subnormal
    X = np.array([[9 * least], [least]], np.float32)
    decimal = gordan.Points(X, [1, 0], intercept=False, numbers="decimal")
    claim = claimed.undecided(
        bracket=gordan.outcome.Bracket(-np.inf, float(least) / 64),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=decimal.classes,
        weights=np.array([0.1, 0.9]),
    )
    assert refused(decimal, claim, "rounded") == {"margin at most"}


def test_unit_lengths_of_the_smallest_numbers() -> None:
    """The row (1.4e-45, 0) has length 1e-45 as a decimal; the row (1, 1) decides, and its margin is not refused."""
    X = np.array([[np.finfo(np.float32).smallest_subnormal, 0.0], [1.0, 1.0]], np.float32)
    problem = gordan.Points(X, [1, 1], intercept=False, normalise=True, numbers="decimal")
    w = np.array([1.0, 0.0])
    assert refused(problem, separator(problem, w, 0.7), "rounded") == set()
    assert refused(problem, separator(problem, w, 0.71), "rounded") == {"margin at least"}
