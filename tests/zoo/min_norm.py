"""The squared margin as a fraction: Wolfe's nearest point of a hull to the origin, over the rationals.

Finite in exact arithmetic, and independent of `truth`: the nearest point is the origin just when the data are
inseparable.
"""

from __future__ import annotations

from fractions import Fraction

from numpy.typing import ArrayLike

from zoo.truth import exact_rows

__all__ = ["margin_squared_exactly"]

Row = list[Fraction]


def margin_squared_exactly(X: ArrayLike, y: ArrayLike, intercept: bool) -> Fraction:
    """The square of the geometric margin, zero when it is not positive."""
    rows = list(zip(exact_rows(X), [label > 0 for label in y], strict=True))
    if intercept:
        positive = _distinct([row for row, up in rows if up])
        negative = _distinct([row for row, up in rows if not up])
        points = [[(p - q) / 2 for p, q in zip(left, right, strict=True)] for left in positive for right in negative]
    else:
        points = [row if up else [-value for value in row] for row, up in rows]
    nearest = _wolfe(_distinct(points))
    return _dot(nearest, nearest)


def _wolfe(points: list[Row]) -> Row:
    first = min(points, key=lambda p: _dot(p, p))
    active, weights = [first], [Fraction(1)]
    while True:
        nearest = _combine(weights, active)
        entering = min(points, key=lambda p: _dot(p, nearest))
        if _dot(entering, nearest) >= _dot(nearest, nearest):
            return nearest
        active, weights = [*active, entering], [*weights, Fraction(0)]
        while min(goal := _affine_weights(active)) <= 0:
            step = min(old / (old - new) for old, new in zip(weights, goal, strict=True) if new <= 0 and old > new)
            moved = [old + step * (new - old) for old, new in zip(weights, goal, strict=True)]
            kept = [i for i, weight in enumerate(moved) if weight > 0]
            active, weights = [active[i] for i in kept], [moved[i] for i in kept]
        weights = goal


def _affine_weights(points: list[Row]) -> Row:
    """Weights, of any sign and with sum one, of the point of the affine hull nearest the origin."""
    system = [[_dot(p, q) for q in points] + [Fraction(1), Fraction(0)] for p in points]
    system.append([Fraction(1)] * len(points) + [Fraction(0), Fraction(1)])
    for k in range(len(system)):
        pivot = next(i for i in range(k, len(system)) if system[i][k])
        system[k], system[pivot] = system[pivot], system[k]
        system[k] = [value / system[k][k] for value in system[k]]
        for i, row in enumerate(system):
            if i != k and row[k]:
                system[i] = [a - row[k] * b for a, b in zip(row, system[k], strict=True)]
    return [row[-1] for row in system[:-1]]


def _combine(weights: Row, points: list[Row]) -> Row:
    return [_dot(weights, list(feature)) for feature in zip(*points, strict=True)]


def _dot(left: Row, right: Row) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def _distinct(rows: list[Row]) -> list[Row]:
    return [list(row) for row in sorted(set(map(tuple, rows)))]
