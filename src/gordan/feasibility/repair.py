"""`repair(program)` and `tolerance(program)`: the least change that makes a program feasible, and its proof."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from math import ceil
from typing import Any, Literal

from gordan.arithmetic.deadline import deadline, now, overtime
from gordan.errors import InputError, OverBudget
from gordan.feasibility.model import read_program
from gordan.feasibility.optimum import optimum
from gordan.feasibility.program.answer_program import answer_program, members_of, spell
from gordan.feasibility.program.farkas import Side, ranges
from gordan.outcome import Code, Reason, Run
from gordan.outcome.alternative import Point, Term
from gordan.outcome.blame import ContradictionCover
from gordan.outcome.feasibility import Feasible, Infeasible, UndecidedFeasibility
from gordan.outcome.objective import Bound
from gordan.outcome.optimum import Optimal
from gordan.outcome.repair import Change, Prices, Repaired, RepairProof
from gordan.problem.exact_matrix import ExactMatrix, exact_number
from gordan.problem.program import Program
from gordan.verify import verify

__all__ = ["kept_sides", "least_change", "named", "repair", "spread_names", "tolerance"]

_ZERO, _ONE = Fraction(0), Fraction(1)
_COMPARED = 5_000  # names among which the nearest is looked for: each takes some microseconds
Norm = Literal["sum", "max"]


def repair(
    program: object,
    *,
    hard: Iterable[str] = (),
    prices: Mapping[str, Any] | None = None,
    fewest: bool = False,
    max_seconds: float | None = None,
) -> Repaired | Infeasible | UndecidedFeasibility:
    """Find the least change of sides and bounds with which every constraint can be satisfied, with a proof.

    Every side may give way, a lower one down and an upper one up; what all changes cost together, each times its price,
    is as little as can be. Weights of the constraints prove that no less would do.

    Parameters
    ----------
    program : Program, or a model that `gordan.read_model` takes
        What is to be repaired.
    hard : names
        Rows and columns that stay as they are; "demand" stands for demand[a], demand[b] and all other entries. Where
        these contradict one another, that is the answer.
    prices : dict, optional
        What one unit of change costs, by the name of the row or column; 1 for all others.
    fewest : bool
        Change few rows and columns, however much, and these as cheaply as can be. That no fewer would do is not always
        proved: the answer's `at_least` says how many have to change at least.
    max_seconds : float, optional
        A budget; when it runs out the answer is `Undecided`.

    Returns
    -------
    Repaired, Infeasible or Undecided

    Examples
    --------
    >>> import gordan
    >>> from gordan.data import path
    >>> answer = gordan.repair(gordan.read_mps(path("feed.mps")), hard=["hay", "soy", "straw"])
    >>> answer.value, [member.words for member in answer.members]
    (Fraction(1, 2), ['water ≤ 2 becomes 2.5'])
    >>> answer = gordan.repair(gordan.read_mps(path("feed.mps")), prices={"water": 10, "straw": 10})
    >>> [member.words for member in answer.members]
    ['amount ≥ 10 becomes 28/3', 'protein ≥ 2.5 becomes 4/3']
    >>> answer = gordan.repair(gordan.read_mps(path("feed.mps")), prices={"water": 10, "straw": 10}, fewest=True)
    >>> len(answer.members), answer.at_least
    (1, 1)
    """
    known = read_program(program)
    hard = named(hard)
    priced = _prices(known, hard, prices or {})
    with deadline(max_seconds):
        answer = least_change(known, "sum", *priced, None)
        if not fewest or not isinstance(answer, Repaired):
            return answer
        return _fewest(known, hard, priced, answer)


def _fewest(program: Program, hard: Iterable[str], priced: tuple[Prices, Prices], answer: Repaired) -> Repaired:
    """A repair of few rows and columns; the cheapest one where that has no more or no other was found in time."""
    from gordan.feasibility.blame import fewest, parts_of

    began = now()
    parts = parts_of(program, hard, {}, {})
    fixed = spread_names(hard, dict.fromkeys((*program.row_names, *program.column_names)))
    gone, contradictions, shares = fewest(program, parts)
    if gone is not None and len(gone) < len({member.name for member in answer.members}):
        rows, columns = (
            tuple(price if part in gone else None for price, part in zip(prices, names, strict=True))
            for prices, names in zip(priced, (parts.rows, parts.columns), strict=True)
        )
        with overtime(anew=True):
            fewer = least_change(program, "sum", rows, columns, None)
        answer = fewer if isinstance(fewer, Repaired) else answer
    run = None if answer.run is None else replace(answer.run, seconds=answer.run.seconds + now() - began)
    cover = ContradictionCover(tuple(name for own in fixed.values() for name in own), contradictions, shares)
    answer = replace(answer, at_least=ceil(sum(shares, _ZERO)), cover=cover, run=run)
    with overtime(anew=True):
        verdict = verify(program, answer)
    return replace(answer, verdict=verdict) if verdict.holds else replace(answer, at_least=0, cover=None)


def tolerance(program: object, *, max_seconds: float | None = None) -> Repaired | Infeasible | UndecidedFeasibility:
    """Find the least tolerance with which a program is feasible; with any that is less it is infeasible.

    A solver that lets every row and bound be violated by its tolerance (1e-7 by default in HiGHS) calls a program
    feasible if that is more than `value`, whatever is true without one.

    Parameters
    ----------
    program : Program, or a model that `gordan.read_model` takes
        What is asked about, in its own units.
    max_seconds : float, optional
        A budget; when it runs out the answer is `Undecided`.

    Returns
    -------
    Repaired or Undecided
        Its `value` is the tolerance, as a fraction; 0 where the program is feasible.

    Examples
    --------
    >>> import gordan
    >>> short = gordan.Program([[1, 1]], row_lower=[2 + Fraction(1, 2**30)], upper=1)
    >>> answer = gordan.tolerance(short)
    >>> answer.value == Fraction(1, 3 * 2**30), gordan.verify(short, answer).holds
    (True, True)
    """
    known = read_program(program)
    rows, columns = ((_ONE,) * size for size in known.shape)
    return least_change(known, "max", rows, columns, max_seconds)


def named(given: object) -> tuple[Any, ...]:
    """One name, or several."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return (given,)
    return tuple(given)


