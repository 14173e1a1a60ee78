"""Programs with a planted optimum or a planted ray, and the forgers of what is claimed of their objective."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gordan
from claimed import replace
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.objective import Bound, ObjectiveBracket, Optimum, Ray
from gordan.problem.program import Program
from liar.forge.forger import Case, Forger

__all__ = ["OPTIMA", "planted"]

TINY = Fraction(1, 7**200)


def _sizes(rng: Any) -> tuple[int, int]:
    return int(rng.integers(1, 4)), int(rng.integers(1, 4))


def planted(rng: Any) -> Case:
    """A point that attains some sides, and an objective that is made of those sides with positive weights."""
    (m, n), scale = _sizes(rng), Fraction(int(rng.integers(1, 9)), int(rng.choice([1, 3, 2**70])))
    A = [[int(v) * scale for v in row] for row in rng.integers(-5, 6, (m, n))]
    x = [Fraction(int(v), int(rng.integers(1, 5))) for v in rng.integers(-9, 10, n)]
    at = [sum((a * v for a, v in zip(row, x, strict=True)), Fraction(0)) for row in A]
    maximise, denominator = bool(rng.integers(2)), int(rng.integers(1, 9))
    sign = -1 if maximise else 1
    terms, costs = [], [Fraction(0)] * n
    for i, row in enumerate(A):
        weight = int(rng.integers(1, 5)) * 3**40
        terms.append(Term("row", i, "lower", weight))
        costs = [c + sign * weight * a / denominator for c, a in zip(costs, row, strict=True)]
    terms.append(Term("column", 0, "upper", 2))
    costs[0] -= sign * Fraction(2, denominator)
    upper = [x[0], *(v + 1 for v in x[1:])]
    constant = Fraction(int(rng.integers(-5, 6)), 7)
    program = Program(
        A, row_lower=at, lower=[v - 3 for v in x], upper=upper, objective=costs, constant=constant, maximise=maximise
    )
    value = constant + sum((c * v for c, v in zip(costs, x, strict=True)), Fraction(0))
    return Case(program, Optimum(value, Point(tuple(x)), Bound(tuple(terms), denominator)))


def endless(rng: Any) -> Case:
    """Rows that a ray leaves alone, or leaves behind, and an objective that improves along it."""
    n, maximise = int(rng.integers(1, 4)), bool(rng.integers(2))
    r = [Fraction(int(v) or 1, int(rng.integers(1, 5))) for v in rng.integers(-4, 5, n)]
    rows = [[(1 if v > 0 else -1) * int(rng.integers(1, 4)) for v in r], [0] * n]
    rows[1][0], level = 1, Fraction(int(rng.integers(-3, 4)))
    row_lower = [Fraction(-50), None if r[0] < 0 else Fraction(-50)]
    row_upper = [None, Fraction(50) if r[0] < 0 else None]
    costs = [(1 if maximise else -1) * (1 if v > 0 else -1) for v in r]
    lower = [Fraction(-9) if v > 0 else None for v in r]
    program = Program(rows, row_lower, row_upper, lower, None, objective=costs, constant=level, maximise=maximise)
    return Case(program, Ray(Point((Fraction(0),) * n), Point(tuple(r))))


def bracketed(rng: Any) -> Case:
    """Both ends of a bracket about an optimum."""
    case = planted(rng)
    optimum: Optimum = case.claim
    worse = 1 if not case.problem.maximise else -1
    ends = ObjectiveBracket(
        optimum.value + worse * int(rng.integers(2)),
        optimum.point,
        optimum.value - worse * int(rng.integers(2)),
        optimum.bound,
    )
    return case._replace(claim=ends)


def answered(rng: Any) -> Case:
    case = (planted, endless)[int(rng.integers(2))](rng)
    return Case(case.problem, gordan.optimum(case.problem))


def no_objective(case: Case, rng: Any) -> Case:
    return case._replace(problem=replace(case.problem, objective=None))


def another_value(case: Case, rng: Any) -> Case:
    """The point's value is raised by changing the constant; the weights then miss it as well."""
    return case._replace(claim=replace(case.claim, value=case.claim.value + int(rng.choice([-1, 1])) * TINY))


def another_point(case: Case, rng: Any) -> Case | None:
    """Feasible, and less good than what is claimed."""
    x = list(case.claim.point.values)
    x[0] -= TINY
    rows = [sum((a * x[j] for j, a in row), Fraction(0)) for row in case.problem.A.rows()]
    if not case.problem.objective[0] or any(at < low for at, low in zip(rows, case.problem.row_lower, strict=True)):
        return None
    return case._replace(claim=replace(case.claim, point=Point(tuple(x))))


