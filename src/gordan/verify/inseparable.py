"""The two proofs of inseparability, judged by name: integers that cancel, or positive weights enclosed in a box.

The weights of k rows solve k equations: every raw column cancels, with an intercept the labels do, and the weights add
up to 1. `arithmetic.linear_system` bounds how far the solution is from the centre of the box.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.linear_system import distance_to_solution
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Cancellation, Check, Enclosure, Relation
from gordan.problem import Gram, Points
from gordan.verify.check import bounded, compare, fact, is_array, same_doubles
from gordan.verify.exact import cancel
from gordan.verify.rounded import misreading

__all__ = [
    "box_encloses",
    "box_is_sound",
    "equations",
    "integers_on_rows",
    "judge_cancellation",
    "judge_enclosure",
    "rows_exist",
    "weights_shown",
]


def judge_cancellation(problem: Points, proof: Cancellation, weights: object) -> list[Check]:
    """Integers that are to cancel the signed raw rows, and the weights shown beside them."""
    S, X = proof.support, proof.integers
    checks = integers_on_rows(problem, S, X)
    if not all(check.holds for check in checks):
        return checks
    remainder, imbalance = cancel(problem, S, X)
    checks.append(compare("weighted rows cancel", remainder, "=", 0, needed="0"))
    if problem.intercept:
        checks.append(compare("weighted labels cancel", imbalance, "=", 0, needed="0"))
    total = sum(X)
    # A quotient of integers is the nearest double.
    nearest = np.array([v / total for v in X])
    return [*checks, weights_shown(problem.n, S, nearest, weights, "nearest doubles")]


def judge_enclosure(problem: Points, proof: Enclosure, weights: object) -> list[Check]:
    """Positive weights that are to exist within a box, and the box's centre shown as the weights."""
    checks = box_is_sound(problem.n, proof)
    if not all(check.holds for check in checks):
        return checks
    system = equations(problem, proof.support)
    away = None if system is None else distance_to_solution(system[0], proof.centre, system[1])
    return checks + box_encloses(problem.n, proof, weights, away=away)


def box_is_sound(n: int, proof: Enclosure) -> list[Check]:
    """Whether a box has different rows of n, and a centre and a radius for each of them."""
    S, centre, radius = proof.support, proof.centre, proof.radius
    sound = type(S) is tuple and is_array(centre, len(S)) and is_array(radius, len(S))
    sizes = f"{np.size(centre)} and {np.size(radius)}"
    return [rows_exist(n, S), fact("a centre and a radius for each row", sizes, f"{_length(S)} each", sound)]


def box_encloses(n: int, proof: Enclosure, weights: object, *, away: Array | None) -> list[Check]:
    """Whether a box holds positive weights, which are at most `away` from its centre; None if no system has them."""
    S, centre, radius = proof.support, proof.centre, proof.radius
    positive = bool(((radius >= 0) & (radius < centre) & np.isfinite(centre)).all())
    share = f"radius/centre {_greatest(radius, centre):.3g}"
    checks = [
        bounded("enclosed weights are positive", share, "< 1", positive),
        fact("system is square", f"{len(S)} rows", "as many equations", away is not None),
    ]
    if away is None or not positive:
        return checks
    shown = f"error/radius {_greatest(away, radius):.3g}"
    # A difference of doubles has the sign of their order.
    least = Rounded(float((radius - away).min()))
    checks.append(
        compare("weights are enclosed", least, ">=", 0, shown=shown, needed="<= 1", relation_shown=Relation.BOUND)
    )
    return [*checks, weights_shown(n, S, centre, weights, "the centres")]


def integers_on_rows(problem: Points | Gram, S: Sequence[int], X: Sequence[int]) -> list[Check]:
    """That the support is made of rows of the problem, and has a positive integer for each."""
    whole = type(X) is type(S) is tuple and len(X) == len(S) > 0 and all(type(v) is int for v in X)
    name, shown = "weights are positive integers", f"{_length(X)} weights"
    positive = compare(name, min(X), ">", 0, shown=shown) if whole else bounded(name, shown, "> 0", False)
    return [rows_exist(problem.n, S), positive]


def rows_exist(n: int, S: Sequence[int]) -> Check:
    """That the support is made of different rows among n, at least one."""
    there = type(S) is tuple and all(type(j) is int and 0 <= j < n for j in S)
    there = there and len(set(S)) == len(S) > 0
    return bounded("support rows exist and differ", f"{_length(S)} rows", f"among {n}", there)


def _length(members: object) -> str:
    return str(len(members)) if type(members) is tuple else "no tuple of"


def weights_shown(n: int, S: Sequence[int], proved: Array, weights: object, bound: str) -> Check:
    """That the weights shown to the user are those that were proved."""
    expected = np.zeros(n)
    expected[list(S)] = proved
    same = same_doubles(weights, expected)
    return fact("weights are the proof's", f"{len(S)} rows", bound, same)


@np.errstate(all="ignore")
def _greatest(above: Array, below: Array) -> float:
    """The greatest ratio, for a reader only: nothing is decided by it."""
    return float((above / below).max())


def equations(problem: Points, S: Sequence[int]) -> tuple[Array, float] | None:
    """The square system of the signed raw rows S, and how far its entries may be from what they stand for.

    None where it is not square: columns that are zero on all of these rows are no equations.
    """
    picked = problem.X[np.asarray(S, dtype=np.int64)]
    needed = len(S) - 1 - int(problem.intercept)
    if hasattr(picked, "nnz"):
        # Only the columns in use become dense: there may be millions of others.
        used = np.flatnonzero(abs(picked).max(axis=0).toarray().ravel())
        picked = picked[:, used].toarray() if used.size == needed else used[None]
    else:
        picked = picked[:, picked.any(axis=0)]
    if picked.shape[1] != needed:
        return None
    signs, values = problem.signs[np.asarray(S, dtype=np.int64)], picked.astype(np.float64)
    extra = [signs, np.ones(len(S))] if problem.intercept else [np.ones(len(S))]
    widened = misreading(problem)
    if widened and bool(((values != 0) & (np.abs(values) < np.finfo(problem.X.dtype).tiny)).any()):
        # The smallest numbers have few digits: no relative bound says how far they are from a decimal.
        widened = np.inf
    return np.vstack([(values * signs[:, None]).T, *extra]), widened
