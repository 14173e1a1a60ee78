"""Forgers of claims about w ≥ 0: a coefficient below zero, a coordinate above it, ends that no margin has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.outcome import Bracket, Cancellation, Domination
from liar.forge.draw_points import cancelling
from liar.forge.draw_positive import ceiling, dominated, floor, separable, stopped
from liar.forge.forger import Case, Forger
from liar.forge.lie_inseparable import integers_that_are_none, other_weights_shown, rows_that_are_none
from liar.forge.lie_points import BASES, DOUBLES, change, no_direction, no_vector, prove
from liar.forge.scale import above, below

__all__ = ["POSITIVE"]

_SIGN = "no coefficient is negative"
_ABOVE = "weighted rows are nowhere above zero"


def _with_negative(w: Any, rng: Any) -> Any:
    """One coefficient below zero: by as little as can be, or turned round."""
    lie = w.copy()
    j = rng.integers(w.size)
    lie[j] = -5e-324 if rng.integers(2) or lie[j] == 0 else -lie[j]
    return lie


def a_negative_coefficient(case: Case, rng: Any) -> Case:
    w = _with_negative(case.claim.coef, rng)
    return prove(change(case, coef=w), direction=w)


def a_negative_coefficient_beside(case: Case, rng: Any) -> Case | None:
    if case.claim.coef is None:
        return None
    return change(case, coef=_with_negative(case.claim.coef, rng))


def integers_that_leave_some_above(case: Case, rng: Any) -> Case | None:
    """More of one row, where that brings a column above zero."""
    problem, proof = case.problem, case.claim.proof
    X, k = list(proof.integers), int(rng.integers(len(proof.integers)))
    if problem.intercept:
        return None
    X[k] += int(rng.choice([1, 2, 10])) * (X[k] // min(X))
    weights = dict(zip(proof.support, map(Fraction, X), strict=True))
    if ceiling(problem, weights) <= 0:
        return None
    lie = Domination(proof.support, tuple(X))
    return change(case, proof=lie, weights=lie.weights(problem.n), bracket=Bracket(), coef=None)


def a_number_moved_above(case: Case, rng: Any) -> Case | None:
    """One number of the data by one digit, where a column is zero."""
    problem, proof = case.problem, case.claim.proof
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
    i, j = proof.support[int(rng.integers(len(proof.support)))], int(rng.integers(problem.m))
    dense[i, j] = np.nextafter(dense[i, j], problem.signs[i] * np.inf)
    asked = (problem.intercept, problem.normalise, problem.numbers)
    try:
        other = gordan.Points(dense, problem.y, *asked, positive=True)
    except gordan.InputError:
        return None
    if ceiling(other, dict(zip(proof.support, map(Fraction, proof.integers), strict=True))) <= 0:
        return None
    return change(case._replace(problem=other), bracket=Bracket(), coef=None)


def labels_that_do_not_cancel(case: Case, rng: Any) -> Case | None:
    """More of a row of the negative class, of which no column comes above zero."""
    problem, proof = case.problem, case.claim.proof
    if not problem.intercept:
        return None
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
    X = np.vstack([dense, np.zeros(problem.m)])
    asked = (problem.intercept, problem.normalise, problem.numbers)
    other = gordan.Points(X, [*problem.y, problem.y[0]], *asked, positive=True)
    lie = Domination((*proof.support, problem.n), (*proof.integers, int(rng.integers(1, 9))))
    return change(case._replace(problem=other), proof=lie, weights=lie.weights(other.n), bracket=Bracket(), coef=None)


def an_upper_end_below(case: Case, rng: Any) -> Case:
    problem, claim = case.problem, case.claim
    weights = {j: Fraction(float(v)) for j, v in enumerate(claim.weights) if v}
    if isinstance(claim.proof, Domination):
        weights = dict(zip(claim.proof.support, map(Fraction, claim.proof.integers), strict=True))
    truth = ceiling(problem, weights)
    return change(case, bracket=Bracket(-np.inf, below(lambda d: d < truth)), coef=claim.coef)


def an_upper_end_below_of_a_separator(case: Case, rng: Any) -> Case:
    lie = an_upper_end_below(case, rng)
    return change(case, bracket=replace(case.claim.bracket, upper=lie.claim.bracket.upper))


def a_lower_end_above(case: Case, rng: Any) -> Case | None:
    claim = case.claim
    if claim.coef is None:
        return None
    truth = floor(case.problem, claim.coef, claim.centre)
    return change(case, bracket=replace(claim.bracket, lower=above(lambda d: d > truth)))


def another_kind(case: Case, rng: Any) -> Case:
    """Weights that are said to cancel, which is the proof of another question."""
    S, X = ((0,), (1,)) if case.claim.kind == "separable" else (case.claim.proof.support, case.claim.proof.integers)
    return change(case, proof=[Cancellation(S, X), case.claim.proof.__dict__, 1][rng.integers(3)])


def domination_of_another_question(case: Case, rng: Any) -> Case:
    """Of points that ask for any direction a sum below zero proves nothing."""
    proof = case.claim.proof
    return change(case, proof=Domination(proof.support, proof.integers))


def of_another_question(case: Case, rng: Any) -> Case:
    """The same claim of the same rows, that ask for any direction."""
    p = case.problem
    return case._replace(problem=gordan.Points(p.X, p.y, p.intercept, p.normalise, p.numbers))


def a_point_on_the_wrong_side(case: Case, rng: Any) -> Case | None:
    problem = case.problem
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
    i, j = rng.permutation(problem.n)[:2]
    if problem.signs[i] == problem.signs[j]:
        return None
    dense[i] = dense[j]
    asked = (problem.intercept, problem.normalise, problem.numbers)
    other = gordan.Points(dense, problem.y, *asked, positive=True)
    if floor(other, case.claim.coef, case.claim.centre) > 0:
        return None
    return case._replace(problem=other)


def no_weights(case: Case, rng: Any) -> Case | None:
    wrong = no_vector(case.claim.weights, rng)
    return None if wrong is None or not case.problem.intercept else change(case, weights=wrong)


POSITIVE = [
    Forger("a negative coefficient", _SIGN, separable, a_negative_coefficient),
    Forger("a negative coefficient beside", _SIGN, dominated, a_negative_coefficient_beside),
    Forger("a negative coefficient, undecided", _SIGN, stopped, a_negative_coefficient_beside),
    Forger("no direction, w ≥ 0", "direction is finite and not zero", separable, no_direction),
    Forger("a point on the wrong side, w ≥ 0", "every point on its side", separable, a_point_on_the_wrong_side),
    Forger("integers that leave some above", _ABOVE, dominated, integers_that_leave_some_above),
    Forger("a number moved above", _ABOVE, dominated, a_number_moved_above),
    Forger("labels that do not cancel, w ≥ 0", "weighted labels cancel", dominated, labels_that_do_not_cancel),
    Forger("rows that are none, w ≥ 0", "support rows exist and differ", dominated, rows_that_are_none),
    Forger("integers that are none, w ≥ 0", "weights are positive integers", dominated, integers_that_are_none),
    Forger("other weights shown, w ≥ 0", "weights are the proof's", dominated, other_weights_shown),
    Forger(
        "an upper end below, dominated", "margin at most", dominated, an_upper_end_below, ("no lower bound claimed",)
    ),
    Forger("an upper end below, w ≥ 0", "margin at most", separable, an_upper_end_below_of_a_separator),
    Forger("an upper end below, w ≥ 0, undecided", "margin at most", stopped, an_upper_end_below),
    Forger("a lower end above, w ≥ 0", "margin at least", separable, a_lower_end_above, DOUBLES),
    Forger("a lower end above, dominated", "margin at least", dominated, a_lower_end_above, DOUBLES),
    Forger("no weights, w ≥ 0", BASES[0], separable, no_weights),
    Forger("a cancellation for w ≥ 0", "proof is of its kind", dominated, another_kind),
    Forger("a cancellation for a separator", "proof is of its kind", separable, another_kind),
    Forger("a domination of any direction", "proof is of its kind", cancelling, domination_of_another_question),
    Forger("a domination of another question", "proof is of its kind", dominated, of_another_question),
]
