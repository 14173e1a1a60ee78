"""What a proof about a linear program says, in the program's own rows, columns and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from gordan.arithmetic.fraction import spell_fraction
from gordan.errors import InputError
from gordan.file.export.statement import Constraint, Goal, Statement
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, Term
from gordan.outcome.objective import Optimum, Ray
from gordan.problem.program import Program

__all__ = ["statement_of_program"]

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.,\[\]()]*", re.ASCII)


def statement_of_program(program: Program, proof: object, *, strict: bool = False) -> Statement:
    """All constraints with a point, or those that contradict one another with their multipliers.

    Constraints are named after their rows and columns: cost, or cost_low and cost_high where a row has two sides, and
    hay_low, hay_high for the bounds of a column. A name that a format could not hold is replaced by its number.
    """
    if isinstance(proof, Ray):
        raise InputError("the objective has no bound, which is no statement about one linear system; verify it instead")
    if isinstance(proof, ContradictionBall):
        raise InputError(
            "the proof shows in doubles that weights exist, and other checkers ask for these weights themselves, which "
            "would have thousands of digits; verify it instead"
        )
    if not isinstance(proof, Point | Contradiction | Optimum):
        raise InputError("the answer is undecided and has no proof to write; ask again, with more time")
    names = _Names(program)
    goal, multipliers = None, None
    asked = ", strictly" if strict else ""
    if isinstance(proof, Point):
        sides = [*names.sides("column"), *names.sides("row")]
        words = [f"Feasible: a point satisfies every constraint{asked}."]
        solution: tuple[Fraction, ...] | None = proof.values
    elif isinstance(proof, Optimum):
        sides = [*names.sides("column"), *names.sides("row")]
        words = [f"Optimal: no point has a better objective than {spell_fraction(proof.value)}, and one has it."]
        if program.constant:
            words.append(f"The constant {spell_fraction(program.constant)} of the objective is left out below.")
        costs = [(j, cost) for j, cost in enumerate(program.objective or ()) if cost]
        goal = Goal(costs, program.maximise, proof.value - program.constant)
        solution = proof.point.values
        # Lower sides push the objective up; where it is maximised the weights are those of its negative.
        share = Fraction(-1 if program.maximise else 1, proof.bound.denominator)
        weight = {(t.place, t.number, t.side): t.weight for t in proof.bound.terms}
        multipliers = tuple(_sign(side) * weight.get(side, 0) * share for side in sides)
    else:
        # Bounds of single columns come first; of equal sides with weights on both, each is a constraint.
        sides = sorted(((t.place, t.number, t.side) for t in proof.terms), key=lambda side: side[0] == "row")
        weight = {(t.place, t.number, t.side): t.weight for t in proof.terms}
        words = [
            f"Infeasible: no point satisfies every constraint{asked}.",
            f"These {len(sides)} of them contradict one another: with the multipliers their sum is 0 >= 1.",
        ]
        total = sum((t.weight * _turned(program, t) for t in proof.terms), Fraction(0))
        # Strict inequalities may add up to 0 > 0.
        scale = total or Fraction(1)
        solution = None
        multipliers = tuple(_sign(side) * weight[side] / scale for side in sides)
    return Statement(
        (*words, f"The program has {program.shape[0]} rows and {program.shape[1]} columns."),
        names.columns,
        len(sides),
        lambda: (names.constraint(*side, strict=strict) for side in sides),
        single=sum(place == "column" for place, _, _ in sides),
        goal=goal,
        solution=solution,
        multipliers=multipliers,
    )


Side = tuple[Literal["row", "column"], int, Literal["lower", "upper"]]


def _sign(side: Side) -> int:
    return 1 if side[2] == "lower" else -1


def _turned(program: Program, term: Term) -> Fraction:
    """The bound of a term as the inequality with ≥ has it."""
    bound = program.side(term.place, term.number, term.side)
    assert bound is not None, "the verifier has looked at it"
    return bound if term.side == "lower" else -bound


class _Names:
    """Names that every format can hold: those of the program where they are plain and distinct, else numbers."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.columns = _plain(program.column_names, "x")
        self._rows = _plain(program.row_names, "r")

    def sides(self, place: Literal["row", "column"]) -> Iterator[Side]:
        lower, upper = ("row_lower", "row_upper") if place == "row" else ("lower", "upper")
        pairs = zip(getattr(self._program, lower), getattr(self._program, upper), strict=True)
        for number, (low, high) in enumerate(pairs):
            if low is not None:
                yield place, number, "lower"
            if high is not None:
                yield place, number, "upper"

    def constraint(
        self, place: Literal["row", "column"], number: int, side: Literal["lower", "upper"], *, strict: bool
    ) -> Constraint:
        program = self._program
        low, high = (program.side(place, number, each) for each in ("lower", "upper"))
        bound = low if side == "lower" else high
        assert bound is not None
        name = (self._rows if place == "row" else self.columns)[number]
        both = place == "column" or (low is not None and high is not None)
        terms = list(program.A.row(number)) if place == "row" else [(number, Fraction(1))]
        # An equality stays one where inequalities are to be strict.
        return Constraint(
            f"{name}_{'low' if side == 'lower' else 'high'}" if both else name,
            "G" if side == "lower" else "L",
            bound,
            terms,
            strict and low != high,
        )


def _plain(names: Sequence[str], letter: str) -> tuple[str, ...]:
    """The names, if all are plain ones that differ; otherwise x0, x1, … for all of them."""
    plain = len(set(names)) == len(names) and all(_PLAIN.fullmatch(name) and len(name) < 200 for name in names)
    return tuple(names) if plain else tuple(f"{letter}{k}" for k in range(len(names)))
