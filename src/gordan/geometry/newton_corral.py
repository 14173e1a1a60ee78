"""Newton's method for the distance of a smooth body K from any other, whose faces are found by the min-norm point.

As in `newton`, y* minimises φ(y) = ½‖y‖² + k(−y) + l(y), with k and l the greatest products of K and of L. k is smooth
and gets its second-order model; l has kinks and is kept as it is. With p the point of K lowest under y and
C = k''(−y), for which C y = 0, the model is

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
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.support import Differences, Supported
from gordan.engine.solver import MinNormPoint
from gordan.geometry.newton import curvature_of, descend, value_at

__all__ = ["Nearest", "newton_corral_candidates"]

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
    K: Any, L: Supported, oracle: Differences, y: Array, *, foot: Foot | None = None
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
        found = descend(oracle, y, step, value=value, descent=descent)  # 4
        if found is None:
            return
        y, atom = found
        pair = np.concatenate([oracle.pairs[atom.key][:d], q])
        yield Candidate(y, pair, atom.margin, oracle.difference(pair))
