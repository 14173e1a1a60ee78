"""Points whose coordinates m·2^e have exponents from −1074 to 1023, mixed within one problem, in every form."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.sparse import csc_array, csr_array

import gordan
from campaign.draw import labelled_integers, spread
from campaign.nearest import margin_square, products
from campaign.points import cancel
from campaign.trial import above, below, require, require_bracket, require_refusals, require_right, require_round_trip
from gordan.outcome import IntegerSeparator

__all__ = ["answer", "drawn"]

_TOGETHER = 10  # problems in one run of `separate_many`


def drawn(number: int) -> gordan.Points:
    """Problem `number`: integers with degenerate structure, spread over exponents; dense, sparse or single."""
    rng = np.random.default_rng([5, number])
    X, y = labelled_integers(rng)
    X = spread(rng, X)
    intercept, numbers = bool(rng.integers(2)), "decimal" if rng.random() < 0.2 else "binary"
    form = rng.choice(["dense", "dense", "dense", "csr", "csc", "single"])
    if form == "single":
        # Coordinates beyond singles become 0 or the greatest single.
        with np.errstate(all="ignore"):
            X = np.nan_to_num(X.astype(np.float32))
    elif form != "dense":
        X = (csr_array if form == "csr" else csc_array)(X)
    rows = X.toarray() if form in ("csr", "csc") else X
    normalise = not intercept and rng.random() < 0.4 and bool((rows != 0).any(axis=1).all())
    return gordan.Points(X, y, intercept=intercept, normalise=normalise, numbers=numbers)


def exact_rows(problem: gordan.Points) -> list[list[Fraction]]:
    """The coordinates as the numbers they stand for."""
    X = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    if problem.numbers == "decimal":
        return [[Fraction(str(value)) for value in row] for row in X]
    return [[Fraction(float(value)) for value in row] for row in X]


@lru_cache(maxsize=1)
def _together(batch: int) -> Any:
    return gordan.separate_many([drawn(batch * _TOGETHER + k) for k in range(_TOGETHER)])


def answer(number: int) -> Counter[str]:
    """Answer problem `number` by itself and among others."""
    counts: Counter[str] = Counter()
    problem = drawn(number)
    rows, signs = exact_rows(problem), [int(s) for s in problem.signs]
    square = margin_square(products(rows), signs, problem.intercept)
    alone = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded")
    among = _together(number // _TOGETHER)[number % _TOGETHER]
    for way, outcome in (("together", among), ("alone", alone)):
        counts[f"{require_right(problem, outcome, square > 0)} {way}"] += 1
        if problem.normalise:
            _require_unit_bracket(rows, signs, outcome, square > 0)
        else:
            require_bracket(outcome.bracket, square)
    if number % 10 == 3:
        require_round_trip(problem, alone)
    if number % 10 in (1, 4) and alone.kind != "undecided" and not problem.normalise:
        require_refusals(problem, alone, square, lambda w: cancel(rows, signs, problem.intercept, w))
    return counts


def _require_unit_bracket(rows: Any, signs: list[int], outcome: Any, separable: bool) -> None:
    """Check the margin of points of unit length by the outcome's own direction: below ρ, and what it claims."""
    if not separable:
        return require_bracket(outcome.bracket, Fraction(0))
    require(outcome.bracket.upper >= 0, f"upper end {outcome.bracket.upper!r} of a positive margin")
    if outcome.kind != "separable":
        return None
    proof = outcome.proof
    given = proof.integers if isinstance(proof, IntegerSeparator) else proof.direction.tolist()
    direction = [Fraction(v) for v in given]
    size = sum(v * v for v in direction)
    squares = []
    for row, sign in zip(rows, signs, strict=True):
        product = sign * sum(a * b for a, b in zip(row, direction, strict=True))
        require(product > 0, "the direction does not separate")
        squares.append(product**2 / (sum(v * v for v in row) * size))
    require(
        below(outcome.bracket.lower, min(squares)), f"lower end {outcome.bracket.lower!r} above the direction's margin"
    )
    require(
        above(outcome.bracket.upper, min(squares)), f"upper end {outcome.bracket.upper!r} below the direction's margin"
    )
    return None
