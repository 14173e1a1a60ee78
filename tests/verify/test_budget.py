"""What checking may cost: known before it is done where it is much, and ended by the clock. Neither is a verdict."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.deadline import afford, check_deadline, deadline, now, overtime, seconds_left
from gordan.arithmetic.limit import exact_time
from gordan.arithmetic.setting import name_options
from gordan.file import number
from gordan.file.certificate.format import parse, spell
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.certificate import ProgramCertificate
from gordan.outcome.certificate.compose import compose_program
from gordan.verify.cost import estimated_seconds
from gordan.verify.irreducible import long_dot

MILLION = 10**1_000_000


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second whenever somebody looks at it."""
    seconds = itertools.count()
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))


def certified(program: gordan.Program, proof: Point | Contradiction) -> ProgramCertificate:
    found = parse(spell(compose_program(program, proof, strict=False, file=None)), "c.json")
    assert isinstance(found, ProgramCertificate)
    return found


def test_fractions_of_a_million_digits_are_read_and_judged() -> None:
    """Python's own search for common factors would take minutes: once to read them, once for every row."""
    program = gordan.Program([[1, 1], [3, 2]], row_lower=[1, 3], row_upper=[3, None])
    with gordan.limits(digits=1_000_001):
        found = certified(program, Point((number.in_lowest_terms(MILLION + 1, MILLION), Fraction(1, 7))))
    assert found.proof.values[0].denominator == MILLION
    assert gordan.verify(program, found).holds
    below = MILLION // 10
    low = certified(program, Point((number.in_lowest_terms(6 * below - 3, 7 * below), Fraction(1, 7))))
    verdict = gordan.verify(program, low)
    assert [check.name for check in verdict.failed] == ["rows hold"]


def test_a_long_fraction_must_be_in_lowest_terms() -> None:
    for text in ("6/4", "2" + "0" * 5000 + "/4", "3/-2", "3/1", "0/2"):
        with pytest.raises(ValueError, match="whole number"):
            number.fraction(text)


@pytest.mark.parametrize("seed", range(20))
def test_sums_of_long_fractions_are_those_of_short_ones(seed: int) -> None:
    random = np.random.default_rng(seed)
    above, below = random.integers(-99, 99, (2, 12)).tolist(), random.integers(1, 60, (2, 12)).tolist()
    first, second = (list(map(Fraction, above[k], below[k])) for k in (0, 1))
    pairs = list(zip(first, second, strict=True))
    found = long_dot(pairs)
    assert found == sum((a * v for a, v in pairs), Fraction(0))
    assert type(found) is Fraction


def test_digits_beyond_the_limit_are_refused() -> None:
    with (
        gordan.limits(digits=100),
        pytest.raises(ValueError, match="at most 100 digits"),
    ):
        number.integer("1" * 101)
    with gordan.limits(digits=101):
        assert number.integer("1" * 101) == (10**101 - 1) // 9


def test_what_cannot_end_in_time_is_not_begun() -> None:
    """A hundred thousand rows, each with a fraction of a million digits: hours, which nobody waits for."""
    rows = 100_000
    program = gordan.Program(np.ones((rows, 1)), row_lower=1)
    with gordan.limits(digits=1_000_001):
        found = certified(program, Point((number.in_lowest_terms(MILLION + 1, MILLION),)))
    assert (estimated_seconds(program, found) or 0.0) > 1000
    with pytest.raises(gordan.OverBudget, match=r"takes about .* s, more than .* of the limit exact_seconds = 121"):
        gordan.verify(program, found)
    with pytest.raises(gordan.OverBudget, match=r"left of max_seconds = 60; allow more"):
        gordan.verify(program, found, max_seconds=60)


def test_numbers_of_one_denominator_are_not_estimated_as_if_each_had_its_own() -> None:
    """A basic solution has one denominator or a few: its terms are added up before any of them is reduced."""
    program = gordan.Program(np.full((200, 100), 0.1), row_lower=1, numbers="decimal")
    below = 3**20_000
    shared = certified(program, Point(tuple(Fraction(below + 3 * k + 1, below) for k in range(100))))
    several = certified(program, Point(tuple(Fraction(below * 7**k + 1, below * 7**k) for k in range(100))))
    bits = 200 * 2 * below.bit_length()
    # Once in every row for the denominator, and for each of the hundred entries as a product.
    assert estimated_seconds(program, shared) == pytest.approx((1e-8 + 100 * 5e-11) * bits, rel=1e-3)
    assert (estimated_seconds(program, several) or 0.0) > 1e-6 * bits


def test_numbers_of_64_bits_are_not_long() -> None:
    program = gordan.Program([[1, 1]], row_lower=1)
    edge, long = Fraction(2**62 - 1, 2), Fraction(2**1000, 3)  # 64 and 1,003 bits
    for values, least in (((edge, edge), 0), ((edge, long), 1003)):
        bits = sum(v.numerator.bit_length() + v.denominator.bit_length() for v in values)
        assert estimated_seconds(program, certified(program, Point(values))) == pytest.approx(
            5e-11 * bits + 1e-8 * least
        )


