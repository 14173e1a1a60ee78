"""Gordan's theorem itself: exactly one alternative holds, it is the one found, and the other has no proof."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import claimed
import gordan
from claimed import replace
from gordan.engine.solver import SOLVERS
from law.draw import Question, answer, few, questions
from zoo.truth import decide_exactly

UNKNOWN = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none"}


def bracket_holds(question: Question, outcome: Any) -> bool:
    lower, upper = outcome.bracket.lower, outcome.bracket.upper
    ends = {"separable": lower > 0, "inseparable": upper == 0, "undecided": True}[outcome.kind]
    return ends and lower <= upper and question.contains(lower, upper)


@few(150)
@given(questions())
def test_min_norm_point_finds_the_true_alternative(question: Question) -> None:
    outcome = answer(question)
    assert outcome.kind == ("separable" if question.separable else "inseparable")
    assert bracket_holds(question, outcome)
    if question.separable:
        assert outcome.bracket.gap <= 1e-6


@few(100)
@given(questions())
def test_auto_finds_the_true_alternative(question: Question) -> None:
    outcome = answer(question, solver="auto")
    assert outcome.kind == ("separable" if question.separable else "inseparable")
    assert bracket_holds(question, outcome)


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_no_solver_is_ever_wrong(solver: str) -> None:
    @few(25)
    @given(questions(rows=5, reach=2))
    def law(question: Question) -> None:
        outcome = answer(question, solver=solver, max_iter=200)
        assert outcome.kind in ("undecided", "separable" if question.separable else "inseparable")
        assert bracket_holds(question, outcome)

    law()


@few(60)
@given(questions(rows=8, columns=5, reach=9))
def test_proofs_in_integers_only(question: Question) -> None:
    outcome = answer(question, proof="exact")
    assert outcome.kind == ("separable" if question.separable else "inseparable")
    signs = [check for check in outcome.verdict.checks if check.name == "every point on its side"]
    assert all(check.arithmetic == "integers" for check in signs)
    assert len(signs) == question.separable


@few(80)
@given(questions())
def test_the_true_proof_is_accepted(question: Question) -> None:
    """A proof by rational simplex, which shares nothing with gordan, is a proof to the verifier."""
    problem = gordan.Points(question.X, question.y, intercept=question.intercept)
    direction, weights = decide_exactly(question.X, question.y, question.intercept)
    if weights is not None:
        claim = cancelling(problem, weights)
    else:
        assert direction is not None
        claim = separating(problem, direction)
    # A direction of rationals may not survive its rounding; then it proves nothing.
    assume(claim is not None)
    verdict = gordan.verify(problem, claim)
    assert verdict.holds, str(verdict)


def cancelling(problem: gordan.Points, weights: list[Fraction]) -> gordan.Inseparable:
    scale = lcm(*(weight.denominator for weight in weights))
    kept = [(row, int(weight * scale)) for row, weight in enumerate(weights) if weight]
    proof = gordan.outcome.Cancellation(tuple(row for row, _ in kept), tuple(value for _, value in kept))
    shown = np.zeros(problem.n)
    shown[list(proof.support)] = [value / sum(proof.integers) for value in proof.integers]
    bracket = gordan.outcome.Bracket(-np.inf, 0.0)
    return claimed.inseparable(bracket=bracket, weights=shown, proof=proof, classes=problem.classes, **UNKNOWN)


def separating(problem: gordan.Points, direction: list[Fraction]) -> gordan.Separable | None:
    scale = lcm(*(value.denominator for value in direction))
    whole = [int(value * scale) for value in direction]
    if max(map(abs, whole)) > 2**53:
        return None
    offset = float(whole.pop()) if problem.intercept else 0.0
    return hyperplane(problem, np.array(whole, dtype=np.float64), offset)


def hyperplane(problem: gordan.Points, w: Any, offset: float) -> gordan.Separable:
    centre = np.zeros(problem.m)
    return claimed.separable(
        bracket=gordan.outcome.Bracket(0.0, np.inf),
        classes=problem.classes,
        coef=w,
        intercept=offset,
        centre=centre,
        offset=offset,
        proof=gordan.outcome.Separator(w, offset, centre),
        **UNKNOWN,
    )


@few(150)
@given(questions(rows=4, columns=2, reach=2), st.data())
def test_the_verifier_takes_a_direction_for_what_it_is(question: Question, data: st.DataObject) -> None:
    """Any hyperplane is accepted just when it has every point on its side."""
    problem = gordan.Points(question.X, question.y, intercept=question.intercept)
    entry = st.integers(-3, 3)
    w = np.array(data.draw(st.lists(entry, min_size=problem.m, max_size=problem.m)), dtype=np.float64)
    offset = float(data.draw(entry)) / 2 if question.intercept else 0.0
    separates = bool((question.y * (question.X @ w + offset) > 0).all())
    assert gordan.verify(problem, hyperplane(problem, w, offset)).holds == separates
    assert question.separable or not separates


@few(150)
@given(questions(rows=4, columns=2, reach=2), st.data())
def test_the_verifier_takes_weights_for_what_they_are(question: Question, data: st.DataObject) -> None:
    """Any positive integers on any rows are accepted just when they cancel."""
    problem = gordan.Points(question.X, question.y, intercept=question.intercept)
    weights = data.draw(st.lists(st.integers(0, 3), min_size=problem.n, max_size=problem.n))
    assume(any(weights))
    signed = np.array(weights) * question.y
    cancels = not (signed @ question.X).any() and not (question.intercept and signed.sum())
    claim = cancelling(problem, [Fraction(weight) for weight in weights])
    assert gordan.verify(problem, claim).holds == cancels
    assert not (question.separable and cancels)


@few(60)
@given(questions())
def test_one_alternative_is_never_dressed_as_the_other(question: Question) -> None:
    """What was found for one answer never serves the other."""
    outcome = answer(question)
    problem = gordan.Points(question.X, question.y, intercept=question.intercept)
    if outcome.kind == "separable":
        nothing = gordan.outcome.Cancellation(tuple(range(problem.n)), (1,) * problem.n)
        weights = np.full(problem.n, 1 / problem.n)
        shown = claimed.inseparable(
            bracket=gordan.outcome.Bracket(-np.inf, 0.0),
            weights=weights,
            proof=nothing,
            classes=problem.classes,
            **UNKNOWN,
        )
        assert not gordan.verify(problem, shown).holds
    elif outcome.coef is not None:
        lie = hyperplane(problem, outcome.coef, outcome.intercept)
        assert not gordan.verify(problem, lie).holds
        assert not gordan.verify(problem, replace(lie, bracket=gordan.outcome.Bracket(-np.inf, np.inf))).holds
