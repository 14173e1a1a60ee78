"""Kernels by name: polynomial ones against products in fractions, rbf and laplacian against the points themselves.

Under the last two the images of distinct points are independent, so that points of opposite classes are inseparable
exactly where two of them are equal. Their margins are compared with the outcome's own direction in 400 digits.
"""

from __future__ import annotations

from collections import Counter
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from scipy.sparse import csr_array

import gordan
from campaign.draw import labelled_integers, spread
from campaign.nearest import margin_square, products
from campaign.points import cancel
from campaign.trial import above, below, require, require_bracket, require_refusals, require_right, require_round_trip
from gordan.outcome import IntegerKernelSeparator

__all__ = ["answer", "decimal_products", "drawn", "require_direction"]

_GAMMAS = (1.0, 0.5, 0.1, 2.0, 3.0, 2.0**-30, 1e-9, 1e6, 1e-150, 1e120, "scale", "auto")
_CONSTANTS = (0.0, 0.0, 1.0, 0.5, 0.1, 3.0, 1e-200, 1e100)
_SECONDS = 5.0
_DIGITS = Context(prec=400, Emin=-(10**15), Emax=10**15)


def drawn(number: int) -> gordan.Points:
    """Problem `number`: points with repeated rows and multiples of rows, of one scale or of mixed ones."""
    rng = np.random.default_rng([6, number])
    way = rng.random()
    X, y = _two_scales(rng) if way < 0.25 else labelled_integers(rng, most=7, columns=3)
    if way >= 0.25:
        X = spread(rng, X) if way < 0.65 else X * float(rng.choice([1.0, 0.5, 0.1, 1 / 3]))
    name = str(rng.choice(["poly", "poly", "rbf", "laplacian"]))
    gamma = _GAMMAS[rng.integers(len(_GAMMAS))]
    intercept, normalise = bool(rng.integers(2)) and -1 in y, bool(rng.random() < 0.2)
    options: dict[str, Any] = {"kernel": name, "gamma": gamma, "intercept": intercept}
    if name == "poly":
        options |= {"degree": int(rng.integers(1, 5)), "coef0": float(rng.choice(_CONSTANTS))}
        if way < 0.2:
            # Nothing beside the products that vanish.
            options |= {"degree": int(rng.integers(1, 3)), "coef0": 0.0}
        # With an intercept the lengths of images are irrational numbers that matter.
        normalise &= not intercept
    form = rng.choice(["dense", "dense", "dense", "csr", "single"])
    if form == "single":
        with np.errstate(all="ignore"):
            X = np.nan_to_num(X.astype(np.float32))
    return gordan.Points(csr_array(X) if form == "csr" else X, y, normalise=normalise, **options)


def _two_scales(rng: np.random.Generator) -> tuple[Any, Any]:
    """Multiples of a row whose squares vanish, and rows across it whose squares nearly overflow, but for rounding."""
    row, factors = (
        rng.integers(-5, 6, 2) * rng.uniform(0.5, 1.0),
        rng.choice([-5, -3, -2, -1, 1, 2, 3], rng.integers(1, 4)),
    )
    small = np.ldexp(np.outer(np.append(factors, 1), row), -int(rng.integers(480, 600)))
    across = np.array([-row[1], row[0]]) if rng.integers(4) else rng.uniform(-1.0, 1.0, 2)
    large = np.ldexp(np.outer(rng.choice([-3, -1, 1, 2], rng.integers(1, 3)), across), int(rng.integers(200, 510)))
    X = np.vstack([small, large * rng.uniform(0.5, 1.0)])
    y = np.ones(len(X), int) if rng.integers(3) else rng.choice([-1, 1], len(X))
    y[:2] = (1, -1) if -1 in y else 1
    return X, y


