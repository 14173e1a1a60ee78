"""Newton's method for the distance of a smooth body from another, where worst points alone come near only slowly.

Two smooth bodies: with D = K − L, ½ dist² is the maximum over y of min over D of y·x, less ½‖y‖². So y* minimises

    φ(y) = ½‖y‖² + h(−y),   h(v) the greatest product of v with D,   φ'(y) = y − x,   φ''(y) = I + h''(−y),

where x is the point of D lowest under y; at the minimum y = x is the point of D nearest to the origin.

1. y ← a direction that separates
2. repeat: x ← the point of D lowest under y
3.     s ← −φ''(y)⁻¹(y − x)
4.     halve s until φ(y + s) ≤ φ(y) + ¼ s·(y − x), then y ← y + s

Guarantee
    Converges from any y ≠ 0 where the bodies are apart; near the end each step doubles the digits.
Needs
    The curvature of both bodies, and a Cholesky factorisation in each step.

Against a body L that is not smooth, whose faces are found by the min-norm point, y* minimises
φ(y) = ½‖y‖² + k(−y) + l(y), with k and l the greatest products of K and of L. k is smooth and gets its second-order
model; l has kinks and is kept as it is. With p the point of K lowest under y and C = k''(−y), for which C y = 0, the
model is

    m(y') = ½ y'·M y' − p·y' + l(y'),   M = I + C,   least at y' = M⁻¹(p − q),

where q is the point of L nearest to p in the metric of M⁻¹. That is a min-norm point again: of the differences p − q
multiplied by G⁻¹, M = GGᵀ, with L alone to ask, and finite where L is a polytope.

1. repeat: p ← the point of K lowest under y, M ← I + k''(−y)
2.     q ← the point of L nearest to p in the metric, beginning with the corral of the last q
3.     s ← M⁻¹(p − q) − y
4.     halve s until φ(y + s) ≤ φ(y) + ¼ (m(y + s) − m(y)), then y ← y + s

Guarantee
    Converges from any y ≠ 0 where the bodies are apart. Once the face of L is known q begins on it, and each step
    doubles the digits.
Needs
    The curvature of K, and a Cholesky factorisation in each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.support import Differences, Supported
from gordan.engine.solver import MinNormPoint
from gordan.errors import InputError
from gordan.problem.number import as_doubles

__all__ = ["Nearest", "Smooth", "curvature_of", "descend", "newton_candidates", "newton_corral_candidates", "value_at"]


class Smooth(Protocol):
    """A body with a curvature."""

    def curvature(self, direction: Array, /) -> object:
        """The second derivatives of its greatest product."""


_HALVINGS = 40  # smaller steps than 2⁻⁴⁰ are rounding


def newton_candidates(K: Smooth, L: Smooth, oracle: Differences, y: Array) -> Iterator[Candidate]:
    """Directions and the pairs of points they point at, beginning with y; ends where rounding allows no descent."""
    [[atom]] = oracle.worst(y)
    while True:
        yield Candidate(y, oracle.place([atom.key], [1.0]), atom.margin, atom.column)  # 2
        slope = y - atom.column
        step = _step(K, L, y, slope)  # 3
        if step is None:
            return
        descended = descend(oracle, y, step, value=value_at(y, atom.margin), descent=float(step @ slope))  # 4
        if descended is None:
            return
        y, atom = descended


def descend(oracle: Differences, y: Array, step: Array, *, value: float, descent: float) -> tuple[Array, Atom] | None:
    """Where the halved step takes φ down by a quarter of what its model says, and the point lowest there; else None."""
    if not descent < 0.0:
        return None
    for halvings in range(_HALVINGS):
        tried = y + step * 0.5**halvings
        [[atom]] = oracle.worst(tried)
        if value_at(tried, atom.margin) <= value + 0.25 * 0.5**halvings * descent:
            return tried, atom
    return None


def value_at(y: Array, lowest: float) -> float:
    """φ(y), from the product of y with the point of D lowest under it."""
    return 0.5 * float(y @ y) - lowest


def _step(K: Smooth, L: Smooth, y: Array, slope: Array) -> Array | None:
    """Newton's step; None where a flat body, or one that misjudges its curvature, allows none."""
    second = np.eye(y.size) + curvature_of("K", K, -y) + curvature_of("L", L, y)
    try:
        step = -np.linalg.solve(second, slope)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(step, dtype=np.float64) if np.isfinite(step).all() else None


