"""The updates of a sequential perceptron in their order, by running it again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.build import build
from gordan.engine.oracle.sweep import Rule
from gordan.engine.solver import (
    AggressivePerceptron,
    InfinityPerceptron,
    Perceptron,
    RIndependentPerceptron,
)
from gordan.engine.solver.perceptron import orders
from gordan.errors import InputError
from gordan.problem import Points

__all__ = ["Replayed", "replay", "sequential"]

SEQUENTIAL = (Perceptron, AggressivePerceptron, RIndependentPerceptron, InfinityPerceptron)


class Replayed(NamedTuple):
    """Rows in the order in which they were added, and the direction they add up to."""

    rows: tuple[int, ...]
    direction: Array


def sequential(solver: Any) -> bool:
    """Whether a solver's direction is a sum of examples, added one by one."""
    return isinstance(solver, SEQUENTIAL) and getattr(solver, "order", "") != "worst"


def replay(problem: Points, solver: Any, *, most: float) -> Replayed:
    """Run a sequential perceptron, and stop at a pass without an update or after `most` updates."""
    if not sequential(solver):
        names = ", ".join(one.name for one in SEQUENTIAL)
        raise InputError(f"{solver!r} does not add examples one by one; give one of {names}")
    oracle: Any = build(problem.canonical())
    rule, shuffled = _rule(solver, oracle.reach), getattr(solver, "shuffled", False)
    shuffled = shuffled or getattr(solver, "order", "") == "shuffled"
    run, added = oracle.begin(), []
    for order in orders(problem.n, shuffled, solver.random_state):
        before = run.state.counts
        after = oracle.sweep(run, rule, order)
        # In one pass a row is visited once: those whose count has grown were added, in the order of the visits.
        added.extend(order[after.state.counts[order] > before[order]].tolist())
        run = after
        if run.lowest is not None:
            return Replayed(tuple(added), run.direction)
        if len(added) >= most:
            break
    kept = tuple(added[: int(most)])
    return Replayed(kept, np.zeros(0))


def _rule(solver: Any, reach: float) -> Rule:
    if isinstance(solver, AggressivePerceptron):
        return Rule.aggressive(solver.beta * reach**2)
    if isinstance(solver, RIndependentPerceptron):
        return Rule.r_independent()
    if isinstance(solver, InfinityPerceptron):
        return Rule.infinity(solver.alpha, reach)
    return Rule.rosenblatt()
