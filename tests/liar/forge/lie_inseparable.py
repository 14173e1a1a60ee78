"""Forgers of claims that points cannot be separated: integers that do not cancel, boxes beside the truth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from liar.forge.draw_points import boxed, cancelling
from liar.forge.forger import Case, Forger
from liar.forge.lie_points import DOUBLES, change, prove
from liar.forge.scale import below
from liar.forge.truth import rows_of, solution

__all__ = [
    "INSEPARABLE",
    "an_upper_end_below_zero",
    "integers_that_are_none",
    "odd_integer",
    "other_weights_shown",
    "rows_of_nothing",
    "rows_that_are_none",
]


def odd_integer(value: int, rng: Any) -> Any:
    """What is no positive integer of Python's own."""
    other = [0, -value, float(value) if value < 2**1000 else 0.5, True, str(value), None, Fraction(value), 1.5]
    return [*other, np.int64(value % 2**62 + 1)][rng.integers(9)]


def rows_that_are_none(case: Case, rng: Any) -> Case | None:
    S, n = list(case.claim.proof.support), case.problem.n
    k = rng.integers(len(S))
    S[k] = [n, -1, S[k - 1], True, np.int64(S[k]), float(S[k]), None, "0", 10**30][rng.integers(9)]
    if tuple(S) == case.claim.proof.support and type(S[k]) is int:
        return None
    return prove(case, support=tuple(S))


def rows_of_nothing(case: Case, rng: Any) -> Case:
    """As issue 16 has it: no rows, and an integer of nothing."""
    integers = [(), (1,), (0,)][rng.integers(3)]
    return change(prove(case, support=(), integers=integers), weights=np.zeros(case.problem.n))


def integers_that_are_none(case: Case, rng: Any) -> Case:
    X = list(case.claim.proof.integers)
    k = rng.integers(len(X))
    X[k] = odd_integer(X[k], rng)
    return prove(case, integers=tuple(X[: len(X) - int(rng.integers(2) * rng.integers(2))]))


def integers_that_leave_something(case: Case, rng: Any) -> Case | None:
    """One more of a row; or one digit of one number of the data."""
    problem, proof = case.problem, case.claim.proof
    X = list(proof.integers)
    if rng.integers(2):
        k = rng.integers(len(X))
        if problem.intercept or not any(rows_of(problem)[proof.support[k]]):
            return None
        X[k] += 1
        shown = replace(proof, integers=tuple(X))
        return change(prove(case, integers=tuple(X)), weights=shown.weights(problem.n))
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
    i, j = proof.support[rng.integers(len(X))], rng.integers(problem.m)
    dense[i, j] = np.nextafter(dense[i, j], dense.dtype.type(rng.choice([-np.inf, np.inf])))
    if not np.isfinite(dense[i, j]):
        return None
    try:
        other = gordan.Points(dense, problem.y, problem.intercept, problem.normalise, problem.numbers)
    except gordan.InputError:
        return None
    return change(case._replace(problem=other), bracket=gordan.outcome.Bracket(-np.inf, 0.0), coef=None)


def integers_that_leave_labels(case: Case, rng: Any) -> Case | None:
    """A row of zeros takes any weight but for its label."""
    problem, proof = case.problem, case.claim.proof
    if not problem.intercept:
        return None
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X, dtype=np.float64)
    X = np.vstack([dense, np.zeros(problem.m)])
    y = [*problem.y, problem.y[0]]
    other = gordan.Points(X, y, True, False, problem.numbers)
    longer = gordan.outcome.Cancellation((*proof.support, problem.n), (*proof.integers, int(rng.integers(1, 9))))
    lie = change(case._replace(problem=other), proof=longer, weights=longer.weights(other.n))
    return change(lie, bracket=gordan.outcome.Bracket(-np.inf, 0.0), coef=None)


def other_weights_shown(case: Case, rng: Any) -> Case:
    x = case.claim.weights.copy()
    j = rng.integers(x.size)
    x[j] = np.nextafter(x[j], np.inf)
    return change(case, weights=[x, None, x[1:], list(x), -case.claim.weights][rng.integers(5)])


