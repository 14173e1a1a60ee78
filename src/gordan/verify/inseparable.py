"""The two proofs of inseparability, judged by name: integers that cancel, or positive weights enclosed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.outcome import Cancellation, Check, Enclosure
from gordan.problem import Gram, Points
from gordan.verify.bounds import INTEGERS, ROUNDED
from gordan.verify.enclosure import distance, equations
from gordan.verify.exact import cancel

__all__ = ["integers_on_rows", "judge_cancellation", "judge_enclosure", "weights_shown"]


def judge_cancellation(problem: Points, claim: Cancellation, weights: Any) -> list[Check]:
    """Integers that are to cancel the signed raw rows, and the weights shown beside them."""
    S, X = claim.support, claim.integers
    checks = integers_on_rows(problem, S, X)
    if not all(check.holds for check in checks):
        return checks
    remainder, imbalance = cancel(problem, S, X)
    checks.append(Check("weighted rows cancel", _digits(remainder), "0", INTEGERS, remainder == 0))
    if problem.intercept:
        checks.append(Check("weighted labels cancel", _digits(imbalance), "0", INTEGERS, imbalance == 0))
    total = sum(X)
    # A quotient of integers is the nearest double.
    nearest = np.array([v / total for v in X])
    return [*checks, weights_shown(problem, S, nearest, weights, "nearest doubles", INTEGERS)]


def judge_enclosure(problem: Points, claim: Enclosure, weights: Any) -> list[Check]:
    """Positive weights that are to exist within a box, and the box's centre shown as the weights."""
    S, centre, radius = claim.support, claim.centre, claim.radius
    sound = all(isinstance(v, np.ndarray) and v.dtype == np.float64 and v.shape == (len(S),) for v in (centre, radius))
    sizes = f"{np.size(centre)} and {np.size(radius)}"
    checks = [
        _rows_exist(problem, S),
        Check("a centre and a radius for each row", sizes, f"{len(S)} each", "comparison", sound),
    ]
    if not all(check.holds for check in checks):
        return checks
    positive = bool(((radius >= 0) & (radius < centre) & np.isfinite(centre)).all())
    share = f"radius/centre {_greatest(radius, centre):.3g}"
    system = equations(problem, S)
    square = system is not None
    checks += [
        Check("enclosed weights are positive", share, "< 1", ROUNDED, positive),
        Check("system is square", f"{len(S)} rows", "as many equations", "comparison", square),
    ]
    if system is None or not positive:
        return checks
    away = distance(system[0], centre, system[1])
    found = f"error/radius {_greatest(away, radius):.3g}"
    checks.append(Check("weights are enclosed", found, "<= 1", ROUNDED, bool((away <= radius).all())))
    return [*checks, weights_shown(problem, S, centre, weights, "the centres", "comparison")]


def integers_on_rows(problem: Points | Gram, S: Sequence[Any], X: Sequence[Any]) -> list[Check]:
    """That the support is made of rows of the problem, and has a positive integer for each."""
    positive = len(X) == len(S) and all(_is_whole(v) and v > 0 for v in X)
    return [
        _rows_exist(problem, S),
        Check("weights are positive integers", f"{len(X)} weights", "> 0", INTEGERS, positive),
    ]


def _rows_exist(problem: Points | Gram, S: Sequence[Any]) -> Check:
    there = all(_is_whole(j) and 0 <= j < problem.n for j in S) and len(set(S)) == len(S) > 0
    return Check("support rows exist and differ", f"{len(S)} rows", f"among {problem.n}", "comparison", there)


def weights_shown(
    problem: Points | Gram, S: Sequence[int], proved: Array, weights: Any, bound: str, arithmetic: str
) -> Check:
    expected = np.zeros(problem.n)
    expected[list(S)] = proved
    same = weights is not None and np.array_equal(weights, expected)
    return Check("weights are the proof's", f"{len(S)} rows", bound, arithmetic, same)


@np.errstate(all="ignore")
def _greatest(above: Array, below: Array) -> float:
    """The greatest ratio, for a reader only: nothing is decided by it."""
    return float((above / below).max())


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _digits(value: int) -> str:
    return str(value) if abs(value) < 10**18 else f"an integer of {value.bit_length()} bits"