def curvature_of(name: str, body: Smooth, direction: Array) -> Array:
    """The second derivatives of a body's greatest product, read."""
    given, shape = as_doubles(body.curvature(direction)), (direction.size, direction.size)
    if given is None or given.shape != shape:
        what = "no real numbers" if given is None else f"an array of shape {given.shape}"
        raise InputError(f"the curvature of {name} is {what}; give a matrix of shape {shape}")
    return given


Foot = Callable[[Array, Array], Array | None]

_STEPS = 60  # it needs some ten where the bodies are apart; where they meet it ends nowhere
_CORRAL = 20  # points of L asked for per dimension and step: a curved body has no last one


class Nearest(Differences):
    """Differences of one point p and a body L in a metric, weights kept point by point."""

    def __init__(self, L: Supported, dimension: int) -> None:
        super().__init__(L, L, dimension)
        self.turn(np.zeros(dimension), np.eye(dimension))

    def turn(self, p: Array, inverse: Array) -> None:
        """Ask about another p, in the metric of another G⁻¹; the points of L seen so far stay known."""
        self.p, self.inverse = p, inverse

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        q = self._L.support(w @ self.inverse)
        key = self._keys.setdefault(q.tobytes(), len(self.pairs))
        if key == len(self.pairs):
            self.pairs.append(q)
        return [[self._atom(key, w)]]

    def _atom(self, key: int, w: Array | None = None) -> Atom:
        column = self.inverse @ (self.p - self.pairs[key])
        return Atom(key, 0.0 if w is None else self.dot(column, w), column, 1.0)

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        x = np.zeros(len(self.pairs))
        x[np.asarray(keys, dtype=np.int64)] = values
        return x

    def support(self, x: Array) -> list[Atom]:
        return [self._atom(int(key)) for key in np.flatnonzero(x)]

    def mean(self, x: Array) -> Array:
        return np.asarray(x @ np.array(self.pairs[: x.size]))


def newton_corral_candidates(
    K: Smooth, L: Supported, oracle: Differences, y: Array, *, foot: Foot | None = None
) -> Iterator[Candidate]:
    """Directions and pairs of points, beginning with y; ends where rounding allows no descent. `L` is the oracle's.

    `foot`, where L has one, gives the q of line 2 without asking for points of L. Else a candidate without products
    stands for each point of L that was asked for on the way.
    """
    d = oracle.dimension
    nearest, earlier = Nearest(L, d), None
    [[atom]] = oracle.worst(y)
    for _ in range(_STEPS):
        if not y.any():
            return
        p, value = oracle.pairs[atom.key][:d], value_at(y, atom.margin)  # 1
        try:
            inverse = np.linalg.inv(np.linalg.cholesky(np.eye(d) + curvature_of("K", K, -y)))
        except np.linalg.LinAlgError:
            return
        q = None if foot is None else foot(p, inverse)  # 2
        if q is None:
            nearest.turn(p, inverse)
            begun = MinNormPoint().candidates(nearest, earlier)
            for earlier in islice(begun, _CORRAL * d):
                yield Candidate(earlier.direction @ inverse)
            assert earlier is not None
            assert earlier.weights is not None
            q = nearest.mean(earlier.weights)
        z = inverse @ (p - q)
        if not z.any():  # the bodies meet there
            yield Candidate(z, np.concatenate([p, q]))
            return
        step, descent = z @ inverse - y, -0.5 * float(z @ z) - value  # 3
        descended = descend(oracle, y, step, value=value, descent=descent)  # 4
        if descended is None:
            return
        y, atom = descended
        pair = np.concatenate([oracle.pairs[atom.key][:d], q])
        yield Candidate(y, pair, atom.margin, oracle.difference(pair))
