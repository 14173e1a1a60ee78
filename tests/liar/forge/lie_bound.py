"""Forgers of what stands beside proofs about programs: ranges of an optimum, and lower bounds of blame and repairs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import gordan
from claimed import replace
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.blame import ContradictionCover, PointCover
from gordan.problem.program import Program
from liar.forge.forger import Case, Forger

__all__ = ["BOUNDS"]

HARD_POINTS = "points of the bound satisfy what is hard"
SHARES, REACHED = "shares are within the weights of parts", "shares reach the lower bound"


def ranged(rng: Any) -> Case | None:
    """A program with a point inside, and an optimum with its ranges."""
    m, n = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    A, x = rng.integers(-4, 5, (m, n)), rng.integers(0, 4, n)
    low, high = (A @ x - rng.integers(0, 3, m)).tolist(), (A @ x + rng.integers(0, 3, m)).tolist()
    program = Program(
        A, low, high, 0, (x + 2).tolist(), objective=rng.integers(-4, 5, n).tolist(), maximise=bool(rng.integers(2))
    )
    answer = gordan.optimum(program, ranges=True)
    return Case(program, answer) if answer.kind == "optimal" and answer.ranges else None


def _with_range(case: Case, k: int, **fields: Any) -> Case:
    ranges = list(case.claim.ranges)
    ranges[k] = ranges[k]._replace(**fields)
    return case._replace(claim=replace(case.claim, ranges=tuple(ranges)))


def odd_ranges(case: Case, rng: Any) -> Case:
    k = int(rng.integers(len(case.claim.ranges)))
    own = case.claim.ranges[k]
    lies: list[dict[str, Any]] = [
        {"name": "another"},
        {"kind": "price"},
        {"value": own.value + 1},
        {"low": own.value + 1},
        {"high": own.value - 1},
        {"move": ((0, 1.5),)},
        {"move": ((99, Fraction(1)),)},
        {"move": None},
        {"low": -0.5},
    ]
    return _with_range(case, k, **lies[rng.integers(len(lies))])


def _wider(cost: bool) -> Callable[[Case, Any], Case | None]:
    """An end beyond which the optimum is another than the range says, as a second optimum shows."""

    def forge(case: Case, rng: Any) -> Case | None:
        mine = [k for k, each in enumerate(case.claim.ranges) if (each.kind == "cost") == cost]
        for k in rng.permutation(mine).tolist():
            each = case.claim.ranges[k]
            for name, way in (("low", -1), ("high", 1)):
                end = getattr(each, name)
                if end is not None and not _still(case, each, end + way * Fraction(3, 7)):
                    return _with_range(case, k, **{name: None if rng.integers(2) else end + way * Fraction(3, 7)})
        return None

    return forge


def _still(case: Case, each: Any, end: Fraction) -> bool:
    """Whether the optimum of the changed program is what the old point, or the old weights, make of it."""
    program, answer = case.problem, case.claim
    if each.kind == "cost":
        j = program.column_names.index(each.name)
        costs = [*program.objective[:j], end, *program.objective[j + 1 :]]
        gain = (end - each.value) * answer.proof.point.values[j]
        return bool(gordan.optimum(replace(program, objective=costs)).value == answer.value + gain)
    i = program.row_names.index(each.name)
    low, high = list(program.row_lower), list(program.row_upper)
    equal = low[i] == high[i]
    if each.kind == "lower" or equal:
        low[i] = end
    if each.kind == "upper" or equal:
        high[i] = end
    kinds = ("lower", "upper") if equal else (each.kind,)
    weight = sum(answer.multipliers.get(("row", each.name, kind), Fraction(0)) for kind in kinds)
    moved = gordan.optimum(replace(program, row_lower=low, row_upper=high))
    return moved.kind == "optimal" and moved.value == answer.value + weight * (end - each.value)


def blamed(rng: Any) -> Case:
    """x ≥ 1, y ≥ 1, x + y ≤ 1 and more of the same; weights or none; and a second contradiction apart."""
    scale = int(rng.integers(1, 5))
    program = Program(
        [[scale, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 2], [0, 0, 1]],
        row_lower=[2 * scale, 1, None, 4, None],
        row_upper=[None, None, 1, None, 1],
    )
    weights = {"r1": int(rng.integers(1, 4)), "r4": Fraction(1, 2)} if rng.integers(2) else {}
    hard = ["r2"] if rng.integers(2) else []
    return Case(program, gordan.feasible(program, hard=hard, weights=weights, smallest=True, all=True))


def _blame(case: Case, **fields: Any) -> Case:
    return case._replace(claim=replace(case.claim, blame=replace(case.claim.blame, **fields)))


def no_partition(case: Case, rng: Any) -> Case:
    own = case.claim.blame.partition
    lies: list[Any] = [
        None,
        replace(own, rows=own.rows[1:]),
        replace(own, columns=("another", *own.columns[1:])),
        replace(own, weights=own.weights[1:]),
        replace(own, weights=tuple((part, Fraction(0)) for part, _ in own.weights)),
        replace(own, weights=(*own.weights, own.weights[0])),
    ]
    return _blame(case, partition=lies[rng.integers(len(lies))])


def strictly(case: Case, rng: Any) -> Case:
    """Of sides that are to hold strictly nothing is blamed: they contradict one another where they touch."""
    return case._replace(claim=replace(case.claim, strict=True))


def other_parts(case: Case, rng: Any) -> Case:
    own = case.claim.blame
    lies: list[dict[str, Any]] = [
        {"parts": own.parts[1:]},
        {"parts": (*own.parts, "r5" if "r5" not in own.parts else "r3")},
        {"weight": own.weight - Fraction(1, 7)},
        {"parts": (*own.parts, own.parts[0])},
    ]
    return _blame(case, **lies[rng.integers(4)])


def odd_points(case: Case, rng: Any) -> Case:
    cover = case.claim.blame.cover
    lies: list[Any] = [
        PointCover(cover.points, cover.shares[1:]),
        PointCover((Point((Fraction(0),)), *cover.points[1:]), cover.shares),
        PointCover(cover.points, tuple(map(float, cover.shares))),
        PointCover((None, *cover.points[1:]), cover.shares),  # type: ignore[arg-type]
        cover.points,
    ]
    return _blame(case, cover=lies[rng.integers(len(lies))])


def a_point_that_spoils_what_is_hard(case: Case, rng: Any) -> Case:
    """One that violates a row which is hard: it would say of contradictions with that row what is not true."""
    own = case.claim.blame
    rows = tuple(part if part != "r2" else None for part in own.partition.rows)
    used = {part for part in (*rows, *own.partition.columns) if part is not None}
    partition = replace(own.partition, rows=rows, weights=tuple(w for w in own.partition.weights if w[0] in used))
    cover = PointCover(
        (Point((Fraction(2), Fraction(-9), Fraction(2))), *own.cover.points), (Fraction(0), *own.cover.shares)
    )
    parts = tuple(part for part in own.parts if part != "r2")
    weight = sum((dict(partition.weights)[part] for part in parts), Fraction(0))
    return _blame(case, partition=partition, cover=cover, parts=parts, weight=weight)


def too_many_shares(case: Case, rng: Any) -> Case:
    cover = case.claim.blame.cover
    most = max(weight for _, weight in case.claim.blame.partition.weights)
    return _blame(case, cover=PointCover(cover.points, tuple(share + most + 1 for share in cover.shares)))


def a_negative_share(case: Case, rng: Any) -> Case:
    cover = case.claim.blame.cover
    points, shares = (*cover.points, cover.points[0]), (*cover.shares, Fraction(-1))
    return _blame(case, cover=PointCover(points, shares))


def a_bound_too_high(case: Case, rng: Any) -> Case:
    return _blame(case, at_least=case.claim.blame.at_least + Fraction(1, int(rng.choice([1, 10**9]))))


def a_false_other(case: Case, rng: Any) -> Case:
    first = case.claim.others[0]
    lie = Contradiction((Term("row", 0, "lower", 1), Term("column", 0, "upper", 1)))
    return case._replace(claim=replace(case.claim, others=(replace(first, proof=lie), *case.claim.others[1:])))


def a_strict_other(case: Case, rng: Any) -> Case:
    others = case.claim.others
    return case._replace(claim=replace(case.claim, others=(replace(others[0], strict=True), *others[1:])))


def the_same_again(case: Case, rng: Any) -> Case:
    again = replace(case.claim, others=())
    return case._replace(claim=replace(case.claim, others=(again, *case.claim.others)))


def counted(rng: Any) -> Case:
    case = blamed(rng)
    hard = ["r2"] if rng.integers(2) else []
    return Case(case.problem, gordan.repair(case.problem, hard=hard, fewest=True))


def _cover(case: Case, **fields: Any) -> Case:
    return case._replace(claim=replace(case.claim, cover=replace(case.claim.cover, **fields)))


def no_cover(case: Case, rng: Any) -> Case:
    changed = case.claim.members[0].name
    lies: list[Callable[[], Case]] = [
        lambda: case._replace(claim=replace(case.claim, cover=None)),
        lambda: _cover(case, shares=case.claim.cover.shares[1:]),
        lambda: _cover(case, hard=(*case.claim.cover.hard, changed)),
        lambda: case._replace(claim=replace(case.claim, at_least=1.0)),
        lambda: _cover(case, contradictions=(None, *case.claim.cover.contradictions[1:])),
    ]
    return lies[rng.integers(len(lies))]()


def no_contradiction(case: Case, rng: Any) -> Case:
    first, *rest = case.claim.cover.contradictions
    terms = (first.terms[0]._replace(weight=first.terms[0].weight + 7**30), *first.terms[1:])
    lies = [Contradiction(terms), Contradiction(first.terms[1:])]
    return _cover(case, contradictions=(lies[rng.integers(2)], *rest))


def counted_twice(case: Case, rng: Any) -> Case:
    cover: ContradictionCover = case.claim.cover
    doubled = (*cover.contradictions, *cover.contradictions), (*cover.shares, *cover.shares)
    return _cover(case, contradictions=doubled[0], shares=doubled[1])


def a_count_too_high(case: Case, rng: Any) -> Case:
    return case._replace(claim=replace(case.claim, at_least=case.claim.at_least + int(rng.integers(1, 9))))


BOUNDS = [
    Forger("ranges: odd ones", "ranges are of the program's numbers", ranged, odd_ranges),
    Forger("ranges: a wider cost", "point stays optimal within ranges of costs", ranged, _wider(True)),
    Forger("ranges: a wider side", "weights stay optimal within ranges of sides", ranged, _wider(False)),
    Forger("blame: no partition", "every row and column is hard or part of what may be blamed", blamed, no_partition),
    Forger("blame: strictly", "every row and column is hard or part of what may be blamed", blamed, strictly),
    Forger("blame: other parts", "parts to blame are the contradiction's", blamed, other_parts),
    Forger(
        "blame: odd points", "points of the bound have a fraction for every column, and a share", blamed, odd_points
    ),
    Forger(
        "blame: what is hard", HARD_POINTS, blamed, a_point_that_spoils_what_is_hard, ("contradictions share no part",)
    ),
    Forger("blame: too many shares", SHARES, blamed, too_many_shares),
    Forger("blame: a negative share", SHARES, blamed, a_negative_share, (REACHED,)),
    Forger("blame: a bound too high", REACHED, blamed, a_bound_too_high),
    Forger("blame: a false other", "further contradictions hold", blamed, a_false_other),
    Forger("blame: a strict other", "further contradictions hold", blamed, a_strict_other),
    Forger("blame: the same again", "contradictions share no part", blamed, the_same_again),
    Forger("repair: no cover", "contradictions have shares, and what is hard did not change", counted, no_cover),
    Forger("repair: no contradiction", "contradictions of the bound hold", counted, no_contradiction),
    Forger("repair: counted twice", SHARES, counted, counted_twice),
    Forger("repair: a count too high", REACHED, counted, a_count_too_high),
]