def no_point(case: Case, rng: Any) -> Case:
    lies: list[dict[str, Any]] = [{"point": None}, {"point": case.claim.bound}, {"value": None}, {"value": 1.5}]
    return case._replace(claim=replace(case.claim, **lies[rng.integers(4)]))


def no_weights(case: Case, rng: Any) -> Case:
    bound = case.claim.bound
    first = bound.terms[0]
    lies: list[Any] = [
        Bound(bound.terms, 0),
        Bound(bound.terms, -1),
        Bound(bound.terms, True),
        Bound((*bound.terms, first), bound.denominator),
        Bound((first._replace(side="upper"), *bound.terms[1:]), bound.denominator),
        Bound((first._replace(weight=-1), *bound.terms[1:]), bound.denominator),
        Contradiction(bound.terms),
    ]
    return case._replace(claim=replace(case.claim, bound=lies[rng.integers(len(lies))]))


def another_objective(case: Case, rng: Any) -> Case | None:
    """One cost is another, in a column where the point is 0 and nothing else would tell."""
    x = case.claim.point.values
    zero = [j for j, v in enumerate(x) if v == 0]
    if not zero:
        return None
    costs = list(case.problem.objective)
    costs[zero[0]] += TINY
    return case._replace(problem=replace(case.problem, objective=costs))


def looser_sides(case: Case, rng: Any) -> Case:
    """The point stays feasible, and the side that bounds the objective moves away by a hair."""
    lower = list(case.problem.row_lower)
    lower[0] -= TINY
    return case._replace(problem=replace(case.problem, row_lower=lower))


def a_better_value(case: Case, rng: Any) -> Case:
    sign = 1 if case.problem.maximise else -1
    return case._replace(claim=replace(case.claim, value=case.claim.value + 2 * sign))


def a_tighter_limit(case: Case, rng: Any) -> Case:
    sign = -1 if case.problem.maximise else 1
    return case._replace(claim=replace(case.claim, limit=case.claim.limit + 2 * sign))


def no_ray(case: Case, rng: Any) -> Case:
    r = case.claim.direction.values
    lies: list[Any] = [r[1:], (*r, Fraction(0)), list(r), tuple(map(float, r)), None]
    return case._replace(claim=replace(case.claim, direction=Point(lies[rng.integers(5)])))


def no_points(case: Case, rng: Any) -> Case:
    lies: list[dict[str, Any]] = [{"point": None}, {"direction": None}, {"direction": case.claim.direction.values}]
    return case._replace(claim=replace(case.claim, **lies[rng.integers(3)]))


def a_bound_in_the_way(case: Case, rng: Any) -> Case:
    """However far away it is."""
    r = case.claim.direction.values
    j = int(rng.integers(len(r)))
    lower, upper = list(case.problem.lower), list(case.problem.upper)
    (upper if r[j] > 0 else lower)[j] = Fraction(10**300) * (1 if r[j] > 0 else -1)
    return case._replace(problem=replace(case.problem, lower=lower, upper=upper))


def a_row_in_the_way(case: Case, rng: Any) -> Case:
    return case._replace(problem=replace(case.problem, row_upper=[Fraction(10**300), None]))


def no_improvement(case: Case, rng: Any) -> Case:
    costs = [0 if rng.integers(2) else -c for c in case.problem.objective]
    return case._replace(problem=replace(case.problem, objective=costs))


def other_names(case: Case, rng: Any) -> Case:
    name = ("column_names", "row_names")[int(rng.integers(2))]
    return case._replace(claim=replace(case.claim, **{name: ("another",)}))


def other_sense(case: Case, rng: Any) -> Case:
    return case._replace(claim=replace(case.claim, maximise=not case.claim.maximise))


def another_answer(case: Case, rng: Any) -> Case:
    lies: list[Any] = [None, Point(()), ObjectiveBracket(), Contradiction(())]
    return case._replace(claim=replace(case.claim, proof=lies[rng.integers(4)]))


def repaired(rng: Any) -> Case:
    """A row that asks for more than another allows, and a price for each."""
    scale = Fraction(int(rng.integers(1, 9)), int(rng.choice([1, 3, 2**70])))
    program = Program(
        [[scale, 2], [-3 * scale, -6], [0, 1]], row_lower=[5, -3, None], row_upper=[None, None, 9], upper=[50, 7]
    )
    answer = gordan.repair(program, prices={"r1": int(rng.integers(1, 7)), "r2": 2}) if rng.integers(2) else None
    return Case(program, answer or gordan.tolerance(program))


