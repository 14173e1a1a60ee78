"""A statement as a VIPR file, which checkers of linear and integer programs read.

VIPR is the format of Cheung, Gleixner and Steffy, "Verifying Integer Programming Results" (2017); docs/vipr.md has the
details. The text is made line by line: a large table is never one string.

% …                                what it is, for a person
VER 1.1
VAR, INT, OBJ                      the variables, all real, and what is to be minimised or maximised, if anything
CON k j                            the constraints, j bounds of single variables first
RTP infeas | range low high        what is to be proved: no solution, some solution, or the best value
SOL                                the solution
DER                                the sum of the constraints with their multipliers
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from gordan.arithmetic.fraction import spell_fraction
from gordan.errors import InputError
from gordan.file.export.statement import Constraint, Statement

__all__ = ["vipr_lines"]


def vipr_lines(statement: Statement) -> Iterator[str]:
    """The lines of the file, without their ends."""
    goal, solution, multipliers = statement.goal, statement.solution, statement.multipliers
    for line in statement.words:
        yield f"% {line}"
    yield from ("VER 1.1", f"VAR {len(statement.variables)}", *statement.variables, "INT 0")
    yield "OBJ max" if goal and goal.maximise else "OBJ min"
    yield _terms(goal.terms) if goal else "0"
    yield f"CON {statement.count} {statement.single}"
    for row in statement.constraints():
        yield f"{row.name} {_sense(row)} {spell_fraction(row.bound)} {_terms(row.terms)}"
    if goal:
        value = spell_fraction(goal.value)
        yield f"RTP range {value} {value}"
    else:
        yield "RTP infeas" if solution is None else "RTP range -inf 0"
    if solution is None:
        yield "SOL 0"
    else:
        name = "best" if goal else "separator" if statement.variables[:1] == ("w0",) else "point"
        yield from ("SOL 1", f"{name} {_terms((k, value) for k, value in enumerate(solution) if value)}")
    if multipliers is None:
        yield "DER 0"
        return
    used = [(k, value) for k, value in enumerate(multipliers) if value or goal is None]
    # The −1 says that no line below it is to come.
    claim = f"{'L' if goal.maximise else 'G'} {spell_fraction(goal.value)} OBJ" if goal else "G 1 0"
    yield from ("DER 1", f"end {claim} {{ lin {_terms(used)} }} -1")


def _sense(row: Constraint) -> str:
    if row.strict:
        raise InputError("the question is a strict one, and VIPR has no strict inequalities; export it as smt or coq")
    return row.sense


def _terms(pairs: Iterable[tuple[int, Fraction]]) -> str:
    """How many there are, then each index with its value, as the format lists every vector.

    Fractions are in lowest terms, as some readers do not reduce them.
    """
    listed = [f"{index} {spell_fraction(value)}" for index, value in pairs]
    return " ".join([str(len(listed)), *listed])
