"""A statement as a Coq file whose theorem is closed by computation.

`Gordan.v`, which lies beside this module and is written beside the file, proves once that a solution that was checked
row by row is one, and that multipliers that cancel leave none. The file itself holds the rows, the proof's numbers and
a theorem about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files

from gordan.arithmetic.fraction import spell_integer
from gordan.file.export.statement import Constraint, Statement

__all__ = ["coq_lines", "coq_theory"]


def coq_theory() -> str:
    """The text of Gordan.v."""
    return files("gordan.file.export").joinpath("Gordan.v").read_text(encoding="ascii")


def coq_lines(statement: Statement) -> Iterator[str]:
    """The lines of the file, without their ends.

    Examples
    --------
    >>> rows = [Constraint("r1", "L", Fraction(1), [(1, Fraction(1, 2))])]
    >>> statement = Statement(("",), ("x", "y"), 1, lambda: iter(rows), solution=(Fraction(0), Fraction(2)))
    >>> [line for line in coq_lines(statement) if line.startswith("  Row")]
    ['  Row [0; (-1 # 2)] (-1 # 1) false (* r1 *)']
    """
    for line in statement.words:
        yield f"(* {_quoted(line)} *)"
    yield from ("Require Import QArith List Gordan.", "Import ListNotations.", "Open Scope Q_scope.", "")
    yield "(* A row is a.x >= b, or a.x > b where true follows. Equations are two rows, and <= is turned round. *)"
    yield "Definition rows : list row := ["
    width, weights = len(statement.variables), list[Fraction]()
    multipliers = iter(statement.multipliers or ())
    sign = -1 if statement.goal and statement.goal.maximise else 1
    before = ""
    for row in statement.constraints():
        multiplier = sign * next(multipliers, Fraction(0))
        # Both rows of an equation are there, of which one has the weight.
        for turned in {"G": (1,), "L": (-1,), "E": (1, -1)}[row.sense]:
            weights.append(max(turned * multiplier, Fraction(0)) if row.sense == "E" else turned * multiplier)
            if before:
                yield f"{before};"
            before = f"  {_row(row, turned, width)} (* {_quoted(row.name)} *)"
    yield from ((before,) if before else ())
    yield from ("].", "")
    yield from _theorems(statement, weights, sign)


def _theorems(statement: Statement, weights: list[Fraction], sign: int) -> Iterator[str]:
    closed = "vm_compute; reflexivity. Qed."
    if statement.solution is not None:
        yield f"Definition point : list Q := {_list(statement.solution)}."
        yield f"Theorem has_a_solution : holds point rows. Proof. apply solution; {closed}"
    if statement.multipliers is None:
        return
    yield f"Definition weights : list Q := {_list(weights)}."
    if statement.goal is None:
        yield "Theorem has_no_solution : forall x, ~ holds x rows."
        yield f"Proof. apply (no_solution weights); {closed}"
        return
    costs = dict(statement.goal.terms)
    goal = [-sign * costs.get(k, Fraction(0)) for k in range(len(statement.variables))]
    yield f"Definition goal : list Q := {_list(goal)}. (* what is maximised *)"
    yield f"Definition value : Q := {_number(-sign * statement.goal.value)}."
    yield "Theorem no_solution_is_better : forall x, holds x rows -> dot goal x <= value."
    yield f"Proof. apply (at_most weights); {closed}"
    yield f"Theorem the_point_is_as_good : dot goal point == value. Proof. {closed}"


def _row(row: Constraint, turned: int, width: int) -> str:
    terms = dict(row.terms)
    entries = [turned * terms.get(k, Fraction(0)) for k in range(width)]
    return f"Row {_list(entries)} {_number(turned * row.bound)} {'true' if row.strict else 'false'}"


def _list(values: list[Fraction] | tuple[Fraction, ...]) -> str:
    return f"[{'; '.join('0' if not v else _number(v) for v in values)}]"


def _number(value: Fraction) -> str:
    return f"({spell_integer(value.numerator)} # {spell_integer(value.denominator)})"


def _quoted(text: str) -> str:
    """Text in which no comment begins or ends, nor a string."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
