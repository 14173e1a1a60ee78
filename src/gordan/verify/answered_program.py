"""Whether an answer or a certificate about a program is proved: its proof is of its kind, and holds as asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gordan.outcome import Check, Verdict
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.outcome.certificate import ProgramCertificate
from gordan.outcome.certificate.program import names_of
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.problem.program import Program
from gordan.verify.check import every, fact, is_fraction
from gordan.verify.origin import compare_names
from gordan.verify.program import row_product, verify_program

__all__ = ["judge_certified_program", "judge_program_answer"]

_KINDS = {"feasible": Point, "infeasible": Contradiction}


def judge_program_answer(program: Program, answer: Feasible | Infeasible) -> Verdict:
    """The proof of an answer, strictly where the answer says so; what else it tells is named by that proof.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Inequalities([[1], [-1]])
    >>> judge_program_answer(problem.program(), gordan.feasible(problem, strict=True)).holds
    True
    """
    proof = answer.proof
    expected = Point if isinstance(answer, Feasible) else Contradiction
    kind = type(proof).__name__.lower(), expected.__name__.lower()
    known = isinstance(proof, expected) and type(answer.strict) is bool
    checks = [fact("proof is of its kind", *kind, known)]
    if not known or not isinstance(proof, Point | Contradiction):
        return Verdict(tuple(checks), "exact")
    found = verify_program(program, ProgramClaim(proof, answer.strict))
    if found.checks[0].holds:
        same = _told(answer) == _own(program, proof)
        checks.append(fact("names are the proof's", str(same), "True", same))
    beside = _beside(program, answer) if found.holds and isinstance(answer, Feasible) else []
    return Verdict((*checks, *found.checks, *beside), "exact")


def judge_certified_program(program: Program, certificate: ProgramCertificate) -> list[Check]:
    """The proof of a certificate about a program of this size, in integers, and the names that go with it."""
    proof, expected = certificate.proof, _KINDS.get(certificate.alternative, Contradiction)
    kind = type(proof).__name__.lower(), expected.__name__.lower()
    known = certificate.alternative in _KINDS and isinstance(proof, expected)
    checks = [fact("proof is of its kind", *kind, known)]
    verdict = verify_program(program, ProgramClaim(proof, certificate.question.strict))
    if verdict.checks[0].holds:
        checks.append(fact("names are the certificate's", *compare_names(names_of(program, proof), certificate.names)))
    return [*checks, *verdict.checks]


def _beside(program: Program, answer: Feasible) -> list[Check]:
    """What a feasible answer tells beside its point: one with A w ≥ 1, and sides that are always attained.

    That every other point attains them too was proved by the run, and the answer does not hold that proof; a side that
    this point does not attain is refuted.
    """
    assert isinstance(answer.proof, Point)
    checks, point, unit = [], answer.proof.values, answer.unit
    if unit is not None:
        values = unit.values if isinstance(unit, Point) else ()
        whole = type(values) is tuple and len(values) == program.shape[1] and all(map(is_fraction, values))
        rows = [row_product(row, values) - 1 for row in program.A.rows()] if whole else [Fraction(-1)]
        checks.append(every("unit point takes every row to 1", rows, ">=", 0))
    if answer.implied is not None:
        apart = [_apart(program, point, member) for member in answer.implied]
        checks.append(every("implied sides are attained by the point", apart, "=", 0))
    return checks


def _apart(program: Program, point: tuple[Fraction, ...], member: Any) -> Fraction:
    """How far the point is from one side of a row, or from one bound of a column; 1 where there is no such side."""
    place, name, side = member[:3]
    names = {"row": program.row_names, "column": program.column_names}.get(place, ())
    if name not in names or side not in ("lower", "upper"):
        return Fraction(1)
    index = names.index(name)
    value = program.side(place, index, side)
    if value is None:
        return Fraction(1)
    return (row_product(program.A.row(index), point) if place == "row" else point[index]) - value


def _told(answer: Feasible | Infeasible) -> tuple[Any, ...]:
    if isinstance(answer, Feasible):
        return tuple(answer.names)
    return tuple(member[:3] for member in answer.subsystem)


def _own(program: Program, proof: Point | Contradiction) -> tuple[Any, ...]:
    if isinstance(proof, Point):
        return tuple(program.column_names)
    names = {"row": program.row_names, "column": program.column_names}
    return tuple((term.place, names[term.place][term.number], term.side) for term in proof.terms)
