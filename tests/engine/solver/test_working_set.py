"""Working sets: few passes, earlier decisions, small supports, and budgets that reach inside."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from claimed import replace
from engine.solver.flagship import FLAGSHIP, QUESTIONS
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.problem import Points
from gordan.solver import InteriorPoint, MinNormPoint, MirrorProx, WorkingSet
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", QUESTIONS.values(), ids=QUESTIONS)
INNER = pytest.mark.parametrize("inner", [MinNormPoint(), InteriorPoint()], ids=lambda solver: solver.name)
SETS = {name: solver for name, solver in FLAGSHIP.items() if isinstance(solver, WorkingSet)}


# Passes.


@INNER
def test_sets_are_cleared(inner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an interior point's weights none is zero: the small ones keep no point in the set."""
    one, sizes = instances.gaussian(20, 20_000), []
    oracle = build(Points(one.X, one.y).canonical())
    restrict = oracle.restrict
    monkeypatch.setattr(oracle, "restrict", lambda atoms: (sizes.append(len(atoms)), restrict(atoms))[1])
    solver = WorkingSet(inner, first=6.0, batch=6.0, most=8.0, keep=3.0)
    for last in solver.candidates(oracle):  # noqa: B007
        pass
    upper = oracle.norm(last.image)
    assert len(sizes) >= 3
    assert max(sizes) <= 20 * (6 + 8) + 20
    assert any(after < before for before, after in pairwise(sizes))
    assert oracle.worst(last.direction)[0][0].margin / oracle.norm(last.direction) >= (1 - 1e-6) * upper


@ASKED
@pytest.mark.parametrize("solver", ["working-set", "auto"])
def test_few_passes(solver: str, intercept: bool) -> None:
    """Counted, not timed: the maximum margin of 20,000 points takes about ten passes."""
    one = instances.gaussian(20, 20_000, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=solver, max_seconds=60.0)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6
    assert outcome.n_passes < 20


@INNER
def test_passes_hardly_grow_with_the_points(inner: Any) -> None:
    passes = []
    for n in (1_000, 10_000, 40_000):
        one = instances.gaussian(10, n)
        outcome = gordan.separate(one.X, one.y, intercept=False, solver=WorkingSet(inner))
        assert outcome.bracket.gap <= 1e-6
        passes.append(outcome.n_passes)
    assert max(passes) < 30


