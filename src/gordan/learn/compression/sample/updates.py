"""The updates of a sequential perceptron in their order, by running it again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.build import build
from gordan.engine.oracle.sweep import Rule
from gordan.engine.solver import AggressivePerceptron, InfinityPerceptron, Perceptron, RIndependentPerceptron, Winnow
from gordan.engine.solver.perceptron import orders
from gordan.errors import InputError
from gordan.problem import Points

__all__ = ["Replayed", "is_shuffled", "replay", "rule_of", "sequential"]

SEQUENTIAL = (Perceptron, AggressivePerceptron, RIndependentPerceptron, InfinityPerceptron)


class Replayed(NamedTuple):
    """Rows in the order in which they were added, and the direction they add up to."""

    rows: tuple[int, ...]
    direction: Array


def sequential(solver: object) -> bool:
    """Whether a solver's direction is a sum of examples, added one by one."""
    return isinstance(solver, SEQUENTIAL) and getattr(solver, "order", "") != "worst"


def is_shuffled(solver: object) -> bool:
    """Whether it visits the points in a fresh order every pass."""
    return bool(getattr(solver, "shuffled", getattr(solver, "order", "") == "shuffled"))


def rule_of(solver: object, reach: float, scale: float = 1.0, *, square: float | None = None) -> Rule:
    """The rule of a solver that visits the points one by one; the longest has the length `reach`, squared `square`."""
    if isinstance(solver, AggressivePerceptron):
        return Rule.aggressive(solver.threshold(reach * reach if square is None else square, scale))
    if isinstance(solver, InfinityPerceptron):
        return Rule.infinity(solver.alpha, reach)
    if isinstance(solver, Winnow):
        return Rule.winnow(solver.eta, signed=not solver.positive)
    return Rule.r_independent() if isinstance(solver, RIndependentPerceptron) else Rule.rosenblatt()


def replay(problem: Points, solver: object, *, most: float) -> Replayed:
    """Run a sequential perceptron, and stop at a pass without an update or after `most` updates."""
    if not isinstance(solver, SEQUENTIAL) or not sequential(solver):
        names = ", ".join(one.name for one in SEQUENTIAL)
        raise InputError(f"{solver!r} does not add examples one by one; give one of {names}")
    oracle = build(problem.canonical())
    rule, run, added = rule_of(solver, oracle.reach, oracle.scale, square=oracle.squared_reach), oracle.begin(), []
    for order in orders(problem.n, is_shuffled(solver), solver.random_state):
        before = run.state.counts
        after = oracle.sweep(run, rule, order)
        # In one pass a row is visited once: those whose count has grown were added, in the order of the visits.
        added.extend(order[after.state.counts[order] > before[order]].tolist())
        run = after
        if run.lowest is not None:
            return Replayed(tuple(added), run.direction)
        if len(added) >= most:
            break
    return Replayed(tuple(added[: int(most)]), np.zeros(0))
