"""The sparse form of Farkas' lemma, against the distance from b to the hull of 0 and the columns in fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from campaign.exact import dot
from campaign.nearest import hull_square, products
from campaign.trial import above, below, require

__all__ = ["answer", "drawn"]


def drawn(number: int) -> tuple[Any, Any, float, float]:
    """Columns, right-hand side, eps and mass of system `number`, in some unit."""
    rng = np.random.default_rng([13, number])
    m, n = int(rng.integers(1, 5)), int(rng.integers(1, 7))
    A, b = rng.integers(-3, 4, (m, n)).astype(float), rng.integers(-4, 5, m).astype(float)
    mass = float(rng.choice([0.5, 1.0, 2.0, 3.0, 0.1]))
    way = rng.integers(4)
    if way == 0:
        b = A @ rng.integers(0, 3, n) * mass / max(1, 2 * n)
    elif way == 1:
        A = np.ldexp(A, rng.integers(-60, 3, (m, n)))
    unit, other = (
        (2.0 ** int(rng.integers(-300, 301)), 2.0 ** int(rng.integers(-80, 81))) if rng.integers(2) else (1, 1)
    )
    eps = float(rng.choice([0.1, 0.3, 1.0, 1 / 3])) * unit
    return A * unit / other, b * unit, eps, mass * other


def answer(number: int) -> Counter[str]:
    """Ask for a sparse solution or refutation of system `number`."""
    A, b, eps, mass = drawn(number)
    try:
        reply = gordan.geometry.sparse_farkas(A, b, eps=eps, mass=mass, max_iter=3000)
    except gordan.InputError:
        return Counter(["refused"])
    columns = [[Fraction(float(v)) for v in column] for column in A.T]
    right, most = [Fraction(float(v)) for v in b], Fraction(mass)
    hull = [right, *([c - most * a for a, c in zip(column, right, strict=True)] for column in columns)]
    square = hull_square(products(hull))
    if reply.kind == "solution":
        x = [Fraction(float(v)) for v in reply.x]
        require(min(x) >= 0 and sum(x) <= most, "x is negative or heavier than the mass")
        left = [dot([column[i] for column in columns], x) - right[i] for i in range(len(right))]
        require(
            above(reply.residual, dot(left, left)) and reply.residual < eps, f"residual {reply.residual!r} is too small"
        )
    elif reply.kind == "refutation":
        require(square > 0, "refuted, but there is a solution")
        require(below(reply.distance, square), f"distance {reply.distance!r} is too great")
        y = [Fraction(float(v)) for v in reply.y]
        highest = max(0, *(most * dot(y, column) for column in columns))
        require(dot(y, right) > highest, "y does not refute")
        require(not reply.unconditional or highest <= 0, "y refutes only solutions of this mass")
    else:
        require(below(reply.bracket.lower, square) and above(reply.bracket.upper, square), f"bracket {reply.bracket!r}")
    return Counter(["undecided" if reply.kind == "undecided" else reply.kind])