def test_the_advice_is_one_that_whoever_certifies_can_follow(tmp_path: Path) -> None:
    """`certify` has no `max_seconds`: it is the limit that is named, with a number that suffices."""
    program = gordan.Program([[3, 1], [1, 2]], row_lower=[1, 1], lower=0, objective=[1, 1])
    answer = gordan.optimum(program)
    with (
        gordan.limits(exact_seconds=1e-9),
        pytest.raises(gordan.OverBudget, match=r"allow more with gordan\.limits\(exact_seconds="),
    ):
        gordan.certify(program, answer, tmp_path / "never.json")
    with exact_time(), pytest.raises(gordan.OverBudget, match=r"; allow more with gordan\.limits\(exact_seconds=920\)"):
        afford(400.0, "checking")
    with name_options(), exact_time(), pytest.raises(gordan.OverBudget, match=r"with --limit exact_seconds=920"):
        afford(400.0, "checking")
    with gordan.limits(exact_seconds=920), exact_time():
        afford(400.0, "checking")


@pytest.mark.usefixtures("ticking")
def test_time_that_ran_out_is_doubled_in_the_advice() -> None:
    with gordan.limits(exact_seconds=2.5), exact_time():
        seconds_left()
        seconds_left()
        with pytest.raises(gordan.OverBudget, match=r"exact_seconds=5\)"):
            check_deadline()


def test_the_estimate_of_a_contradiction_counts_its_entries() -> None:
    program = gordan.Program(np.ones((1, 1000)), row_lower=[3], upper=0)
    terms = [Term("row", 0, "lower", 2**100_000), *(Term("column", j, "upper", 2**100_000) for j in range(1000))]
    found = certified(program, Contradiction(tuple(terms)))
    assert 1e-4 < (estimated_seconds(program, found) or 0.0) < 1.0
    assert gordan.verify(program, found).holds


def points() -> tuple[gordan.Points, Any]:
    random = np.random.default_rng(0)
    X = random.standard_normal((60, 3))
    problem = gordan.Points(X, X @ [1.0, 2.0, 3.0] > 0.1)
    return problem, gordan.solve(problem)


@pytest.mark.usefixtures("ticking")
def test_no_time_is_no_verdict() -> None:
    """What was not checked in time is neither accepted nor rejected."""
    problem, outcome = points()
    with pytest.raises(gordan.OverBudget, match="was not done within max_seconds = 1"):
        gordan.verify(problem, outcome, proof="exact", max_seconds=1.0)
    assert gordan.verify(problem, outcome, proof="exact", max_seconds=1e9).holds


@pytest.mark.usefixtures("ticking")
def test_a_program_is_judged_within_its_time() -> None:
    program = gordan.Program(np.eye(50), row_lower=1)
    point = Point((Fraction(2),) * 50)
    with pytest.raises(gordan.OverBudget, match="checking the rows"):
        gordan.verify(program, point, max_seconds=10.0)
    assert gordan.verify(program, point, max_seconds=1000.0).holds


def test_budgets_are_numbers() -> None:
    problem, outcome = points()
    for given in (0, -1.0, float("nan"), "soon"):
        with pytest.raises(gordan.InputError, match="max_seconds is"):
            gordan.verify(problem, outcome, max_seconds=given)  # type: ignore[arg-type]


@pytest.mark.usefixtures("ticking")
def test_deadlines_inside_one_another() -> None:
    assert seconds_left() == float("inf")
    with deadline(None):
        check_deadline()
    with deadline(100.0), deadline(1000.0) as inner:
        assert inner.seconds == 100.0
        with deadline(5.0) as shortest:
            assert shortest.seconds == 5.0
            while now() < shortest.until:
                pass
            with pytest.raises(gordan.OverBudget):
                check_deadline("the test")
        check_deadline()
        with overtime():
            assert 90.0 < seconds_left() < 110.0
    assert seconds_left() == float("inf")


@pytest.mark.parametrize("kernel", [None, "rbf"])
@pytest.mark.usefixtures("ticking")
def test_a_run_whose_verification_does_not_end_is_undecided(kernel: str | None) -> None:
    """By this clock nothing can be verified within half a second: and nothing is claimed."""
    problem, _ = points()
    outcome = gordan.separate(problem.X, problem.signs, kernel=kernel, max_seconds=0.1)
    assert isinstance(outcome, gordan.Undecided)
    assert "max_seconds = 0.1" in outcome.reason
    assert outcome.bracket == gordan.outcome.Bracket()


@pytest.mark.usefixtures("ticking")
@pytest.mark.parametrize("seconds", [1.0, 5.0, 20.0, 50.0, 200.0])
def test_whenever_the_time_ends_what_is_said_is_true(seconds: float) -> None:
    problem, _ = points()
    for X, y in ((problem.X, problem.signs), (problem.X, np.arange(60) % 2)):
        outcome = gordan.separate(X, y, max_seconds=seconds)
        assert gordan.verify(gordan.Points(X, y), outcome).holds or outcome.bracket == gordan.outcome.Bracket()


@pytest.mark.usefixtures("ticking")
def test_bodies_have_a_budget() -> None:
    K, L = gordan.geometry.Ball([3.0, 3.0], 1.0), gordan.geometry.Box([-1.0, -1.0], [1.0, 1.0])
    assert "max_seconds = 2 was reached" in gordan.distance(K, L, max_seconds=2.0).reason
    K, L = (gordan.geometry.Hull(np.random.default_rng(seed).standard_normal((40, 4))) for seed in (0, 1))
    for solver in ("aggressive-perceptron", "min-norm-point"):
        found = gordan.geometry.separate_bodies(K, L, eps=1e-6, solver=solver, max_seconds=1.0)
        assert isinstance(found, gordan.Undecided)
        assert "max_seconds = 1 was reached" in found.reason
    found = gordan.geometry.sparse_farkas(np.eye(3), [0.3, 0.2, 0.1], eps=1e-6, mass=1.0, max_seconds=2.0)
    assert "max_seconds = 2 was reached" in found.reason
