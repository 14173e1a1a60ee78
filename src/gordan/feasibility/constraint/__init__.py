"""Constraint systems over cones: a point, multipliers that refute every point, or neither.

Those of a CVXPY problem are answered in its own names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.feasibility.constraint.canon import read_cvxpy
from gordan.feasibility.constraint.decide import decide
from gordan.outcome import Run
from gordan.outcome.alternative import FaceChain, Multipliers
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible
from gordan.problem.constraints import Constraints

if TYPE_CHECKING:
    import cvxpy

__all__ = ["Conflict", "answer_cvxpy", "decide", "involved", "irreducible"]


_PATIENCE = 0.2  # seconds for constraints without several of them, at least


class Conflict(NamedTuple):
    """The proof that some constraints have no common point, and whether without any one of them the rest was proved to.

    The multipliers of those that are not needed are zero.
    """

    outcome: Infeasible
    minimal: bool


def involved(outcome: Infeasible) -> list[int]:
    """The constraints with multipliers other than zero, by the numbers of their names, the lightest first.

    Of a chain of faces they are those of all steps, in their own order.
    """
    system, proof = outcome.system, outcome.proof
    assert system is not None
    if isinstance(proof, FaceChain):
        return sorted(proof.involved(system))
    assert isinstance(proof, Multipliers)
    mass = dict.fromkeys(range(len(system.names)), 0.0)
    for name, value in zip(system.equation_of, proof.of_equations(system).tolist(), strict=True):
        mass[name] += abs(value)
    for name, array in zip(system.part_of, proof.of_parts(system), strict=True):
        mass[name] += float(np.abs(array).sum())
    return sorted((name for name, value in mass.items() if value > 0.0), key=lambda name: mass[name])


def irreducible(system: Constraints, outcome: Infeasible, *, max_seconds: float) -> Conflict:
    """Constraints with no common point, of which none can be left out as far as was proved within the time.

    The lightest are tried first: half of them at once, and where the others are no longer refuted, half of those.
    """
    until, needed, minimal = now() + max_seconds, set[int](), True
    together = len(involved(outcome))
    while left := [name for name in involved(outcome) if name not in needed]:
        if now() > until:
            return Conflict(outcome, False)
        together = max(1, min(together, len(left) // 2))
        began, out = now(), set(left[:together])
        # Where more than one is left out, an answer that takes long is not worth waiting for.
        seconds = until - began if together == 1 else min(until - began, max(_PATIENCE, 0.1 * max_seconds))
        without = decide(_only(system, set(involved(outcome)) - out), max_seconds=max(seconds, 0.1))
        if isinstance(without, Infeasible):
            outcome = without
        elif together > 1:
            together //= 2
        else:
            needed |= out
            minimal &= isinstance(without, Feasible)
    return Conflict(outcome, minimal)


def _only(system: Constraints, names: set[int]) -> Constraints:
    equations = [i for i, own in enumerate(system.equation_of) if own in names]
    return system.only(equations, [k for k, own in enumerate(system.part_of) if own in names])


def answer_cvxpy(problem: cvxpy.Problem, *, max_seconds: float) -> Feasibility:
    """The constraints of a problem, decided with a proof; few of them where they contradict one another."""
    began = now()
    canon = read_cvxpy(problem)
    system = canon.system
    answer = decide(system, max_seconds=max_seconds)
    run = answer.run or Run()
    if isinstance(answer, Infeasible):
        conflict = irreducible(system, answer, max_seconds=max_seconds / 4)
        answer = replace(conflict.outcome, minimal=conflict.minimal)
    elif isinstance(answer, Feasible):
        named = canon.values(answer.x)
        answer = replace(answer, names=tuple(named), variables=tuple(named.values()))
    return replace(answer, notes=canon.notes, run=replace(run, seconds=now() - began))
