"""What an oracle that multiplies promises: one matrix behind both products, rounding within its bound, upper bounds.

Directions are coordinates, or pairs of coefficients and the products that they make with every point.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Oracle, vertex
from gordan.problem.cone import Simplicial
from gordan.testing.support import require

__all__ = ["check_products"]

_EXACT = 60  # points up to which all columns are fetched and multiplied as fractions


def check_products(oracle: Oracle, directions: list[Array], weights: list[Array]) -> None:
    """Try `margins`, `combine` and the bounds on these directions and these points of the base."""
    _check_adjoint(oracle, directions, weights)
    for w in directions:
        _check_lowest(oracle, w)
    _check_radius(oracle, directions)
    _check_spectral(oracle, weights)
    if oracle.size <= _EXACT and isinstance(oracle.cone, Simplicial):
        _check_rounding(oracle, directions, weights)


def _check_adjoint(oracle: Oracle, directions: list[Array], weights: list[Array]) -> None:
    """⟨A*w, x⟩ = ⟨w, Ax⟩: the two products are with one matrix."""
    for w in directions:
        z = oracle.margins(w)
        # `rounding` is that of a margin; a sum over all points may err by as much again for every m of them.
        slack = 2.0 * oracle.rounding * (1.0 + oracle.size / w.shape[-1]) * oracle.reach * oracle.norm(w)
        for x in weights:
            left, right = oracle.cone.pair(z, x), oracle.dot(w, oracle.combine(x))
            require(abs(left - right) <= slack, f"⟨A*w, x⟩ is {left!r} and ⟨w, Ax⟩ is {right!r}")


def _check_lowest(oracle: Oracle, w: Array) -> None:
    """The lowest points, their margins and their columns agree with the products."""
    z = oracle.margins(w)
    column, lowest, keys, shares = vertex(oracle.worst(w))
    # Margins in single precision may name another point as the lowest, never by more than their rounding.
    off, slack = abs(lowest - oracle.cone.lowest(z)), oracle.rounding * oracle.reach * oracle.norm(w)
    require(off <= slack, f"worst finds {lowest!r} and the margins have {oracle.cone.lowest(z)!r}")
    x = oracle.place(keys, shares)
    require(oracle.cone.violation(x) <= 1e-12, "the vertex of the lowest points is not on the base")
    off, slack = abs(oracle.cone.pair(z, x) - lowest), oracle.rounding * oracle.reach * oracle.norm(w)
    require(off <= slack, "place puts the weights at other points than worst blocks")
    off = oracle.norm(oracle.combine(x) - column)
    require(off <= 2.0 * oracle.rounding * oracle.reach, f"combine gives a vertex {off:.3g} off its column")


def _check_radius(oracle: Oracle, directions: list[Array]) -> None:
    """‖A(x − v)‖² ≤ 2 radius² D(x, v). Nearby points try it hardest: there the divergence is half a squared norm."""
    cone = oracle.cone
    for w in directions:
        z = oracle.margins(w) * (1.0 / (oracle.reach * oracle.norm(w)))
        for size in (0.0, 1.0, 10.0, 100.0):
            start = cone.prox(cone.centre.dual, z * size)
            ahead = cone.prox(start.dual, z * 0.1)
            square = oracle.norm(oracle.combine(ahead.weights) - oracle.combine(start.weights)) ** 2
            limit = 2.0 * oracle.radius**2 * (cone.divergence(ahead, start) + 1e-14)
            require(
                square <= limit + _noise(oracle),
                f"radius = {oracle.radius!r}, and √{square / limit:.6g} times it occurs",
            )


def _check_spectral(oracle: Oracle, weights: list[Array]) -> None:
    """‖A(x − v)‖² ≤ spectral ‖x − v‖², for points of the base and along a power iteration on their differences."""
    cone = oracle.cone
    centre = cone.centre.weights
    pairs = [(x, v) for x in weights for v in weights]
    # So small a difference leaves the base nowhere: the projection only takes out what changes the sums.
    d = np.cos(np.arange(cone.size))
    for _ in range(30):
        size = float(np.linalg.norm(d))
        ahead = cone.project(centre + d * (0.5 * float(centre.min()) / size)) if size > 0 else centre
        pairs.append((ahead, centre))
        d = oracle.margins(oracle.combine(ahead) - oracle.combine(centre))
    for x, v in pairs:
        square = oracle.norm(oracle.combine(x) - oracle.combine(v)) ** 2
        limit = oracle.spectral * float(np.sum((x - v) ** 2))
        require(
            square <= limit * (1 + 1e-6) + _noise(oracle), f"spectral = {oracle.spectral!r} is too small for {square!r}"
        )


def _noise(oracle: Oracle) -> float:
    """What the square of the difference of two equal images may come to."""
    return float(4.0 * oracle.rounding * oracle.reach) ** 2


def _check_rounding(oracle: Oracle, directions: list[Array], weights: list[Array]) -> None:
    """Products differ from exact ones by at most `rounding` times the longest column."""
    blocks = oracle.worst(oracle.zero(), oracle.size)
    atoms = sorted((atom for block in blocks for atom in block), key=lambda atom: atom.key)
    require(len(atoms) == oracle.size, f"worst(w, {oracle.size}) gives {len(atoms)} points")
    columns = [_fractions(atom.column) for atom in atoms]
    classes = [[atom.key for atom in block] for block in blocks]
    for w in directions:
        exact = [_product(column, _coefficients(w)) for column in columns]
        truth = sum((min(exact[key] for key in keys) for keys in classes), Fraction(0)) / len(classes)
        off = abs(Fraction(oracle.cone.lowest(oracle.margins(w))) - truth)
        slack = oracle.rounding * oracle.reach * oracle.norm(w)
        require(off <= slack, f"lowest is {float(off):.3g} off the exact one, and {slack:.3g} is allowed")
    for x in weights:
        image, parts = oracle.combine(x), _fractions(x)
        values = image[-1] if image.ndim == 2 else image
        exact = [_product(parts, [column[i] for column in columns]) for i in range(len(values))]
        errors = [abs(float(Fraction(float(v)) - t)) for v, t in zip(values, exact, strict=True)]
        # The products of a pair are with points as long as the columns; coordinates make one vector.
        far, slack = (
            max(errors) / oracle.reach if image.ndim == 2 else math.hypot(*errors),
            oracle.rounding * oracle.reach,
        )
        require(far <= slack, f"combine is {far:.3g} off the exact image, and {slack:.3g} is allowed")


def _coefficients(w: Array) -> list[Fraction]:
    """What a product of `_fractions` takes on the other side: the coordinates again, or a pair's coefficients."""
    return [Fraction(float(value)) for value in (w[0] if w.ndim == 2 else w)]


def _fractions(values: Array) -> list[Fraction]:
    """The coordinates, or the products that a pair carries."""
    return [Fraction(float(value)) for value in (values[1] if values.ndim == 2 else values)]


def _product(left: list[Fraction], right: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))