def an_upper_end_below_zero(case: Case, rng: Any) -> Case:
    return change(
        case, bracket=gordan.outcome.Bracket(-np.inf, float(rng.choice([-5e-324, -1.0, -np.inf, np.nan]))), coef=None
    )


def no_box(case: Case, rng: Any) -> Case | None:
    which = ["centre", "radius"][rng.integers(2)]
    v = getattr(case.claim.proof, which)
    wrong = [v[1:], np.append(v, 1.0), v.astype(np.longdouble), list(v), None, v[:, None], v.astype(">f8")]
    return prove(case, **{which: wrong[rng.integers(7)]})


def a_box_that_reaches_zero(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    radius, j = proof.radius.copy(), rng.integers(proof.radius.size)
    radius[j] = rng.choice([proof.centre[j], np.inf, np.nan, -5e-324, np.nextafter(proof.centre[j], np.inf)])
    return prove(case, radius=radius)


def too_many_rows(case: Case, rng: Any) -> Case | None:
    """One more row than equations, or one less."""
    proof, n = case.claim.proof, case.problem.n
    if len(proof.support) < 2:
        return None
    box = gordan.outcome.Enclosure(proof.support[1:], proof.centre[1:], proof.radius[1:])
    used = [j for j, column in enumerate(zip(*rows_of(case.problem), strict=True)) if any(column)]
    still = [j for j in used if any(rows_of(case.problem)[i][j] for i in box.support)]
    if len(still) < len(used):
        return None
    return change(case, proof=box, weights=box.weights(n))


def a_box_beside_the_truth(case: Case, rng: Any) -> Case | None:
    """A radius that is short of the exact weight by the last digit."""
    problem, proof = case.problem, case.claim.proof
    rows = rows_of(problem)
    signed = [[v * int(problem.signs[i]) for v in rows[i]] for i in proof.support]
    equations = [list(column) for column in zip(*signed, strict=True) if any(column)]
    if problem.intercept:
        equations.append([Fraction(int(problem.signs[i])) for i in proof.support])
    equations.append([Fraction(1)] * len(proof.support))
    exact = solution(equations, [Fraction(0)] * (len(equations) - 1) + [Fraction(1)])
    if exact is None:
        return None
    centre, radius, j = proof.centre.copy(), proof.radius.copy(), int(rng.integers(proof.centre.size))
    if exact[j] == Fraction(float(centre[j])):
        centre[j] = np.nextafter(centre[j], np.inf)
    away = abs(exact[j] - Fraction(float(centre[j])))
    radius[j] = max(below(lambda d: d < away), 0.0)
    lie = replace(proof, centre=centre, radius=radius)
    return change(case, proof=lie, weights=lie.weights(problem.n))


INSEPARABLE = [
    Forger("rows that are none", "support rows exist and differ", cancelling, rows_that_are_none),
    Forger(
        "rows of nothing",
        "support rows exist and differ",
        cancelling,
        rows_of_nothing,
        ("weights are positive integers",),
    ),
    Forger("rows that are none, boxed", "support rows exist and differ", boxed, rows_that_are_none),
    Forger("integers that are none", "weights are positive integers", cancelling, integers_that_are_none),
    Forger("integers that leave something", "weighted rows cancel", cancelling, integers_that_leave_something),
    Forger("integers that leave labels", "weighted labels cancel", cancelling, integers_that_leave_labels),
    Forger("other weights shown", "weights are the proof's", cancelling, other_weights_shown),
    Forger("other weights shown, boxed", "weights are the proof's", boxed, other_weights_shown),
    Forger("an upper end below zero", "upper bound of the margin", cancelling, an_upper_end_below_zero, DOUBLES),
    Forger("an upper end below zero, boxed", "upper bound of the margin", boxed, an_upper_end_below_zero, DOUBLES),
    Forger("no box", "a centre and a radius for each row", boxed, no_box),
    Forger(
        "a box that reaches zero",
        "enclosed weights are positive",
        boxed,
        a_box_that_reaches_zero,
        ("a centre and a radius for each row",),
    ),
    Forger("too many rows", "system is square", boxed, too_many_rows),
    Forger("a box beside the truth", "weights are enclosed", boxed, a_box_beside_the_truth),
]
