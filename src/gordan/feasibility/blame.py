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
from math import ceil
from typing import Any

from gordan.arithmetic.deadline import check_deadline, deadline, now, overtime, seconds_left
from gordan.errors import InputError, OverBudget
from gordan.feasibility.program.answer_program import answer_program
from gordan.feasibility.repair import kept_sides, least_change, refuse_unknown
from gordan.outcome import Code, Reason, Run
from gordan.outcome.alternative import Contradiction
from gordan.outcome.blame import Blame
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible, UndecidedFeasibility
from gordan.outcome.optimum import Optimal
from gordan.outcome.repair import Prices, Repaired
from gordan.problem.exact_matrix import ExactMatrix, exact_number
from gordan.problem.program import Program

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
    known = {*program.row_names, *program.column_names}
    kept = {hard} if isinstance(hard, str) else set(hard)
    group: dict[str, str] = {}
    for title, names in groups.items():
        if title in known and title not in set(names):
            raise InputError(f"the group {title!r} has the name of a row or column outside of it; give it another name")
        for name in (names,) if isinstance(names, str) else names:
            if name in kept or group.setdefault(name, title) != title:
                other = "hard" if name in kept else f"in the group {group[name]!r}"
                raise InputError(f"{name!r} of the group {title!r} is {other} too; name it once")
    refuse_unknown((*kept, *group), known)

    def part(name: str) -> str | None:
        return None if name in kept else group.get(name, name)

    rows, columns = tuple(map(part, program.row_names)), tuple(map(part, program.column_names))
    weight = {name: _ONE for name in (*rows, *columns) if name is not None}
    for name, value in weights.items():
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
    return replace(first, others=tuple(others), run=run)


def fewest(program: Program, parts: Parts) -> tuple[Set | None, Fraction]:
    """Few parts without which all others can be satisfied, where they were found; and how many there are at least.

    They hit every contradiction: the same with sets and contradictions exchanged.
    """
    sets: list[Set] = []
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
    except OverBudget:
        pass
    return gone, _covering(sets, parts)


def _lightest(program: Program, answer: Infeasible, parts: Parts, *, smallest: bool) -> Infeasible:
    best = _minimal(program, answer, parts)
    plain = parts.single and set(parts.weights.values()) == {_ONE}
    if plain and not smallest:
        return best
    sets: list[Set] = []
    try:
        with deadline(None if smallest else _SECONDS):
            for found in _hitting(program, parts, sets) if _weight(best) else ():
                if _weight(reduced := _minimal(program, found, parts)) < _weight(best):
                    best = reduced
    except OverBudget:
        pass
    if not smallest:
        return best
    assert best.blame is not None
    return replace(best, blame=replace(best.blame, at_least=_covering(sets, parts)))


def _weight(answer: Infeasible) -> Fraction:
    assert answer.blame is not None
    return answer.blame.weight


def _hitting(program: Program, parts: Parts, sets: list[Set]) -> Iterator[Infeasible]:
    """The contradiction among the first parts that hit all sets; the sets are added to the list."""
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
    """What hitting these costs at least: the lightest part of each of some that are disjoint."""
    total, used = Fraction(0), set[str]()
    for each in sorted(sets, key=len):
        if not each & used:
            total += min((weights[part] for part in each), default=Fraction(0))
            used |= each
    return total


def _covering(sets: list[Set], parts: Parts) -> Fraction:
    """A proved lower end of the weight of all parts that hit every set: the fractional covering, rounded up."""
    from gordan.feasibility.optimum import optimum

    names = sorted({part for each in sets for part in each})
    if not names:
        return Fraction(0)
    at = {name: j for j, name in enumerate(names)}
    weights = [parts.weights[name] for name in names]
    try:
        with overtime(anew=True):
            rows = ExactMatrix.of([{at[part]: _ONE for part in each} for each in sets], len(names))
            answer = optimum(Program(rows, row_lower=[_ONE] * len(sets), lower=0, objective=weights))
    except OverBudget:
        return _disjoint(sets, parts.weights)
    if not isinstance(answer, Optimal):
        return _disjoint(sets, parts.weights)
    whole = all(weight.denominator == 1 for weight in parts.weights.values())
    return Fraction(ceil(answer.value)) if whole else answer.value


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
    return replace(answer, blame=Blame(tuple(left), minimal, parts.weigh(left)))


def _ask(program: Program, parts: Parts, stays: Callable[[str], bool]) -> Feasibility:
    """The answer to the program of all that is hard and the parts that stay."""
    rows, columns = ([part is None or stays(part) for part in each] for each in (parts.rows, parts.columns))
    try:
        return answer_program(kept_sides(program, rows, columns), strict=False, implied=False, quick=True)
    except OverBudget as refusal:
        return UndecidedFeasibility(run=Run(reason=Reason(f"The time allowed ran out: {refusal}.", Code.MAX_SECONDS)))
