"""Integers of very many digits on wide data: what is kept of them at once does not grow with the data."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.fraction import in_lowest_terms
from gordan.feasibility.panel import split_panel
from gordan.outcome import Bracket, Cancellation, Claim, Domination, NullSpacePoint, Verdict
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim, Term
from gordan.outcome.panel import PanelClaim
from gordan.outcome.split import Dependence, Relation, SplitClaim, SplitProof
from gordan.problem import System
from gordan.problem.cone import PSD, Orthant, Product
from gordan.problem.panel import Panel
from gordan.verify import exact, panel, raw

LONG, OTHER = 10**20_000 + 7, 10**20_000 + 9  # 66,439 bits, 8 KB each
WIDE = 1_000  # columns, or rows: sums of all of them would take 8 MB
MOST = 4 << 20


@pytest.fixture
def little_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat these as integers of millions of digits are: keep a 128th at once, and read rows two by two."""
    monkeypatch.setattr(exact, "_TOGETHER_BITS", exact._TOGETHER_BITS >> 7)
    monkeypatch.setattr(raw, "_BITS", raw._BITS >> 7)
    monkeypatch.setattr(raw, "_NUMBERS", 2 * WIDE)


def cancelling(off: int = 0) -> tuple[Any, Any]:
    """Two pairs of equal rows with opposite labels; the last number may be off."""
    rows = np.repeat(np.arange(1.0, 2 * WIDE + 1).reshape(2, WIDE), 2, axis=0)
    rows[3, -1] += off
    problem, integers = gordan.Points(rows, [1, 0, 1, 0]), (LONG, LONG, OTHER, OTHER)
    proof = Cancellation((0, 1, 2, 3), integers)
    return problem, Claim(proof=proof, classes=(0, 1), weights=proof.weights(4), bracket=Bracket(upper=0.0))


def dominating(off: int = 0) -> tuple[Any, Any]:
    found = cancelling(off)
    problem = gordan.Points(found[0].X, [1, 0, 1, 0], positive=True)
    proof = Domination(found[1].proof.support, found[1].proof.integers)
    # Of the last row one less is one more of what it is taken from.
    problem.X[3, -1] -= 2 * off
    return problem, Claim(proof=proof, classes=(0, 1), weights=proof.weights(4), bracket=Bracket(upper=0.0))


def contradicting(off: int = 0) -> tuple[Any, Any]:
    """1·x ≥ 1 and 1·x ≤ 0, twice."""
    A = np.ones((4, WIDE))
    A[3, -1] += off
    program = gordan.Program(A, row_lower=[1, None, 1, None], row_upper=[None, 0, None, 0])
    weights = (LONG, LONG, OTHER, OTHER)
    terms = tuple(Term("row", i, ("lower", "upper")[i % 2], weight) for i, weight in enumerate(weights))
    return program, ProgramClaim(Contradiction(terms))


def satisfying(off: int = 0) -> tuple[Any, Any]:
    """Every row asks for at least 1 of x = 1 + 1/LONG, or for 1 too much."""
    program = gordan.Program(np.ones((WIDE, 1)), row_lower=[1.0] * (WIDE - 1) + [1.0 + off])
    return program, ProgramClaim(Point((in_lowest_terms(LONG + 1, LONG),)))


def split(off: int = 0) -> tuple[Any, Any]:
    """Every row is (1, −1): LONG and LONG − 1 make it positive, and no weights cancel."""
    rows = np.tile([1.0, -1.0], (WIDE, 1))
    rows[-1, 0] -= off
    nothing = Dependence((), np.zeros(0, np.int64), (Relation((0,), (1,)), Relation((1,), (1,))))
    whole = Dependence((0,), np.array([0]), (Relation((0, 1), (LONG, LONG)),))
    proof = SplitProof((LONG, LONG - 1), (), nothing, whole)
    return System(rows), SplitClaim(np.ones(WIDE, dtype=bool), proof)


def flat(off: int = 0) -> tuple[Any, Any]:
    """Rows x, x, −x, −x of many columns, all multiples of the first."""
    rows = np.ones((4, WIDE))
    rows[2:] *= -1
    rows[3, -1] -= off
    relations = tuple(Relation((0, j), (1, -1)) for j in range(1, WIDE))
    same = Dependence((0,), np.array([0]), relations)
    proof = SplitProof((0,) * WIDE, (LONG, OTHER, LONG, OTHER), same, same)
    return System(rows), SplitClaim(np.zeros(4, dtype=bool), proof)


