"""Whether rational weights are in the cone and cancel, in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.cone import PSD, Lorentz

__all__ = ["cancels", "inside"]


def inside(problem: Any, values: list[Fraction]) -> bool:
    """Whether the weights are in the cone and not all zero."""
    pieces = zip(problem.cone.parts, problem.cone.slices, strict=True)
    return any(values) and all(_in_part(part, values[where]) for part, where in pieces)


def _in_part(part: Any, x: list[Fraction]) -> bool:
    if isinstance(part, PSD):
        return _semidefinite(part, x)
    if isinstance(part, Lorentz):
        return x[-1] >= 0 and x[-1] ** 2 >= sum((v**2 for v in x[:-1]), Fraction(0))
    return all(v >= 0 for v in x)


def _semidefinite(part: PSD, x: list[Fraction]) -> bool:
    """Elimination with any positive pivot; where none is left, nothing but zeros may be."""
    M = [[Fraction(0)] * part.n for _ in range(part.n)]
    for value, i, j in zip(x, part.places[0].tolist(), part.places[1].tolist(), strict=True):
        M[i][j] = M[j][i] = value
    left = list(range(part.n))
    while left:
        if any(M[i][i] < 0 for i in left):
            return False
        pivot = next((i for i in left if M[i][i] > 0), None)
        if pivot is None:
            return all(M[i][j] == 0 for i in left for j in left)
        left.remove(pivot)
        for i in left:
            factor = M[i][pivot] / M[pivot][pivot]
            if factor:
                for j in left:
                    M[i][j] -= factor * M[pivot][j]
    return True


def cancels(problem: Any, values: list[Fraction]) -> bool:
    """Whether Ax = 0. Where entries carry √2, the sums with and without it must both vanish: √2 is irrational."""
    plain = [Fraction(0)] * problem.m
    rooted = [Fraction(0)] * problem.m
    for part, where, unscaled in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        off = part.places[0] != part.places[1] if isinstance(part, PSD) else np.zeros(part.size, bool)
        block = problem.A[:, where]
        dense = block.toarray() if hasattr(block, "toarray") else block
        for j, value in enumerate(values[where]):
            if value:
                # An entry off the diagonal stands for two, and svec's √2 of it meets another in the map.
                into, factor = (rooted, 1) if off[j] and not unscaled else (plain, 2 if off[j] else 1)
                for i in np.flatnonzero(dense[:, j]).tolist():
                    into[i] += Fraction(float(dense[i, j])) * value * factor
    return not any(plain) and not any(rooted)
