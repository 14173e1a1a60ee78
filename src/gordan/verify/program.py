"""`verify_program`: a point or a contradiction, recomputed from the raw rows of a program in integers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from gordan.alternative import Contradiction, Point, Term
from gordan.deadline import check_deadline
from gordan.outcome import Check, Verdict
from gordan.problem.program import Program
from gordan.verify.bounds import INTEGERS
from gordan.verify.irreducible import irreducible
from gordan.verify.long_dot import is_long, long_dot

__all__ = ["verify_program"]


def verify_program(program: Program, proof: Point | Contradiction, *, strict: bool = False) -> Verdict:
    """Judge what is claimed of a program.

    Parameters
    ----------
    program : Program
        The raw constraints.
    proof : Point or Contradiction
        What is to be judged.
    strict : bool
        Whether every inequality, of rows and of columns, was to hold strictly. Two equal sides are an equality, which
        cannot.

    Examples
    --------
    >>> program = Program([[1, 1]], row_lower=[2], upper=[0, 1])
    >>> terms = (Term("row", 0, "lower", 1), Term("column", 0, "upper", 1), Term("column", 1, "upper", 1))
    >>> print(verify_program(program, Contradiction(terms, irreducible=True)))
    accepted: 4 checks hold
    """
    checks = list(
        _point(program, proof, strict) if isinstance(proof, Point) else _contradiction(program, proof, strict)
    )
    return Verdict(tuple(checks), "exact")


def _point(program: Program, point: Point, strict: bool) -> Iterator[Check]:
    m, n = program.shape
    x = point.values
    if not isinstance(x, tuple):
        yield Check("a fraction for every column", type(x).__name__, f"{n}", "comparison", False)
        return
    whole = len(x) == n and all(type(v) is Fraction for v in x)
    yield Check("a fraction for every column", f"{len(x)}", f"{n}", "comparison", whole)
    if not whole:
        return
    kept = "hold strictly" if strict else "hold"
    bad = [j for j in range(n) if not _between(program.lower[j], x[j], program.upper[j], strict)]
    found = _offenders(bad, program.column_names, n)
    yield Check(f"bounds of columns {kept}", found, "0", INTEGERS, not bad)
    bad = [
        i
        for i, row in enumerate(program.A.rows())
        if not _between(program.row_lower[i], _dot(row, x), program.row_upper[i], strict)
    ]
    yield Check(f"rows {kept}", _offenders(bad, program.row_names, m), "0", INTEGERS, not bad)


def _dot(row: Any, x: tuple[Fraction, ...]) -> Fraction:
    """a·x with one reduction at the end: the terms are brought to the denominator that they share."""
    check_deadline("checking the rows")
    pairs = [(a, x[j]) for j, a in row if x[j]]
    if not pairs:
        return Fraction(0)
    if is_long(pairs):
        return long_dot(pairs)
    common = lcm(*(a.denominator * v.denominator for a, v in pairs))
    total = sum(a.numerator * v.numerator * (common // (a.denominator * v.denominator)) for a, v in pairs)
    return Fraction(total, common)


def _between(low: Fraction | None, value: Fraction, high: Fraction | None, strict: bool) -> bool:
    if strict and low != high:
        return (low is None or low < value) and (high is None or value < high)
    return (low is None or low <= value) and (high is None or value <= high)


def _contradiction(program: Program, claim: Contradiction, strict: bool) -> Iterator[Check]:
    terms = claim.terms
    listed = isinstance(terms, tuple) and bool(terms)
    # Each is looked at by itself first: what is no side at all need not be comparable with the others.
    formed = listed and all(_formed(program, term) for term in terms)
    formed = formed and len({term[:3] for term in terms}) == len(terms)
    told = f"{len(terms)} of them" if listed else type(terms).__name__
    yield Check("sides exist, weights are positive", told, "> 0", INTEGERS, formed)
    if not formed:
        return
    left: dict[int, Fraction] = {}
    right = Fraction(0)
    for term in terms:
        check_deadline("adding up the weighted rows")
        weight = term.weight if term.side == "lower" else -term.weight
        side = program.side(term.place, term.number, term.side)
        assert side is not None
        right += weight * side
        row = program.A.row(term.number) if term.place == "row" else ((term.number, Fraction(1)),)
        for j, a in row:
            left[j] = left.get(j, Fraction(0)) + weight * a
    off = [j for j, total in left.items() if total]
    found = _offenders(off, program.column_names, len(left))
    yield Check("weighted rows cancel", found, "0", INTEGERS, not off)
    if strict and right == 0:
        some = any(_inequality(program, term) for term in terms)
        yield Check("an inequality among sides of sum 0", "0", "0", INTEGERS, some)
    else:
        sign = "positive" if right > 0 else "zero" if right == 0 else "negative"
        yield Check("weighted sides add up to above 0", sign, "> 0", INTEGERS, right > 0)
    if claim.irreducible:
        minimal = not off and irreducible(program, terms)
        yield Check("no smaller part of them cancels", told, "independent", "modulo a prime", minimal)


def _formed(program: Program, term: Any) -> bool:
    if not isinstance(term, Term) or not isinstance(term.place, str) or not isinstance(term.side, str):
        return False
    if term.place not in ("row", "column") or term.side not in ("lower", "upper"):
        return False
    count = program.shape[0 if term.place == "row" else 1]
    if not (type(term.number) is int and 0 <= term.number < count and type(term.weight) is int and term.weight > 0):
        return False
    return program.side(term.place, term.number, term.side) is not None


def _inequality(program: Program, term: Term) -> bool:
    return program.side(term.place, term.number, "lower") != program.side(term.place, term.number, "upper")


def _offenders(bad: list[int], names: tuple[str, ...], total: int) -> str:
    first = f", {names[bad[0]]} first" if bad else ""
    return f"{len(bad)} of {total} do not{first}"
