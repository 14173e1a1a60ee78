"""Weights that nearly cancel become integers that do.

The min-norm point of the heaviest rows brings the weights to an affinely independent support; there the cancelling
weights are unique up to scale, and one rational solve gives them. Truncating to the heaviest rows without that step
would lose true certificates, and reducing tens of thousands of weights one by one does not finish. Where the heaviest
rows turn out separable nothing among them cancels, and the direction that separates them is worth a look on all rows.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.oracle.build import build
from gordan.outcome import Cancellation
from gordan.polish.caratheodory import caratheodory
from gordan.polish.equilibrate import equilibrate
from gordan.polish.rational import solve_rationally
from gordan.problem import Points
from gordan.solver import MinNormPoint

__all__ = ["Polished", "cancellation"]

_HEAVIEST = 4  # times m: fewer rows lose certificates, more make the small problem no longer small
_HEAVIEST_AT_LAST = 12  # times m, when there will be no other attempt
_LARGEST = 300  # rows of the rational system that finish in a few seconds
_TWINS = 16  # how many times as many rows are looked at to find distinct ones


class Polished(NamedTuple):
    """A proof of inseparability, or else a direction that separates the heaviest rows, or nothing."""

    proof: Cancellation | None = None
    direction: Array | None = None


def cancellation(problem: Points, x: Array, *, last: bool = False, deadline: float = np.inf) -> Polished:
    """Polish the raw weights x, with more rows at the last attempt; give up at `deadline` of time.perf_counter."""
    support = np.flatnonzero(x)
    if support.size <= problem.m + 2 and (polished := _polish(problem, support, deadline)).proof is not None:
        # An active-set method hands over the support itself.
        return polished
    return _polish(problem, _heaviest(problem, x, last), deadline)


def _polish(problem: Points, rows: Any, deadline: float) -> Polished:
    """The proof that these rows cancel, or the direction that separates them."""
    if problem.intercept and np.unique(problem.signs[rows]).size < 2:
        return Polished()
    part = equilibrate(problem.subset(rows))
    last = _min_norm_point(part.problem, deadline)
    if last is None or last.weights is None:
        return Polished()
    if last.lowest is not None and last.lowest > 0:
        return Polished(direction=part.direction(last.direction))
    support = np.flatnonzero(last.weights)
    kept = support[caratheodory(part.problem, support, last.weights[support])]
    chosen = rows[kept].tolist()
    weights = solve_rationally(problem, chosen)
    if weights is None:
        return Polished()
    positive = [(int(j), v) for j, v in zip(chosen, weights, strict=True) if v > 0]
    return Polished(Cancellation(tuple(j for j, _ in positive), tuple(v for _, v in positive)))


def _heaviest(problem: Points, x: Array, last: bool) -> Any:
    """Distinct rows with the greatest weight times length, of every class when there is an intercept."""
    groups = (problem.signs > 0, problem.signs < 0) if problem.intercept else (problem.signs != 0,)
    count = (_HEAVIEST_AT_LAST if last else _HEAVIEST) * min(problem.m + 2, _LARGEST)
    heaviness = x * problem.canonical().lengths
    return np.sort(np.concatenate([_distinct(problem, np.flatnonzero(g), heaviness, count) for g in groups]))


def _distinct(problem: Points, members: Any, heaviness: Array, count: int) -> Any:
    """The heaviest members; a row that repeats an earlier one adds nothing and would crowd out the others."""
    if members.size <= count:
        return members
    pool = min(_TWINS * count, members.size - 1)
    order = np.argpartition(-heaviness[members], pool)[: pool + 1]
    order = members[order[np.argsort(-heaviness[members[order]], kind="stable")]]
    seen: set[bytes] = set()
    kept: list[int] = []
    for start in range(0, order.size, count):
        chunk = order[start : start + count]
        for j, row in zip(chunk, problem.rows(chunk), strict=True):
            key = np.append(row, problem.signs[j]).tobytes()
            if key not in seen:
                seen.add(key)
                kept.append(int(j))
        if len(kept) >= count:
            break
    return np.array(kept[:count], dtype=np.int64)


def _min_norm_point(part: Points, deadline: float) -> Candidate | None:
    """The last candidate: one that separates these rows, or weights whose image is nothing beyond rounding."""
    oracle = build(part.canonical())
    last: Candidate | None = None
    for last in MinNormPoint().candidates(oracle):
        assert last.weights is not None
        if last.lowest is not None and last.lowest > 0:
            return last
        if time.perf_counter() > deadline or np.count_nonzero(last.weights) > _LARGEST + 2:
            return None
    if last is None or last.image is None:
        return None
    # A residual above the rounding of its own computation belongs to rows that do not cancel.
    return last if oracle.norm(last.image) <= 1e3 * oracle.rounding * oracle.reach else None