def _proof_of(case: Case, **changes: Any) -> Case:
    return case._replace(claim=replace(case.claim, proof=replace(case.claim.proof, **changes)))


def odd_repairs(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    first = proof.changes[0]
    lies: list[dict[str, Any]] = [
        {"point": Point(proof.point.values[1:])},
        {"norm": "least"},
        {"row_prices": proof.row_prices[1:]},
        {"row_prices": (Fraction(-1), *proof.row_prices[1:])},
        {"changes": (*proof.changes, first)},
        {"changes": (first._replace(amount=-first.amount), *proof.changes[1:])},
        {"changes": (first._replace(place="column", number=1, side="lower"), *proof.changes[1:])},
        {"row_prices": tuple(None for _ in proof.row_prices)},
        {"bound": Bound(proof.bound.terms, 0)},
    ]
    return _proof_of(case, **lies[rng.integers(len(lies))])


def a_change_too_small(case: Case, rng: Any) -> Case:
    """The sides that give way give a little less way than the point needs, and cost a little less."""
    proof = case.claim.proof
    changes = tuple(change._replace(amount=change.amount - TINY) for change in proof.changes)
    return _proof_of(case, changes=changes)


def another_cost(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    changes = tuple(change._replace(amount=change.amount + TINY) for change in proof.changes)
    return _proof_of(case, changes=changes)


def weights_beyond_the_prices(case: Case, rng: Any) -> Case:
    """What proves the value of dear changes proves nothing about cheap ones."""
    bound = case.claim.proof.bound
    terms = tuple(term._replace(weight=2 * term.weight) for term in bound.terms)
    return _proof_of(case, bound=Bound(terms, bound.denominator))


def weights_that_leave_something(case: Case, rng: Any) -> Case:
    bound = case.claim.proof.bound
    first = bound.terms[0]
    terms = (first._replace(weight=3 * first.weight), *(t._replace(weight=4 * t.weight) for t in bound.terms[1:]))
    return _proof_of(case, bound=Bound(terms, 4 * bound.denominator))


def weights_for_less(case: Case, rng: Any) -> Case:
    bound = case.claim.proof.bound
    return _proof_of(case, bound=Bound(bound.terms, bound.denominator * 7**30))


def other_changes_shown(case: Case, rng: Any) -> Case:
    first, *rest = case.claim.members
    return case._replace(claim=replace(case.claim, members=(first._replace(name="another"), *rest)))


COST = "changes cost the value"
VALUE, LIMIT = "point has the value", "weighted sides add up to the value"
OPTIMA = [
    Forger("optimum: no objective", "program has an objective", planted, no_objective),
    Forger("optimum: another value", VALUE, planted, another_value, (LIMIT,)),
    Forger("optimum: another point", VALUE, planted, another_point),
    Forger("optimum: no point", "a point and its value", planted, no_point, ("sides exist, weights are positive",)),
    Forger("optimum: no weights", "sides exist, weights are positive", planted, no_weights),
    Forger("optimum: another objective", "weighted rows add up to the objective", planted, another_objective),
    Forger("optimum: looser sides", LIMIT, planted, looser_sides),
    Forger("optimum: a better value", "point reaches the value", bracketed, a_better_value),
    Forger("optimum: a tighter limit", "weighted sides reach the limit", bracketed, a_tighter_limit),
    Forger("optimum: no ray", "ray has a fraction for every column", endless, no_ray),
    Forger("optimum: no points", "point and ray are points", endless, no_points),
    Forger("optimum: a bound in the way", "bounds of columns hold along the ray", endless, a_bound_in_the_way),
    Forger("optimum: a row in the way", "rows hold along the ray", endless, a_row_in_the_way),
    Forger("optimum: no improvement", "objective improves along the ray", endless, no_improvement),
    Forger("optimum: other names", "names are the program's", answered, other_names),
    Forger("optimum: other sense", "sense is the program's", answered, other_sense),
    Forger("repair: odd ones", "repair has a fraction for every column, price and change", repaired, odd_repairs),
    Forger(
        "repair: a change too small", "changed sides hold", repaired, a_change_too_small, ("changes cost the value",)
    ),
    Forger("repair: another cost", COST, repaired, another_cost),
    Forger("repair: beyond the prices", "weights are within the prices", repaired, weights_beyond_the_prices, (LIMIT,)),
    Forger("repair: not cancelling", "weighted rows cancel", repaired, weights_that_leave_something, (LIMIT,)),
    Forger("repair: weights for less", LIMIT, repaired, weights_for_less),
    Forger("repair: other changes shown", "changes shown are the proof's", repaired, other_changes_shown),
    Forger("optimum: another answer", "proof is of its kind", answered, another_answer),
]
