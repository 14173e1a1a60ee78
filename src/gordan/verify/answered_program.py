"""Whether an answer about a program is proved: its proof fits its kind, names the right sides, and holds as asked."""

from __future__ import annotations

from typing import Any

from gordan.outcome import Verdict
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.problem.program import Program
from gordan.verify.check import fact
from gordan.verify.program import verify_program

__all__ = ["is_program_answer", "judge_program_answer"]

_KINDS = {"feasible": Point, "infeasible": Contradiction}


def is_program_answer(answer: Any) -> bool:
    """Told by what it has: the verifier does not know the code that answers."""
    return getattr(answer, "kind", None) in _KINDS and hasattr(answer, "proof") and hasattr(answer, "strict")


def judge_program_answer(program: Program, answer: Any) -> Verdict:
    """The proof of an answer, strictly where the answer says so; what else it tells is named by that proof.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Inequalities([[1], [-1]])
    >>> judge_program_answer(problem.program(), gordan.feasible(problem, strict=True)).holds
    True
    """
    proof, expected = answer.proof, _KINDS[answer.kind]
    kind = type(proof).__name__.lower(), expected.__name__.lower()
    known = isinstance(proof, expected) and type(answer.strict) is bool
    checks = [fact("proof is of its kind", *kind, known)]
    if not known:
        return Verdict(tuple(checks), "exact")
    found = verify_program(program, ProgramClaim(proof, answer.strict))
    if found.checks[0].holds:
        same = _told(answer) == _own(program, proof)
        checks.append(fact("names are the proof's", str(same), "True", same))
    return Verdict((*checks, *found.checks), "exact")


def _told(answer: Any) -> tuple[Any, ...]:
    return tuple(member[:3] for member in answer.subsystem) if answer.kind == "infeasible" else tuple(answer.names)


def _own(program: Program, proof: Point | Contradiction) -> tuple[Any, ...]:
    if isinstance(proof, Point):
        return tuple(program.column_names)
    names = {"row": program.row_names, "column": program.column_names}
    return tuple((term.place, names[term.place][term.number], term.side) for term in proof.terms)
