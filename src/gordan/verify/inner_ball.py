"""A ball about the origin inside the hull of the signed points, proved by points of the hull, in fractions.

Let p and q be the two points of a pair, the longer one shortened to the length of the other: d = (p − q)/2 and the
residual c = (p + q)/2. Of any unit w one of the two has a product of at most ‖c‖ − |d·w|; a factor of at most 1 does
not matter where a product is negative, so the hull has a point at least as low. With s_j = ‖d_j‖, the matrix of the
d_j/s_j has unit columns; by Gershgorin the least eigenvalue of its square is at least 1 − η, η the greatest sum of
|d_i·d_j|/(s_i s_j) over j ≠ i. Hence Σ (d_j·w)²/s_j² ≥ 1 − η, and

    max_j |d_j·w| ≥ √((1 − η)/Σ 1/s_j²),

and the margin is at most the greatest ‖c_j‖ less that.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isfinite, nextafter
from operator import mul

import numpy as np

from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import as_float, root_down, root_up
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check, HullPoint, InnerBall, Verdict
from gordan.problem import Points
from gordan.verify.check import bounded, fact, shown_value, upper_end
from gordan.verify.exact import combined
from gordan.verify.genuine import genuine
from gordan.verify.inseparable import integers_on_rows

__all__ = ["judge_inner_ball", "verify_inner_ball"]

Vector = list[Fraction]


def verify_inner_ball(problem: Points, ball: InnerBall) -> Verdict:
    """Judge that the margin is at most −radius, from the raw rows.

    Examples
    --------
    >>> problem = Points([[1.0], [2.0], [3.0]], [0, 1, 0])
    >>> pair = HullPoint((0, 1), (1, 1)), HullPoint((1, 2), (1, 1))
    >>> print(verify_inner_ball(problem, InnerBall(0.5, (pair,))))
    accepted: 8 checks hold
    >>> print(verify_inner_ball(problem, InnerBall(0.51, (pair,))))
    refused; these checks fail: margin at most
    """
    # Of w ≥ 0 the margin is another one, and in a kernel's space rows are not the points.
    plain = not (problem.positive or problem.implicit)
    checks = [genuine(ball), fact("margin is that of the rows' hull", repr(problem), "no kernel, any w", plain)]
    if all(check.holds for check in checks):
        checks += judge_inner_ball(problem, ball)
    return Verdict(tuple(checks))


def judge_inner_ball(problem: Points, ball: InnerBall, upper: float | None = None) -> list[Check]:
    """The checks of a ball of plain values about points with coordinates, for its radius and for an upper end."""
    checks = _shape(problem, ball)
    if not all(check.holds for check in checks):
        return checks
    pairs = [(_point(problem, one), _point(problem, other)) for one, other in ball.pairs]
    claimed = -ball.radius if upper is None else min(upper, -ball.radius)
    return [*_merged(checks), upper_end(Rounded(-_radius(pairs)), claimed)]


def _shape(problem: Points, ball: InnerBall) -> list[Check]:
    """That there is a pair of points for each dimension, each made of rows of the data."""
    pairs, m = ball.pairs, problem.m
    plain = type(pairs) is tuple and all(
        type(pair) is tuple and len(pair) == 2 and all(type(end) is HullPoint for end in pair) for pair in pairs
    )
    number = f"{len(pairs)} pairs" if plain else "no pairs"
    positive = type(ball.radius) is float and 0 < ball.radius < inf
    checks = [fact("a pair of points for each dimension", number, f"{m}", plain and len(pairs) == m)]
    checks.append(bounded("radius is a number", shown_value(ball.radius), "> 0, finite", positive))
    if not checks[0].holds:
        return checks
    for end in (end for pair in pairs for end in pair):
        checks += integers_on_rows(problem, *end)
        if all(check.holds for check in checks) and problem.intercept:
            sides = {float(problem.signs[j]) for j in end.support}
            checks.append(fact("weights on both classes", f"{len(sides)}", "2", len(sides) == 2))
    return checks


def _merged(checks: list[Check]) -> list[Check]:
    """The same checks, which all hold, once for each name."""
    return list({check.name: check for check in checks}.values())


def _point(problem: Points, end: HullPoint) -> Vector:
    """The point of the hull, without rounding; with unit lengths it may be too short, by their rounding."""
    check_deadline("adding up the points of an inner ball")
    signs = [1 if sign > 0 else -1 for sign in problem.signs[np.asarray(end.support)]]
    if not problem.intercept:
        weights = [sign * weight for sign, weight in zip(signs, end.integers, strict=True)]
        return _sum(problem, end.support, weights, _mass(problem, end))
    parts = []
    for side in (1, -1):
        here = [i for i, sign in enumerate(signs) if sign == side]
        weights, rows = [end.integers[i] for i in here], [end.support[i] for i in here]
        parts.append(_sum(problem, rows, weights, Fraction(2 * sum(weights))))
    return [a - b for a, b in zip(*parts, strict=True)]


def _sum(problem: Points, rows: list[int] | tuple[int, ...], weights: list[int], mass: Fraction) -> Vector:
    exact = problem.exact_rows(rows)
    entries = combined(exact, weights)
    unit = 1 / (exact.denominator * mass)
    return [entries.get(j, 0) * unit for j in range(problem.m)]


def _mass(problem: Points, end: HullPoint) -> Fraction:
    """The sum of the weights, or with unit lengths of the weights times lengths that are rounded up."""
    if not problem.normalise:
        return Fraction(sum(end.integers))
    exact, total = problem.exact_rows(end.support), Fraction(0)
    for values, weight in zip(exact.integers, end.integers, strict=True):
        total += weight * Fraction(root_up(Fraction(sum(v * v for v in values), exact.denominator**2)))
    return total


def _radius(pairs: list[tuple[Vector, Vector]]) -> float:
    """A lower bound of the radius of the ball, −∞ where none is proved."""
    axes: list[Vector] = []
    residual = 0.0
    for one, other in pairs:
        p, q = _equally_long(one, other)
        half = [(a - b) / 2 for a, b in zip(p, q, strict=True)]
        d = [Fraction(as_float(v)) if isfinite(as_float(v)) else Fraction(0) for v in half]
        lost = [(a + b) / 2 for a, b in zip(p, q, strict=True)], [a - b for a, b in zip(half, d, strict=True)]
        away = sum(root_up(_dot(v, v)) for v in lost)
        residual, axes = max(residual, nextafter(away, inf) if away else 0.0), [*axes, d]
    unit = max(v.denominator for d in axes for v in d)  # of doubles, so a power of two that all others divide
    whole = [[v.numerator * (unit // v.denominator) for v in d] for d in axes]
    squares = [sum(v * v for v in d) for d in whole]
    if min(squares) == 0:
        return -inf
    eta = _greatest_sum_of_cosines(whole, squares)
    if not eta < 1:
        return -inf
    root = root_down((1 - Fraction(eta)) / sum(Fraction(unit**2, square) for square in squares))
    return nextafter(root - residual, -inf) if residual else root


def _greatest_sum_of_cosines(axes: list[list[int]], squares: list[int]) -> float:
    """An upper bound of the greatest Σ |cos| of the angles between one axis and all others."""
    sums = [Fraction(0)] * len(axes)
    for i, d in enumerate(axes):
        check_deadline("comparing the axes of an inner ball", (i / len(axes)) ** 2)
        for j in range(i):
            cosine = Fraction(root_up(Fraction(sum(map(mul, d, axes[j])) ** 2, squares[i] * squares[j])))
            sums[i] += cosine
            sums[j] += cosine
    return as_float(max(sums)) * (1 + 2.0**-50)


def _equally_long(p: Vector, q: Vector) -> tuple[Vector, Vector]:
    """Both points, the longer one shortened to about the length of the other."""
    of_p, of_q = _dot(p, p), _dot(q, q)
    if of_p == 0 or of_q == 0:
        return p, q
    if of_p < of_q:
        return p, [Fraction(root_down(of_p / of_q)) * v for v in q]
    return [Fraction(root_down(of_q / of_p)) * v for v in p], q


def _dot(v: Vector, w: Vector) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), Fraction(0))
