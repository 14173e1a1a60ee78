"""The other alternative of a program, as a program: weights of its sides that cancel every column.

With a_k·x ≥ b_k for every side k, an upper one turned round, there is no solution exactly if

    Σ y_k a_k = 0,   Σ y_k b_k = 1,   y_k ≥ 0, of any sign for equalities

has one (Farkas 1902); no strict solution exactly if Σ y_k b_k ≥ 0 has one where the y_k of inequalities add up to 1
(Motzkin 1936). A vertex has as few sides in it as can be: its part of the program is irreducible.

A program that misses a solution by a hair needs huge weights for Σ y_k b_k = 1. Weights that add up to 1, equalities
taken from both sides, always exist where anything cancels: there the greatest Σ y_k b_k is to be positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.echelon import pivots_of
from gordan.feasibility.split.exact import whole_multiple
from gordan.outcome.alternative import Contradiction, Term
from gordan.problem.exact_matrix import ExactMatrix
from gordan.problem.program import Program

if TYPE_CHECKING:
    from flint import fmpq

__all__ = ["Dual", "dual", "reduce_contradiction"]

Place = Literal["row", "column"]
Side = tuple[Place, int, Literal["lower", "upper"]]
_ZERO, _ONE = Fraction(0), Fraction(1)


class Range(NamedTuple):
    """A row or column of a program: its entries between its two sides, either of which may be missing."""

    place: Place
    number: int
    entries: Sequence[tuple[int, Fraction]]
    low: Fraction | None
    high: Fraction | None


def ranges(program: Program) -> Iterator[Range]:
    """All rows, then all columns."""
    for i, (low, high) in enumerate(zip(program.row_lower, program.row_upper, strict=True)):
        yield Range("row", i, list(program.A.row(i)), low, high)
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        yield Range("column", j, ((j, _ONE),), low, high)


@dataclass(frozen=True, eq=False)
class Dual:
    """The program of the weights, the side that each of its columns is the weight of, and Σ y_k b_k as costs."""

    program: Program
    sides: tuple[Side, ...]
    right: tuple[Fraction, ...]

    def contradiction(self, weights: Sequence[Fraction], *, irreducible: bool = False) -> Contradiction:
        """The weights as positive integers without a common factor; an equality of negative weight is turned round."""
        used = [k for k, w in enumerate(weights) if w]
        terms = []
        for k, w in zip(used, whole_multiple([weights[k] for k in used]), strict=True):
            place, index, side = self.sides[k]
            upper = (side == "upper") == (w > 0)
            terms.append(Term(place, index, "upper" if upper else "lower", abs(w)))
        return Contradiction(tuple(sorted(terms, key=_in_order)), irreducible)


def dual(program: Program, *, strict: bool = False, total: bool = False) -> Dual:
    """The program of the weights; with `total` they add up to 1 whatever Σ y_k b_k is.

    Examples
    --------
    >>> other = dual(Program([[1], [2]], row_lower=[1, None], row_upper=[None, 1]))
    >>> other.sides, other.program.shape
    ((('row', 0, 'lower'), ('row', 1, 'upper')), (2, 2))
    """
    n = program.shape[1]
    sides: list[Side] = []
    free: list[bool] = []
    costs: list[Fraction] = []
    rows: list[dict[int, Fraction]] = [{} for _ in range(n)]
    for place, i, row, low, high in ranges(program):
        check_deadline("posing the other alternative")
        equal = low is not None and low == high
        for value, sign in ((low, 1), (high, -1)):
            if value is None or (equal and sign < 0 and not total):
                continue
            k = len(sides)
            sides.append((place, i, "lower" if sign > 0 else "upper"))
            free.append(equal)
            costs.append(value if sign > 0 else -value)
            for j, a in row:
                rows[j][k] = a if sign > 0 else -a
    one = {k: _ONE for k, equal in enumerate(free) if total or not equal}
    right = {k: value for k, value in enumerate(costs) if value}
    # Without a one there is nothing strict to refute.
    norms: list[tuple[dict[int, Fraction], Fraction, Fraction | None]] = [(one, _ONE, _ONE)] if total or strict else []
    if not total:
        norms.append((right, _ZERO, None) if strict else (right, _ONE, _ONE))
    weights = Program(
        ExactMatrix.of([*rows, *(row for row, _, _ in norms)], len(sides)),
        row_lower=[_ZERO] * n + [low for _, low, _ in norms],
        row_upper=[_ZERO] * n + [high for _, _, high in norms],
        lower=[None if equal and not total else _ZERO for equal in free],
    )
    return Dual(weights, tuple(sides), tuple(costs))


def _in_order(term: Term) -> tuple[bool, int, str]:
    return term.place == "column", term.number, term.side


_MOST = 400  # members: beyond, elimination in fractions takes too long


def reduce_contradiction(program: Program, claim: Contradiction) -> Contradiction:
    """The same, with fewer members where that is possible; unchanged where there are too many to tell.

    Examples
    --------
    >>> program = Program([[1], [1], [1]], row_lower=[1, 2, None], row_upper=[None, None, 0])
    >>> given = Contradiction((Term("row", 0, "lower", 1), Term("row", 1, "lower", 1), Term("row", 2, "upper", 2)))
    >>> [term.number for term in reduce_contradiction(program, given).terms]
    [1, 2]
    """
    from flint import fmpq

    terms = list(claim.terms)
    weights: list[fmpq] = [fmpq(term.weight) for term in terms]
    while True:
        if len(terms) > _MOST:
            return claim
        other = _other(program, terms)
        if other is None:  # 1
            break
        right = sum((v * _right(program, term) for v, term in zip(other, terms, strict=True)), fmpq(0))
        if right < 0:  # 2
            other = [-v for v in other]
        if not any(v < 0 for v in other):
            if right != 0:  # these alone are a contradiction, and lack a member
                weights, other = other, [fmpq(0)] * len(other)
            other = [-v for v in other]
        steps = [w / -v for w, v in zip(weights, other, strict=True) if v < 0]
        step = min(steps) if steps else fmpq(0)  # 3
        moved = [w + step * v for w, v in zip(weights, other, strict=True)]
        terms = [term for term, w in zip(terms, moved, strict=True) if w != 0]
        weights = [w for w in moved if w != 0]
    return _whole(terms, weights)


def _other(program: Program, terms: list[Term]) -> list[fmpq] | None:
    """Weights that cancel, with a 0 among them; None where all that cancel are multiples of one another."""
    from flint import fmpq, fmpq_mat

    place: dict[int, int] = {}
    entries = []
    for k, term in enumerate(terms):
        row = program.A.row(term.number) if term.place == "row" else ((term.number, Fraction(1)),)
        sign = 1 if term.side == "lower" else -1
        for j, a in row:
            entries.append((place.setdefault(j, len(place)), k, sign * a))
    matrix = fmpq_mat(len(place), len(terms))
    for i, k, a in entries:
        matrix[i, k] = fmpq(a.numerator, a.denominator)
    reduced, rank = matrix.rref()
    if rank >= len(terms) - 1:
        return None
    pivots = pivots_of(reduced, rank)
    free = next(k for k in range(len(terms)) if k not in set(pivots))
    other: list[fmpq] = [fmpq(0)] * len(terms)
    other[free] = fmpq(1)
    for i, k in enumerate(pivots):
        other[k] = -reduced[i, free]
    return other


def _right(program: Program, term: Term) -> fmpq:
    from flint import fmpq

    side = program.side(term.place, term.number, term.side)
    assert side is not None
    return fmpq(side.numerator, side.denominator) * (1 if term.side == "lower" else -1)


def _whole(terms: list[Term], weights: list[fmpq]) -> Contradiction:
    whole = whole_multiple([Fraction(int(w.p), int(w.q)) for w in weights])
    return Contradiction(tuple(term._replace(weight=v) for term, v in zip(terms, whole, strict=True)), irreducible=True)
