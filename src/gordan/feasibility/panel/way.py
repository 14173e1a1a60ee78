"""`one_way`: whether the coefficients that a panel's direction moves can go the other way too, in some other direction.

Admissible β on which all flat rows vanish are β = Σ t_j v_j, with one v for each relation that the effects absorb on
the flat rows only. A cycle of all rows that follows their signs gives a condition on t.

1. the conditions known so far combine to ±β_c with weights ≥ 0: the other way is impossible, and that is in fractions
2. else some t meets them and goes the other way: ask for a cycle that it violates, add its condition, and go to 1
3. no such cycle, and shortest paths in integers give potentials: the other way is possible
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from gordan.arithmetic.deadline import check_deadline, current_deadline, now
from gordan.errors import OverBudget
from gordan.feasibility.panel.directed import Steps
from gordan.feasibility.panel.direction import admitted
from gordan.feasibility.panel.forest import forest
from gordan.feasibility.panel.regressor import around, in_doubles
from gordan.feasibility.split.exact import whole_multiple
from gordan.feasibility.split.farkas import farkas
from gordan.outcome.panel import Absorbed
from gordan.problem.panel import Panel

__all__ = ["one_way"]

_ROUNDS = 60  # conditions that are sought for one coefficient
_PATIENCE = 10.0  # seconds for the combinations of one question in fractions

Row = list[Fraction]


def one_way(panel: Panel, beta: tuple[int, ...], free: list[Absorbed], moved: Iterable[int]) -> dict[int, bool | None]:
    """For each moved coefficient whether only the sign that it has in β is possible; None where neither was shown."""
    vectors = [dict(zip(each.columns, each.integers, strict=True)) for each in free]
    everything = np.ones(panel.n, bool)
    steps = Steps(panel, ~everything, forest(panel, panel.signs == 0, directed=False))
    known: list[Row] = []  # conditions, shared by all coefficients
    ways: dict[int, bool | None] = dict.fromkeys(sorted(moved))
    try:
        for c in ways:
            ways[c] = _ask(panel, steps, vectors, known, c, 1 if beta[c] > 0 else -1)
    except OverBudget:  # the split itself is proved, and only ways of coefficients are left open
        pass
    return ways


def _ask(panel: Panel, steps: Steps, vectors: list[dict[int, int]], known: list[Row], c: int, sign: int) -> bool | None:
    target = [Fraction(sign * vector.get(c, 0)) for vector in vectors]
    for _ in range(_ROUNDS):
        check_deadline("the ways of regressors that separate")
        until = min(now() + _PATIENCE, current_deadline().until)
        y, t = farkas(known, target, until=until) if known else (None, [-v for v in target])
        if y is not None:  # 1
            return True
        if t is None:
            return None
        beta = _beta(panel.k, vectors, t)
        condition = _violated(panel, steps, vectors, beta)  # 2
        if condition is None and admitted(panel, beta, np.ones(panel.n, bool)) is not None:  # 3
            return False
        if condition is None:  # what doubles took for rounding
            condition = _violated(panel, steps, vectors, beta, rounding=0.0)
        if condition is None:
            return None
        known.append(condition)
    return None


def _beta(k: int, vectors: list[dict[int, int]], t: Row) -> tuple[int, ...]:
    total = [Fraction(0)] * k
    for share, vector in zip(t, vectors, strict=True):
        for c, v in vector.items():
            total[c] += share * v
    return whole_multiple(total)


def _violated(
    panel: Panel, steps: Steps, vectors: list[dict[int, int]], beta: tuple[int, ...], rounding: float | None = None
) -> Row | None:
    """The condition of a cycle on which β is negative in fractions; doubles propose the cycle."""
    given = {} if rounding is None else {"rounding": rounding}
    cycle = steps.negative_cycle(in_doubles(beta), **given)
    if cycle is None:
        return None
    sums = around(panel, cycle, tuple(range(panel.k)))
    if sum((v * total for v, total in zip(beta, sums, strict=True)), Fraction(0)) >= 0:
        return None
    return [sum((v * sums[c] for c, v in vector.items()), Fraction(0)) for vector in vectors]
