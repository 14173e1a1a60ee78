"""The certified answer to a CVXPY problem's constraints, in their own names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gordan.arithmetic.deadline import now
from gordan.feasibility.constraint.canon import read_cvxpy
from gordan.feasibility.constraint.decide import decide
from gordan.feasibility.constraint.irreducible import irreducible
from gordan.outcome import Run
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible

__all__ = ["answer_cvxpy"]


def answer_cvxpy(problem: Any, *, max_seconds: float) -> Feasibility:
    """The constraints of a problem, decided with a proof; few of them where they contradict one another."""
    began = now()
    system, values = read_cvxpy(problem)
    answer = decide(system, max_seconds=max_seconds)
    run = answer.run or Run()
    if isinstance(answer, Infeasible):
        conflict = irreducible(system, answer, max_seconds=max_seconds / 4)
        answer = replace(conflict.outcome, minimal=conflict.minimal)
    elif isinstance(answer, Feasible):
        named = values(answer.x)
        answer = replace(answer, names=tuple(named), variables=tuple(named.values()))
    return replace(answer, run=replace(run, seconds=now() - began))
