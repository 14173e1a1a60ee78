"""Optima, rays and brackets of a program's objective: recomputed from raw rows in integers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gordan.outcome import Check, Verdict
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramClaim
from gordan.outcome.certificate import ProgramCertificate
from gordan.outcome.certificate.program import names_of
from gordan.outcome.objective import Bound, ObjectiveBracket, Optimum, Ray
from gordan.outcome.optimum import Optimal, Unbounded, UndecidedOptimum
from gordan.outcome.repair import RepairProof
from gordan.problem.program import Program
from gordan.verify.check import are_names, bounded, compare, every, fact, is_fraction, true
from gordan.verify.origin import compare_names
from gordan.verify.program import are_formed, judge_point, row_product, verify_program, weighted
from gordan.verify.repair import judge_repair

__all__ = ["judge_certified_program", "judge_optimum", "judge_optimum_answer"]

ObjectiveProof = Optimum | Ray | ObjectiveBracket


def judge_optimum(program: Program, proof: ObjectiveProof) -> Verdict:
    """Judge what is claimed of the objective.

    Examples
    --------
    >>> from gordan.outcome.alternative import Term
    >>> program = Program([[1, 1]], row_lower=[2], lower=0, objective=[1, 3])
    >>> weights = Bound((Term("row", 0, "lower", 1), Term("column", 1, "lower", 2)), 1)
    >>> print(judge_optimum(program, Optimum(Fraction(2), Point((Fraction(2), Fraction(0))), weights)))
    accepted: 8 checks hold
    """
    known = program.objective is not None
    checks = [fact("program has an objective", "one" if known else "none", "one", known)]
    if known:
        judge = _optimum if isinstance(proof, Optimum) else _ray if isinstance(proof, Ray) else _bracket
        checks += judge(program, proof)  # type: ignore[arg-type]
    return Verdict(tuple(checks), "exact")


def judge_optimum_answer(program: Program, answer: Optimal | Unbounded | UndecidedOptimum) -> Verdict:
    """The proof of an answer, and the names that it shows."""
    kinds = {Optimal: Optimum, Unbounded: Ray, UndecidedOptimum: ObjectiveBracket}
    proof = answer.known if isinstance(answer, UndecidedOptimum) else answer.proof
    expected, shown = kinds[type(answer)], type(proof).__name__
    if type(proof) is not expected:
        return Verdict((fact("proof is of its kind", shown, expected.__name__, False),), "exact")
    names = answer.column_names, answer.row_names
    same = true("names are the program's", are_names(*names) and names == (program.column_names, program.row_names))
    sense = true("sense is the program's", answer.maximise is program.maximise)
    verdict = judge_optimum(program, proof)
    beside: list[Check] = []
    if isinstance(answer, Optimal) and answer.ranges is not None and verdict.holds:
        from gordan.verify.ranges import judge_ranges

        beside += judge_ranges(program, answer.proof, answer.ranges)
    return Verdict((same, sense, *verdict.checks, *beside), "exact")


_OfPrograms = Point | Contradiction | ContradictionBall
_KINDS: dict[tuple[str, str], tuple[type, ...]] = {
    ("program", "feasible"): (Point,),
    ("program", "infeasible"): (Contradiction, ContradictionBall),
    ("optimum", "optimal"): (Optimum,),
    ("optimum", "unbounded"): (Ray,),
    ("repair", "repaired"): (RepairProof,),
}


def judge_certified_program(program: Program, certificate: ProgramCertificate, *, exact: bool = False) -> list[Check]:
    """The proof of a certificate about a program of this size, and the names that go with it."""
    proof, question = certificate.proof, certificate.question
    expected = _KINDS.get((question.kind, certificate.alternative), ())
    known = type(proof) in expected
    needed = expected[0].__name__.lower() if expected else "none that is known"
    checks = [fact("proof is of its kind", type(proof).__name__.lower(), needed, known)]
    if isinstance(proof, _OfPrograms):
        verdict = verify_program(program, ProgramClaim(proof, question.strict), exact=exact)
    elif isinstance(proof, RepairProof):
        verdict = judge_repair(program, proof)
    else:
        verdict = judge_optimum(program, proof)
    if verdict.checks[0].holds and (isinstance(proof, _OfPrograms) or verdict.holds):
        checks.append(fact("names are the certificate's", *compare_names(names_of(program, proof), certificate.names)))
    return [*checks, *verdict.checks]


def _optimum(program: Program, proof: Optimum) -> Iterator[Check]:
    yield from _reached(program, proof.point, proof.value, exactly=True)
    yield from _limited(program, proof.bound, proof.value, exactly=True)


def _bracket(program: Program, proof: ObjectiveBracket) -> Iterator[Check]:
    if proof.point is not None or proof.value is not None:
        yield from _reached(program, proof.point, proof.value, exactly=False)
    if proof.bound is not None or proof.limit is not None:
        yield from _limited(program, proof.bound, proof.limit, exactly=False)


def _ray(program: Program, proof: Ray) -> Iterator[Check]:
    """The point is feasible, and along the direction no row or column approaches a finite side."""
    if not isinstance(proof.point, Point) or not isinstance(proof.direction, Point):
        yield fact("point and ray are points", type(proof.point).__name__, "Point", False)
        return
    yield from judge_point(program, proof.point, False)
    n, r = program.shape[1], proof.direction.values
    whole = type(r) is tuple and len(r) == n and all(map(is_fraction, r))
    yield fact("ray has a fraction for every column", f"{len(r)}" if whole else "not so", f"{n}", whole)
    if not whole:
        return
    ends = zip(program.lower, program.upper, strict=True)
    slack = [_onward(low, r[j], high) for j, (low, high) in enumerate(ends)]
    yield every("bounds of columns hold along the ray", slack, ">=", 0, names=program.column_names)
    slack = [
        _onward(program.row_lower[i], row_product(row, r), program.row_upper[i])
        for i, row in enumerate(program.A.rows())
    ]
    yield every("rows hold along the ray", slack, ">=", 0, names=program.row_names)
    gain = _improvement(program, r)
    shown = "positive" if gain > 0 else "zero" if gain == 0 else "negative"
    yield compare("objective improves along the ray", gain, ">", 0, shown=shown)


def _reached(program: Program, point: object, value: object, *, exactly: bool) -> Iterator[Check]:
    """A feasible point whose objective is the value; in a bracket, at least as good."""
    if type(point) is not Point or not is_fraction(value):
        yield fact("a point and its value", type(point).__name__, "a Point and a fraction", False)
        return
    checks = list(judge_point(program, point, False))
    yield from checks
    if not checks[0].holds:
        return
    behind = (_at(program, point.values) - value) * (-1 if program.maximise else 1)  # type: ignore[operator]
    if exactly:
        shown = "the value" if not behind else "another"
        yield compare("point has the value", behind, "=", 0, shown=shown, needed="the value")
    else:
        yield compare("point reaches the value", -behind, ">=", 0, shown="reached" if behind <= 0 else "missed")


def _limited(program: Program, bound: object, value: object, *, exactly: bool) -> Iterator[Check]:
    """Weighted sides that add up to the objective, and to the value; in a bracket, at least to it."""
    sound = type(bound) is Bound and type(bound.denominator) is int and bound.denominator > 0 and is_fraction(value)
    if not sound or not isinstance(bound, Bound) or not are_formed(program, bound.terms):
        yield bounded("sides exist, weights are positive", type(bound).__name__, "> 0", False)
        return
    yield bounded("sides exist, weights are positive", f"{len(bound.terms)} of them", "> 0", True)
    sign = -1 if program.maximise else 1
    costs = {j: -sign * bound.denominator * c for j, c in enumerate(program.objective) if c}
    left, right = weighted(program, bound.terms, costs)
    names = [program.column_names[j] for j in left]
    yield every("weighted rows add up to the objective", list(left.values()), "=", 0, names=names)
    assert isinstance(value, Fraction)
    ahead = right / bound.denominator - sign * (value - program.constant)
    if exactly:
        shown = "the value" if not ahead else "another"
        yield compare("weighted sides add up to the value", ahead, "=", 0, shown=shown, needed="the value")
    else:
        yield compare("weighted sides reach the limit", ahead, ">=", 0, shown="reached" if ahead >= 0 else "missed")


def _at(program: Program, x: tuple[Fraction, ...]) -> Fraction:
    return Fraction(program.constant) + row_product(((j, c) for j, c in enumerate(program.objective) if c), x)


def _improvement(program: Program, r: tuple[Fraction, ...]) -> Fraction:
    change = _at(program, r) - Fraction(program.constant)
    return change if program.maximise else -change


def _onward(low: Fraction | None, step: Fraction, high: Fraction | None) -> Fraction:
    """−1 where a step leads beyond a side, however small it is."""
    return Fraction(-1 if (low is not None and step < 0) or (high is not None and step > 0) else 0)
