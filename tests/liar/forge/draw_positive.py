"""True claims about w ≥ 0 at all scales, and what is true of such points in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import claimed
import gordan
from gordan.outcome import Bracket, Domination, Separator
from liar.forge.forger import Case
from liar.forge.scale import above, below, exponent
from liar.forge.truth import products, rows_of

__all__ = ["ceiling", "dominated", "floor", "separable", "stopped"]

_RUN = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none"}


def floor(problem: Any, w: Any, centre: Any) -> Fraction:
    """The margin under w."""
    rows = rows_of(problem)
    signed = [v if s > 0 else -v for v, s in zip(products(rows, w, centre), problem.signs, strict=True)]
    mass = sum((Fraction(float(v)) for v in w), Fraction(0))
    if problem.normalise:
        return min(v / max(map(abs, row)) for v, row in zip(signed, rows, strict=True)) / mass
    if not problem.intercept:
        return min(signed) / mass
    low = [min(v for v, s in zip(signed, problem.signs, strict=True) if s == sign) for sign in (1, -1)]
    return sum(low, Fraction(0)) / 2 / mass


def ceiling(problem: Any, weights: dict[int, Fraction]) -> Fraction:
    """The greatest coordinate that weights leave, each class of half the mass with an intercept."""
    rows, signs = rows_of(problem), problem.signs
    if problem.intercept:
        mass = {s: sum((v for j, v in weights.items() if signs[j] == s), Fraction(0)) for s in (1, -1)}
        weights = {j: v / (2 * mass[int(signs[j])]) for j, v in weights.items()}
        total = Fraction(1)
    else:
        total = sum((v * (max(map(abs, rows[j])) if problem.normalise else 1) for j, v in weights.items()), Fraction(0))
    return (
        max(sum((int(signs[j]) * v * rows[j][k] for j, v in weights.items()), Fraction(0)) for k in range(problem.m))
        / total
    )


def _posed(rng: Any, R: Any, y: Any, *, intercept: bool) -> gordan.Points | None:
    """Whole numbers times a power of two, which is exact; dense or sparse, as doubles or decimals."""
    numbers = str(rng.choice(["binary", "decimal"]))
    scale = 0 if numbers == "decimal" else min(exponent(rng), 900)
    X = np.ldexp(R.astype(float), scale)
    if not np.isfinite(X).all() or ((X == 0) != (R == 0)).any():
        return None
    if rng.integers(3) == 0:
        from scipy.sparse import csr_array

        X = csr_array(X)
    normalise = not intercept and bool(rng.integers(2)) and bool(R.any(axis=1).all())
    try:
        return gordan.Points(X, y, intercept, normalise, numbers, positive=True)  # type: ignore[arg-type]
    except gordan.InputError:
        return None


def separable(rng: Any) -> Case | None:
    """A direction w ≥ 0, labels that it gives, and any weights."""
    n, m, intercept = int(rng.integers(3, 8)), int(rng.integers(1, 5)), bool(rng.integers(2))
    w = np.ldexp(rng.integers(0, 4, m).astype(float), int(rng.integers(-30, 31)))
    R = rng.integers(-9, 10, (n, m))
    values, b = R @ w, float(rng.integers(-9, 10)) * w.max() if intercept else 0.0
    keep = values + b != 0
    R, y = R[keep], np.where(values + b > 0, 1, -1)[keep]
    if not w.any() or len(R) < 2 or len(set(y.tolist())) < 2:
        return None
    problem = _posed(rng, R, y, intercept=intercept)
    if problem is None:
        return None
    centre = np.zeros(m)
    margin = floor(problem, w, centre)
    if margin <= 0:
        return None
    z = products(rows_of(problem), w, centre)
    ends = (
        min(v for v, s in zip(z, problem.signs, strict=True) if s > 0),
        max(v for v, s in zip(z, problem.signs, strict=True) if s < 0),
    )
    offset: Any = -(ends[0] + ends[1]) / 2 if intercept else Fraction(0)
    offset = float(offset) if Fraction(float(offset)) == offset else offset
    x = rng.integers(1, 9, problem.n).astype(float)
    upper = above(lambda d: d >= ceiling(problem, {j: Fraction(v) for j, v in enumerate(x)}))
    plane = {"coef": w, "centre": centre, "offset": offset, "intercept": float(offset)}
    bracket = Bracket(below(lambda d: d <= margin), upper)
    claim = claimed.separable(
        bracket=bracket, classes=problem.classes, proof=Separator(w, offset, centre), weights=x, **plane, **_RUN
    )
    return Case(problem, claim)


def stopped(rng: Any) -> Case | None:
    """The direction and weights of such a claim, as if nothing had been decided."""
    case = dominated(rng)
    if case is None or case.claim.coef is None:
        return None
    problem, claim = case.problem, case.claim
    upper = above(lambda d: d >= ceiling(problem, {j: Fraction(v) for j, v in enumerate(claim.weights) if v}))
    shown = {name: getattr(claim, name) for name in ("coef", "centre", "intercept", "weights", "classes")}
    bracket = Bracket(min(claim.bracket.lower, 0.0), upper)
    return Case(problem, claimed.undecided(bracket=bracket, **shown, **_RUN))


def dominated(rng: Any) -> Case | None:
    """Integers, and rows of which the last takes away what the others leave above zero."""
    k, m, intercept = int(rng.integers(2, 6)), int(rng.integers(1, 5)), bool(rng.integers(2))
    X, R = [int(v) for v in rng.integers(1, 7, k - 1)], rng.integers(-9, 10, (k - 1, m))
    beyond = rng.integers(0, 3, m)
    if intercept:
        y, total = np.array([1] * (k - 1) + [-1]), sum(X)
        R, last = R * total, np.array(X) @ R + beyond
        X.append(total)
    else:
        y = rng.choice([-1, 1], k)
        last = -y[-1] * ((np.array(X) * y[:-1]) @ R + beyond)
        X.append(1)
    more = int(rng.integers(0, 3))
    R = np.vstack([R, last, rng.integers(-9, 10, (more, m))])
    y = np.append(y, rng.choice([-1, 1], more))
    if len(set(y.tolist())) < 2:
        return None
    problem = _posed(rng, R, y, intercept=intercept)
    if problem is None:
        return None
    factor = 3**700 if rng.integers(4) == 0 else 1
    proof = Domination(tuple(range(k)), tuple(v * factor for v in X))
    upper = above(lambda d: d >= ceiling(problem, {j: Fraction(v) for j, v in zip(proof.support, X, strict=True)}))
    bracket, shown = Bracket(-np.inf, upper), {}
    w = np.ldexp(rng.integers(0, 4, m).astype(float), int(rng.integers(-30, 31)))
    if w.any() and rng.integers(2):
        shown = {"coef": w, "centre": np.zeros(m)}
        bracket = Bracket(below(lambda d: d <= floor(problem, w, np.zeros(m))), upper)
    weights = proof.weights(problem.n)
    return Case(
        problem,
        claimed.inseparable(bracket=bracket, classes=problem.classes, proof=proof, weights=weights, **shown, **_RUN),
    )
