"""Honest claims about points, planted at any scale: a hyperplane gives the labels, or weights give the rows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import scipy.sparse as sp

import claimed
import gordan
from gordan.engine.polish.enclosure import enclosure
from liar.forge.forger import Case
from liar.forge.scale import above, below, exponent, exponents, fits, mantissas, scaled_by
from liar.forge.truth import lower_square, rows_of, solution, upper_square

__all__ = ["boxed", "cancelling", "deciding", "separable", "stopped", "undecided"]

_TOLD = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "none"}


def separable(rng: Any) -> Case | None:
    """A hyperplane, and points that are labelled by it."""
    m, n = int(rng.integers(1, 5)), int(rng.integers(2, 9))
    question = _question(rng)
    (w, fine), (X, short) = mantissas(rng, m, 9), mantissas(rng, (n, m), 20)
    value = X @ w
    b = int(value[0]) + int(rng.integers(-30, 31)) if question["intercept"] else 0
    value = value + b
    X, value = X[value != 0], value[value != 0]
    y = np.array([1 if v > 0 else -1 for v in value])
    if not any(w) or len(set(y.tolist())) < 2:
        return None
    columns, top = [c + short for c in exponents(rng, m)], exponent(rng) + fine + short
    rows = [0] * len(X) if question["intercept"] else exponents(rng, len(X))
    scaled = _table(X, rows, columns)
    direction = [scaled_by(int(v), top - c) for v, c in zip(w, columns, strict=True)]
    if scaled is None or not all(map(fits, direction)):
        return None
    problem = _posed(rng, scaled, y.astype(int), question)
    centre = _centre(rng, columns) if question["intercept"] else np.zeros(m)
    if problem is None or centre is None:
        return None
    direction = np.array([float(v) for v in direction])
    offset = scaled_by(b, top) + _dot(direction, centre)
    return _claimed(rng, problem, direction, centre, offset)


def _claimed(rng: Any, problem: Any, w: Any, centre: Any, offset: Fraction) -> Case | None:
    rows = rows_of(problem)
    square = lower_square(problem, rows, w, centre)
    lower = below(lambda d: d * abs(d) <= square)
    x = _weights(rng, problem)
    greatest = upper_square(problem, rows, x)[1]
    upper = above(lambda d: d >= 0 and d * d >= greatest)
    if not np.isfinite(upper):
        x = None
    told: Any = float(offset) if fits(offset) else offset
    truth = offset - _dot(w, centre)
    proof = gordan.outcome.Separator(w, told, centre)
    shown = {"coef": w, "centre": centre, "offset": told, "intercept": _nearest(truth)}
    bracket = gordan.outcome.Bracket(lower, upper)
    claim = claimed.separable(bracket=bracket, classes=problem.classes, proof=proof, weights=x, **shown, **_TOLD)
    return Case(problem, claim)


def undecided(rng: Any) -> Case | None:
    """Any direction and any weights, and the ends of the bracket that they prove."""
    case = separable(rng)
    if case is None:
        return None
    problem, claim = case.problem, case.claim
    w = claim.coef if rng.integers(2) else rng.permutation(claim.coef) * rng.choice([-1.0, 1.0], problem.m)
    square = lower_square(problem, rows_of(problem), w, claim.centre)
    bracket = gordan.outcome.Bracket(below(lambda d: d * abs(d) <= square), claim.bracket.upper)
    shown = {"coef": w, "centre": claim.centre, "weights": claim.weights, "classes": problem.classes}
    about = sum(
        (Fraction(v) * Fraction(c) for v, c in zip(w.tolist(), claim.centre.tolist(), strict=True)), Fraction(0)
    )
    try:
        shown["intercept"] = float(-about)
    except OverflowError:
        return None
    return Case(problem, claimed.undecided(bracket=bracket, **shown, **_TOLD))


def stopped(rng: Any) -> Case | None:
    """Nothing is known at all."""
    case = separable(rng)
    if case is None:
        return None
    return case._replace(
        claim=claimed.undecided(bracket=gordan.outcome.Bracket(), classes=case.problem.classes, **_TOLD)
    )


def cancelling(rng: Any) -> Case | None:
    """Integers, and rows of which the last makes up for the others."""
    m, k = int(rng.integers(1, 4)), int(rng.integers(2, 6))
    return _cancelled(rng, m, k, int(rng.integers(0, 3)))


def boxed(rng: Any) -> Case | None:
    """The same on as many rows as there are equations, with a box where there were integers."""
    m = int(rng.integers(1, 4))
    question = _question(rng)
    if rng.integers(2):
        case = _cancelled(rng, m, m + 1 + question["intercept"], 0, question)
    else:
        case = _dependent(rng, m, question)
    if case is None:
        return None
    with np.errstate(all="ignore"):
        box = enclosure(case.problem, sorted(case.claim.proof.support))
    if box is None:
        return None
    from claimed import replace

    return case._replace(claim=replace(case.claim, proof=box, weights=box.weights(case.problem.n)))


def _dependent(rng: Any, m: int, question: dict[str, Any]) -> Case | None:
    """Any rows, one more than can be independent: the signs of what cancels them are the labels."""
    k = m + 1 + question["intercept"]
    X, short = mantissas(rng, (k, m), 9)
    scaled = _table(X, [0] * k, [c + short for c in exponents(rng, m)])
    if scaled is None:
        return None
    posed = _posed(rng, scaled, np.array([1, -1] + [1] * (k - 2)), question)
    if posed is None:
        return None
    rows = rows_of(posed)
    equations = [list(column) for column in zip(*rows, strict=True)]
    if question["intercept"]:
        equations.append([Fraction(1)] * k)
    # The last one is 1; the others follow.
    weights = solution([row[:-1] for row in equations], [-row[-1] for row in equations])
    if weights is None or not all(weights):
        return None
    y = [1 if v > 0 else -1 for v in (*weights, Fraction(1))]
    try:
        problem = gordan.Points(posed.X, y, **question)
    except gordan.InputError:
        return None
    proof = gordan.outcome.Cancellation(tuple(range(k)), (1,) * k)
    bracket = gordan.outcome.Bracket(-np.inf, 0.0)
    return Case(problem, claimed.inseparable(bracket=bracket, classes=problem.classes, proof=proof, **_TOLD))


def _cancelled(rng: Any, m: int, k: int, more: int, question: Any = None) -> Case | None:
    question = _question(rng) if question is None else question
    X, R = [int(v) for v in rng.integers(1, 7, k - 1)], rng.integers(-9, 10, (k - 1, m))
    y = rng.choice([-1, 1], k)
    if question["intercept"]:
        # The last row is the weighted mean of the others, alone on its side.
        y[:], y[-1], total = 1, -1, sum(X)
        R, last = R * total, np.array(X) @ (R)
        X.append(total)
    else:
        last = -y[-1] * ((np.array(X) * y[:-1]) @ R)
        X.append(1)
    R = np.vstack([R, last, rng.integers(-9, 10, (more, m))])
    y = np.append(y, rng.choice([-1, 1], more))
    columns, rows = exponents(rng, m), [0] * len(R)
    if not question["intercept"]:
        rows = [int(e) for e in rng.integers(-40, 41, len(R))] if rng.integers(2) else rows
    scaled = _table(R, rows, columns)
    if scaled is None or len(set(y.tolist())) < 2:
        return None
    problem = _posed(rng, scaled, y, question)
    if problem is None:
        return None
    highest = max(rows)
    integers = tuple(v << (highest - r) for v, r in zip(X, rows[:k], strict=True))
    if rng.integers(4) == 0:
        integers = tuple(v * 3**700 for v in integers)
    proof = gordan.outcome.Cancellation(tuple(range(k)), integers)
    bracket, shown = _below(rng, problem)
    weights = proof.weights(problem.n)
    claim = claimed.inseparable(
        bracket=bracket, classes=problem.classes, proof=proof, weights=weights, **shown, **_TOLD
    )
    return Case(problem, claim)


def deciding(rng: Any) -> Case | None:
    return (separable, cancelling)[int(rng.integers(2))](rng)


def _below(rng: Any, problem: Any) -> tuple[gordan.outcome.Bracket, dict[str, Any]]:
    """A lower end from any direction, or none."""
    w = np.ldexp(rng.integers(-9, 10, problem.m).astype(float), int(rng.integers(-30, 31)))
    if rng.integers(2) or not w.any():
        return gordan.outcome.Bracket(-np.inf, float(rng.choice([0.0, -0.0, 5e-324, 1.0]))), {}
    centre = np.zeros(problem.m)
    square = lower_square(problem, rows_of(problem), w, centre)
    return gordan.outcome.Bracket(below(lambda d: d * abs(d) <= square), 0.0), {"coef": w, "centre": centre}


def _question(rng: Any) -> dict[str, Any]:
    intercept = bool(rng.integers(2))
    numbers = "decimal" if rng.integers(4) == 0 else "binary"
    return {"intercept": intercept, "normalise": not intercept and bool(rng.integers(2)), "numbers": numbers}


def _table(X: Any, rows: list[int], columns: list[int]) -> Any:
    exact = [
        [scaled_by(int(v), r + c) for v, c in zip(row, columns, strict=True)] for row, r in zip(X, rows, strict=True)
    ]
    if not all(fits(v) for row in exact for v in row):
        return None
    return np.array([[float(v) for v in row] for row in exact])


def _posed(rng: Any, X: Any, y: Any, question: dict[str, Any]) -> Any:
    form = int(rng.integers(5))
    if form == 1:
        X = sp.csr_array(X)
    elif form == 2:
        X = sp.csc_array(X)
    elif form == 3 and bool((X.astype(np.float32).astype(np.float64) == X).all() if abs(X).max() < 1e38 else False):
        X = X.astype(np.float32)
    elif form == 4:
        X = np.asfortranarray(X)
    try:
        return gordan.Points(X, y, **question)
    except gordan.InputError:
        return None


def _centre(rng: Any, columns: list[int]) -> Any:
    if rng.integers(2):
        return np.zeros(len(columns))
    exact = [scaled_by(int(v), c) for v, c in zip(rng.integers(-9, 10, len(columns)), columns, strict=True)]
    return np.array([float(v) for v in exact]) if all(map(fits, exact)) else None


def _weights(rng: Any, problem: Any) -> Any:
    x = np.ldexp(rng.integers(0, 5, problem.n).astype(float), exponent(rng) // 2)
    for sign in (1, -1):
        here = np.flatnonzero(problem.signs == sign)
        if here.size and not x[here].any():
            x[here[0]] = max(x.max(), 1.0)
    return x


def _dot(a: Any, b: Any) -> Fraction:
    return sum((Fraction(float(u)) * Fraction(float(v)) for u, v in zip(a, b, strict=True)), Fraction(0))


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf
