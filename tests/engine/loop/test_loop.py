"""The loop: budgets, watchers, interruptions, warm starts, and solvers that lie."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.loop.coordinate_prover import CoordinateProver
from gordan.engine.oracle.base import SupportOracle
from gordan.engine.polish import Polished
from gordan.engine.solver import SOLVERS, Solver, smooth_perceptron_von_neumann
from gordan.outcome import Code

# Among the tests `gordan.solve` is the function.

STRIP = np.array([[2.0, 1.0], [5.0, -1.0], [2.0, -3.0], [-2.0, 0.0], [-4.0, 7.0], [-2.0, -1.0]])
SIDES = np.array([1, 1, 1, -1, -1, -1])
CROSSED = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
CORNERS = np.array([1, 1, -1, -1])


@dataclass(frozen=True)
class Scripted(Solver):
    """A solver that says what it is told to, for ever: whatever it claims, the loop must not believe it."""

    script: Any
    name: ClassVar[str] = "scripted"
    summary: ClassVar[str] = "says what it is told to"
    formula: ClassVar[str] = "none"
    needs: ClassVar[Any] = SupportOracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: Any, start: Any = None) -> Iterator[Candidate]:
        step = 0
        while True:
            step += 1
            yield self.script(oracle, step)

    def bound(self, terms: Any) -> float:
        return float("inf")


@dataclass
class Notes:
    """A watcher that writes down what it is told; at the given step it does something."""

    at: int = 0
    do: Any = None
    heard: list[tuple[str, Any]] = field(default_factory=list)

    def start(self, problem: Any, solver: str, note: str) -> None:
        self.heard.append(("start", (problem, solver, note)))

    def step(self, event: Any) -> None:
        self.heard.append(("step", event))
        if self.do is not None and sum(kind == "step" for kind, _ in self.heard) == self.at:
            self.do()

    def stop(self, outcome: Any) -> None:
        self.heard.append(("stop", outcome))

    @property
    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.heard]


def useless(oracle: Any, step: int) -> Candidate:
    """A direction that separates nothing, and no weights: nothing can be made of it."""
    w = oracle.zero() + 1.0
    return Candidate(w, None, -1.0, None, step)


def slowly(oracle: Any, step: int) -> Candidate:
    time.sleep(0.01)
    return useless(oracle, step)


# Budgets.


def test_iterations_run_out() -> None:
    outcome = gordan.separate(STRIP, SIDES, solver=Scripted(useless), max_iter=7)
    assert isinstance(outcome, gordan.Undecided)
    assert outcome.n_iter == 7
    assert "max_iter = 7 was reached" in outcome.reason
    assert outcome.verdict.holds


def test_seconds_run_out() -> None:
    began = time.perf_counter()
    outcome = gordan.separate(STRIP, SIDES, solver=Scripted(slowly), max_seconds=0.15)
    assert isinstance(outcome, gordan.Undecided)
    assert "max_seconds = 0.15 was reached" in outcome.reason
    assert 0.15 <= outcome.seconds < 5.0
    assert outcome.seconds <= time.perf_counter() - began


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_a_real_solver_stops_when_told(solver: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 40))
    y = np.where(X[:, 0] + 1e-3 * rng.normal(size=400) > 0, 1, -1)
    outcome = gordan.separate(X, y, solver=solver, goal="margin", tol=1e-15, max_iter=3, max_seconds=20.0)
    assert outcome.verdict.holds
    assert outcome.n_iter >= 1
    if outcome.kind == "undecided":
        assert outcome.reason.startswith("Stopped because ")


@pytest.mark.parametrize("budget", [{"max_iter": 100}, {"max_seconds": 0.5}], ids=["iterations", "seconds"])
def test_the_last_polish_has_its_say_whatever_ran_out(budget: dict[str, Any]) -> None:
    """Three points of very unequal columns: polishing knows the answer long before Mirror Prox does."""
    X = [[-(2.0**-11), -(2.0**16), 2.0**-4], [0.0, 2.0**16, 2.0**-4], [0.0, 2.0**15, 2.0**-3]]
    outcome = gordan.separate(X, [1, -1, 1], intercept=False, solver="mirror-prox", polish=True, **budget)
    assert outcome.kind == "separable"
    assert outcome.seconds < 5.0


def test_the_reason_says_what_the_weights_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    def heavy(oracle: Any, step: int) -> Candidate:
        x = oracle.cone.centre.weights
        return Candidate(oracle.zero() + 1.0, x, -1.0, oracle.combine(x), step)

    monkeypatch.setattr(CoordinateProver, "polish", lambda *_, **__: Polished(reason="nothing came of it"))
    many = np.random.default_rng(0).normal(size=(700, 350))
    outcome = gordan.separate(many, np.arange(700) % 2, solver=Scripted(heavy), max_iter=2)
    assert outcome.kind == "undecided"
    assert "max_iter = 2 was reached; nothing came of it; the weights" in outcome.reason
    assert f"at most {outcome.bracket.upper:.3g}" in outcome.reason
    assert outcome.weights is not None


def test_weights_that_cancel_end_a_run() -> None:
    """Found at the papers' level or below it, weights are made a proof before anybody calls the margin small."""

    def even(oracle: Any, step: int) -> Candidate:
        x = oracle.cone.centre.weights
        return Candidate(oracle.zero(), x, None, oracle.combine(x), step)

    X = np.array([[1.0, 2.0], [-1.0, 2.0], [1.0, -2.0], [-1.0, -2.0]])
    outcome = gordan.separate(X, [0, 1, 1, 0], solver=Scripted(even), eps=0.5, max_iter=5)
    assert outcome.kind == "inseparable"
    assert outcome.n_iter == 1


