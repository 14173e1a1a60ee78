"""Linear programs with a planted point or a planted contradiction, and the forgers of what is claimed of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramClaim, ProgramSide, Term
from gordan.outcome.feasibility import Member
from gordan.problem.program import Program
from gordan.verify.program import verify_program
from liar.forge.forger import Case, Forger
from liar.forge.lie_inseparable import odd_integer

__all__ = ["PROGRAMS", "contradicted", "pointed"]


def _judge(problem: Any, claim: Any) -> Any:
    return verify_program(problem, ProgramClaim(*claim))


def _huge(rng: Any) -> int:
    return int(rng.choice([1, 3, 2**60])) ** int(rng.choice([1, 9]))


def _of(rng: Any, m: int, n: int) -> list[list[Fraction]]:
    unit = Fraction(1, _huge(rng)) if rng.integers(2) else Fraction(_huge(rng))
    return [[int(v) * unit for v in row] for row in rng.integers(-5, 6, (m, n))]


def pointed(rng: Any) -> Case:
    """Sides about a point, some of which it attains, if not strictly."""
    m, n = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    strict, A = bool(rng.integers(2)), _of(rng, m, n)
    x = [Fraction(int(v), _huge(rng)) for v in rng.integers(-9, 10, n)]
    values = [sum((a * v for a, v in zip(row, x, strict=True)), Fraction(0)) for row in A]
    gap = Fraction(1, _huge(rng)) if strict else Fraction(0)

    def about(each: list[Fraction]) -> tuple[list[Any], list[Any]]:
        return [v - gap for v in each], [v + gap + int(rng.integers(1, 3)) if rng.integers(2) else None for v in each]

    low, high = about(values)
    lower, upper = about(x)
    program = Program(_table(A), low, high, lower, upper)
    return Case(program, (Point(tuple(x)), strict), _judge)


def contradicted(rng: Any) -> Case:
    """Rows of which the last undoes the others, with sides that add up to more than 0; to 0 where asked strictly."""
    m, n = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    strict, A = bool(rng.integers(2)), _of(rng, m, n)
    X = [int(v) * _huge(rng) for v in rng.integers(1, 5, m)]
    b = [Fraction(int(v)) for v in rng.integers(-5, 6, m)]
    A.append([sum((w * row[j] for w, row in zip(X, A, strict=True)), Fraction(0)) for j in range(n)])
    right = sum((w * v for w, v in zip(X, b, strict=True)), Fraction(0))
    edge = right if strict else right - Fraction(1, _huge(rng))
    program = Program(_table(A), [*b, None], [None] * m + [edge])
    terms = (*(Term("row", i, "lower", w) for i, w in enumerate(X)), Term("row", m, "upper", 1))
    return Case(program, (Contradiction(terms), strict), _judge)


def loosely_pointed(rng: Any) -> Case | None:
    case = pointed(rng)
    return None if case.claim[1] else case


def strictly_pointed(rng: Any) -> Case | None:
    case = pointed(rng)
    return case if case.claim[1] else None


def loosely(rng: Any) -> Case | None:
    case = contradicted(rng)
    return None if case.claim[1] else case


def strictly(rng: Any) -> Case | None:
    case = contradicted(rng)
    return case if case.claim[1] else None


def answered(rng: Any) -> Case:
    """What `feasible` says of one of these."""
    case = (pointed, contradicted)[int(rng.integers(2))](rng)
    return Case(case.problem, gordan.feasible(case.problem, strict=case.claim[1]))


def _table(A: list[list[Fraction]]) -> Any:
    return np.array(A, dtype=object)


def _with(case: Case, proof: Any) -> Case:
    return case._replace(claim=(proof, case.claim[1]))


def no_fractions(case: Case, rng: Any) -> Case:
    x = case.claim[0].values
    lies: list[Any] = [x[1:], (*x, Fraction(0)), list(x), None, tuple(map(float, x)), tuple(int(v) for v in x)]
    return _with(case, Point(lies[rng.integers(6)]))


def a_bound_missed(case: Case, rng: Any) -> Case:
    """By less than any double: the column's bound is just above the point's value, or equals it where it must not."""
    point, strict = case.claim
    j = int(rng.integers(len(point.values)))
    lower, upper = list(case.problem.lower), list(case.problem.upper)
    lower[j] = point.values[j] + (0 if strict and rng.integers(2) else Fraction(1, 7**400))
    upper[j] = None
    return case._replace(problem=replace(case.problem, lower=lower, upper=upper))


def a_row_missed(case: Case, rng: Any) -> Case:
    point, strict = case.claim
    program = case.problem
    i = int(rng.integers(program.shape[0]))
    value = sum((a * point.values[j] for j, a in program.A.row(i)), Fraction(0))
    lower, upper = list(program.row_lower), list(program.row_upper)
    upper[i] = value - (0 if strict and rng.integers(2) else Fraction(1, 7**400))
    lower[i] = None
    return case._replace(problem=replace(program, row_lower=lower, row_upper=upper))


def no_sides(case: Case, rng: Any) -> Case:
    terms = list(case.claim[0].terms)
    k = int(rng.integers(len(terms)))
    place, number, side, weight = terms[k]
    lies: list[Any] = [
        Term(place, number, side, odd_integer(weight, rng)),
        Term(place, 99, side, weight),
        Term(place, -1, side, weight),
        Term(place, number, "upper" if side == "lower" else "lower", weight),
        Term("column", 0, side, weight),
        Term("rows", number, side, weight),  # type: ignore[arg-type]
        Term(place, True, side, weight),
        (place, number, side, weight),
        None,
    ]
    terms[k] = lies[rng.integers(len(lies))]
    whole: list[Any] = [
        tuple(terms),
        tuple(terms),
        (),
        (*case.claim[0].terms, case.claim[0].terms[0]),
        None,
        list(terms),
    ]
    return _with(case, Contradiction(whole[rng.integers(6)]))


def terms_that_leave_something(case: Case, rng: Any) -> Case | None:
    terms = list(case.claim[0].terms)
    k = int(rng.integers(len(terms) - 1))
    if not any(a for _, a in case.problem.A.row(k)) or case.problem.row_lower[k] < 0:
        return None
    terms[k] = terms[k]._replace(weight=terms[k].weight + 1)
    return _with(case, Contradiction(tuple(terms)))


def sides_that_prove_nothing(case: Case, rng: Any) -> Case:
    """They add up to 0, or to less."""
    upper = list(case.problem.row_upper)
    right = sum(t.weight * case.problem.row_lower[t.number] for t in case.claim[0].terms[:-1])
    upper[-1] = right + (Fraction(1, 7**300) if rng.integers(2) else 0)
    return case._replace(problem=replace(case.problem, row_upper=upper))


def sides_below(case: Case, rng: Any) -> Case:
    """Asked strictly: they add up to less than 0."""
    upper = list(case.problem.row_upper)
    upper[-1] += Fraction(1, 7**300)
    return case._replace(problem=replace(case.problem, row_upper=upper))


def equalities_only(case: Case, rng: Any) -> Case:
    """Of equalities none can hold strictly, and none is asked to."""
    lower, upper = list(case.problem.row_lower), list(case.problem.row_upper)
    sides = [a if a is not None else b for a, b in zip(lower, upper, strict=True)]
    return case._replace(problem=replace(case.problem, row_lower=sides, row_upper=sides))


def more_than_needed(case: Case, rng: Any) -> Case | None:
    """A contradiction, and beside it one that needs no part of it."""
    program = case.problem
    m, n = program.shape
    entries = [[Fraction(0)] * n for _ in range(m + 2)]
    for i in range(m):
        for j, a in program.A.row(i):
            entries[i][j] += a
    entries[m] = [Fraction(int(v)) for v in rng.integers(1, 5, n)]
    entries[m + 1] = entries[m]
    wide = Program(_table(entries), [*program.row_lower, 1, None], [*program.row_upper, None, 0])
    terms = (*case.claim[0].terms, Term("row", m, "lower", 1), Term("row", m + 1, "upper", 1))
    return case._replace(problem=wide, claim=(Contradiction(terms, irreducible=True), case.claim[1]))


def another_answer(case: Case, rng: Any) -> Case:
    other = Contradiction(()) if case.claim.kind == "feasible" else None
    if case.claim.kind == "feasible":
        return case._replace(claim=replace(case.claim, proof=other))
    lies = [Point(()), None, 1]
    return case._replace(claim=replace(case.claim, proof=lies[rng.integers(3)]))


def other_names(case: Case, rng: Any) -> Case:
    if case.claim.kind == "feasible":
        return case._replace(claim=replace(case.claim, names=tuple(f"not {name}" for name in case.claim.names)))
    members = [case.claim.subsystem[0]._replace(name="another"), *case.claim.subsystem[1:]]
    return case._replace(claim=replace(case.claim, subsystem=tuple(members)))


def homogeneous(rng: Any) -> Case | None:
    """A w ≥ 0 with a point inside, and the point that takes every row to 1; all sides of it that are attained: none."""
    A = rng.integers(-5, 6, (int(rng.integers(1, 4)), 2))
    w = rng.integers(-9, 10, 2)
    problem = gordan.Inequalities(np.where((A @ w < 0)[:, None], -A, A))
    found = gordan.feasible(problem, strict=True, implied=True)
    if found.kind != "feasible" or found.unit is None or found.implied is None:
        return None
    return Case(problem.program(), found)


def a_unit_too_small(case: Case, rng: Any) -> Case:
    unit = case.claim.unit.values
    lies: list[Any] = [
        Point(tuple(v * (1 - Fraction(1, 7**50)) for v in unit)),
        Point(unit[1:]),
        Point(tuple(map(float, unit))),  # type: ignore[arg-type]
        Point((Fraction(0),) * len(unit)),
    ]
    return case._replace(claim=replace(case.claim, unit=lies[rng.integers(len(lies))]))


def sides_not_attained(case: Case, rng: Any) -> Case:
    """A row that the point satisfies strictly, or a side that there is not."""
    name = case.problem.row_names[0]
    sides = (("row", name, "lower"), ("row", name, "upper"), ("row", "nothing", "lower"), ("side", name, "lower"))
    member = Member(*sides[rng.integers(4)], "")
    return case._replace(claim=replace(case.claim, implied=(member,)))


def balled(rng: Any) -> Case | None:
    """More weighted rows than columns, the last of which undoes the others; their weights in doubles, nearly."""
    n = int(rng.integers(1, 4))
    m = n + int(rng.integers(1, 4))
    A = rng.integers(-5, 6, (m, n)).astype(float)
    b, c = rng.integers(-5, 6, m).astype(float), rng.integers(1, 9, m) / 4.0
    A, b = np.vstack([A, -(c @ A)]), np.append(b, 0.125 - c @ b)
    if np.linalg.matrix_rank(A) < n:
        return None
    weights = np.append(c, 1.0) * (1 + rng.uniform(-1, 1, m + 1) * 2.0**-40)
    terms = tuple(ProgramSide("row", i, "lower") for i in range(m + 1))
    return Case(Program(A, row_lower=b), (ContradictionBall(terms, weights, 2.0**-10), bool(rng.integers(2))), _judge)


def no_ball(case: Case, rng: Any) -> Case:
    proof = case.claim[0]
    terms, weights, k = proof.terms, proof.weights, int(rng.integers(len(proof.terms)))
    at = np.arange(weights.size) == k
    lies: list[Any] = [
        replace(proof, terms=(*terms[:k], ProgramSide("row", k, "upper"), *terms[k + 1 :])),
        replace(proof, terms=(*terms[1:], terms[1])),
        replace(proof, terms=(*terms[:k], ProgramSide("row", True, "lower"), *terms[k + 1 :])),
        replace(proof, terms=(*terms[:k], tuple(terms[k]), *terms[k + 1 :])),
        replace(proof, terms=list(terms)),
        replace(proof, weights=np.where(at, -weights, weights)),
        replace(proof, weights=np.where(at, np.nan, weights)),
        replace(proof, weights=np.where(at, np.inf, weights)),
        replace(proof, weights=weights[1:]),
        replace(proof, weights=weights.astype(np.float32)),
        replace(proof, radius=1.0),
        replace(proof, radius=float("nan")),
        replace(proof, radius=Fraction(1, 2)),
        replace(proof, terms=(), weights=np.zeros(0)),
    ]
    return _with(case, lies[rng.integers(len(lies))])


def a_ball_elsewhere(case: Case, rng: Any) -> Case:
    """One weight is off by more than the radius, or the radius is less than what is between it and the truth."""
    proof = case.claim[0]
    k = int(rng.integers(len(proof.terms)))
    off = np.where(np.arange(proof.weights.size) == k, 1.5, 1.0)
    lies = [replace(proof, weights=proof.weights * off), replace(proof, radius=2.0**-60), replace(proof, radius=0.0)]
    return _with(case, lies[rng.integers(3)])


def a_ball_without_contradiction(case: Case, rng: Any) -> Case:
    """Sides that can all be satisfied: at the point 0, or by a hair."""
    program = case.problem
    x = [Fraction(int(v)) for v in rng.integers(-3, 4, program.shape[1])]
    values = [sum((a * x[j] for j, a in row), Fraction(0)) for row in program.A.rows()]
    hair = Fraction(1, 7**400) if rng.integers(2) else Fraction(0)
    return case._replace(problem=replace(program, row_lower=[v - hair for v in values]))


def doubled(rng: Any) -> Case:
    """So many doubles that rows are judged by bounds on rounding, and a point that attains some of them."""
    A = rng.standard_normal((600, 500))
    x = rng.integers(-9, 10, 500) / 4.0
    problem = Program(A, row_lower=A @ x - rng.uniform(0.5, 1.0, 600))
    strict = bool(rng.integers(2))
    return Case(problem, (Point(tuple(Fraction(v) for v in x.tolist())), strict), _judge)


def many_loosely(rng: Any) -> Case | None:
    case = doubled(rng)
    return None if case.claim[1] else case


def many_strictly(rng: Any) -> Case | None:
    case = doubled(rng)
    return case if case.claim[1] else None


BALL = "sides exist, weights in the ball are positive"
SUM, SIDES = "weighted sides add up to above 0", "sides exist, weights are positive"
PROGRAMS = [
    Forger("program: no fractions", "a fraction for every column", pointed, no_fractions),
    Forger("program: a bound missed", "bounds of columns hold", loosely_pointed, a_bound_missed),
    Forger("program: a bound missed, strictly", "bounds of columns hold strictly", strictly_pointed, a_bound_missed),
    Forger("program: a row missed", "rows hold", loosely_pointed, a_row_missed),
    Forger("program: a row missed, strictly", "rows hold strictly", strictly_pointed, a_row_missed),
    Forger("program: no sides", SIDES, contradicted, no_sides, ("weighted rows cancel",)),
    Forger("program: terms that leave something", "weighted rows cancel", loosely, terms_that_leave_something),
    Forger("program: sides that prove nothing", SUM, loosely, sides_that_prove_nothing),
    Forger("program: sides below", SUM, strictly, sides_below),
    Forger("program: equalities only", "an inequality among sides of sum 0", strictly, equalities_only),
    Forger("program: more than needed", "no smaller part of them cancels", loosely, more_than_needed),
    Forger("program: no ball", BALL, balled, no_ball, ("claim is made of plain values",)),
    Forger("program: a ball elsewhere", "weights in the ball cancel", balled, a_ball_elsewhere),
    Forger("program: a ball without contradiction", SUM, balled, a_ball_without_contradiction),
    Forger("program: a row missed among many doubles", "rows hold", many_loosely, a_row_missed),
    Forger("program: a row missed among many doubles, strictly", "rows hold strictly", many_strictly, a_row_missed),
    Forger("program: another answer", "proof is of its kind", answered, another_answer),
    Forger("program: a unit too small", "unit point takes every row to 1", homogeneous, a_unit_too_small),
    Forger("program: sides not attained", "implied sides are attained by the point", homogeneous, sides_not_attained),
    Forger("program: other names", "names are the proof's", answered, other_names),
]