def conic(off: int = 0) -> tuple[Any, Any]:
    """Columns a, −a, b, −b of many rows."""
    A = np.ones((WIDE, 4))
    A[:, 1::2] *= -1
    A[-1, 3] -= off
    problem = gordan.Conic(sp.csc_array(A), Product([Orthant(4)]))
    integers = (LONG, LONG, OTHER, OTHER)
    weights = np.array([LONG, LONG, OTHER, OTHER], dtype=object) / (2 * (LONG + OTHER))
    claim = Claim(proof=NullSpacePoint(integers, 1), weights=weights.astype(np.float64), bracket=Bracket(upper=0.0))
    return problem, claim


CASES = [cancelling, dominating, contradicting, satisfying, split, flat, conic]


@pytest.mark.usefixtures("little_kept")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_memory_does_not_grow_with_the_data(case: Callable[..., tuple[Any, Any]]) -> None:
    problem, claim = case()
    verdict, peak = _watched(problem, claim)
    assert verdict.holds, verdict
    assert peak < MOST
    problem, claim = case(1)
    verdict, peak = _watched(problem, claim)
    assert not verdict.holds
    assert peak < MOST


def _watched(problem: Any, claim: Any) -> tuple[Verdict, int]:
    tracemalloc.start()
    try:
        verdict = gordan.verify(problem, claim)
        return verdict, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("together", [0, 1 << 29])
def test_sums_one_by_one_are_those_of_all_at_once(monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    monkeypatch.setattr(exact, "_TOGETHER_BITS", together)
    monkeypatch.setattr(exact, "_LONG", 8)
    random = np.random.default_rng(0)
    rows = random.integers(-9, 10, (50, 6)) / 8.0
    problem = gordan.Points(rows, np.arange(50) % 2)
    weights = [int(v) for v in random.integers(1, 10**12, 50)]
    read = problem.exact_rows(range(50))
    expected = [sum(w * Fraction(v) for w, v in zip(weights, rows[:, j].tolist(), strict=True)) for j in range(6)]
    sums = exact.combined(read, weights)
    assert [Fraction(sums.get(j, 0), read.denominator) for j in range(6)] == expected
    left, imbalance = exact.cancel(problem, range(50), weights)
    signed = [w if s > 0 else -w for w, s in zip(weights, problem.signs, strict=True)]
    assert imbalance == abs(sum(signed))
    assert left > 0


def test_rows_of_a_panel_are_taken_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A direction of one regressor, times a long integer: all its products would take 8 MB."""
    monkeypatch.setattr(panel, "_BITS", panel._BITS >> 7)
    X = np.arange(1.0, WIDE + 1)[:, None] / 10
    problem = Panel(X, (np.zeros(WIDE, np.int64),), np.ones(WIDE, np.int64), "decimal")
    split = split_panel(problem)
    assert split is not None
    strict, proof = split.claim.strict, split.claim.proof
    assert strict.all()
    for factor, holds in ((LONG, True), (-LONG, False)):
        proof = replace(
            split.claim.proof, coefficients=(factor,), potentials=np.zeros_like(split.claim.proof.potentials)
        )
        verdict, most = _watched(problem, PanelClaim(split.claim.strict, proof))
        assert (verdict.holds, most < MOST) == (holds, True)


def test_an_elimination_that_would_take_up_too_much_memory_is_not_begun() -> None:
    """What is left of a matrix has numbers that grow with every step."""
    n, random = 12, np.random.default_rng(0)
    i, j = np.triu_indices(n)
    numbers = [int.from_bytes(random.bytes(12_500), "big") for _ in i]
    whole = [value << 8 if a == b else value >> 40 for value, a, b in zip(numbers, i.tolist(), j.tolist(), strict=True)]
    problem = gordan.Conic(np.zeros((1, len(whole))), Product([PSD(n)]))
    claim = Claim(proof=NullSpacePoint(tuple(whole), 1), bracket=Bracket(upper=0.0))
    with (
        gordan.limits(memory="1MB"),
        pytest.raises(gordan.OverBudget, match=r"eliminating in integers takes about .*limits\(memory="),
    ):
        gordan.verify(problem, claim)


def test_long_fractions_are_looked_through_within_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they are in lowest terms takes seconds for each: the clock is looked at before."""
    program = gordan.Program(np.ones((1, 2)), row_lower=1)
    point = Point((in_lowest_terms(LONG + 1, LONG), Fraction(1)))
    assert gordan.verify(program, point).holds
    monkeypatch.setattr("time.perf_counter", iter(range(10**9)).__next__)
    with pytest.raises(gordan.OverBudget, match="reading fractions was not done within max_seconds = 1"):
        gordan.verify(program, point, max_seconds=1.0)
    with gordan.limits(exact_seconds=0.5), pytest.raises(gordan.OverBudget, match=r"exact_seconds = 0\.5"):
        gordan.verify(program, point)
