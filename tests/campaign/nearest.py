"""The point of a convex hull nearest to the origin, in integers, from the products of the points alone.

Wolfe's algorithm. In exact arithmetic it ends, and what it ends with is checked: P·x_j ≥ P·P for every point says that
no point of the hull is nearer than P, so that the answer needs no trust in the way to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

__all__ = ["between_hulls", "hull_square", "margin_square", "products"]

Matrix = Sequence[Sequence[Fraction | int]]


def products(rows: Matrix) -> list[list[Fraction | int]]:
    """All products of the rows with one another."""
    return [[sum(a * b for a, b in zip(left, right, strict=True)) for right in rows] for left in rows]


def margin_square(G: Matrix, signs: Sequence[int], intercept: bool) -> Fraction:
    """The square of the margin of points with products G; 0 where no hyperplane separates them."""
    n = len(signs)
    if intercept:
        classes = [[j for j in range(n) if (signs[j] > 0) == side] for side in (True, False)]
        return between_hulls(G, *classes) / 4
    return hull_square([[signs[i] * signs[j] * G[i][j] for j in range(n)] for i in range(n)])


def between_hulls(G: Matrix, first: Sequence[int], second: Sequence[int]) -> Fraction:
    """The squared distance between the hulls of two parts of the points with products G."""
    pairs = [(a, b) for a in first for b in second]
    return hull_square([[G[a][c] - G[a][d] - G[b][c] + G[b][d] for c, d in pairs] for a, b in pairs])


def hull_square(G: Matrix) -> Fraction:
    """The squared distance from the origin to the hull of points with products G."""
    scale = lcm(*(Fraction(value).denominator for row in G for value in row))
    whole = [[int(value * scale) for value in row] for row in G]
    return Fraction(_least_square(whole)) / scale


def _least_square(G: list[list[int]]) -> Fraction:
    n = len(G)
    corral, weights = [min(range(n), key=lambda j: G[j][j])], [Fraction(1)]
    while True:
        scale = lcm(*(w.denominator for w in weights))
        share = [int(w * scale) for w in weights]
        reach = [sum(w * G[i][j] for i, w in zip(corral, share, strict=True)) for j in range(n)]
        square = sum(w * reach[i] for i, w in zip(corral, share, strict=True))
        enter = min(range(n), key=lambda j: reach[j])
        if scale * reach[enter] >= square:
            assert square >= 0
            return Fraction(square, scale * scale)
        assert enter not in corral
        corral, weights = [*corral, enter], [*weights, Fraction(0)]
        while min(flat := _affine(G, corral)) <= 0:
            step = min(w / (w - f) for w, f in zip(weights, flat, strict=True) if f <= 0)
            moved = [w + step * (f - w) for w, f in zip(weights, flat, strict=True)]
            corral = [i for i, w in zip(corral, moved, strict=True) if w > 0]
            weights = [w for w in moved if w > 0]
        weights = flat


def _affine(G: list[list[int]], corral: list[int]) -> list[Fraction]:
    """The weights, of sum 1 and any sign, of the point nearest to the origin in the affine hull of the corral."""
    k = len(corral)
    table = [[0] + [1] * k + [1]] + [[1] + [G[i][j] for j in corral] + [0] for i in corral]
    last = 1
    for c in range(k + 1):
        pivot = next(r for r in range(c, k + 1) if table[r][c])
        table[c], table[pivot] = table[pivot], table[c]
        row, head = table[c], table[c][c]
        for r in range(k + 1):
            if r != c:
                factor = table[r][c]
                table[r] = [(head * a - factor * b) // last for a, b in zip(table[r], row, strict=True)]
        last = head
    return [Fraction(table[r][-1], last) for r in range(1, k + 1)]