# Interruption.


def interrupt() -> None:
    raise KeyboardInterrupt


def test_ctrl_c_in_a_watcher() -> None:
    notes = Notes(at=3, do=interrupt)
    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate(STRIP, SIDES, solver=Scripted(useless), watch=notes, max_iter=100)
    outcome = caught.value.outcome
    assert isinstance(outcome, gordan.Undecided)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert "interrupted" in outcome.reason
    assert outcome.n_iter == 3
    assert outcome.verdict.holds
    assert notes.kinds == ["start", "step", "step", "step", "stop"]
    assert notes.heard[-1][1] is outcome


def test_ctrl_c_in_a_solver() -> None:
    def break_off(oracle: Any, step: int) -> Candidate:
        if step == 4:
            interrupt()
        return useless(oracle, step)

    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate(STRIP, SIDES, solver=Scripted(break_off))
    outcome = caught.value.outcome
    assert outcome.n_iter == 3
    assert outcome.coef is not None
    assert np.isfinite(outcome.bracket.lower)
    assert gordan.verify(gordan.Points(STRIP, SIDES), outcome).holds


def test_what_was_known_can_be_used_again() -> None:
    notes = Notes(at=2, do=interrupt)
    rng = np.random.default_rng(5)
    X = rng.normal(size=(60, 6))
    y = np.where(X[:, 0] > 0, 1, -1)
    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate(X, y, solver="min-norm-point", watch=notes)
    known = caught.value.outcome
    outcome = gordan.separate(X, y, solver="min-norm-point", start=known, max_seconds=20.0)
    assert outcome.kind == "separable"
    assert outcome.bracket.lower >= known.bracket.lower


def test_other_exceptions_are_not_swallowed() -> None:
    def broken(oracle: Any, step: int) -> Candidate:
        raise ZeroDivisionError("in the solver")

    with pytest.raises(ZeroDivisionError, match="in the solver"):
        gordan.separate(STRIP, SIDES, solver=Scripted(broken))


