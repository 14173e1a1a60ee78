"""Points and contradictions of a program, alone, in answers or certificates: recomputed from raw rows in integers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm

from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.quantity import Residue, Rounded
from gordan.outcome import Check, Relation, Verdict
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramClaim, Term
from gordan.outcome.feasibility import Feasible, Infeasible, Member
from gordan.problem.program import Program
from gordan.verify.check import are_names, bounded, compare, every, fact, is_fraction, true
from gordan.verify.irreducible import irreducible, is_long, long_dot
from gordan.verify.rounded_program import judge_contradiction_ball, rows_held

__all__ = [
    "are_formed",
    "judge_point",
    "judge_program_answer",
    "row_product",
    "verify_program",
    "weighted",
]


def verify_program(program: Program, claim: ProgramClaim, *, exact: bool = False) -> Verdict:
    """Judge what is claimed of a program.

    Parameters
    ----------
    program : Program
        The raw constraints.
    claim : ProgramClaim
        What is to be judged. Two equal sides are an equality, which cannot hold strictly and need not.
    exact : bool
        Whether bounds on rounding are no proof: rows of many doubles are multiplied in fractions, however long that
        takes, and no contradiction in a ball is accepted.

    Examples
    --------
    >>> program = Program([[1, 1]], row_lower=[2], upper=[0, 1])
    >>> terms = (Term("row", 0, "lower", 1), Term("column", 0, "upper", 1), Term("column", 1, "upper", 1))
    >>> print(verify_program(program, ProgramClaim(Contradiction(terms, irreducible=True))))
    accepted: 4 checks hold
    """
    proof, strict = claim.proof, claim.strict
    if isinstance(proof, Point):
        checks = judge_point(program, proof, strict, exact=exact)
    elif isinstance(proof, Contradiction):
        checks = _contradiction(program, proof, strict)
    elif isinstance(proof, ContradictionBall) and not exact:
        checks = judge_contradiction_ball(program, proof)
    else:
        checks = iter([fact("proof is of its kind", type(proof).__name__, "Point or Contradiction", False)])
    return _verdict(checks)


def _verdict(checks: Iterable[Check]) -> Verdict:
    """With the name of the weakest arithmetic that they needed."""
    listed = tuple(checks)
    return Verdict(listed, "rounded" if any(check.rounded for check in listed) else "exact")


def judge_point(program: Program, point: Point, strict: bool, *, exact: bool = True) -> Iterator[Check]:
    """That a point satisfies every bound and every row; of many doubles perhaps by bounds on rounding."""
    n = program.shape[1]
    x = point.values
    whole = type(x) is tuple and len(x) == n and all(map(is_fraction, x))
    yield fact("a fraction for every column", f"{len(x)}" if type(x) is tuple else type(x).__name__, f"{n}", whole)
    if not whole:
        return
    kept = "hold strictly" if strict else "hold"
    ends = zip(program.lower, x, program.upper, strict=True)
    slack = [_held(low, value, high, strict) for low, value, high in ends]
    yield every(f"bounds of columns {kept}", slack, ">=", 0, names=program.column_names)
    if program.A.deferred and not exact:
        yield every(f"rows {kept}", _held_in_doubles(program, x, strict), ">=", 0, names=program.row_names)
        return
    slack = [
        _held(program.row_lower[i], row_product(row, x), program.row_upper[i], strict)
        for i, row in enumerate(program.A.rows())
    ]
    yield every(f"rows {kept}", slack, ">=", 0, names=program.row_names)


def _held_in_doubles(program: Program, x: tuple[Fraction, ...], strict: bool) -> list[Fraction | Rounded]:
    """0 for rows that hold, by bounds on rounding or in fractions."""
    held: list[Fraction | Rounded] = []
    for i, sure in enumerate(rows_held(program, x).tolist()):
        low, high = program.row_lower[i], program.row_upper[i]
        held.append(Rounded(0.0) if sure else _held(low, row_product(program.A.row(i), x), high, strict))
    return held


def row_product(row: Iterable[tuple[int, Fraction]], x: tuple[Fraction, ...]) -> Fraction:
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


def _sign(value: Fraction) -> Fraction:
    """−1, 0 or 1: all that is kept of a number that may have a million digits, one for each row."""
    return Fraction((value > 0) - (value < 0))


_HELD, _BROKEN = Fraction(0), Fraction(-1)


def _held(low: Fraction | None, value: Fraction, high: Fraction | None, strict: bool) -> Fraction:
    """0 where the value is between its sides, strictly if asked and they differ, and −1 elsewhere."""
    if (low is not None and value < low) or (high is not None and value > high):
        return _BROKEN
    touching = strict and low != high and value in (low, high)
    return _BROKEN if touching else _HELD


def _contradiction(program: Program, claim: Contradiction, strict: bool) -> Iterator[Check]:
    terms = claim.terms
    listed = type(terms) is tuple and bool(terms)
    formed = listed and are_formed(program, terms) and type(claim.irreducible) is bool
    count = f"{len(terms)} of them" if listed else type(terms).__name__
    if not formed:
        yield bounded("sides exist, weights are positive", count, "> 0", False)
        return
    weights = [term.weight for term in terms]
    yield every(
        "sides exist, weights are positive", weights, ">", 0, shown=count, needed="> 0", relation_shown=Relation.BOUND
    )
    left, right = weighted(program, terms)
    cancel = every("weighted rows cancel", list(left.values()), "=", 0, names=[program.column_names[j] for j in left])
    yield cancel
    if strict and right == 0:
        yield fact("an inequality among sides of sum 0", "0", "0", any(_inequality(program, term) for term in terms))
    else:
        sign = "positive" if right > 0 else "zero" if right == 0 else "negative"
        yield compare("weighted sides add up to above 0", right, ">", 0, shown=sign)
    if claim.irreducible:
        spare = irreducible(program, terms) if cancel.holds else Residue(1)
        yield compare("no smaller part of them cancels", spare, "=", 0, shown=count, needed="independent")


def weighted(
    program: Program, terms: tuple[Term, ...], beside: Mapping[int, Fraction] | None = None
) -> tuple[dict[int, Fraction], Fraction]:
    """The sign of every weighted sum of a column in use, `beside` added to it, and the sum of the weighted sides.

    One column at a time: with a million digits, the sums of many would take up gigabytes.
    """
    entries: dict[int, list[tuple[int, Fraction]]] = {j: [(1, value)] for j, value in (beside or {}).items()}
    right = Fraction(0)
    for k, term in enumerate(terms):
        check_deadline("adding up the weighted sides", k / len(terms))
        weight = term.weight if term.side == "lower" else -term.weight
        side = program.side(term.place, term.number, term.side)
        assert side is not None
        right += weight * side
        row = program.A.row(term.number) if term.place == "row" else ((term.number, Fraction(1)),)
        for j, a in row:
            entries.setdefault(j, []).append((weight, a))
    left = {}
    for k, (j, column) in enumerate(entries.items()):
        check_deadline("adding up the weighted rows", k / len(entries))
        left[j] = _sign_of_sum(column)
    return left, right


def _sign_of_sum(column: list[tuple[int, Fraction]]) -> Fraction:
    """The sign of Σ weight · a; of whole entries, which most programs have, without fractions."""
    if all(a.denominator == 1 for _, a in column):
        whole = sum(weight * a.numerator for weight, a in column)
        return Fraction((whole > 0) - (whole < 0))
    return _sign(sum((weight * a for weight, a in column), Fraction(0)))


def are_formed(program: Program, terms: object) -> bool:
    """Whether these are sides that the program has, each once and with a positive weight."""
    # Each is looked at by itself first: what is no side at all need not be comparable with the others.
    if type(terms) is not tuple or not all(_formed(program, term) for term in terms):
        return False
    return len({term[:3] for term in terms}) == len(terms)


def _formed(program: Program, term: object) -> bool:
    if type(term) is not Term or type(term.place) is not str or type(term.side) is not str:
        return False
    if term.place not in ("row", "column") or term.side not in ("lower", "upper"):
        return False
    count = program.shape[0 if term.place == "row" else 1]
    if not (type(term.number) is int and 0 <= term.number < count and type(term.weight) is int and term.weight > 0):
        return False
    return program.side(term.place, term.number, term.side) is not None


def _inequality(program: Program, term: Term) -> bool:
    return program.side(term.place, term.number, "lower") != program.side(term.place, term.number, "upper")


def judge_program_answer(program: Program, answer: Feasible | Infeasible, *, exact: bool = False) -> Verdict:
    """The proof of an answer, strictly where the answer says so; what else it tells is named by that proof.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Inequalities([[1], [-1]])
    >>> judge_program_answer(problem.program(), gordan.feasible(problem, strict=True)).holds
    True
    """
    proof = answer.proof
    expected = (Point,) if isinstance(answer, Feasible) else (Contradiction, ContradictionBall)
    kind = type(proof).__name__.lower(), expected[0].__name__.lower()
    known = isinstance(proof, expected) and type(answer.strict) is bool
    checks = [fact("proof is of its kind", *kind, known)]
    if not known or not isinstance(proof, Point | Contradiction | ContradictionBall):
        return Verdict(tuple(checks), "exact")
    verdict = verify_program(program, ProgramClaim(proof, answer.strict), exact=exact)
    if verdict.checks[0].holds:
        same = _names_shown(answer) == _names_of_proof(program, proof)
        checks.append(true("names are the proof's", same))
    beside = _shown_beside(program, answer) if verdict.holds and isinstance(answer, Feasible) else []
    if verdict.holds and isinstance(answer, Infeasible) and (answer.blame is not None or _has_others(answer)):
        from gordan.verify.blame import judge_blame

        beside += judge_blame(program, answer)
    return _verdict((*checks, *verdict.checks, *beside))


def _has_others(answer: Infeasible) -> bool:
    return type(answer.others) is not tuple or bool(answer.others)


def _shown_beside(program: Program, answer: Feasible) -> list[Check]:
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
        apart = [_from_side(program, point, member) for member in answer.implied]
        checks.append(every("implied sides are attained by the point", apart, "=", 0))
    return checks


def _from_side(program: Program, point: tuple[Fraction, ...], member: Member) -> Fraction:
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


def _names_shown(answer: Feasible | Infeasible) -> tuple[object, ...]:
    if isinstance(answer, Feasible):
        return answer.names if are_names(answer.names) else (None,)
    members = answer.subsystem
    if type(members) is not tuple or not all(type(member) is Member for member in members):
        return (None,)
    shown = tuple(member[:3] for member in members)
    return shown if are_names(*shown) else (None,)


def _names_of_proof(program: Program, proof: Point | Contradiction | ContradictionBall) -> tuple[object, ...]:
    if isinstance(proof, Point):
        return tuple(program.column_names)
    names = {"row": program.row_names, "column": program.column_names}
    return tuple((term.place, names[term.place][term.number], term.side) for term in proof.terms)