def spread_names(given: Iterable[str], names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The names that each name given stands for: itself, or demand[a], demand[b], … of a constraint or variable demand.

    What no row or column is called is refused, with the names that are nearest to it.

    Examples
    --------
    >>> spread_names(["demand", "hay"], ["demand[a]", "demand[b]", "hay"])
    {'demand': ('demand[a]', 'demand[b]'), 'hay': ('hay',)}
    """
    spread = {}
    for name in given:
        if not isinstance(name, str):
            raise InputError(f"{name!r} is no name of a row or column, but a {type(name).__name__}; give text")
        own = (name,) if name in names else tuple(each for each in names if each.startswith(f"{name}["))
        if not own:
            bases = {each.partition("[")[0] for each in names}
            close = get_close_matches(name, sorted({*bases, *names})[:_COMPARED], n=3)
            meant = f"; did you mean {' or '.join(map(repr, close))}?" if close else "; give names that the program has"
            raise InputError(f"there is no row or column {name!r}{meant}")
        spread[name] = own
    return spread


def _prices(program: Program, hard: Iterable[str], prices: Mapping[str, Any]) -> tuple[Prices, Prices]:
    """A price for every row and column, None where it is hard."""
    if not isinstance(prices, Mapping):
        raise InputError(f'prices is a {type(prices).__name__}; give a dictionary such as {{"hay": 2}}')
    names = dict.fromkeys((*program.row_names, *program.column_names))
    kept = {each for own in spread_names(hard, names).values() for each in own}
    spread = spread_names(prices, names)
    # What is named by itself has its own price, whatever that of the others is.
    shared = sorted(prices, key=lambda name: spread[name] == (name,))
    known = {each: exact_number(prices[name], program.numbers) for name in shared for each in spread[name]}
    for name, price in known.items():
        if price < 0:
            raise InputError(f"the price of {name!r} is {price}; give a number that is not negative")

    def of(names: tuple[str, ...]) -> Prices:
        return tuple(None if name in kept else known.get(name, _ONE) for name in names)

    return of(program.row_names), of(program.column_names)


def least_change(
    program: Program, norm: Norm, row_prices: Prices, column_prices: Prices, max_seconds: float | None
) -> Repaired | Infeasible | UndecidedFeasibility:
    """The cheapest repair, the contradiction among what is hard, or neither within the time."""
    if max_seconds is not None and not max_seconds > 0:
        raise InputError(f"max_seconds is {max_seconds!r}; give a number of seconds greater than 0, or None")
    with deadline(max_seconds):
        try:
            elastic, sides = _elastic(program, norm, row_prices, column_prices)
            answer = optimum(elastic)
            if isinstance(answer, Infeasible):
                return _only_hard(program, row_prices, column_prices)
            if not isinstance(answer, Optimal):
                return UndecidedFeasibility(run=answer.run, notes=program.notes)
            proof = _proof(program, norm, row_prices, column_prices, sides, answer)
            members = _members(program, proof.changes)
            verdict = verify(program, proof)
        except OverBudget as refusal:
            reason = Reason(f"The time allowed ran out: {refusal}.", Code.MAX_SECONDS)
            return UndecidedFeasibility(run=Run(reason=reason, seconds=max_seconds or 0.0), notes=program.notes)
    if not verdict.holds:
        reason = Reason("The verifier refused what was found.", Code.UNPROVED)
        return UndecidedFeasibility(run=Run(reason=reason, seconds=answer.seconds), notes=program.notes)
    return Repaired(
        proof=proof,
        column_names=program.column_names,
        row_names=program.row_names,
        members=members,
        notes=program.notes,
        verdict=verdict,
        run=answer.run,
    )


def _elastic(program: Program, norm: Norm, row_prices: Prices, column_prices: Prices) -> tuple[Program, list[Side]]:
    """Every soft side as a row with a slack of its own, or with the one that all share; and the side of each row."""
    n = program.shape[1]
    sides: list[Side] = []
    rows: list[dict[int, Fraction]] = []
    right: list[tuple[Fraction | None, Fraction | None]] = []
    costs: list[Fraction] = [_ONE] if norm == "max" else []
    prices = {"row": row_prices, "column": column_prices}
    for place, k, entries, low, high in ranges(program):
        price = prices[place][k]
        for value, sign in ((low, 1), (high, -1)):
            if value is None:
                continue
            row = dict(entries)
            if price is not None:
                column = n if norm == "max" else n + len(costs)
                row[column] = Fraction(sign)
                costs += [price] if norm == "sum" else []
            sides.append((place, k, "lower" if sign > 0 else "upper"))
            rows.append(row)
            right.append((value, None) if sign > 0 else (None, value))
    width = n + len(costs)
    elastic = Program(
        ExactMatrix.of(rows, width),
        row_lower=[low for low, _ in right],
        row_upper=[high for _, high in right],
        lower=[*([None] * n), *([_ZERO] * len(costs))],
        objective=[*([_ZERO] * n), *costs],
    )
    return elastic, sides


def _proof(
    program: Program, norm: Norm, row_prices: Prices, column_prices: Prices, sides: list[Side], answer: Optimal
) -> RepairProof:
    """The optimum of the elastic program in terms of the program's own sides."""
    values = answer.proof.point.values[: program.shape[1]]
    prices = {"row": row_prices, "column": column_prices}
    at = {"column": values, "row": [sum((a * values[j] for j, a in row), _ZERO) for row in program.A.rows()]}
    changes = []
    for place, k, side in sides:
        value = program.side(place, k, side)
        assert value is not None
        missing = value - at[place][k] if side == "lower" else at[place][k] - value
        if missing > 0 and prices[place][k] is not None:
            changes.append(Change(place, k, side, missing))
    terms = tuple(Term(*sides[t.number], t.weight) for t in answer.proof.bound.terms if t.place == "row")
    bound = Bound(terms, answer.proof.bound.denominator)
    return RepairProof(answer.value, Point(values), tuple(changes), bound, norm, row_prices, column_prices)


def _members(program: Program, changes: Iterable[Change]) -> tuple[Any, ...]:
    found = []
    for change in changes:
        [member] = members_of(program, [change[:3]])
        side = program.side(*change[:3])
        assert side is not None
        new = side - change.amount if change.side == "lower" else side + change.amount
        found.append(member._replace(words=f"{member.words} becomes {spell(new)}"))
    return tuple(found)


def _only_hard(program: Program, row_prices: Prices, column_prices: Prices) -> Infeasible | UndecidedFeasibility:
    """The contradiction among what is hard."""
    rows, columns = ([price is None for price in prices] for prices in (row_prices, column_prices))
    answer = answer_program(kept_sides(program, rows, columns), strict=False, implied=False)
    assert not isinstance(answer, Feasible)
    return answer


def kept_sides(program: Program, rows: Sequence[bool], columns: Sequence[bool]) -> Program:
    """The program with the sides of some rows and the bounds of some columns only."""

    def kept(sides: Iterable[Fraction | None], stays: Sequence[bool]) -> list[Fraction | None]:
        return [side if stay else None for side, stay in zip(sides, stays, strict=True)]

    return replace(
        program,
        row_lower=kept(program.row_lower, rows),
        row_upper=kept(program.row_upper, rows),
        lower=kept(program.lower, columns),
        upper=kept(program.upper, columns),
    )
