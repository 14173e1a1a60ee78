"""`optimum(program)`: the exact optimum of a linear program, and what is the proof?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.arithmetic.deadline import current_deadline, deadline
from gordan.arithmetic.threads import one_thread
from gordan.errors import InputError, OverBudget
from gordan.feasibility.model import read_program
from gordan.outcome import Reason
from gordan.outcome.feasibility import Infeasible
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.optimum import Optimal, OptimumAnswer, Range, Unbounded, UndecidedOptimum
from gordan.problem.draft import ObjectiveNote
from gordan.problem.program import Program
from gordan.verify import verify

if TYPE_CHECKING:
    from gordan.feasibility.program.optimise import Found, Search

__all__ = ["optimum"]


def optimum(program: object, *, ranges: bool = False, max_seconds: float | None = None) -> OptimumAnswer:
    """Find the optimum of a linear program as a fraction; the answer comes with a proof.

    HiGHS finds a basis, whose point and multipliers are solved for without rounding and checked in integers.

    Parameters
    ----------
    program : Program, or a model that `gordan.read_model` takes
        Rows, columns and an objective, as `gordan.read_mps` reads them from a file; or a model of Pyomo, linopy, PuLP,
        OR-tools or HiGHS, or a dictionary with arguments of scipy's `linprog`. That columns be whole numbers is
        not looked at: the relaxation is solved, and the answer's `notes` say so.
    ranges : bool
        Also report how far each coefficient of the objective and each side of a row may move, alone, while the basis
        stays optimal: two systems are solved for every row that the optimum attains.
    max_seconds : float, optional
        A budget; when it runs out the answer is `Undecided`, with a proved bracket on the optimum as far as one is
        known.

    Returns
    -------
    Optimal, Unbounded, Infeasible or Undecided
        A point in fractions and weights of the sides that prove that there is no better one; or a point and a ray along
        which the objective improves without end; or a contradiction; or a bracket.

    Examples
    --------
    >>> import gordan
    >>> program = gordan.Program([[3, 1], [1, 2]], row_lower=[1, 1], lower=0, objective=[1, 1])
    >>> answer = gordan.optimum(program)
    >>> answer.kind, answer.value, answer.values
    ('optimal', Fraction(3, 5), {'x1': Fraction(1, 5), 'x2': Fraction(2, 5)})
    >>> answer.multipliers
    {('row', 'r1', 'lower'): Fraction(1, 5), ('row', 'r2', 'lower'): Fraction(2, 5)}
    >>> gordan.optimum({"c": [1, 1], "A_ub": [[-3, -1], [-1, -2]], "b_ub": [-1, -1]}).value
    Fraction(3, 5)
    """
    if max_seconds is not None and not max_seconds > 0:
        raise InputError(f"max_seconds is {max_seconds!r}; give a number of seconds greater than 0, or None")
    program = read_program(program)
    if program.objective is None:
        why = next((f": {note}" for note in program.notes if isinstance(note, ObjectiveNote)), "")
        raise InputError(f"there is no objective to optimise{why}; give the model a linear one, or ask gordan.feasible")
    # HiGHS and SuperLU take some time to load, which no question without an objective needs.
    from gordan.feasibility.program.attempt import Stopwatch
    from gordan.feasibility.program.optimise import Search

    with deadline(max_seconds):
        watch = Stopwatch()
        search = Search(program, until=current_deadline().until, watch=watch)
        with one_thread(with_scipy=True), np.errstate(all="ignore"):
            found = search.run()
            ranged = search.ranges(found) if ranges and not isinstance(found, Reason) else None
        return _answer(program, search, found, ranged)


def _with_ranges(program: Program, answer: Optimal) -> Optimal:
    """The answer with the verdict on its ranges too; without them where the time is over or they are refused."""
    try:
        verdict = verify(program, answer)
    except OverBudget:
        return replace(answer, ranges=None, notes=(*answer.notes, "ranges are not known: the time allowed ran out"))
    if verdict.holds:
        return replace(answer, verdict=verdict)
    return replace(answer, ranges=None, notes=(*answer.notes, "ranges are not known: the verifier refused them"))


def _answer(
    program: Program, search: Search, found: Found | Reason, ranged: tuple[Range, ...] | str | None
) -> OptimumAnswer:
    from gordan.feasibility.program.answer_program import members_of, run_of

    shown: dict[str, Any] = {
        "column_names": program.column_names,
        "row_names": program.row_names,
        "maximise": program.maximise,
        "notes": program.notes,
    }
    if isinstance(found, Reason):
        run = run_of(search.watch, reason=found)
        return UndecidedOptimum(known=search.known, verdict=search.verdict, run=run, **shown)
    proof, run = found.proof, run_of(search.watch, found.solver)
    if isinstance(proof, Optimum):
        if isinstance(ranged, str):
            shown["notes"], ranged = (*program.notes, ranged), None
        answer = Optimal(proof=proof, verdict=found.verdict, run=run, ranges=ranged, **shown)
        return answer if ranged is None else _with_ranges(program, answer)
    if isinstance(proof, Ray):
        return Unbounded(proof=proof, verdict=found.verdict, run=run, **shown)
    members = members_of(program, (term[:3] for term in proof.terms))
    return Infeasible(proof=proof, subsystem=members, notes=program.notes, verdict=found.verdict, run=run)