# Watchers.


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_watchers_are_told_in_order(solver: str) -> None:
    first, second = Notes(), Notes()
    problem = gordan.Points(STRIP, SIDES)
    outcome = gordan.solve(problem, solver=solver, watch=[first, second], max_seconds=20.0)
    assert first.heard == second.heard
    assert first.kinds == ["start", *["step"] * (len(first.kinds) - 2), "stop"]
    assert len(first.kinds) > 2
    assert first.heard[0][1][:2] == (problem, solver)
    assert first.heard[-1][1] is outcome
    steps = [event for kind, event in first.heard if kind == "step"]
    for before, after in pairwise(steps):
        assert before.n_iter <= after.n_iter
        assert before.n_passes <= after.n_passes
        assert before.seconds <= after.seconds
    assert steps[-1].n_iter <= outcome.n_iter
    assert steps[-1].n_passes <= outcome.n_passes
    assert steps[-1].seconds <= outcome.seconds


def test_the_choice_of_auto_is_explained() -> None:
    notes = Notes()
    outcome = gordan.separate(STRIP, SIDES, watch=notes)
    _, solver, note = notes.heard[0][1]
    assert solver == outcome.solver == "min-norm-point"
    assert "auto chose min-norm-point: " in note
    assert "Auto chose min-norm-point" in outcome.reason


def test_a_trace_can_be_used_again() -> None:
    trace = gordan.watch.Trace()
    gordan.separate(STRIP, SIDES, watch=trace, solver="von-neumann")
    gordan.separate(CROSSED, CORNERS, watch=trace, max_iter=3)
    assert trace.outcome.kind == "inseparable"
    assert len(trace) == len(trace["lower"]) == len(trace.events)
    assert trace["n_iter"][0] <= 1


def test_the_log_is_a_table_with_the_answer_below() -> None:
    stream = io.StringIO()
    outcome = gordan.separate(STRIP, SIDES, watch=gordan.watch.Log(stream))
    lines = stream.getvalue().splitlines()
    assert "Points(6 x 2" in lines[0]
    assert "min-norm-point" in lines[1]
    assert all(word in lines[2] for word in ("iteration", "lower", "upper"))
    assert stream.getvalue().endswith(f"{outcome}\n")


@pytest.mark.parametrize("watch", ["log", "progress"])
def test_watchers_by_name_talk_on_standard_error(watch: Any, capsys: pytest.CaptureFixture[str]) -> None:
    gordan.separate(STRIP, SIDES, watch=watch)
    said = capsys.readouterr()
    assert said.out == ""
    # Without a terminal a progress line would only litter a file.
    assert bool(said.err) == (watch == "log")


# Starting from an earlier answer.


@pytest.mark.parametrize("solver", sorted(SOLVERS))
@pytest.mark.parametrize("intercept", [True, False])
def test_a_separable_answer_decides_again_at_once(solver: str, intercept: bool) -> None:
    earlier = gordan.separate(STRIP, SIDES, intercept=intercept, solver="min-norm-point")
    outcome = gordan.separate(
        STRIP, SIDES, intercept=intercept, solver=solver, goal="decide", start=earlier, max_iter=1
    )
    assert outcome.kind == "separable"
    assert outcome.n_iter == 0
    assert outcome.bracket.lower == pytest.approx(earlier.bracket.lower, rel=1e-9)


@pytest.mark.parametrize("solver", sorted(SOLVERS))
@pytest.mark.parametrize("form", [np.array, sp.csr_array, lambda X: X * 2.0**700], ids=["dense", "csr", "huge"])
def test_an_inseparable_answer_decides_again_at_once(solver: str, form: Any) -> None:
    X = form(CROSSED)
    earlier = gordan.separate(X, CORNERS, solver="min-norm-point")
    assert earlier.kind == "inseparable"
    outcome = gordan.separate(X, CORNERS, solver=solver, start=earlier, max_iter=1)
    assert outcome.kind == "inseparable"
    assert outcome.n_iter == 0


def test_an_answer_to_another_question_does_no_harm() -> None:
    other = gordan.separate(STRIP, SIDES)
    for X, y in ((CROSSED, CORNERS), (-STRIP, SIDES)):
        fresh = gordan.separate(X, y, max_seconds=20.0)
        assert gordan.separate(X, y, start=other, max_seconds=20.0).kind == fresh.kind


