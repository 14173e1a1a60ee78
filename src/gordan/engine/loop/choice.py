"""Which solver answers: the one that was asked for, or the one that fits the question."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from numbers import Integral

import numpy as np

from gordan.arithmetic.setting import setting
from gordan.engine.loop.shortest import is_compiled
from gordan.engine.oracle.base import PositiveOracle
from gordan.engine.solver import Solver, Winnow, WorkingSet, named, spelling
from gordan.engine.solver.auto import Question, choose, many_for_their_columns, many_supports
from gordan.errors import InputError, UnsuitableSolver
from gordan.problem import Conic, Gram, Points
from gordan.problem.batches import is_batches

__all__ = ["choose_solver", "is_polished"]


def choose_solver(
    problem: Points | Gram | Conic, solver: str | Solver, *, goal: str | None, resumed: bool, random_state: int | None
) -> tuple[Solver, str]:
    """The solver that was asked for, or the one that fits, seeded; and a note on why it was chosen.

    Examples
    --------
    >>> found, note = choose_solver(
    ...     Points([[0.0], [1.0]], [0, 1]), "mirror-prox", goal=None, resumed=False, random_state=None
    ... )
    >>> found.name, note
    ('mirror-prox', '')
    """
    chosen: Solver
    if solver == "auto" and isinstance(problem, Conic):
        chosen, note = choose(Question(problem.n, problem.m, goal, rank=problem.cone.rank))
    elif solver == "auto" and isinstance(problem, Points | Gram):
        chosen, note = choose(_question(problem, goal, resumed))
    elif (
        isinstance(solver, str)
        and spelling(solver) == WorkingSet.name
        and isinstance(problem, Points | Gram)
        and problem.implicit
    ):
        # Its own sizes are for supports as small as a dimension.
        chosen, note = many_supports(_question(problem, goal, resumed)), ""
    else:
        chosen, note = named(solver) if isinstance(solver, str) else solver, ""
    if isinstance(chosen, type) or not hasattr(chosen, "candidates"):
        raise InputError(f"solver is {solver!r}; give a name from `gordan solvers` or an instance such as MirrorProx()")
    chosen, note = _for_the_sign(problem, chosen, note)
    if random_state is not None and not (isinstance(random_state, Integral) and random_state >= 0):
        raise InputError(f"random_state is {random_state!r}; give a whole number, 0 or more")
    if random_state is not None and is_dataclass(chosen) and any(f.name == "random_state" for f in fields(chosen)):
        chosen = replace(chosen, random_state=int(random_state))
    return chosen, note


def _positive(problem: Points | Gram | Conic) -> bool:
    return isinstance(problem, Points) and bool(problem.positive)


def _for_the_sign(problem: Points | Gram | Conic, solver: Solver, note: str) -> tuple[Solver, str]:
    """The solver, where it seeks directions of the sign that is asked for; Winnow can do either."""
    if not _positive(problem):
        # Winnow is a protocol too, of which the interpreter asks at length.
        seeks_positive = getattr(solver, "positive", False) and isinstance(solver, Winnow)
        if solver.needs is PositiveOracle or seeks_positive:
            raise UnsuitableSolver(
                f"{solver.name} is to seek w ≥ 0 alone, and these points ask for any direction; pose them with "
                f"{setting('positive', True)}, or choose another solver"
            )
        return solver, note
    if isinstance(solver, Winnow):
        return replace(solver, positive=True), note
    # A wrapper of Winnow shows by its own setting which question it answers.
    if solver.needs is not PositiveOracle and not getattr(solver, "positive", False):
        raise UnsuitableSolver(
            f"{solver.name} seeks directions of any sign, and these points ask for w ≥ 0; choose linear-program, "
            f"smooth-winnow, winnow-mirror-prox or winnow, or drop {setting('positive', True)}"
        )
    return solver, note


def is_polished(solver: Solver, asked: str | Solver, polish: bool | None) -> bool:
    """Whether candidates are polished while the algorithm runs: as asked for, or else with `auto` and finite methods.

    A solver says so itself by `polishes`; where it says nothing, exact ones are and others run as published.

    Examples
    --------
    >>> from gordan.engine.solver import Hildreth, MirrorProx
    >>> is_polished(Hildreth(), "hildreth", None), is_polished(MirrorProx(), "mirror-prox", None)
    (True, False)
    """
    if polish is not None and not isinstance(polish, bool):
        raise InputError(f"polish is {polish!r}; give True, False, or None for what suits the solver")
    if polish is not None:
        return polish
    return asked == "auto" or (solver.exact if solver.polishes is None else solver.polishes)


def _question(problem: Points | Gram, goal: str | None, resumed: bool) -> Question:
    X = getattr(problem, "X", None)
    batches = is_batches(X)
    how = {"implicit": problem.implicit, "positive": _positive(problem), "batches": batches}
    how["dense"] = batches or isinstance(X, np.ndarray)
    if isinstance(X, np.ndarray) and not problem.implicit and many_for_their_columns(problem.n, problem.m, goal):
        # Only so many points are worth the time that looking for compiled code takes.
        how["compiled"] = is_compiled()
    return Question(problem.n, problem.m, goal, problem.intercept, resumed, **how)