def test_weights_on_all_points_are_no_working_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first decision may rest on the mean of all points: taken up again, it must not be the set that is solved."""
    one = instances.gaussian(3, 5_000)
    oracle = build(Points(one.X, one.y, intercept=False).canonical())
    mean = oracle.begin_with()
    assert mean.weights is not None
    assert np.count_nonzero(mean.weights) == 5_000
    sizes: list[int] = []
    restrict = type(oracle).restrict
    monkeypatch.setattr(type(oracle), "restrict", lambda self, atoms: sizes.append(len(atoms)) or restrict(self, atoms))
    for _ in WorkingSet().candidates(oracle, mean):
        pass
    assert max(sizes) < 200


@ASKED
def test_inseparable_data_are_done_after_a_few_passes(intercept: bool) -> None:
    one = instances.noise(20, 20_000, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver="working-set", goal="decide")
    assert outcome.kind == "inseparable"
    assert outcome.n_passes <= 12


@ASKED
@pytest.mark.parametrize("solver", ["working-set", "interior-point", "min-norm-point", "auto"])
def test_deciding_takes_fewer_passes(solver: str, intercept: bool) -> None:
    """The first direction that separates ends a decision; the margin is still open then."""
    one = instances.gaussian(30, 10_000, intercept=intercept)
    asked = {"intercept": intercept, "solver": solver}
    decided = gordan.separate(one.X, one.y, goal="decide", **asked)
    maximised = gordan.separate(one.X, one.y, goal="margin", **asked)
    assert decided.kind == maximised.kind == "separable"
    assert decided.n_passes < maximised.n_passes
    assert decided.bracket.lower < maximised.bracket.lower
    assert maximised.bracket.gap <= 1e-6 < decided.bracket.gap


def test_a_decision_stops_at_the_first_candidate_that_separates() -> None:
    one = instances.gaussian(15, 3_000)
    trace = gordan.watch.Trace()
    gordan.separate(one.X, one.y, intercept=False, solver="working-set", goal="decide", watch=trace)
    assert (trace["lower"][:-1] <= 0).all()
    assert trace["lower"][-1] > 0


# Supports.


@ASKED
@pytest.mark.parametrize("solver", FLAGSHIP.values(), ids=FLAGSHIP)
@pytest.mark.parametrize(("m", "n"), [(3, 200), (12, 400), (30, 150)])
def test_cancelling_weights_are_few(m: int, n: int, solver: Any, intercept: bool) -> None:
    for one in (
        instances.noise(m, n, intercept=intercept, random_state=1),
        instances.inseparable_integers(m, n, intercept=intercept),
        instances.inseparable_integers(m, n, touching=True, intercept=intercept),
    ):
        outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=solver, max_seconds=20.0)
        assert outcome.kind == "inseparable"
        assert len(outcome.support) <= m + 1 + intercept
        assert np.count_nonzero(outcome.weights) == len(outcome.support)


# Every candidate.


@ASKED
@pytest.mark.parametrize("solver", SETS.values(), ids=SETS)
def test_candidates_bound_the_margin_from_both_sides(solver: Any, intercept: bool) -> None:
    """The products that candidates carry are those of their own directions and weights, on all points."""
    one = instances.separable(8, 300, 1e-3, intercept=intercept)
    oracle = build(Points(one.X, one.y, intercept=intercept).canonical())
    slack = 1e-12
    updates = []
    for candidate in solver.candidates(oracle):
        updates.append(candidate.updates)
        if candidate.lowest is not None:
            true = oracle.cone.lowest(oracle.margins(candidate.direction))
            length = oracle.norm(candidate.direction)
            assert candidate.lowest == pytest.approx(true, abs=slack * length)
            assert true / length <= one.margin + slack
        if candidate.image is not None:
            assert oracle.cone.violation(candidate.weights) <= slack
            np.testing.assert_allclose(candidate.image, oracle.combine(candidate.weights), rtol=0, atol=slack)
            assert oracle.norm(candidate.image) >= one.margin - slack
    assert all(before <= after for before, after in pairwise(updates))
    assert candidate.lowest / length == pytest.approx(one.margin, abs=1e-10)


def test_the_inner_solver_goes_on_from_where_it_left_off() -> None:
    """Later sets start from the weights of earlier ones: fewer steps in all than if each began anew."""
    one = instances.gaussian(15, 4_000)
    oracle = build(Points(one.X, one.y, intercept=False).canonical())

    class Forgetful(MinNormPoint):
        def candidates(self, oracle: Any, start: Any = None) -> Any:
            return (yield from super().candidates(oracle))

    *_, warm = WorkingSet(MinNormPoint()).candidates(oracle)
    *_, cold = WorkingSet(Forgetful()).candidates(oracle)
    assert oracle.norm(warm.image) == pytest.approx(oracle.norm(cold.image), rel=1e-9)
    assert warm.updates < 0.8 * cold.updates


@ASKED
def test_clearing_the_set_ends_all_the_same(intercept: bool) -> None:
    """A set that is cleared at every turn still gets to the margin."""
    one = instances.gaussian(6, 3_000, intercept=intercept)
    tiny = WorkingSet(MinNormPoint(), first=0.3, batch=0.2, most=0.5, keep=0.1)
    few = gordan.separate(one.X, one.y, intercept=intercept, solver=tiny, tol=1e-10, max_seconds=30.0)
    many = gordan.separate(one.X, one.y, intercept=intercept, solver="min-norm-point", tol=1e-10)
    assert few.bracket.gap <= 1e-10
    assert few.bracket.lower == pytest.approx(many.bracket.lower, rel=1e-9)
    assert few.n_passes > 10


@ASKED
def test_clearing_the_set_loses_nothing(intercept: bool) -> None:
    """Points that carry weight stay, so that the upper bound of one set is never above that of the last."""
    one = instances.gaussian(10, 3_000, intercept=intercept)
    oracle = build(Points(one.X, one.y, intercept=intercept).canonical())
    tiny = WorkingSet(MinNormPoint(), first=0.3, batch=0.2, most=0.5, keep=0.1)
    # The first candidate is the mean of all points, which belongs to no set.
    [_, *uppers] = [oracle.norm(found.image) for found in tiny.candidates(oracle) if found.image is not None]
    assert len(uppers) > 10
    assert all(after <= before * (1.0 + 1e-9) for before, after in pairwise(uppers))


@pytest.mark.parametrize("seed", [4, 10, 11, 32, 34, 56])
def test_at_the_level_of_rounding_it_ends(seed: int) -> None:
    """Margins of a millionth: when no digit more is to be had, clearing the set must not go round in circles."""
    rng = np.random.default_rng(seed)
    A, y = rng.standard_normal((120, 3)), np.resize([1, -1], 120)
    A[:, 0] = 1e-6 * y * (1 + (np.arange(120) % 4 == 0) * rng.random(120))
    X = A @ np.linalg.qr(rng.standard_normal((3, 3)))[0]
    tiny = WorkingSet(MinNormPoint(), first=0.3, batch=0.2, most=0.5, keep=0.1)
    for solver in (tiny, *SETS.values()):
        outcome = gordan.separate(X, y, intercept=False, solver=solver, tol=1e-16, max_iter=3_000)
        assert "ended" in outcome.reason
        assert outcome.bracket.gap <= 1e-7


# Starting from something.


@ASKED
def test_from_earlier_weights(intercept: bool) -> None:
    """Next to nothing is left to do when the support is known."""
    one = instances.gaussian(12, 5_000, intercept=intercept)
    oracle = Counted(build(Points(one.X, one.y, intercept=intercept).canonical()))
    *_, cold = WorkingSet().candidates(oracle)
    before = oracle.passes
    *_, warm = WorkingSet().candidates(oracle, replace(cold, updates=0))
    assert oracle.norm(warm.image) == pytest.approx(oracle.norm(cold.image), rel=1e-9)
    assert warm.updates <= 3
    assert oracle.passes - before <= 3


# Budgets and interruptions.


def hard(inner: Any) -> tuple[Any, Any]:
    """Large enough for many steps of an active set, or for a few of an interior point that take their time."""
    one = instances.gaussian(80, 4_000) if inner.name == "min-norm-point" else instances.gaussian(250, 2_500)
    return one.X, one.y


@INNER
@pytest.mark.parametrize("limit", [3, 8])
def test_iterations_are_counted_inside(inner: Any, limit: int) -> None:
    X, y = hard(inner)
    outcome = gordan.separate(X, y, intercept=False, solver=WorkingSet(inner, first=100.0), max_iter=limit)
    assert "max_iter" in outcome.reason
    assert outcome.bracket.gap > 1e-6
    # Candidates of the inner solver are passed on now and then, not one by one.
    assert limit <= outcome.n_iter <= limit + 30


@INNER
def test_seconds_are_counted_inside(inner: Any) -> None:
    """One set holds all points here, and every step of it takes a while: only what comes from inside can stop it."""

    class Slow(type(inner)):  # type: ignore[misc]
        def candidates(self, oracle: Any, start: Any = None) -> Any:
            for candidate in super().candidates(oracle, start):
                time.sleep(0.02)
                yield candidate

    X, y = hard(inner)
    outcome = gordan.separate(X, y, intercept=False, solver=WorkingSet(Slow(), first=100.0), max_seconds=0.05)
    assert "max_seconds" in outcome.reason
    assert outcome.n_iter < 60
    assert outcome.bracket.gap > 1e-6


class Interrupting:
    """A watcher that breaks off at the given step."""

    def __init__(self, at: int) -> None:
        self.at, self.events = at, []

    def start(self, problem: Any, solver: str, note: str) -> None: ...

    def stop(self, outcome: Any) -> None: ...

    def step(self, event: Any) -> None:
        self.events.append(event)
        if len(self.events) == self.at:
            raise KeyboardInterrupt


@INNER
def test_ctrl_c_reaches_inside(inner: Any) -> None:
    """Between two passes over all points there are candidates of the inner solver to break off at."""
    X, y = hard(inner)
    watcher = Interrupting(at=2)
    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate(X, y, intercept=False, solver=WorkingSet(inner, first=100.0), watch=watcher)
    known = caught.value.outcome
    assert known.kind == "undecided"
    assert gordan.verify(gordan.Points(X, y, intercept=False), known).holds
    first, second = watcher.events
    assert first.n_passes == second.n_passes
    assert first.n_iter < second.n_iter
    outcome = gordan.separate(X, y, intercept=False, start=known)
    assert outcome.bracket.gap <= 1e-6


def test_ctrl_c_in_the_middle_of_the_inner_solver() -> None:
    class Breaking(MinNormPoint):
        def candidates(self, oracle: Any, start: Any = None) -> Any:
            for number, candidate in enumerate(super().candidates(oracle, start)):
                if number == 30:
                    raise KeyboardInterrupt
                yield candidate

    X, y = hard(MinNormPoint())
    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate(X, y, intercept=False, solver=WorkingSet(Breaking()))
    assert "interrupted" in caught.value.outcome.reason


# Openings.


class Counting(InteriorPoint):
    """How many sets it was given, in a list that a frozen value can hold."""

    runs: list[int] = []  # noqa: RUF012

    def candidates(self, oracle: Any, start: Any = None) -> Any:
        self.runs.append(oracle.size)
        return (yield from super().candidates(oracle, start))


@ASKED
def test_an_opening_alone_decides_where_the_margin_is_wide(intercept: bool) -> None:
    one = instances.gaussian(40, 1000, 10.0, intercept=intercept)
    inner = Counting()
    inner.runs.clear()
    solver = WorkingSet(inner, first=1.0, batch=1.0, share=1.0, opening=MirrorProx())
    outcome = gordan.separate(one.X, one.y, intercept=intercept, goal="decide", solver=solver)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert inner.runs == []
    # The margin itself is for the inner solver, which gets the sets from then on.
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=solver)
    assert outcome.bracket.gap <= 1e-6
    assert inner.runs


@ASKED
def test_an_opening_ends_at_the_first_set_that_is_too_much_for_it(intercept: bool) -> None:
    one = instances.noise(20, 400, intercept=intercept)
    solver = WorkingSet(InteriorPoint(), first=1.0, batch=1.0, share=1.0, opening=MirrorProx(), patience=10)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, goal="decide", solver=solver)
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds


# Forms.


@ASKED
@pytest.mark.parametrize("solver", FLAGSHIP.values(), ids=FLAGSHIP)
def test_all_forms_give_one_answer(solver: Any, intercept: bool) -> None:
    """Few digits, so that single precision holds the same numbers; sets are made of doubles whatever the data are."""
    one = instances.separable(7, 250, 0.02, intercept=intercept)
    X = np.round(one.X * 2**12) / 2**12
    answers = [
        gordan.separate(form(X), one.y, intercept=intercept, solver=solver, tol=1e-9)
        for form in (np.asarray, np.asfortranarray, sp.csr_array, sp.csc_array, lambda X: X.astype(np.float32))
    ]
    for outcome in answers:
        assert outcome.kind == "separable"
        assert outcome.bracket.lower == pytest.approx(answers[0].bracket.lower, rel=1e-8)
        assert outcome.bracket.upper == pytest.approx(answers[0].bracket.upper, rel=1e-8)
