"""The rows that matter most to weights that nearly cancel."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem import Gram, Points

__all__ = ["heaviest"]

_TWINS = 16  # how many times as many rows are looked at to find distinct ones


def heaviest(problem: Points | Gram, x: Array, count: int) -> Any:
    """Up to `count` distinct rows with the greatest weight times length; as many of either class with an intercept."""
    groups = (problem.signs > 0, problem.signs < 0) if problem.intercept else (problem.signs != 0,)
    canonical = problem.canonical()
    heaviness = canonical.canonical_weights(x) * canonical.lengths
    return np.sort(np.concatenate([_distinct(problem, np.flatnonzero(g), heaviness, count) for g in groups]))


def _distinct(problem: Points | Gram, members: Any, heaviness: Array, count: int) -> Any:
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
