"""What is to blame, and lower bounds on how much: points that violate few parts, or contradictions, each with a share.

Both are weak duality of a covering program: whatever hits every set weighs at least what the shares add up to, if no
part has more shares on it than it weighs. The sets are made here, from the points and the contradictions themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil

from gordan.outcome import Check
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.outcome.blame import Blame, ContradictionCover, Partition, PointCover
from gordan.outcome.feasibility import Infeasible
from gordan.problem.program import Program
from gordan.verify.check import are_names, compare, every, is_fraction, true
from gordan.verify.program import judge_program_answer, row_product, verify_program

__all__ = ["judge_blame", "judge_count"]

Set = frozenset[str]


def judge_blame(program: Program, answer: Infeasible) -> Iterator[Check]:
    """The parts of an answer whose contradiction was accepted, their lower bound, and further contradictions."""
    blame, proof = answer.blame, answer.proof
    assert isinstance(proof, Contradiction)
    # Sides that touch contradict one another strictly, and a point on them violates none: its share would be free.
    formed = answer.strict is False and _is_blame(program, blame)
    yield true("every row and column is hard or part of what may be blamed", formed)
    if not formed or blame is None or blame.partition is None:
        return
    weights = dict(blame.partition.weights)
    own = _parts_of(blame.partition, proof)
    total = sum((weights[part] for part in own), Fraction(0))
    same = len(set(blame.parts)) == len(blame.parts) and set(blame.parts) == own and blame.weight == total
    yield true("parts to blame are the contradiction's", same)
    if blame.at_least is not None:
        yield from _covered(program, blame, weights)
    if type(answer.others) is not tuple or answer.others:
        yield from _others(program, answer, blame.partition, own)


def judge_count(program: Program, least: object, cover: object, unpriced: Set) -> Iterator[Check]:
    """That so many rows and columns have to change, if those that are hard do not: `unpriced` are those that did not.

    Were a contradiction one of hard names only, no repair without prices for them would hold, and that was accepted.
    """
    formed = type(least) is int and _is_count(program, cover) and set(cover.hard) <= unpriced  # type: ignore[attr-defined]
    yield true("contradictions have shares, and what is hard did not change", formed)
    if not formed or not isinstance(cover, ContradictionCover) or not isinstance(least, int):
        return
    false = [Fraction(not verify_program(program, ProgramClaim(each)).holds) for each in cover.contradictions]
    yield every("contradictions of the bound hold", false, "=", 0)
    if any(false):
        return
    names = Partition(
        tuple(None if name in cover.hard else name for name in program.row_names),
        tuple(None if name in cover.hard else name for name in program.column_names),
        (),
    )
    sets = [_parts_of(names, each) for each in cover.contradictions]
    yield _within({name: Fraction(1) for each in sets for name in each}, sets, cover.shares)
    yield _reached(Fraction(ceil(sum(cover.shares, Fraction(0)))), Fraction(least))


def _covered(program: Program, blame: Blame, weights: dict[str, Fraction]) -> Iterator[Check]:
    cover = PointCover((), ()) if blame.cover is None else blame.cover
    formed = _is_cover(program, cover) and is_fraction(blame.at_least)
    yield true("points of the bound have a fraction for every column, and a share", formed)
    if not formed or blame.partition is None or blame.at_least is None:
        return
    sets = [_violated(program, blame.partition, point) for point in cover.points]
    yield every("points of the bound satisfy what is hard", [Fraction(each is None) for each in sets], "=", 0)
    if any(each is None for each in sets):
        return
    yield _within(weights, [each for each in sets if each is not None], cover.shares)
    total = sum(cover.shares, Fraction(0))
    whole = all(weight.denominator == 1 for weight in weights.values())
    yield _reached(Fraction(ceil(total)) if whole else total, blame.at_least)


def _within(weights: dict[str, Fraction], sets: list[Set], shares: tuple[Fraction, ...]) -> Check:
    """No part has more shares on it than it weighs, and none is negative."""
    taken: dict[str, Fraction] = {}
    for each, share in zip(sets, shares, strict=True):
        for part in each:
            taken[part] = taken.get(part, Fraction(0)) + share
    left = [weights[part] - share for part, share in taken.items()]
    least = min((*left, *shares), default=Fraction(0))
    shown = "within" if least >= 0 else "beyond"
    return compare("shares are within the weights of parts", least, ">=", 0, shown=shown)


def _reached(proved: Fraction, claimed: Fraction) -> Check:
    shown = "reached" if proved >= claimed else "missed"
    return compare("shares reach the lower bound", proved - claimed, ">=", 0, shown=shown)


def _others(program: Program, answer: Infeasible, partition: Partition, own: Set) -> Iterator[Check]:
    """Every further contradiction holds, and none shares a part with another."""
    listed = type(answer.others) is tuple and all(_is_other(each) for each in answer.others)
    judged = [judge_program_answer(program, each).holds for each in answer.others] if listed else [False]
    false = [Fraction(not holds) for holds in judged]
    yield every("further contradictions hold", false, "=", 0)
    if any(false):
        return
    sets = [own]
    for each in answer.others:
        assert isinstance(each.proof, Contradiction)
        sets.append(_parts_of(partition, each.proof))
    apart = sum(map(len, sets)) == len(frozenset().union(*sets))
    shown = all(
        each.blame is not None and set(each.blame.parts) == s for each, s in zip(answer.others, sets[1:], strict=True)
    )
    yield true("contradictions share no part", apart and shown)


def _is_other(answer: object) -> bool:
    plain = type(answer) is Infeasible and type(answer.proof) is Contradiction and type(answer.others) is tuple
    plain = plain and not answer.others and answer.strict is False  # type: ignore[attr-defined]
    return plain and type(answer.blame) is Blame and are_names(answer.blame.parts)  # type: ignore[attr-defined]


def _parts_of(partition: Partition, proof: Contradiction) -> Set:
    places = {"row": partition.rows, "column": partition.columns}
    parts = (places[term.place][term.number] for term in proof.terms)
    return frozenset(part for part in parts if part is not None)


def _violated(program: Program, partition: Partition, point: Point) -> Set | None:
    """The parts that a point violates; None where it violates something hard."""
    x, violated = point.values, set()
    values = {"row": [row_product(row, x) for row in program.A.rows()], "column": list(x)}
    for place, parts in (("row", partition.rows), ("column", partition.columns)):
        for k, (value, part) in enumerate(zip(values[place], parts, strict=True)):
            low, high = program.side(place, k, "lower"), program.side(place, k, "upper")
            if (low is not None and value < low) or (high is not None and value > high):
                if part is None:
                    return None
                violated.add(part)
    return frozenset(violated)


def _is_blame(program: Program, blame: object) -> bool:
    if type(blame) is not Blame or type(blame.partition) is not Partition:
        return False
    partition = blame.partition
    if not (are_names(blame.parts) and is_fraction(blame.weight) and type(partition.weights) is tuple):
        return False
    if not all(type(each) is tuple and len(each) == 2 for each in partition.weights):
        return False
    known = all(type(part) is str and is_fraction(w) and w > 0 for part, w in partition.weights)
    weighed = {part for part, _ in partition.weights} if known else set()
    if not known or len(weighed) != len(partition.weights):
        return False
    sizes = zip((partition.rows, partition.columns), program.shape, strict=True)
    return all(type(parts) is tuple and len(parts) == n and _are_parts(parts, weighed) for parts, n in sizes)


def _are_parts(parts: Iterable[object], weighed: set[str]) -> bool:
    return all(part is None or (type(part) is str and part in weighed) for part in parts)


def _is_cover(program: Program, cover: object) -> bool:
    if type(cover) is not PointCover or not _are_shares(cover.points, cover.shares):
        return False
    n = program.shape[1]
    values = [each.values if type(each) is Point else None for each in cover.points]
    return all(type(x) is tuple and len(x) == n and all(map(is_fraction, x)) for x in values)


def _is_count(program: Program, cover: object) -> bool:
    if type(cover) is not ContradictionCover or not _are_shares(cover.contradictions, cover.shares):
        return False
    return are_names(cover.hard) and all(type(each) is Contradiction for each in cover.contradictions)


def _are_shares(those: object, shares: object) -> bool:
    listed = type(those) is tuple and type(shares) is tuple and len(those) == len(shares)
    return listed and all(map(is_fraction, shares))  # type: ignore[call-overload]
