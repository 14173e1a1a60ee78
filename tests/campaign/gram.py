"""Matrices of products: of integer points at every exponent, exact, next to indefinite, or of subnormal numbers.

A function Σ c_j k(x_j, ·) + b separates exactly where the rows of the matrix, taken as points, are separable; that
holds of every symmetric matrix, so that the truth needs no eigenvalues.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

import gordan
from campaign.draw import PLACES, labelled_integers, scaled
from campaign.exact import feasible
from campaign.kernel import require_direction
from campaign.nearest import margin_square
from campaign.points import cancel
from campaign.trial import require_bracket, require_refusals, require_right, require_round_trip

__all__ = ["answer", "drawn", "separable_rows"]

_SECONDS = 5.0


class Products(NamedTuple):
    """A matrix with labels; `exact` says that it is one of products without any rounding."""

    K: Any
    y: Any
    exact: bool
    intercept: bool
    normalise: bool


def drawn(number: int) -> Products:
    """Problem `number`: products of integer points, scaled by powers of two, some moved by a few units."""
    rng = np.random.default_rng([7, number])
    X, y = labelled_integers(rng, most=7)
    kept = X.any(axis=1)
    X, y = (X[kept], y[kept]) if len(set(y[kept].tolist())) == 2 else (np.vstack([X + 5, X[:1] - 9]), np.append(y, 1))
    X = X[:, X.any(axis=0)]
    K, way, exact = X @ X.T, rng.integers(5), True
    if way == 0:
        powers = rng.integers(-530, 500, (len(K), 1)) if rng.integers(2) else rng.integers(-40, 40, (len(K), 1))
        K = scaled(K, powers + powers.T)
    else:
        place = int(rng.choice([-1074, -1073, -1070, -1060, -1022, int(rng.choice(PLACES))]))
        K = scaled(K, 0 if way < 3 else min(place, 1000))
    if rng.random() < 0.4:
        i, j = rng.integers(len(K), size=2)
        toward = rng.choice([-np.inf, np.inf])
        for _ in range(int(rng.integers(1, 4))):
            K[i, j] = np.nextafter(K[i, j], toward)
        if rng.integers(4):
            K[j, i] = K[i, j]
        exact = False
    if way and rng.random() < 0.15:
        with np.errstate(all="ignore"):
            single = K.astype(np.float32)
        K = single if (single == K).all() else K
    intercept = bool(rng.integers(2))
    return Products(K, y, exact, intercept, bool(not intercept and rng.random() < 0.3))


def separable_rows(K: list[list[Fraction]], signs: list[int], intercept: bool) -> bool:
    """Whether the rows, as points, are separable, by a simplex method in integers."""
    rows = [[s * v for v in row] + [s] * intercept + [1] for row, s in zip(K, signs, strict=True)]
    return feasible(rows) is not None


def answer(number: int) -> Counter[str]:
    """Answer problem `number` and compare it with the truth about its rows."""
    given = drawn(number)
    try:
        problem = gordan.Gram(given.K, given.y, intercept=given.intercept, normalise=given.normalise)
        outcome = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded", max_seconds=_SECONDS)
    except gordan.InputError:
        return Counter(["refused though exact" if given.exact else "refused"])
    whole, signs = [[Fraction(float(v)) for v in row] for row in given.K], [int(s) for s in problem.signs]
    K = [[(whole[i][j] + whole[j][i]) / 2 for j in range(len(whole))] for i in range(len(whole))]
    separable = separable_rows(K, signs, problem.intercept)
    kind = require_right(problem, outcome, separable)
    if kind == "separable" and given.exact:
        require_direction(problem, outcome, K, signs)
    if given.exact and not problem.normalise:
        square = margin_square(K, signs, problem.intercept)
        assert (square > 0) == separable
        require_bracket(outcome.bracket, square)
        if number % 5 == 1 and kind != "undecided":
            require_refusals(problem, outcome, square, lambda w: cancel(K, signs, problem.intercept, w))
    if number % 10 == 3:
        require_round_trip(problem, outcome)
    return Counter([f"{kind} {'exact' if given.exact else 'moved'}"])
