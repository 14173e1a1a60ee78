"""Weights that nearly cancel become integers that do.

The min-norm point of the heaviest rows brings the weights to an affinely independent support; there the cancelling
weights are unique up to scale, and one rational solve gives them. Truncating to the heaviest rows without that step
would lose true certificates, and reducing tens of thousands of weights one by one does not finish.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from gordan.candidate import Array, Candidate
from gordan.oracle.build import build
from gordan.outcome import Cancellation
from gordan.polish.caratheodory import caratheodory
from gordan.polish.rational import solve_rationally
from gordan.problem import Points
from gordan.solver import MinNormPoint

__all__ = ["cancellation"]

_HEAVIEST = 4  # times m: fewer rows lose certificates, more make the small problem no longer small
_LARGEST = 300  # rows of the rational system that finish in a few seconds


def cancellation(problem: Points, x: Array, *, deadline: float = np.inf) -> Cancellation | None:
    """A proof of inseparability near the raw weights x, or None when there is none to be had by `deadline`."""
    rows = _heaviest(problem, x)
    part = problem.subset(rows)
    found = _min_norm_weights(part, deadline)
    if found is None:
        return None
    support = np.flatnonzero(found)
    if support.size > _LARGEST + 2:
        return None
    chosen = rows[support]
    chosen = chosen[caratheodory(problem, chosen, found[support])]
    weights = solve_rationally(problem, chosen.tolist())
    if weights is None:
        return None
    kept = [(int(j), v) for j, v in zip(chosen, weights, strict=True) if v > 0]
    return Cancellation(tuple(j for j, _ in kept), tuple(v for _, v in kept))


def _heaviest(problem: Points, x: Array) -> Any:
    """The rows with the greatest weight times length, of every class when there is an intercept."""
    count = _HEAVIEST * min(problem.m + 2, _LARGEST)
    groups = (problem.signs > 0, problem.signs < 0) if problem.intercept else (problem.signs != 0,)
    heaviness = x * problem.canonical().lengths
    picked = []
    for group in groups:
        members = np.flatnonzero(group)
        if members.size > count:
            members = members[np.argpartition(-heaviness[members], count)[:count]]
        picked.append(members)
    return np.sort(np.concatenate(picked))


def _min_norm_weights(part: Points, deadline: float) -> Array | None:
    """Weights of the min-norm point of these rows, unless the rows turn out separable: then nothing cancels."""
    oracle = build(part.canonical())
    last: Candidate | None = None
    for last in MinNormPoint().candidates(oracle):
        separated = last.lowest is not None and last.lowest > 0
        if separated or time.perf_counter() > deadline or np.count_nonzero(last.weights) > _LARGEST + 2:
            return None
    assert last is not None
    assert last.image is not None
    assert last.weights is not None
    # A residual above the rounding of its own computation belongs to rows that do not cancel.
    if oracle.norm(last.image) > 1e3 * oracle.rounding * oracle.reach:
        return None
    return part.canonical().weights(last.weights)
