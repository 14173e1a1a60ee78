"""Least changes of a program: the point on the changed sides, and the weights that price them, in integers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gordan.outcome import Check, Verdict
from gordan.outcome.alternative import Point
from gordan.outcome.feasibility import Member
from gordan.outcome.objective import Bound
from gordan.outcome.repair import Change, Repaired, RepairProof
from gordan.problem.program import Program
from gordan.verify.blame import judge_count
from gordan.verify.check import are_names, compare, every, is_fraction, true
from gordan.verify.program import are_formed, row_product, weighted

__all__ = ["judge_repair"]


def judge_repair(program: Program, claim: Repaired | RepairProof) -> Verdict:
    """Judge a repair, or the answer that holds it, against the raw program.

    Examples
    --------
    >>> import gordan
    >>> program = gordan.Program([[1], [1]], row_lower=[3, None], row_upper=[None, 1])
    >>> judge_repair(program, gordan.repair(program)).holds
    True
    """
    checks: list[Check] = []
    proof = claim.proof if isinstance(claim, Repaired) else claim
    if isinstance(claim, Repaired):
        names = claim.column_names, claim.row_names
        same = are_names(*names) and names == (program.column_names, program.row_names)
        checks.append(true("names are the program's", same))
        checks.append(true("proof is of its kind", type(proof) is RepairProof))
    if type(proof) is RepairProof:
        checks += _repair(program, proof)
        if isinstance(claim, Repaired) and all(check.holds for check in checks):
            made = type(claim.members) is tuple and all(type(each) is Member for each in claim.members)
            shown = [member[:3] for member in claim.members] if made else []
            same = made and are_names(*shown) and shown == [_named(program, c) for c in proof.changes]
            checks.append(true("changes shown are the proof's", same))
            if claim.at_least is not None:
                checks += judge_count(program, claim.at_least, claim.cover, _unpriced(program, proof))
    return Verdict(tuple(checks), "exact")


def _unpriced(program: Program, proof: RepairProof) -> frozenset[str]:
    """Names whose rows and columns do not change at any price."""
    rows = zip(program.row_names, proof.row_prices, strict=True)
    columns = zip(program.column_names, proof.column_prices, strict=True)
    pairs = [*rows, *columns]
    return frozenset(name for name, _ in pairs) - {name for name, price in pairs if price is not None}


def _named(program: Program, change: Change) -> tuple[str, str, str]:
    names = program.row_names if change.place == "row" else program.column_names
    return change.place, names[change.number], change.side


def _repair(program: Program, proof: RepairProof) -> Iterator[Check]:
    priced = _priced(program, proof)
    formed = priced and _formed(program, proof)
    yield true("repair has a fraction for every column, price and change", formed)
    if not formed:
        return
    given: dict[tuple[str, int, str], Fraction] = {change[:3]: change.amount for change in proof.changes}
    prices = {"row": proof.row_prices, "column": proof.column_prices}
    slack = [min(_slacks(program, proof, given), default=Fraction(0))]
    yield every("changed sides hold", [Fraction((v > 0) - (v < 0)) for v in slack], ">=", 0)
    if proof.norm == "max":
        cost = max(given.values(), default=Fraction(0))
    else:
        cost = sum((prices[c.place][c.number] * c.amount for c in proof.changes), Fraction(0))  # type: ignore[operator]
    shown = "the value" if cost == proof.value else "another"
    yield compare("changes cost the value", cost - proof.value, "=", 0, shown=shown, needed="the value")
    terms, d = proof.bound.terms, proof.bound.denominator
    if proof.norm == "max":
        total = sum((t.weight for t in terms if prices[t.place][t.number] is not None), 0)
        over = Fraction(d - total)
    else:
        known = ((prices[t.place][t.number], t.weight) for t in terms)
        over = min((price * d - weight for price, weight in known if price is not None), default=Fraction(0))
    yield compare("weights are within the prices", over, ">=", 0, shown="within" if over >= 0 else "beyond")
    left, right = weighted(program, terms)
    names = [program.column_names[j] for j in left]
    yield every("weighted rows cancel", list(left.values()), "=", 0, names=names)
    short = right / d - proof.value
    shown = "the value" if not short else "another"
    yield compare("weighted sides add up to the value", short, "=", 0, shown=shown, needed="the value")


def _priced(program: Program, proof: RepairProof) -> bool:
    """Whether each row and column has a price, not negative, or None; for the norm "max" every price is 1."""
    for prices, size in zip((proof.row_prices, proof.column_prices), program.shape, strict=True):
        if type(prices) is not tuple or len(prices) != size:
            return False
        if not all(price is None or (is_fraction(price) and price >= 0) for price in prices):
            return False
    if type(proof.norm) is not str:
        return False
    every_one = all(price == 1 for price in (*proof.row_prices, *proof.column_prices) if price is not None)
    return proof.norm == "sum" or (proof.norm == "max" and every_one)


def _formed(program: Program, proof: RepairProof) -> bool:
    point, bound, changes = proof.point, proof.bound, proof.changes
    if type(point) is not Point or type(point.values) is not tuple or len(point.values) != program.shape[1]:
        return False
    if not all(map(is_fraction, point.values)) or not is_fraction(proof.value):
        return False
    if type(bound) is not Bound or type(bound.denominator) is not int or bound.denominator <= 0:
        return False
    if not are_formed(program, bound.terms) or type(changes) is not tuple:
        return False
    prices = {"row": proof.row_prices, "column": proof.column_prices}
    seen = set()
    for change in changes:
        if (
            type(change) is not Change
            or not are_names((change.place, change.side))
            or change.place not in prices
            or change.side not in ("lower", "upper")
        ):
            return False
        if type(change.number) is not int or not 0 <= change.number < len(prices[change.place]):
            return False
        if prices[change.place][change.number] is None or not is_fraction(change.amount) or change.amount <= 0:
            return False
        if program.side(change.place, change.number, change.side) is None:
            return False
        seen.add(change[:3])
    return len(seen) == len(changes)


def _slacks(program: Program, proof: RepairProof, given: dict[tuple[str, int, str], Fraction]) -> Iterator[Fraction]:
    """How far the point is inside every side, after the changes."""
    x = proof.point.values
    for j, value in enumerate(x):
        yield from _both(program, "column", j, value, given)
    for i, row in enumerate(program.A.rows()):
        yield from _both(program, "row", i, row_product(row, x), given)


def _both(
    program: Program, place: str, k: int, value: Fraction, given: dict[tuple[str, int, str], Fraction]
) -> Iterator[Fraction]:
    low, high = program.side(place, k, "lower"), program.side(place, k, "upper")
    if low is not None:
        yield value - low + given.get((place, k, "lower"), 0)
    if high is not None:
        yield high - value + given.get((place, k, "upper"), 0)
