"""The search for one of the two alternatives: several sources of guesses take turns until the verifier accepts one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.deadline import check_deadline, now, overtime
from gordan.arithmetic.threads import all_threads
from gordan.engine.solver import Solver
from gordan.errors import OverBudget
from gordan.feasibility.program.attempt import Stopwatch, attempts
from gordan.feasibility.program.dixon import TooLong
from gordan.feasibility.program.doubles import Doubles
from gordan.feasibility.program.farkas import dual, ranges, reduce_contradiction
from gordan.feasibility.program.least_violation import in_doubles, suits_doubles
from gordan.feasibility.program.perceptron import guesses, unproved
from gordan.feasibility.program.refutation import refutations
from gordan.feasibility.program.shorten import shorter
from gordan.feasibility.program.small import SMALL, crossed, decide_small, origin
from gordan.feasibility.program.tableau import from_basis, from_dictionary
from gordan.outcome import Code, Outcome, Reason, Verdict
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramClaim
from gordan.problem.exact_matrix import ExactMatrix
from gordan.problem.program import Program
from gordan.verify import verify

__all__ = ["Proof", "Proved", "search", "search_by"]

_FEWEST = 2  # members of a contradiction of which no shorter one is looked for
_DICTIONARY = 250_000  # entries of a dictionary that may fill up
_WIDE = 2.0**30  # ratio of entries, in the best units, beyond which tolerances of 1e-9 mean little
_PATIENCE = 1.0  # seconds for HiGHS where the simplex method in integers will do
Proof = Point | Contradiction | ContradictionBall
Guesses = Iterator[Proof | None]


class Proved(NamedTuple):
    """A proof that the verifier accepted, its verdict, and the source of the guess that became it."""

    proof: Proof
    verdict: Verdict
    solver: str


def search_by(
    program: Program, solver: str | Solver, *, strict: bool, until: float, watch: Stopwatch
) -> tuple[Proved | Reason, int]:
    """The same by an algorithm for points, and its iterations."""
    name, outcomes = solver if isinstance(solver, str) else solver.name, list[Outcome]()
    try:
        for guess in guesses(program, solver, strict=strict, until=until, watch=watch, outcomes=outcomes):
            if guess is not None and (judged := _judge(program, guess, strict, watch)) is not None:
                return Proved(*judged, name), sum(outcome.n_iter for outcome in outcomes)
        # A boundary point is out of its reach, and the origin is one to look at.
        if not strict and (judged := _judge(program, origin(program), strict, watch)) is not None:
            return Proved(*judged, "inspection"), 0
    except (OverBudget, TooLong):
        return Reason("The time allowed ran out before either was proved.", Code.MAX_SECONDS), 0
    return unproved(name, outcomes), sum(outcome.n_iter for outcome in outcomes)


def search(
    program: Program,
    *,
    strict: bool,
    until: float,
    watch: Stopwatch,
    quick: bool = False,
    doubles: bool = False,
) -> Proved | Reason:
    """A proof that the verifier accepted, the first one if `quick`; or the reason why there is none.

    With `doubles` a contradiction of a large program may be a `ContradictionBall`.
    """
    try:
        for solver, guesses in _sources(program, strict, until, watch, quick=quick, doubles=doubles):
            for guess in guesses:
                if guess is not None and (judged := _judge(program, guess, strict, watch)) is not None:
                    proved = Proved(*judged, solver)
                    return proved if quick else _shortest(program, proved, strict, until, watch)
                if now() > until:
                    raise TooLong
    except (OverBudget, TooLong):
        return Reason("The time allowed ran out before either was proved.", Code.MAX_SECONDS)
    return Reason(
        "No vertex that HiGHS found stood for an exact one, and the program is too large for the method in integers.",
        Code.UNPROVED,
    )


def _shortest(program: Program, proved: Proved, strict: bool, until: float, watch: Stopwatch) -> Proved:
    """What was proved, or a contradiction with fewer members."""
    proof = proved.proof
    if strict or isinstance(proof, Point) or program.A.deferred or len(proof.terms) <= _FEWEST:
        return proved
    for guess in shorter(program, proof, until=until, watch=watch):
        try:
            judged = _judge(program, guess, strict, watch)
        except (OverBudget, TooLong):
            break
        if judged is not None:
            proved = Proved(*judged, proved.solver)
    return proved


def _sources(
    program: Program, strict: bool, until: float, watch: Stopwatch, *, quick: bool, doubles: bool
) -> Iterator[tuple[str, Guesses]]:
    """Guesses by what they come from, the quickest first."""
    if doubles and suits_doubles(program):
        yield "least violation", in_doubles(program, watch=watch)
    yield "inspection", (look(program) for look in (crossed, origin))
    own = "simplex", from_dictionary(program, until=until, watch=watch)
    fits = not strict and 0 < program.shape[0] * program.shape[1] <= _DICTIONARY
    first = fits and Doubles.of(program).spread > _WIDE  # HiGHS would take numbers for 0 that are not
    yield from [own] if first else []
    if (2 * sum(program.shape)) * (program.shape[1] + 2) <= SMALL:
        if not quick:  # HiGHS's vertices are simpler, and two tiny programs kept it busy for half a minute
            yield "highs", _until(_from_vertices(program, strict, min(until, now() + _PATIENCE), watch), _PATIENCE)
        yield "simplex", (decide_small(program, strict=strict, until=until) for _ in range(1))
    yield "highs", _from_vertices(program, strict, until, watch)
    yield from [own] if fits and not first else []


def _until(guesses: Guesses, seconds: float) -> Guesses:
    """Guesses for so many seconds."""
    end = now() + seconds
    try:
        for guess in guesses:
            yield guess
            if now() > end:
                return
    except TooLong:
        return


def _from_vertices(program: Program, strict: bool, until: float, watch: Stopwatch) -> Guesses:
    if 0 not in program.shape:
        # One run of HiGHS tells which alternative is likely, and often has the proof of it.
        sources: list[Guesses] = [] if strict else [from_basis(program, until=until, watch=watch)]
        sources.append(_points(program, strict, until, watch))
        if strict:
            sources.append(_weights(program, True, until, watch))
        sources.append(_weights(program, False, until, watch))
        sources.append(refutations(program, until=until, watch=watch))
        yield from _in_turn(sources)


def _in_turn(sources: list[Guesses]) -> Guesses:
    """Each source until it has nothing to show for the moment, then the next."""
    while sources:
        for source in list(sources):
            for guess in source:
                yield guess
                if guess is None:
                    break
            else:
                sources.remove(source)


def _points(program: Program, strict: bool, until: float, watch: Stopwatch) -> Guesses:
    n = program.shape[1]
    asked = with_room(program) if strict else program
    cost = np.concatenate([np.zeros(n), [-1.0]]) if strict else None
    for point in attempts(asked, cost, until=until, watch=watch):
        yield None if point is None else Point(point[:n])


def _weights(program: Program, strict: bool, until: float, watch: Stopwatch) -> Guesses:
    other = dual(program, strict=strict)
    if not other.sides:
        return
    for weights in attempts(other.program, until=until, watch=watch):
        yield None if weights is None or not any(weights) else other.contradiction(weights, irreducible=True)


def _judge(program: Program, guess: Proof, strict: bool, watch: Stopwatch) -> tuple[Proof, Verdict] | None:
    """The proof with its verdict where it holds; one that is larger than need be is reduced, as far as time allows."""
    try:
        return _judge_in_time(program, guess, strict, watch)
    except (OverBudget, TooLong):
        if not isinstance(guess, Contradiction):
            raise
        loose = replace(guess, irreducible=False)
        with overtime(anew=True), watch.during("verification"):
            verdict = verify(program, ProgramClaim(loose, strict))
        if not verdict.holds:
            raise
        return loose, verdict


def _misses(program: Program, point: Point) -> bool:
    """Whether some row is violated, which rules out most wrong points before the verifier looks at all rows."""
    x = point.values
    for row, low, high in zip(program.A.rows(), program.row_lower, program.row_upper, strict=True):
        check_deadline("looking at a point")
        value = sum((x[j] if a == 1 else a * x[j] for j, a in row if x[j]), Fraction(0))
        if (low is not None and value < low) or (high is not None and value > high):
            return True
    return False


def _judge_in_time(program: Program, guess: Proof, strict: bool, watch: Stopwatch) -> tuple[Proof, Verdict] | None:
    if isinstance(guess, Point) and not program.A.deferred and _misses(program, guess):
        return None
    # A ball takes a few products of large matrices, each of which gains by all threads.
    with watch.during("verification"), all_threads(isinstance(guess, ContradictionBall)):
        verdict = verify(program, ProgramClaim(guess, strict))
    if verdict.holds and not (isinstance(guess, Contradiction) and not guess.irreducible):
        return guess, verdict
    if not isinstance(guess, Contradiction):
        return None
    loose = replace(guess, irreducible=False)
    if not verdict.holds and not verify(program, ProgramClaim(loose, strict)).holds:
        return None
    with watch.during("exact"):
        reduced = reduce_contradiction(program, loose)
    with watch.during("verification"):
        verdict = verify(program, ProgramClaim(reduced, strict))
        return (reduced, verdict) if verdict.holds else (loose, verify(program, ProgramClaim(loose, strict)))


def with_room(program: Program) -> Program:
    """One column more, t between 0 and 1, that every inequality keeps from its side; bounds become rows.

    A solution with t > 0 is a strict one. Each row keeps t times the size of its greatest entry, so that t is the same
    in whatever units rows are.

    Examples
    --------
    >>> with_room(Program([[2]], row_lower=[1], upper=[3])).shape
    (2, 2)
    """
    n, one = program.shape[1], Fraction(1)
    kept: list[tuple[dict[int, Fraction], Fraction | None, Fraction | None]] = []
    for _, _, entries, low, high in ranges(program):
        row = dict(entries)
        size = max((abs(a) for a in row.values()), default=one)
        if low is not None and low == high:
            kept.append((row, low, high))
            continue
        if low is not None:
            kept.append(({**row, n: -size}, low, None))
        if high is not None:
            kept.append(({**row, n: size}, None, high))
    free: list[Fraction | None] = [None] * n
    return Program(
        ExactMatrix.of([row for row, _, _ in kept], n + 1),
        row_lower=[low for _, low, _ in kept],
        row_upper=[high for _, _, high in kept],
        lower=[*free, Fraction(0)],
        upper=[*free, one],
    )