def test_an_answer_with_other_columns_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="2 coefficients and X 1 columns"):
        gordan.separate(STRIP[:, :1], SIDES, start=gordan.separate(STRIP, SIDES))


def test_a_start_keeps_its_bracket() -> None:
    """Going on from an answer never ends with less than it."""
    earlier = gordan.separate(STRIP, SIDES, solver="min-norm-point")
    outcome = gordan.separate(STRIP, SIDES, solver="perceptron", goal="margin", start=earlier, max_iter=1)
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(2.0, rel=1e-6)
    assert outcome.bracket.upper == pytest.approx(2.0, rel=1e-6)


# Solvers that lie.


def claims_to_separate(oracle: Any, step: int) -> Candidate:
    return Candidate(oracle.zero() + 1.0, None, 1e6, None, step)


def claims_infinity(oracle: Any, step: int) -> Candidate:
    return Candidate(oracle.zero() + 1.0, None, np.inf, oracle.zero(), step)


def claims_to_cancel(oracle: Any, step: int) -> Candidate:
    x = oracle.cone.centre.weights
    return Candidate(oracle.zero() + 1.0, x, -1.0, oracle.zero(), step, kind=Kind.CERTIFICATE)


def claims_both(oracle: Any, step: int) -> Candidate:
    return Candidate(oracle.zero() + 1.0, oracle.cone.centre.weights, 1e6, oracle.zero(), step)


def claims_with_wrong_weights(oracle: Any, step: int) -> Candidate:
    x = oracle.place([0], [-3.0])
    return Candidate(oracle.zero() + 1.0, x, -1.0, oracle.zero(), step)


def yields_nan(oracle: Any, step: int) -> Candidate:
    nan = oracle.zero() * np.nan
    return Candidate(nan, oracle.cone.centre.weights * np.nan, np.nan, nan, step)


def yields_nan_later(oracle: Any, step: int) -> Candidate:
    return yields_nan(oracle, step) if step == 3 else useless(oracle, step)


def yields_nan_weights(oracle: Any, step: int) -> Candidate:
    nan = oracle.cone.centre.weights * np.nan
    return Candidate(oracle.zero() + 1.0, nan, -1.0, oracle.zero(), step)


def yields_zero(oracle: Any, step: int) -> Candidate:
    return Candidate(oracle.zero(), None, 1.0, None, step)


LIARS = [
    claims_to_separate,
    claims_infinity,
    claims_to_cancel,
    claims_both,
    claims_with_wrong_weights,
    yields_nan,
    yields_nan_later,
    yields_nan_weights,
    yields_zero,
]


@pytest.mark.parametrize("goal", ["decide", "margin"])
@pytest.mark.parametrize("lie", LIARS)
@pytest.mark.parametrize("intercept", [True, False])
def test_a_lie_never_becomes_a_verdict(lie: Any, goal: Any, intercept: bool) -> None:
    """The truth may come out by polishing; what must not come out is the lie."""
    for X, y, truth in ((STRIP, SIDES, "separable"), (CROSSED + 1.0, CORNERS, "inseparable")):
        problem = gordan.Points(X, y, intercept=intercept)
        outcome = gordan.solve(problem, solver=Scripted(lie), goal=goal, max_iter=6, max_seconds=20.0)
        assert outcome.kind in ("undecided", truth)
        if outcome.kind != "undecided":
            assert gordan.verify(problem, outcome).holds


@pytest.mark.parametrize("lie", LIARS)
def test_a_lie_never_tightens_the_bracket_that_is_returned(lie: Any) -> None:
    """The margin of the strip is 2, whatever a solver says."""
    outcome = gordan.separate(STRIP, SIDES, solver=Scripted(lie), max_iter=6, max_seconds=20.0)
    assert outcome.bracket.lower <= 2.0 * (1 + 1e-15)
    assert outcome.bracket.upper >= 2.0 * (1 - 1e-15)
    assert gordan.verify(gordan.Points(STRIP, SIDES), outcome).holds


