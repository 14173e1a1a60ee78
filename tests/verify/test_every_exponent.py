"""Margins claimed one double beyond the truth are refused, and true ones accepted, at every exponent."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import claimed
import gordan
from claimed import replace
from gordan.arithmetic.fraction import as_float, root_down, root_up
from gordan.outcome import Separator

RNG = np.random.default_rng(16)


def exact(v: np.ndarray) -> list[Fraction]:
    return [Fraction(each) for each in v.tolist()]


def dot(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((u * v for u, v in zip(a, b, strict=True)), Fraction(0))


def drawn(intercept: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points that a direction separates, rows and coordinates of it scattered over all exponents."""
    n, m = int(RNG.integers(2, 6)), int(RNG.integers(1, 4))
    w = np.ldexp(RNG.uniform(0.5, 1, m), RNG.integers(-1060, 900, m)) * RNG.choice([-1, 1], m)
    middle = int(RNG.integers(-1060, 0))
    X = np.ldexp(RNG.uniform(-1, 1, (n, m)), RNG.integers(middle - 14, middle + 100, (n, m)).clip(-1074, 100))
    z = [dot(exact(row), exact(w)) for row in X]
    middle_of = sorted(z)[n // 2]
    y = np.array([1 if v > (middle_of if intercept else 0) else -1 for v in z])
    return X, y, w


def true_square(problem: gordan.Points, w: np.ndarray) -> Fraction:
    """The square of the margin under w, with its sign, from first principles."""
    v = exact(w)
    z = [sign * dot(exact(row), v) for row, sign in zip(problem.X, problem.signs.astype(int).tolist(), strict=True)]
    if problem.normalise:
        squares = [dot(exact(row), exact(row)) for row in problem.X]
        return min(each * abs(each) / square for each, square in zip(z, squares, strict=True)) / dot(v, v)
    if problem.intercept:
        low = sum(min(each for each, s in zip(z, problem.signs, strict=True) if s == side) for side in (1, -1)) / 2
        return low * abs(low) / dot(v, v)
    return min(z) * abs(min(z)) / dot(v, v)


def made(problem: gordan.Points, w: np.ndarray, lower: float, like: gordan.Separable) -> gordan.Separable:
    offset: float | Fraction = 0.0
    if problem.intercept:
        ends = [
            [dot(exact(row), exact(w)) for row, sign in zip(problem.X, problem.signs, strict=True) if sign == side]
            for side in (1, -1)
        ]
        offset = -(min(ends[0]) + max(ends[1])) / 2
    centre = np.zeros(problem.m)
    return replace(
        like,
        proof=Separator(w, offset, centre),
        coef=w,
        centre=centre,
        offset=offset,
        intercept=as_float(Fraction(offset)),
        bracket=gordan.outcome.Bracket(lower, np.inf),
        weights=None,
        classes=problem.classes,
    )


@pytest.mark.parametrize(("intercept", "normalise"), [(False, False), (False, True), (True, False)])
@pytest.mark.parametrize("proof", ["rounded", "exact"])
def test_lower_ends(intercept: bool, normalise: bool, proof: str) -> None:
    like = gordan.solve(gordan.Points([[0.0], [1.0]], [0, 1]))
    judged = 0
    while judged < 120:
        X, y, w = drawn(intercept)
        if len(set(y.tolist())) < 2 or (normalise and not X.any(axis=1).all()):
            continue
        problem = gordan.Points(X, y, intercept=intercept, normalise=normalise)
        square = true_square(problem, w)
        if square <= 0:
            continue
        judged += 1
        true = root_down(square)
        beyond = float(np.nextafter(true, np.inf))
        assert gordan.verify(problem, made(problem, w, true, like), proof=proof).holds
        for lie in (beyond, 2 * true + 5e-324):
            verdict = gordan.verify(problem, made(problem, w, lie, like), proof=proof)
            assert [check.name for check in verdict.failed] == ["margin at least"]


def test_a_product_over_a_length_that_is_subnormal() -> None:
    """A quotient below the normal doubles, divided by a tiny length: a lower bound twice the truth passed."""
    w = np.array([0.0, 2.0**-960])
    problem = gordan.Points([[1.0, 3 * 2.0**-114], [1.0, 5 * 2.0**-114]], [1, 1], intercept=False, normalise=True)
    like = gordan.solve(gordan.Points([[0.0], [1.0]], [0, 1]))
    true = root_down(true_square(problem, w))
    assert gordan.verify(problem, made(problem, w, true, like)).holds
    for factor in (1.998, 1.2, 1.0 + 2.0**-51):
        assert not gordan.verify(problem, made(problem, w, true * factor, like)).holds


@pytest.mark.parametrize(("intercept", "normalise"), [(False, False), (False, True), (True, False)])
def test_upper_ends(intercept: bool, normalise: bool) -> None:
    """Weights of all sizes on rows of all sizes."""
    nothing = claimed.undecided(
        bracket=gordan.outcome.Bracket(), reason="", n_iter=0, n_passes=0, seconds=0.0, solver="", classes=(-1, 1)
    )
    for _ in range(150):
        n, m = int(RNG.integers(2, 6)), int(RNG.integers(1, 4))
        X = np.ldexp(RNG.uniform(0.5, 1, (n, m)), RNG.integers(-1070, 900, (n, 1)) + RNG.integers(-3, 60, (n, m)))
        y = np.array([1, -1, *RNG.choice([-1, 1], n - 2)])
        x = np.ldexp(RNG.uniform(0.5, 1, n), RNG.integers(-1074, 1000, n))
        problem = gordan.Points(X, y, intercept=intercept, normalise=normalise)
        rows, weights, signs = [exact(row) for row in X], exact(x), y.tolist()
        mass = {side: sum(v for v, s in zip(weights, signs, strict=True) if s == side) for side in (1, -1)}
        if intercept:
            weights = [v / mass[s] / 2 for v, s in zip(weights, signs, strict=True)]
        total = Fraction(1) if intercept else sum(weights)
        sums = [sum(v * s * row[k] for v, s, row in zip(weights, signs, rows, strict=True)) for k in range(m)]
        if normalise:
            # One coordinate for each row keeps lengths rational.
            X = X * (np.arange(m) == 0)
            problem = gordan.Points(X, y, intercept=False, normalise=True)
            rows = [exact(row) for row in X]
            total = sum(v * abs(row[0]) for v, row in zip(weights, rows, strict=True))
            sums = [sum(v * s * row[0] for v, s, row in zip(weights, signs, rows, strict=True))]
        square = dot(sums, sums) / total**2
        true = root_up(square)
        if true == np.inf:
            continue
        base = replace(nothing, weights=x)
        honest = gordan.verify(problem, replace(base, bracket=gordan.outcome.Bracket(-np.inf, true)))
        assert honest.holds, honest
        below = float(np.nextafter(true, -np.inf))
        lie = gordan.verify(problem, replace(base, bracket=gordan.outcome.Bracket(-np.inf, below)))
        assert [check.name for check in lie.failed] == ["margin at most"]


CRASHES = {
    "a class without a margin": ([[-3e-19, -1e-19], [2e137, -1e137], [1e-99, 0.0]], [0, 0, 1], {}),
    "near the largest": ([[1.7e308], [-1.7e308]], [1, 0], {}),
    "near the largest, three rows": ([[1.7e308, 1.7e308], [-1.7e308, 1.7e308], [1.6e308, -1.7e308]], [1, 0, 0], {}),
    "near the largest, from the origin": ([[1.7e308], [-1.7e308]], [1, 0], {"intercept": False}),
}


@pytest.mark.parametrize("name", CRASHES)
def test_numbers_at_both_ends_are_answered(name: str) -> None:
    X, y, options = CRASHES[name]
    outcome = gordan.separate(X, y, **options)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert outcome.bracket.lower > 0
