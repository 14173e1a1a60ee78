"""A statement as an SMT-LIB 2 script, which Z3, cvc5 and other solvers of linear real arithmetic decide.

The script holds the constraints and the answer that is to be expected; the proof itself is not in it, so that a solver
that knows nothing of ours finds its own. Of an optimum it asks twice: whether a better value is possible, and whether
the value itself is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from gordan.arithmetic.fraction import spell_integer
from gordan.file.export.statement import Constraint, Statement

__all__ = ["smt_lines"]

_SENSES = {"G": ">=", "L": "<=", "E": "="}


def smt_lines(statement: Statement) -> Iterator[str]:
    """The lines of the script, without their ends.

    Examples
    --------
    >>> rows = [Constraint("r1", "G", Fraction(1), [(0, Fraction(1, 2))])]
    >>> statement = Statement(("Half of x is 1.",), ("x",), 1, lambda: iter(rows), solution=(Fraction(2),))
    >>> print("\\n".join(list(smt_lines(statement))[2:]))
    (set-info :status sat)
    (declare-const |x| Real)
    (assert (! (>= (* (/ 1.0 2.0) |x|) 1.0) :named |r1|))
    (check-sat)
    """
    return _Script(statement).lines()


class _Script:
    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._names = [f"|{name}|" for name in statement.variables]

    def lines(self) -> Iterator[str]:
        statement = self._statement
        for line in statement.words:
            yield f"; {line}"
        yield "(set-logic QF_LRA)"
        if statement.goal is None:
            yield f"(set-info :status {'unsat' if statement.solution is None else 'sat'})"
        for name in self._names:
            yield f"(declare-const {name} Real)"
        for row in statement.constraints():
            yield f"(assert (! {self._compared(row)} :named |{row.name}|))"
        if statement.goal is None:
            yield "(check-sat)"
            return
        terms, maximise, value = statement.goal
        total, bound = self._sum(terms), _number(value)
        yield "; Expected: unsat, for no solution is better; then sat, for one is as good."
        yield from ("(push 1)", f"(assert ({'>' if maximise else '<'} {total} {bound}))", "(check-sat)", "(pop 1)")
        yield from (f"(assert (= {total} {bound}))", "(check-sat)")

    def _compared(self, row: Constraint) -> str:
        sense = _SENSES[row.sense].strip("=") if row.strict and row.sense != "E" else _SENSES[row.sense]
        return f"({sense} {self._sum(row.terms)} {_number(row.bound)})"

    def _sum(self, terms: Sequence[tuple[int, Fraction]]) -> str:
        parts = [self._names[k] if value == 1 else f"(* {_number(value)} {self._names[k]})" for k, value in terms]
        return f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "0.0"


def _number(value: Fraction) -> str:
    """A rational as the theory of reals writes it: (- (/ 1.0 3.0))."""
    size = f"{spell_integer(abs(value.numerator))}.0"
    if value.denominator != 1:
        size = f"(/ {size} {spell_integer(value.denominator)}.0)"
    return f"(- {size})" if value < 0 else size
