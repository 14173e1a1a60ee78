"""From weights that cancel to weights of as few inequalities as can be, as Carathéodory would.

1. stop where the left sides have rank k − 1: these weights are the only ones
2. else take others that cancel, v, turned so that their right sides do not add up to less than 0
3. go from the weights along v, or back if nothing stops them there, until an inequality has no weight left
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

from gordan.outcome.alternative import Contradiction, Term
from gordan.problem.program import Program

__all__ = ["reduce_contradiction"]

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
    weights: list[Any] = [fmpq(term.weight) for term in terms]
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


def _other(program: Program, terms: list[Term]) -> list[Any] | None:
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
    pivots, at = [], 0
    for i in range(rank):
        while reduced[i, at] == 0:
            at += 1
        pivots.append(at)
    free = next(k for k in range(len(terms)) if k not in set(pivots))
    other: list[Any] = [fmpq(0)] * len(terms)
    other[free] = fmpq(1)
    for i, k in enumerate(pivots):
        other[k] = -reduced[i, free]
    return other


def _right(program: Program, term: Term) -> Any:
    from flint import fmpq

    side = program.side(term.place, term.number, term.side)
    assert side is not None
    return fmpq(side.numerator, side.denominator) * (1 if term.side == "lower" else -1)


def _whole(terms: list[Term], weights: list[Any]) -> Contradiction:
    scale = lcm(*(int(w.q) for w in weights))
    whole = [int(w.p) * (scale // int(w.q)) for w in weights]
    shared = gcd(*whole)
    return Contradiction(
        tuple(term._replace(weight=v // shared) for term, v in zip(terms, whole, strict=True)), irreducible=True
    )
