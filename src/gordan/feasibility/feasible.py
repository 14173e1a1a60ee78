"""`feasible(problem)`: can all constraints be satisfied together, and what is the proof?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gordan.arithmetic.deadline import deadline, now
from gordan.engine.solver import Solver
from gordan.errors import InputError, OverBudget
from gordan.feasibility.model import is_model, of_cvxpy, read_program
from gordan.outcome import Code, Reason, Run
from gordan.outcome.feasibility import Feasibility, Infeasible, UndecidedFeasibility
from gordan.problem.program import Inequalities, Program

__all__ = ["feasible"]

_CONIC_SECONDS = 20.0  # for a CVXPY problem, where no budget is given: not all of them can be decided


def feasible(
    problem: object,
    *,
    strict: bool = False,
    implied: bool = False,
    solver: str | Solver | None = None,
    hard: Iterable[str] = (),
    groups: Mapping[str, Iterable[str]] | None = None,
    weights: Mapping[str, Any] | None = None,
    smallest: bool = False,
    all: bool = False,
    max_seconds: float | None = None,
) -> Feasibility:
    """Decide whether all constraints can be satisfied together; the answer comes with a proof.

    Parameters
    ----------
    problem : Inequalities, Program, a model of another package, or cvxpy.Problem
        A w ≥ b; or rows with sides and columns with bounds, as `gordan.read_mps` reads them from a file; or what
        `gordan.read_model` takes: a model of Pyomo, linopy, PuLP, OR-tools or HiGHS, or a dictionary with arguments of
        `scipy.optimize.linprog`; or a CVXPY problem with linear, second-order and semidefinite constraints (it needs
        the extra `gordan[cvxpy]`).
    strict : bool
        Ask for a point that satisfies every inequality strictly, bounds of columns included; two equal sides are an
        equality, which stays one. Of programs only.
    implied : bool
        Also report the inequalities that every solution satisfies with equality; for programs of moderate size.
    solver : str or Solver, optional
        An algorithm for points, such as "perceptron", in the place of linear programming: rows A w ≥ b with b > 0 are
        its examples, others after homogenising. It finds a point that satisfies every inequality strictly, or weights
        that cancel; a program without such a point may stay `Undecided`. Of programs without equalities only.
    hard : names
        Rows and columns of a program that are never to blame for a contradiction; where they contradict one another,
        that is the answer.
    groups : dict, optional
        Rows and columns that are to blame together, by the name of the group.
    weights : dict, optional
        How unwelcome a row, a column or a group is among those to blame, by its name; 1 for all others.
    smallest : bool
        Go on for a contradiction with the fewest names to blame, or of the least weight, and prove how few or how
        little any contradiction has at least: `blame.at_least`. Set `max_seconds` with large programs.
    all : bool
        Also report other contradictions, `others`, none of which shares a name to blame with another: so many
        constraints have to give way at least.
    max_seconds : float, optional
        A budget; when it runs out the answer is `Undecided`. A CVXPY problem has 20 seconds where none is given.

    Returns
    -------
    Feasible, Infeasible or Undecided
        A point, of a program in fractions; or weights that combine some of the constraints to a contradiction, with the
        irreducible part that they name; of a large dense program perhaps a proof in doubles that such weights exist; or
        the reason why neither was proved.

    Examples
    --------
    >>> import gordan
    >>> answer = gordan.feasible(gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [2, -1, -1]))
    >>> answer.kind, answer.point.values
    ('feasible', (Fraction(1, 1), Fraction(1, 1)))
    >>> answer = gordan.feasible(gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [3, -1, -1]))
    >>> answer.kind, [member.words for member in answer.subsystem]
    ('infeasible', ['r1 ≥ 3', 'r2 ≥ -1', 'r3 ≥ -1'])
    >>> answer = gordan.feasible(gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [3, -1, -1]), hard=["r1"])
    >>> answer.blame.parts
    ('r2', 'r3')
    >>> answer = gordan.feasible(gordan.Inequalities([[1, 2], [3, -1]], 1), solver="perceptron")
    >>> answer.kind, answer.run.solver, answer.verdict.holds
    ('feasible', 'perceptron', True)
    """
    if max_seconds is not None and not max_seconds > 0:
        raise InputError(f"max_seconds is {max_seconds!r}; give a number of seconds greater than 0, or None")
    hard = (hard,) if isinstance(hard, str) or not isinstance(hard, Iterable) else tuple(hard)
    blaming = bool(hard or groups or weights or smallest or all)
    # What is asked of linear programs alone is asked of a CVXPY problem as one; cones are refused by name.
    program_alone = strict or implied or solver is not None or blaming
    if isinstance(problem, Inequalities | Program) or (is_model(problem) and (program_alone or not of_cvxpy(problem))):
        from gordan.feasibility.program.answer_program import answer_program

        if blaming and (strict or solver is not None):
            raise InputError("hard, groups, weights, smallest and all do not go with strict or solver; leave these out")
        began = now()
        with deadline(max_seconds):
            try:
                program = read_program(problem)
            except OverBudget as refusal:
                reason = Reason(f"The time allowed ran out: {refusal}.", Code.MAX_SECONDS)
                return UndecidedFeasibility(run=Run(reason=reason, seconds=now() - began), strict=strict)
            parts = None
            if blaming:
                from gordan.feasibility.blame import blame, parts_of

                parts = parts_of(program, hard, groups or {}, weights or {})
            answer = answer_program(program, strict=strict, implied=implied, solver=solver, doubles=not blaming)
            if parts is None or not isinstance(answer, Infeasible):
                return answer
            return blame(program, answer, parts, smallest=smallest, several=all)
    if not of_cvxpy(problem):
        raise InputError(
            f"problem is of the type {type(problem).__name__}; give Inequalities, a Program, what "
            "gordan.file.read_program read from a file, a model of Pyomo, linopy, PuLP, OR-tools or HiGHS, a "
            "dictionary with arguments of linprog, or a cvxpy.Problem"
        )
    from gordan.feasibility.constraint import answer_cvxpy

    return answer_cvxpy(problem, max_seconds=_CONIC_SECONDS if max_seconds is None else max_seconds)