def test_numerical_trouble_is_told_in_words() -> None:
    outcome = gordan.separate(STRIP, SIDES, solver=Scripted(yields_nan_later), max_iter=100)
    if outcome.kind == "undecided":
        assert "overflow" in outcome.reason
    assert outcome.n_iter == 2


def test_a_solver_that_ends_without_an_answer() -> None:
    @dataclass(frozen=True)
    class Brief(Scripted):
        def candidates(self, oracle: Any, start: Any = None) -> Iterator[Candidate]:
            yield useless(oracle, 1)

    outcome = gordan.separate(STRIP, SIDES, solver=Brief(None))
    assert outcome.kind == "undecided"
    assert "scripted ended" in outcome.reason


# Goals.


@pytest.mark.parametrize("tol", [1e-1, 1e-6, 1e-10])
@pytest.mark.parametrize("intercept", [True, False])
def test_the_margin_is_reached_to_the_tolerance(tol: float, intercept: bool) -> None:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(80, 5))
    X, y = X[np.abs(X[:, 0]) > 0.1], np.where(X[np.abs(X[:, 0]) > 0.1][:, 0] > 0, 1, -1)
    outcome = gordan.separate(X, y, intercept=intercept, solver="min-norm-point", goal="margin", tol=tol)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= tol
    assert f"tol = {tol:g}" in outcome.reason


def test_finite_solvers_go_on_to_the_margin_and_papers_stop_at_the_proof() -> None:
    assert gordan.separate(STRIP, SIDES, solver="min-norm-point").bracket.gap <= 1e-6
    decided = gordan.separate(STRIP, SIDES, solver="min-norm-point", goal="decide")
    assert decided.kind == "separable"
    assert gordan.separate(STRIP, SIDES, solver="perceptron").guarantee is not None


def test_a_maximum_margin_from_a_paper() -> None:
    outcome = gordan.separate(STRIP, SIDES, solver="mirror-prox", goal="margin", tol=1e-3, max_seconds=20.0)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-3
    assert outcome.bracket.lower <= 2.0 <= outcome.bracket.upper


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_proofs_in_integers(solver: str) -> None:
    for X, y in ((STRIP, SIDES), (CROSSED, CORNERS)):
        outcome = gordan.separate(X, y, solver=solver, proof="exact", max_iter=1000, max_seconds=20.0)
        assert outcome.kind == ("separable" if X is STRIP else "inseparable")
        assert outcome.verdict.holds


# What an outcome can do.


@pytest.mark.parametrize("shift", [0.0, 1e3, 1e8, -1e12])
@pytest.mark.parametrize("form", [np.array, sp.csr_array, sp.csc_array, np.asfortranarray])
def test_the_signs_of_the_decision_function(shift: float, form: Any) -> None:
    X = STRIP + shift
    assert np.array_equal(X - shift, STRIP)
    outcome = gordan.separate(form(X), SIDES, solver="min-norm-point", max_seconds=20.0)
    assert outcome.kind == "separable"
    for given in (X, form(X), X.tolist()):
        values = outcome.decision_function(given)
        assert values.shape == (6,)
        assert np.array_equal(np.sign(values), SIDES)


@pytest.mark.parametrize("form", [np.array, sp.csr_array])
def test_the_signs_of_the_decision_function_in_the_narrowest_gap(form: Any) -> None:
    """No double lies between 1 and the next double: the offset is a fraction there."""
    X = np.array([[1.0], [1.0 + 2.0**-52]])
    outcome = gordan.separate(form(X), [0, 1], solver="min-norm-point", max_seconds=20.0)
    assert outcome.kind == "separable"
    assert np.sign(outcome.decision_function(X)).tolist() == [-1.0, 1.0]