def answer(number: int) -> Counter[str]:
    """Answer problem `number` and compare it with the truth about its images."""
    try:
        problem = drawn(number)
        outcome = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded", max_seconds=_SECONDS)
    except gordan.InputError:
        return Counter(["refused"])
    X = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    rows, signs = [[Fraction(float(v)) for v in row] for row in X], [int(s) for s in problem.signs]
    kernel = problem.kernel
    if kernel.name == "poly":
        gamma, constant = Fraction(kernel.gamma), Fraction(kernel.coef0)
        K = [[(gamma * v + constant) ** kernel.degree for v in row] for row in products(rows)]
        square = margin_square(K, signs, problem.intercept)
        separable = square > 0
    else:
        sides = {side: {tuple(r) for r, s in zip(rows, signs, strict=True) if s == side} for side in (1, -1)}
        separable, square, K = not sides[1] & sides[-1], Fraction(0), []
    kind = require_right(problem, outcome, separable)
    if not separable or (K and not problem.normalise):
        require_bracket(outcome.bracket, square)
    if kind == "separable":
        require_direction(problem, outcome, K or decimal_products(kernel, rows), signs)
    if number % 10 == 3:
        require_round_trip(problem, outcome)
    if number % 5 == 1 and K and not problem.normalise and kind != "undecided":
        require_refusals(problem, outcome, square, lambda w: cancel(K, signs, problem.intercept, w))
    return Counter([f"{kind} {kernel.name}"])


def decimal_products(kernel: Any, rows: list[list[Fraction]]) -> list[list[Decimal]]:
    """Kernel values in 400 digits."""
    power = 2 if kernel.name == "rbf" else 1
    values = []
    with localcontext(_DIGITS):
        for left in rows:
            far = [sum(abs(a - b) ** power for a, b in zip(left, right, strict=True)) for right in rows]
            exponents = [-Fraction(kernel.gamma) * v for v in far]
            values.append([(Decimal(v.numerator) / Decimal(v.denominator)).exp() for v in exponents])
    return values


def require_direction(problem: Any, outcome: Any, K: Any, signs: list[int]) -> None:
    """Check that Σ c_j k(x_j, ·) has the margin that the bracket claims; in fractions, or in 400 digits."""
    proof = outcome.proof
    if isinstance(proof, IntegerKernelSeparator):
        own = dict(zip(proof.support, proof.integers, strict=True))
        c = [Fraction(own.get(j, 0)) for j in range(problem.n)]
    else:
        c = [Fraction(float(v)) for v in proof.coefficients]
    number: Any = Fraction
    with localcontext(_DIGITS):
        if isinstance(K[0][0], Decimal):
            number, c = Decimal, [Decimal(v.numerator) / Decimal(v.denominator) for v in c]
        f = [sum((a * b for a, b in zip(row, c, strict=True)), number(0)) for row in K]
        size = sum((a * b for a, b in zip(f, c, strict=True)), number(0))
        if problem.normalise:
            f = [_quotient(v, row[i]) for i, (v, row) in enumerate(zip(f, K, strict=True))]
            if None in f:
                return
        sides = [[s * v for v, s in zip(f, signs, strict=True) if s == side] for side in (1, -1)]
        low = sum(map(min, sides)) / 2 if problem.intercept else min(sides[0] + sides[1])
        least = Decimal(10) ** -300 * sum(abs(v) for v in c) if number is Decimal else Fraction(0)
        if number is Decimal and (abs(size) <= least**2 or abs(low) <= least):
            return  # too few digits are left of it to judge by
        require(size > 0 and low > 0, "the direction does not separate")
        square = Fraction(low) ** 2 / Fraction(size)
    slack = Fraction(1, 10**30) if number is Decimal else Fraction(0)
    bracket = outcome.bracket
    require(below(bracket.lower, square * (1 + slack)), f"lower end {bracket.lower!r} above the direction's margin")
    require(above(bracket.upper, square * (1 - slack)), f"upper end {bracket.upper!r} below the direction's margin")


def _quotient(value: Any, square: Any) -> Any:
    """value / √square, where that is to be had."""
    if isinstance(value, Decimal):
        return value / square.sqrt()
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return value / root if root**2 == square else None
