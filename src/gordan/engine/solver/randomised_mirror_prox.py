"""Mirror Prox with products estimated from a few points and a few coordinates.

Of F(x, y) = (A*y, −Ax) an unbiased estimate costs little: Ax is the mean of k points drawn with probabilities x, and
A*y the mean of k rows of A drawn with probabilities |y_l|/‖y‖₁, each multiplied by ‖y‖₁ and the sign of y_l.

1. v = (x_v, y_v) ← (centre, 0), γ ← 1/L, s ← L²
2. repeat:
3.     f ← estimate of F(v); w ← prox of v along γ f
4.     g ← estimate of F(w); v ← prox of v along γ g
5.     average w with weight γ; s ← s + ‖g − f‖², γ ← 1/√s        (the norm in which L is the constant of F)
6.     whenever the estimates have taken as many entries of A as two products: stop if lowest(A*ȳ) > 0 or ‖Ax̄‖ ≤ ε

L = L_xy √(2θ) as for Mirror Prox. With exact products ‖g − f‖ falls with the steps and γ stays of the order 1/L; with
estimates it falls as 1/√t, by as much as they scatter, which need not be known beforehand.

Guarantee
    The gap of the averages is O(L/t + σ/√t) in expectation, σ² the variance of an estimate, at most of the order
    (L² + 2θ m max A²)/k: to separate it needs 1/ρ² iterations where Mirror Prox needs 1/ρ. No number is promised of
    one run. An iteration costs 2k(n + m) entries of A in expectation, and as many for its share of the tests, where
    Mirror Prox takes 4nm: k(1/n + 1/m) of its cost. With a Gram matrix, where directions carry their margins, it is
    k/n of the cost.
Needs
    Points and coordinates that can be drawn.
Reference
    Juditsky, Kılınç-Karzan and Nemirovski (2013), which Yu, Kılınç-Karzan and Carbonell (2014) name as a way on; the
    step is that of Bach and Levy (2019).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.sampling import SamplingOracle
from gordan.engine.solver.base import Solver, Terms
from gordan.errors import InputError
from gordan.problem.cone import Cone, Point

__all__ = ["RandomisedMirrorProx"]


@dataclass(frozen=True)
class RandomisedMirrorProx(Solver):
    """Mirror Prox with sampled products.

    Parameters
    ----------
    samples : int
        Points, and coordinates, drawn for an estimate.
    random_state : int
        Seeds what is drawn.
    """

    samples: int = 64
    random_state: int = 0

    name: ClassVar[str] = "randomised-mirror-prox"
    summary: ClassVar[str] = "mirror-prox with products estimated from drawn points and coordinates: cheap iterations"
    formula: ClassVar[str] = "none known beforehand"
    needs: ClassVar[type] = SamplingOracle
    exact: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not self.samples >= 1:
            raise InputError(f"samples is {self.samples!r}; give a whole number, 1 or more")

    def candidates(self, oracle: SamplingOracle, start: object = None) -> Candidates:
        generator, k, cone = np.random.default_rng(self.random_state), self.samples, oracle.cone
        squares = (oracle.radius * math.sqrt(2.0 * cone.theta)) ** 2  # 1
        x_v, y_v = cone.centre, oracle.zero()
        x, y, total = 0.0 * x_v.weights, oracle.zero(), 0.0
        between = max(1, round(1.0 / oracle.share(k)))
        for t in count(1):  # 2
            gamma = 1.0 / math.sqrt(squares)
            z, image = oracle.glance(y_v, k, generator), oracle.draw(x_v.weights, k, generator)
            x_w, y_w = _prox(oracle, x_v, y_v, gamma, z, image)  # 3
            z_w, image_w = oracle.glance(y_w, k, generator), oracle.draw(x_w.weights, k, generator)
            x_v, y_v = _prox(oracle, x_v, y_v, gamma, z_w, image_w)  # 4
            total += gamma
            x, y = x + (gamma / total) * (x_w.weights - x), y + (gamma / total) * (y_w - y)  # 5
            apart = image_w - image
            squares += 2.0 * cone.theta * _range(cone, z_w - z) ** 2 + oracle.dot(apart, apart)
            if t % between == 0:  # 6
                yield Candidate(y, x, cone.lowest(oracle.margins(y)), oracle.combine(x), t)
        raise AssertionError("counting never ends")

    def bound(self, terms: Terms) -> float:
        return math.inf


def _prox(oracle: SamplingOracle, x: Point, y: Array, gamma: float, z: Array, image: Array) -> tuple[Point, Array]:
    """The prox-mapping along γ F: entropic on the weights, a projection on the unit ball."""
    ahead = y + gamma * image
    return oracle.cone.prox(x.dual, (2.0 * oracle.cone.theta * gamma) * z), ahead / max(oracle.norm(ahead), 1.0)


def _range(cone: Cone, z: Array) -> float:
    """Half the range of margins: their greatest size, but for a constant, which moves no weight."""
    return -0.5 * (cone.lowest(z) + cone.lowest(-z))