def test_many_rows_have_the_values_that_few_have() -> None:
    """More rows than are looked at in one block, the last of them on the hyperplane."""
    outcome = gordan.separate(STRIP, SIDES, solver="min-norm-point")
    X = np.random.default_rng(0).integers(-9, 9, (40_001, 2)).astype(float)
    X[-1] = 0.0
    values = outcome.decision_function(X)
    few = np.concatenate([outcome.decision_function(part) for part in np.array_split(X, 9)])
    np.testing.assert_allclose(values, few, rtol=1e-12, atol=0.0)
    assert np.array_equal(np.sign(values), np.sign(X[:, 0]))


def test_the_hyperplane_is_in_the_users_units() -> None:
    outcome = gordan.separate(STRIP * 100 + 5, SIDES, solver="min-norm-point")
    values = (STRIP * 100 + 5) @ outcome.coef + outcome.intercept
    assert np.array_equal(np.sign(values), SIDES)
    assert np.abs(values).min() / np.linalg.norm(outcome.coef) == pytest.approx(200.0)


def test_no_hyperplane_no_decision() -> None:
    nothing = gordan.separate([[1.0, 1.0], [1.0, 1.0]], [0, 1])
    assert nothing.kind == "inseparable"
    if nothing.coef is None:
        with pytest.raises(ValueError, match="no hyperplane"):
            nothing.decision_function([[1.0, 1.0]])


OUTCOMES = {
    "separable": (STRIP, SIDES, "auto", "a hyperplane puts every point on its own side"),
    "inseparable": (CROSSED, CORNERS, "auto", "no hyperplane can"),
    "undecided": (STRIP, SIDES, Scripted(useless), "neither alternative was proved"),
}


@pytest.mark.parametrize("kind", OUTCOMES)
def test_outcomes_say_what_was_proved(kind: str) -> None:
    X, y, solver, words = OUTCOMES[kind]
    outcome = gordan.separate(X, y, solver=solver, max_iter=50)
    assert outcome.kind == kind
    text = str(outcome)
    assert text.startswith(kind.capitalize())
    assert words in text
    assert "margin in [" in text
    assert outcome.solver in text
    assert "accepted" in text
    assert "\n\n" not in text
    html = outcome._repr_html_()
    assert escape(text.splitlines()[0]) in html
    assert escape(str(outcome.bracket)) in html
    assert escape(str(outcome.run)) in html
    assert html.count("✓") == len(outcome.verdict.checks)
    # For a notebook it is one element, closed.
    assert html.startswith('<div class="gordan">')
    assert html.endswith("</div>")


def test_names_of_classes_cannot_break_the_html() -> None:
    outcome = gordan.separate(STRIP, np.where(SIDES > 0, "<b>", "&"), max_iter=50)
    assert "<b>" not in outcome._repr_html_()


def test_the_spectrum_is_asked_of_solvers_whose_bound_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> float:
        raise AssertionError("the spectrum was evaluated")

    monkeypatch.setattr(smooth_perceptron_von_neumann, "spectral_term", refuse)
    for name in ("perceptron", "mirror-prox", "aggressive-perceptron"):
        assert gordan.separate(STRIP, SIDES, solver=name).guarantee is not None
    with pytest.raises(AssertionError, match="spectrum"):
        gordan.separate(STRIP, SIDES, solver="smooth-perceptron-von-neumann")


def test_a_solver_may_say_why_it_ended() -> None:
    @dataclass(frozen=True)
    class Tired(Scripted):
        def candidates(self, oracle: Any, start: Any = None) -> Iterator[Candidate]:
            yield useless(oracle, 1)

        @property
        def ending(self) -> str:
            return "nothing was left to try"

    outcome = gordan.separate(STRIP, SIDES, solver=Tired(None))
    assert outcome.reason.code is Code.ENDED
    assert "nothing was left to try" in outcome.reason


def test_a_guarantee_is_shown_and_kept() -> None:
    outcome = gordan.separate(STRIP, SIDES, solver="perceptron")
    assert outcome.guarantee is not None
    assert outcome.n_iter <= outcome.guarantee.iterations
    assert f"used {outcome.n_iter} of at most" in str(outcome)


