"""The base of one second-order cone, B × {1}: a ball, with half the squared length for its entropy.

For a single second-order cone the Euclidean geometry of the ball serves better than eigenvalues do (θ = ½ instead of
ln 2, and no exponentials). A product needs the latter: its parts share one mass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone.base import Point, inner
from gordan.problem.cone.lorentz import Lorentz

__all__ = ["Ball"]


@dataclass(frozen=True)
class Ball:
    """Weights (u, 1) with ‖u‖ ≤ 1.

    Dual coordinates are the weights themselves.

    Examples
    --------
    >>> import numpy as np
    >>> Ball(3).lowest(np.array([3.0, 4.0, 6.0]))
    1.0
    """

    size: int
    blocks = 1
    theta = 0.5
    spread = 2.0
    rank = 2

    @cached_property
    def centre(self) -> Point:
        e = Lorentz(self.size).unit
        return Point(e, e)

    def lowest(self, z: Array) -> float:
        return float(z[-1] - np.linalg.norm(z[:-1]))

    def soften(self, z: Array, mu: float) -> Array:
        return _on_ball(z / -mu)

    def prox(self, s: Array, z: Array) -> Point:
        x = _on_ball(s - z)
        return Point(x, x)

    def divergence(self, x: Point, v: Point) -> float:
        away = x.weights - v.weights
        return 0.5 * inner(away, away)

    def pair(self, z: Array, x: Array) -> float:
        return inner(z, x)

    def project(self, z: Array) -> Array:
        return _on_ball(z)

    def normalise(self, counts: Array) -> Array | None:
        return counts / counts[-1] if counts[-1] > 0.0 else None

    def violation(self, x: Array) -> float:
        return max(float(np.linalg.norm(x[:-1])) - 1.0, abs(float(x[-1]) - 1.0), 0.0)


def _on_ball(z: Array) -> Array:
    """The nearest (u, 1)."""
    x = z / max(float(np.linalg.norm(z[:-1])), 1.0)
    x[-1] = 1.0
    return x
