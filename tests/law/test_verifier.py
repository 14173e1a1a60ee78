"""The verifier against exact arithmetic: a bound that is not true is never accepted, however close it comes."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import claimed
import gordan
from law.draw import few

FORMS = [np.ascontiguousarray, sp.csr_array, sp.csc_array]
# Relative distances from the truth: below, at and above the rounding of a double.
NUDGES = [-1e-9, -1e-14, -(2.0**-52), 0.0, 2.0**-52, 1e-15, 1e-12]

Rows = list[list[Fraction]]


@st.composite
def problems(draw: st.DrawFn) -> gordan.Points:
    """Two to four points of awkward sizes, stored in any way, read in any way."""
    n, m = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    entry = st.one_of(
        st.integers(-3, 3).map(float),
        st.sampled_from([0.1, 0.2, -0.3, 0.7, 1e-5, 3e4, 2.0**-30]),
        st.floats(-10, 10, allow_subnormal=False, width=32),
    )
    shift = draw(st.sampled_from([0.0, 0.0, 1.0, 1000.5, 2.0**27 + 0.5]))
    X = np.array(draw(st.lists(st.lists(entry, min_size=m, max_size=m), min_size=n, max_size=n))) + shift
    X = X.astype(draw(st.sampled_from([np.float64, np.float64, np.float32])))
    y = [0, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    posed = draw(st.sampled_from([(True, False), (False, False), (False, True)]))
    if posed[1]:
        X[~X.any(axis=1)] = 1.0
    numbers = draw(st.sampled_from(["binary", "decimal"]))
    return gordan.Points(draw(st.sampled_from(FORMS))(X), y, *posed, numbers)


def exact(problem: gordan.Points) -> Rows:
    """The rows as the numbers that they stand for."""
    X = problem.X.toarray() if sp.issparse(problem.X) else problem.X
    if problem.numbers == "binary":
        return [[Fraction(float(value)) for value in row] for row in X]
    return [[Fraction(str(value)) for value in row] for row in X]


def dot(a: Any, b: Any) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def signed_square(value: Fraction) -> Fraction:
    """In the order of the values themselves."""
    return value * abs(value)


def approximate_root(square: Fraction) -> float:
    """The double nearest to the signed root of a signed square, or a neighbour of it."""
    scaled = abs(square) * 4**300
    return (1 if square >= 0 else -1) * float(Fraction(isqrt(int(scaled)), 2**300))


def lowest_squared(problem: gordan.Points, w: list[Fraction]) -> Fraction:
    """The signed square of what the direction w proves of the margin from below."""
    rows, length = exact(problem), dot(w, w)
    products = [dot(row, w) for row in rows]
    up = [value for value, sign in zip(products, problem.signs, strict=True) if sign > 0]
    down = [-value for value, sign in zip(products, problem.signs, strict=True) if sign < 0]
    if problem.intercept:
        return signed_square((min(up) + min(down)) / 2) / length
    if not problem.normalise:
        return signed_square(min(up + down)) / length
    lengths = [dot(row, row) for row in rows]
    both = zip(products, problem.signs, lengths, strict=True)
    return min(signed_square(value * int(sign)) / size for value, sign, size in both) / length


def image_squared(problem: gordan.Points, x: list[Fraction]) -> Fraction:
    """The square of what the weights x prove of the margin from above; for raw lengths only."""
    rows = exact(problem)

    def centre(weights: list[Fraction]) -> list[Fraction]:
        return [dot(weights, column) for column in zip(*rows, strict=True)]

    if not problem.intercept:
        total = centre([weight * int(sign) for weight, sign in zip(x, problem.signs, strict=True)])
        return dot(total, total) / sum(x) ** 2
    halves = [[w if s == side else Fraction(0) for w, s in zip(x, problem.signs, strict=True)] for side in (1, -1)]
    means = [[value / sum(half) for value in centre(half)] for half in halves]
    between = [(a - b) / 2 for a, b in zip(*means, strict=True)]
    return dot(between, between)


def claim(problem: gordan.Points, lower: float, upper: float, coef: Any, weights: Any, centre: Any) -> Any:
    about = Fraction(0)
    if coef is not None and centre is not None:
        about = dot([Fraction(v) for v in coef.tolist()], [Fraction(v) for v in centre.tolist()])
    return claimed.undecided(
        bracket=gordan.outcome.Bracket(lower, upper),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        coef=coef,
        weights=weights,
        centre=centre,
        intercept=float(-about),
    )


def centres(problem: gordan.Points) -> list[Any]:
    """None, and where the data allow one, a point near the data that is no grid point."""
    if not problem.intercept:
        return [None]
    near = problem.rows(range(problem.n)).mean(axis=0) + 1 / 3
    return [None, near]


@few(150)
@given(problems(), st.data())
def test_no_lower_bound_above_the_truth(problem: gordan.Points, data: st.DataObject) -> None:
    entry = st.one_of(st.integers(-2, 2).map(float), st.floats(1e-6, 1.0), st.floats(-1.0, -1e-6))
    w = np.array(data.draw(st.lists(entry, min_size=problem.m, max_size=problem.m)))
    if not w.any():
        w[0] = 1.0
    truth = lowest_squared(problem, [Fraction(v) for v in w])
    near = approximate_root(truth)
    centre = data.draw(st.sampled_from(centres(problem)))
    for nudge in NUDGES:
        lower = near + abs(near) * nudge
        accepted = gordan.verify(problem, claim(problem, lower, np.inf, w, None, centre)).holds
        assert not accepted or signed_square(Fraction(lower)) <= truth
    # And one that is clearly true is accepted.
    size = float(np.abs(problem.rows(range(problem.n))).max())
    modest = near - 1e-6 * (1.0 + size)
    assert gordan.verify(problem, claim(problem, modest, np.inf, w, None, centre)).holds


@few(150)
@given(problems(), st.data())
def test_no_upper_bound_below_the_truth(problem: gordan.Points, data: st.DataObject) -> None:
    if problem.normalise:
        return
    entry = st.one_of(st.integers(0, 3).map(float), st.floats(1e-6, 1.0))
    x = np.array(data.draw(st.lists(entry, min_size=problem.n, max_size=problem.n)))
    x[:2] = np.where(x[:2] == 0, 1.0, x[:2])
    truth = image_squared(problem, [Fraction(v) for v in x])
    near = approximate_root(truth)
    centre = data.draw(st.sampled_from(centres(problem)))
    for nudge in NUDGES:
        upper = near - near * nudge
        accepted = gordan.verify(problem, claim(problem, -np.inf, upper, None, x, centre)).holds
        assert not accepted or Fraction(upper) ** 2 >= truth
    size = float(np.abs(problem.rows(range(problem.n))).max())
    modest = near + 1e-6 * (1.0 + size)
    assert gordan.verify(problem, claim(problem, -np.inf, modest, None, x, centre)).holds


@few(150)
@given(problems(), st.data())
def test_no_hyperplane_that_misses_a_point(problem: gordan.Points, data: st.DataObject) -> None:
    """Offsets exactly on a point, and as near to it as a double comes."""
    entry = st.one_of(st.integers(-2, 2).map(float), st.sampled_from([0.1, -0.3, 1e-8]))
    w = np.array(data.draw(st.lists(entry, min_size=problem.m, max_size=problem.m)))
    if not w.any():
        w[0] = 1.0
    direction = [Fraction(v) for v in w]
    centre = data.draw(st.sampled_from(centres(problem)))
    centre = np.zeros(problem.m) if centre is None else centre
    shift = dot(direction, [Fraction(v) for v in centre])
    products = [dot(row, direction) - shift for row in exact(problem)]
    offset = 0.0
    if problem.intercept:
        at = float(-products[data.draw(st.integers(0, problem.n - 1))])
        offset = data.draw(st.sampled_from([at, float(np.nextafter(at, np.inf)), float(np.nextafter(at, -np.inf))]))
    values = [int(sign) * (value + Fraction(offset)) for sign, value in zip(problem.signs, products, strict=True)]
    outcome = claimed.separable(
        bracket=gordan.outcome.Bracket(-np.inf, np.inf),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        coef=w,
        intercept=float(Fraction(offset) - shift),
        centre=centre,
        offset=offset,
        proof=gordan.outcome.Separator(w, offset, centre),
    )
    for proof in ("rounded", "exact"):
        assert gordan.verify(problem, outcome, proof=proof).holds == (min(values) > 0)