# Choosing a solver.


SHUFFLING = {
    "perceptron": gordan.solver.Perceptron(order="shuffled"),
    "aggressive-perceptron": gordan.solver.AggressivePerceptron(shuffled=True),
    "r-independent-perceptron": gordan.solver.RIndependentPerceptron(shuffled=True),
    "infinity-perceptron": gordan.solver.InfinityPerceptron(shuffled=True),
    "winnow": gordan.solver.Winnow(shuffled=True),
}


@pytest.mark.parametrize("name", SHUFFLING)
def test_random_state_reaches_the_shuffling(name: str) -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 8))
    y = np.where(X[:, 0] > 0, 1, -1)

    def path(random_state: int | None, solver: Any = SHUFFLING[name]) -> list[float]:
        trace = gordan.watch.Trace()
        gordan.separate(X, y, solver=solver, random_state=random_state, max_iter=60, watch=trace)
        return [*trace["upper"], *trace["n_iter"]]

    assert path(3) == path(3)
    assert any(path(3) != path(seed) for seed in (4, 5, 6))
    assert path(None) == path(0)
    # Without shuffling there is nothing to seed.
    assert path(3, name) == path(4, name)


def test_a_solver_that_asks_too_much_is_refused_in_words() -> None:
    class Telepathy:
        def read_mind(self) -> None: ...

    @dataclass(frozen=True)
    class Psychic(Scripted):
        name: ClassVar[str] = "psychic"
        needs: ClassVar[Any] = Telepathy

    with pytest.raises(gordan.errors.UnsuitableSolver) as caught:
        gordan.separate(STRIP, SIDES, solver=Psychic(useless))
    told = str(caught.value)
    assert "psychic needs a Telepathy" in told
    assert "gordan solvers" in told
    assert isinstance(caught.value, gordan.GordanError)


def test_a_configured_solver() -> None:
    outcome = gordan.separate(STRIP, SIDES, solver=gordan.solver.MirrorProx(adaptive=False))
    assert outcome.solver == "mirror-prox"
    assert outcome.kind == "separable"


@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "mirror-prox"])
@pytest.mark.parametrize("intercept", [False, True])
def test_contradictory_rows_are_the_witness(intercept: bool, solver: str) -> None:
    """Among points that cancel in many ways the pair that says it shortest is the one to show."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 5)), rng.choice([-1, 1], 300)
    assert len(gordan.separate(X, y, intercept=intercept, solver=solver, polish=True).support) > 2
    X[211], y[211] = X[17], -y[17]
    assert gordan.separate(X, y, intercept=intercept, solver=solver, polish=True).support.tolist() == [17, 211]


@pytest.mark.parametrize("intercept", [True, False])
def test_a_perceptron_that_is_watched_has_a_lower_end_at_every_pass(intercept: bool) -> None:
    """True of the greatest margin, and the run is the one that nobody watches."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(200, 3))
    z = X @ np.array([1.0, -2.0, 0.5])
    problem = gordan.Points(X[np.abs(z) > 0.1], (z > 0)[np.abs(z) > 0.1], intercept=intercept)
    trace = gordan.watch.Trace()
    watched = gordan.solve(problem, solver="perceptron", watch=trace)
    alone = gordan.solve(problem, solver="perceptron", watch=gordan.watch.Progress())
    greatest = gordan.solve(problem, goal="margin").bracket.upper
    assert (watched.n_iter, watched.n_passes, watched.bracket) == (alone.n_iter, alone.n_passes, alone.bracket)
    assert np.array_equal(np.asarray(watched.coef), np.asarray(alone.coef))
    lower = trace["lower"]
    assert len(trace) > 2
    assert np.isfinite(lower).all()
    assert (np.diff(lower) >= 0).all()
    assert lower[-1] <= greatest
    assert (lower <= trace["upper"]).all()
