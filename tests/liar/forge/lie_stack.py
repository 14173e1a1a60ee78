"""Bounds of many problems at once, against fractions: a forger claims what a stack proves, and must not find it false.

`verify/batch/stack.py` returns bounds where other rooms return checks. Here a bound is turned into a claim of a single
problem: honest, as the stack has it, and forged, beyond the truth; the judge asks the stack itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import gordan
from claimed import replace
from gordan.feasibility.split import stacked_score
from gordan.outcome import Check, Verdict
from gordan.verify import Claims, verify_many, verify_splits
from gordan.verify.batch.stack import Stack, margin_at_most, sides
from liar.forge.draw_points import cancelling, separable
from liar.forge.forger import Case, Forger
from liar.forge.lie_points import POINTS, change
from liar.forge.scale import above, below
from liar.forge.truth import lower_square, rows_of, upper_square

__all__ = ["STACKS"]


class Ends(NamedTuple):
    """A direction, weights, and the ends of the bracket that they are to prove."""

    w: Any
    x: Any
    lower: float
    upper: float


def _stack(problem: Any) -> Stack:
    X = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    return Stack(X[None], problem.signs[None], problem.intercept, problem.normalise, problem.numbers, [problem.classes])


def _proved(problem: Any, w: Any, x: Any) -> tuple[float, float]:
    stack, centre = _stack(problem), np.zeros((1, problem.m))
    low = float(sides(stack, w[None], centre).margin[0])
    return low, float(margin_at_most(stack, centre, np.arange(problem.n)[None], x[None])[0])


def _judge(problem: Any, claim: Ends) -> Verdict:
    low, high = _proved(problem, claim.w, claim.x)
    return Verdict(
        (
            Check("margin at least", f"{low}", f"{claim.lower}", "stack", low >= claim.lower),
            Check("margin at most", f"{high}", f"{claim.upper}", "stack", high <= claim.upper),
        )
    )


def stacked(rng: Any) -> Case | None:
    """A problem alone in a stack, and ends that the stack itself proves."""
    case = separable(rng)
    if case is None or case.claim.weights is None:
        return None
    low, high = _proved(case.problem, case.claim.coef, case.claim.weights)
    return Case(case.problem, Ends(case.claim.coef, case.claim.weights, low, high), _judge)


def a_lower_end_above(case: Case, rng: Any) -> Case | None:
    centre = np.zeros(case.problem.m)
    square = lower_square(case.problem, rows_of(case.problem), case.claim.w, centre)
    lower = above(lambda d: d * abs(d) > square)
    return case._replace(claim=case.claim._replace(lower=lower)) if np.isfinite(lower) else None


def an_upper_end_below(case: Case, rng: Any) -> Case | None:
    square = upper_square(case.problem, rows_of(case.problem), case.claim.x)[0]
    upper = below(lambda d: d < 0 or d * d < square)
    return case._replace(claim=case.claim._replace(upper=upper)) if np.isfinite(upper) else None


def of_many(rng: Any) -> Case | None:
    """One of the answers of `separate_many` to a stack of the same points with other labels."""
    draw = (separable, cancelling)[int(rng.integers(2))](rng)
    if draw is None or draw.problem.normalise:
        return None
    problem = draw.problem
    X = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    size = np.abs(X.astype(np.float64))
    if not (size[size > 0].min(initial=1.0) > 2.0**-190 and size.max() < 2.0**190):
        return None
    y = (problem.signs > 0).astype(int)
    options = {"intercept": problem.intercept, "numbers": problem.numbers}
    many = gordan.separate_many([(X, y), (X, 1 - y)], **options)
    return Case(gordan.Points(X, y, **options), many[0])


def another_many(case: Case, rng: Any) -> Case | None:
    """The lies about points, told of an answer from a stack."""
    if case.claim.kind != "separable":
        return change(case, classes=("x", "y"))
    forged = next(f for f in POINTS if f.name == "a lower end above").forge(case, rng)
    return None if forged is None else change(forged, bracket=replace(forged.claim.bracket, upper=np.inf), weights=None)


def judged_alone(rng: Any) -> Case | None:
    """A claim about a problem that is alone in its stack, judged by the verdict that the stack gives of it."""
    case = of_many(rng)
    if case is None or case.claim.kind == "undecided" or isinstance(case.claim.proof, gordan.outcome.Cancellation):
        return None
    problem, claim = case.problem, case.claim.claim
    slots = problem.m + 2
    S, x = np.zeros((1, slots), np.int64), np.zeros((1, slots))
    rows = claim.proof.support if claim.kind == "inseparable" else np.flatnonzero(claim.weights)
    S[0, : len(rows)], x[0, : len(rows)] = rows, claim.weights[list(rows)]
    if claim.coef is None:
        return None
    kind = np.array([("separable", "inseparable").index(claim.kind)], np.int8)
    radius = np.zeros((1, slots))
    if claim.kind == "inseparable":
        radius[0, : len(rows)] = claim.proof.radius
    claims = Claims(
        kind, claim.coef[None], claim.centre[None], np.array([claim.offset]), S, x, [claim.classes], radius,
        np.array([claim.bracket.lower]), np.array([claim.bracket.upper]),
    )  # fmt: skip
    judged = verify_many(_stack(problem), claims)
    return Case(problem, claim, lambda problem, claim: judged.verdict(0, claim))


def _judge_system(A: Any, claim: tuple[Any, int]) -> Verdict:
    x, along = claim
    proved = bool(verify_splits(A[None], x[None], np.array([along])).proved[0])
    return Verdict((Check("weights that cancel are near", f"{proved}", "True", "stack", proved),))


def overlapping(rng: Any) -> Case:
    """The columns of a system alone in its stack, with weights that are to cancel; none of its rows can be strict."""
    p, n = int(rng.integers(1, 5)), int(rng.integers(8, 40))
    half = rng.normal(size=(p, n)) if rng.random() < 0.5 else rng.integers(-3, 4, (p, n)).astype(float)
    A = np.concatenate([half, -half * 10.0 ** rng.integers(-2, 3, n)], axis=1)
    return Case(A, (stacked_score(A[None], 8)[0], -1), _judge_system)


def a_system_with_strict_rows(case: Case, rng: Any) -> Case:
    """The same weights, or others, where the first column or a combination of columns is nowhere negative."""
    A = case.problem.copy()
    b = np.eye(len(A))[0] if rng.random() < 0.5 else rng.integers(-2, 3, len(A)) + np.eye(len(A))[0] * 5
    z = b @ A
    A = A * np.where(z < 0, -1.0, 1.0)
    x = case.claim[0] if rng.random() < 0.5 else stacked_score(A[None], int(rng.integers(1, 20)))[0]
    return case._replace(problem=A, claim=(x, -1))


def dependent_columns(case: Case, rng: Any) -> Case:
    """A column that is another one, in doubles or but for the last digit."""
    again = case.problem[:1] * (1.0 + 2.0**-52 * rng.integers(0, 2, case.problem.shape[1]))
    return case._replace(problem=np.concatenate([case.problem, again]))


def weights_not_positive(case: Case, rng: Any) -> Case:
    x = case.claim[0].copy()
    x[int(rng.integers(x.size))] = rng.choice([0.0, -1e-300, np.nan, np.inf, -0.5])
    return case._replace(claim=(x, -1))


def a_column_of_both_signs(case: Case, rng: Any) -> Case | None:
    """Strict along a column that is positive on some rows and negative on others."""
    j = int(rng.integers(len(case.problem)))
    return case._replace(claim=(case.claim[0], j)) if np.unique(np.sign(case.problem[j])).size > 1 else None


def a_claim_not_judged(case: Case, rng: Any) -> Case | None:
    """Another claim than the one of the arrays, true or not."""
    claim = case.claim
    changes: list[dict[str, Any]] = [{"coef": claim.coef * 2.0}, {"proof": gordan.outcome.Cancellation((0, 1), (1, 1))}]
    if claim.kind == "separable":
        proof = claim.proof
        changes[0] = {"proof": replace(proof, direction=proof.direction * 2.0)}
        changes.append({"proof": replace(proof, offset=proof.offset + 2.0**-60 + abs(proof.offset) / 2)})
        changes.append({"weights": claim.weights * 2.0})
    else:
        changes.append({"proof": replace(claim.proof, radius=claim.proof.radius * 1.5)})
    return case._replace(claim=replace(claim, **changes[int(rng.integers(len(changes)))]))


STACKS = [
    Forger("stack: a claim not judged", "claim is the one judged", judged_alone, a_claim_not_judged),
    Forger("stack: a lower end above", "margin at least", stacked, a_lower_end_above),
    Forger("stack: an upper end below", "margin at most", stacked, an_upper_end_below),
    Forger(
        "stack: another of many", "classes", of_many, another_many, ("margin at least", "bracket is made of doubles")
    ),
    Forger("stack: strict rows", "weights that cancel are near", overlapping, a_system_with_strict_rows),
    Forger("stack: dependent columns", "weights that cancel are near", overlapping, dependent_columns),
    Forger("stack: weights not positive", "weights that cancel are near", overlapping, weights_not_positive),
    Forger("stack: a column of both signs", "weights that cancel are near", overlapping, a_column_of_both_signs),
]
