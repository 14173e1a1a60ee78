"""The certified answer to a CVXPY problem's constraints, in their own names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.feasibility.constraint.canon import read_cvxpy
from gordan.feasibility.constraint.decide import decide
from gordan.feasibility.constraint.irreducible import irreducible
from gordan.outcome.constraint import Feasible, Infeasible, Undetermined
from gordan.problem.cone import Lorentz
from gordan.problem.constraints import Constraints

__all__ = ["CvxpyAnswer", "answer_cvxpy"]


@dataclass(frozen=True, eq=False)
class CvxpyAnswer:
    """What was proved about the constraints of a CVXPY problem.

    Attributes
    ----------
    outcome : Feasible, Infeasible or Undetermined
        With its proof and the verifier's verdict.
    system : Constraints
        All equations and cones; where infeasible, `outcome.system` has those that the proof is about.
    constraints : dict
        Where infeasible, the constraints that contradict one another, by name. Each has one array for every equation
        block and cone CVXPY made of it: of equations signed numbers, of `>=` numbers that are not negative, of a
        second-order cone the bound first, of matrices a matrix. Multiplied with left minus right side, the greater
        side first, and added they leave −1.
    values : dict
        Where feasible, values of the variables, by name.
    minimal : bool
        Whether without any one of these constraints the others were proved to have a common point.
    """

    outcome: Feasible | Infeasible | Undetermined
    system: Constraints = field(repr=False)
    constraints: dict[str, list[Any]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    minimal: bool = False

    @property
    def kind(self) -> str:
        """One of "feasible", "infeasible", "undecided"."""
        return self.outcome.kind

    def __str__(self) -> str:
        if isinstance(self.outcome, Undetermined):
            return f"Undecided: {self.outcome.reason.rstrip('.')}."
        if isinstance(self.outcome, Feasible):
            return "Feasible, proved: " + ", ".join(f"{name} = {_short(v)}" for name, v in self.values.items()) + "."
        exact = "in integers" if self.outcome.exact else "by an enclosure"
        many = (
            "this constraint has no"
            if len(self.constraints) == 1
            else f"these {len(self.constraints)} constraints have no common"
        )
        last = ["Without any one of them the others have one."] if self.minimal and len(self.constraints) > 1 else []
        return "\n".join([f"Infeasible, proved {exact}: {many} point.", *(f"  {n}" for n in self.constraints), *last])


def answer_cvxpy(problem: Any, *, max_seconds: float = 20.0) -> CvxpyAnswer:
    """The constraint system of a problem, decided with a proof."""
    system, values = read_cvxpy(problem)
    outcome = decide(system, max_seconds=max_seconds)
    if isinstance(outcome, Feasible):
        return CvxpyAnswer(outcome, system, values=values(outcome.x))
    if isinstance(outcome, Undetermined):
        return CvxpyAnswer(outcome, system)
    found = irreducible(system, outcome, max_seconds=max_seconds / 4)
    return CvxpyAnswer(found.outcome, system, by_name(found.outcome), minimal=found.minimal)


def by_name(outcome: Infeasible) -> dict[str, list[Any]]:
    """The multipliers of every constraint that has some, in the order of the constraints."""
    system = outcome.system
    own: dict[int, list[Any]] = {}
    numbers = np.array(system.equation_of, dtype=int)
    for name in dict.fromkeys(system.equation_of):
        # d − Cx is right minus left.
        own.setdefault(name, []).append(-outcome.equation_multipliers[numbers == name])
    for name, part, array in zip(system.part_of, system.parts, outcome.multipliers, strict=True):
        own.setdefault(name, []).append(np.roll(array, 1) if isinstance(part, Lorentz) else array)
    return {system.names[name]: own[name] for name in sorted(own) if any(np.any(array) for array in own[name])}


def _short(value: Any) -> str:
    dense = np.asarray(value.toarray() if hasattr(value, "toarray") else value)
    return np.array2string(dense, precision=6, threshold=12, separator=", ").replace("\n", "")
