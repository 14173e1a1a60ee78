"""Contradictions with a say in what is to blame: hard constraints, groups, weights, the fewest parts, several at once.

A part is a row, a column or a group of them; what is hard belongs to no part. A point that satisfies everything hard
violates some parts, and every contradiction has one of these in it. So contradictions are sets that hit all such sets:

1. take parts that hit every set known, of little weight
2. repair the program with these and what is hard kept as they are
3. no repair: they contain a contradiction; else the parts that change are one more set, and 1 again

Whatever parts are taken in 1, no contradiction weighs less than the fractional covering of the sets that are known,
whose optimum is proved in fractions (Ignatiev, Previti, Liffiton and Marques-Silva 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from gordan.arithmetic.deadline import check_deadline, deadline, now, overtime, seconds_left
from gordan.errors import InputError, OverBudget
from gordan.feasibility.program.answer_program import answer_program
from gordan.feasibility.repair import kept_sides, least_change, named, spread_names
from gordan.outcome import Code, Reason, Run
from gordan.outcome.alternative import Contradiction, Point
from gordan.outcome.blame import Blame, Partition, PointCover
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible, UndecidedFeasibility
from gordan.outcome.optimum import Optimal
from gordan.outcome.repair import Prices, Repaired
from gordan.problem.exact_matrix import ExactMatrix, exact_number
from gordan.problem.program import Program
from gordan.verify import verify

__all__ = ["Parts", "blame", "fewest", "parts_of"]

Set = frozenset[str]
_ONE = Fraction(1)
_SECONDS = 2.0  # for parts that weigh less, where the smallest was not asked for
_ROUNDS = 500
_NODES = 2_000  # of the search for parts that hit every set; what it has found then is good enough


@dataclass(frozen=True)
class Parts:
    """The part that each row and column belongs to, None where it is hard, and the weight of each part."""

    rows: tuple[str | None, ...]
    columns: tuple[str | None, ...]
    weights: Mapping[str, Fraction]

    def of(self, proof: Contradiction) -> list[str]:
        """The parts of a contradiction, each once, in its order."""
        places = {"row": self.rows, "column": self.columns}
        parts = (places[term.place][term.number] for term in proof.terms)
        return list(dict.fromkeys(part for part in parts if part is not None))

    @property
    def single(self) -> bool:
        """Whether nothing is hard, and every row and column is a part of its own."""
        return len(self.weights) == len(self.rows) + len(self.columns)

    @cached_property
    def partition(self) -> Partition:
        """The partition as a record of the answer."""
        return Partition(self.rows, self.columns, tuple(self.weights.items()))

    def weigh(self, parts: Iterable[str]) -> Fraction:
        return sum((self.weights[part] for part in parts), Fraction(0))

    def prices(self, fixed: Set) -> tuple[Prices, Prices]:
        """1 for every unit that a row or column changes; None for what is hard or fixed."""

        def priced(parts: Iterable[str | None]) -> Prices:
            return tuple(None if part is None or part in fixed else _ONE for part in parts)

        return priced(self.rows), priced(self.columns)


def parts_of(
    program: Program, hard: Iterable[str], groups: Mapping[str, Iterable[str]], weights: Mapping[str, Any]
) -> Parts:
    """Look the names up; a name stands for the row and for the column that have it."""
    known = dict.fromkeys((*program.row_names, *program.column_names))
    for what, mapping, example in (("groups", groups, '{"wages": ["a", "b"]}'), ("weights", weights, '{"a": 2}')):
        if not isinstance(mapping, Mapping):
            raise InputError(f"{what} is a {type(mapping).__name__}; give a dictionary such as {example}")
    hard = named(hard)
    kept = {each for own in spread_names(hard, known).values() for each in own}
    group: dict[str, str] = {}
    for title, given in groups.items():
        own = spread_names(named(given), known)
        names = [each for those in own.values() for each in those]
        if title in known and title not in names:
            raise InputError(f"the group {title!r} has the name of a row or column outside of it; give it another name")
        for name in names:
            if name in kept or group.setdefault(name, title) != title:
                other = "hard" if name in kept else f"in the group {group[name]!r}"
                raise InputError(f"{name!r} of the group {title!r} is {other} too; name it once")

    def part(name: str) -> str | None:
        return None if name in kept else group.get(name, name)

    rows, columns = tuple(map(part, program.row_names)), tuple(map(part, program.column_names))
    weight = {name: _ONE for name in (*rows, *columns) if name is not None}
    entries = {name: [each for each in weight if each.startswith(f"{name}[")] for name in weights if name not in weight}
    weights = {**{each: weights[name] for name, those in entries.items() for each in those}, **weights}
    for name, value in weights.items():
        if entries.get(name):
            continue
        if name not in weight:
            raise InputError(f"there is no constraint or group {name!r} to weigh; a weight is for what may be blamed")
        weight[name] = exact_number(value, program.numbers)
        if weight[name] <= 0:
            raise InputError(f"the weight of {name!r} is {value}; give a number greater than 0, or say that it is hard")
    return Parts(rows, columns, weight)


def blame(program: Program, answer: Infeasible, parts: Parts, *, smallest: bool, several: bool) -> Infeasible:
    """The answer, or one whose parts weigh less, with what is to blame; and with others that share no part with it."""
    began = now()
    first = _lightest(program, answer, parts, smallest=smallest)
    others: list[Infeasible] = []
    if several:
        gone: set[str] = set()
        latest = first
        while latest.blame is not None and latest.blame.parts:
            gone.update(latest.blame.parts)
            more = _ask(program, parts, lambda part: part not in gone)
            if not isinstance(more, Infeasible):
                break
            latest = _minimal(program, more, parts)
            others.append(latest)
    run = answer.run
    if run is not None:
        spent = now() - began
        run = replace(run, seconds=run.seconds + spent, phases={**run.phases, "blame": spent})
    return _judged(program, replace(first, others=tuple(others), run=run))


def _judged(program: Program, answer: Infeasible) -> Infeasible:
    """The answer with the verdict on all of it: without a bound and others, should these be refused."""
    with overtime(anew=True):
        for known in (answer, replace(answer, others=(), blame=answer.blame and replace(answer.blame, at_least=None))):
            if (verdict := verify(program, known)).holds:
                return replace(known, verdict=verdict)
    return answer


def fewest(program: Program, parts: Parts) -> tuple[Set | None, tuple[Contradiction, ...], tuple[Fraction, ...]]:
    """Few parts without which all others can be satisfied, where they were found; and contradictions with shares.

    They hit every contradiction: the same with sets and contradictions exchanged. The shares add up to a lower bound of
    their number.
    """
    sets: list[Set] = []
    contradictions: list[Contradiction] = []
    gone: Set | None = None
    try:
        for _ in range(_ROUNDS):
            check_deadline("looking for few constraints to change")
            hit = _hit(sets, parts.weights)
            left = _ask(program, parts, lambda part, hit=hit: part not in hit)  # type: ignore[misc]
            if not isinstance(left, Infeasible):
                gone = hit if isinstance(left, Feasible) else None
                break
            assert isinstance(left.proof, Contradiction)
            sets.append(frozenset(parts.of(left.proof)))
            contradictions.append(left.proof)
    except OverBudget:
        pass
    return gone, *_used(contradictions, _covering(sets, parts))


def _used(those: Iterable[Any], shares: Iterable[Fraction]) -> tuple[tuple[Any, ...], tuple[Fraction, ...]]:
    """Those that have a share, and the shares."""
    pairs = [(each, share) for each, share in zip(those, shares, strict=True) if share]
    return tuple(each for each, _ in pairs), tuple(share for _, share in pairs)


def _lightest(program: Program, answer: Infeasible, parts: Parts, *, smallest: bool) -> Infeasible:
    best = _minimal(program, answer, parts)
    plain = parts.single and set(parts.weights.values()) == {_ONE}
    if plain and not smallest:
        return best
    sets: list[Set] = []
    points: list[Point] = []
    try:
        with deadline(None if smallest else _SECONDS):
            for found in _hitting(program, parts, sets, points) if _weight(best) else ():
                if _weight(reduced := _minimal(program, found, parts)) < _weight(best):
                    best = reduced
    except OverBudget:
        pass
    if not smallest:
        return best
    assert best.blame is not None
    cover = PointCover(*_used(points, _covering(sets, parts)))
    least = sum(cover.shares, Fraction(0))
    whole = all(weight.denominator == 1 for weight in parts.weights.values())
    blamed = replace(best.blame, at_least=Fraction(ceil(least)) if whole else least, cover=cover)
    return replace(best, blame=blamed)


def _weight(answer: Infeasible) -> Fraction:
    assert answer.blame is not None
    return answer.blame.weight


def _hitting(program: Program, parts: Parts, sets: list[Set], points: list[Point]) -> Iterator[Infeasible]:
    """The contradiction among the first parts that hit all sets; sets and their points are added to the lists."""
    for _ in range(_ROUNDS):
        check_deadline("looking for a smaller contradiction")
        fixed = _hit(sets, parts.weights)
        repaired = least_change(program, "sum", *parts.prices(fixed), None)
        if isinstance(repaired, Infeasible):
            yield repaired
        if not isinstance(repaired, Repaired) or not repaired.proof.changes:
            return
        places = {"row": parts.rows, "column": parts.columns}
        changed = {places[change.place][change.number] for change in repaired.proof.changes}
        sets.append(frozenset(part for part in changed if part is not None))
        points.append(repaired.proof.point)


def _hit(sets: list[Set], weights: Mapping[str, Fraction]) -> Set:
    """Parts that hit every set, of least weight as far as the search went."""
    best: tuple[Fraction, Set] | None = None
    nodes = 0

    def search(taken: Set, weight: Fraction, barred: Set) -> None:
        nonlocal best, nodes
        nodes += 1
        check_deadline("looking for parts that hit every set")
        open_sets = [each - barred for each in sets if not each & taken]
        if best is not None and (nodes > _NODES or weight + _disjoint(open_sets, weights) >= best[0]):
            return
        if not open_sets:
            best = weight, taken
            return
        out = barred
        branch = min(open_sets, key=len)
        count = {part: sum(part in each for each in open_sets) for part in branch}
        for part in sorted(branch, key=lambda name: (weights[name] / count[name], name)):
            search(taken | {part}, weight + weights[part], out)
            out = out | {part}

    search(frozenset(), Fraction(0), frozenset())
    assert best is not None
    return best[1]


def _disjoint(sets: list[Set], weights: Mapping[str, Fraction]) -> Fraction:
    """What hitting these costs at least."""
    return sum(_apart(sets, weights), Fraction(0))


def _apart(sets: list[Set], weights: Mapping[str, Fraction]) -> list[Fraction]:
    """A share for every set: the weight of its lightest part for some that are disjoint, 0 for the others."""
    shares, used = [Fraction(0)] * len(sets), set[str]()
    for k in sorted(range(len(sets)), key=lambda k: len(sets[k])):
        if not sets[k] & used:
            shares[k] = min((weights[part] for part in sets[k]), default=Fraction(0))
            used |= sets[k]
    return shares


def _covering(sets: list[Set], parts: Parts) -> list[Fraction]:
    """A share for every set: the weights of the fractional covering, whose sum no parts that hit every set undercut."""
    from gordan.feasibility.optimum import optimum

    names = sorted({part for each in sets for part in each})
    if not names:
        return [Fraction(0)] * len(sets)
    at = {name: j for j, name in enumerate(names)}
    weights = [parts.weights[name] for name in names]
    try:
        with overtime(anew=True):
            rows = ExactMatrix.of([{at[part]: _ONE for part in each} for each in sets], len(names))
            answer = optimum(Program(rows, row_lower=[_ONE] * len(sets), lower=0, objective=weights))
    except OverBudget:
        return _apart(sets, parts.weights)
    if not isinstance(answer, Optimal):
        return _apart(sets, parts.weights)
    bound = answer.proof.bound
    shares = {term.number: Fraction(term.weight, bound.denominator) for term in bound.terms if term.place == "row"}
    return [shares.get(k, Fraction(0)) for k in range(len(sets))]


def _minimal(program: Program, answer: Infeasible, parts: Parts) -> Infeasible:
    """A contradiction among parts of this one, none of which can be missed as long as all that is hard stays."""
    assert isinstance(answer.proof, Contradiction)
    left, needed = parts.of(answer.proof), set[str]()
    if parts.single and answer.irreducible:
        needed.update(left)
    minimal = True
    while candidates := [part for part in left if part not in needed]:
        part = max(candidates, key=lambda name: parts.weights[name])
        if seconds_left() <= 0:
            minimal = False
            break
        others = set(left) - {part}
        less = _ask(program, parts, others.__contains__)
        if isinstance(less, Infeasible):
            assert isinstance(less.proof, Contradiction)
            answer, left = less, parts.of(less.proof)
        else:
            minimal &= isinstance(less, Feasible)
            needed.add(part)
    return replace(answer, blame=Blame(tuple(left), minimal, parts.weigh(left), partition=parts.partition))


def _ask(program: Program, parts: Parts, stays: Callable[[str], bool]) -> Feasibility:
    """The answer to the program of all that is hard and the parts that stay."""
    rows, columns = ([part is None or stays(part) for part in each] for each in (parts.rows, parts.columns))
    try:
        return answer_program(kept_sides(program, rows, columns), strict=False, implied=False, quick=True)
    except OverBudget as refusal:
        return UndecidedFeasibility(run=Run(reason=Reason(f"The time allowed ran out: {refusal}.", Code.MAX_SECONDS)))
