"""The second-order cone as a part, vectors (u, t) with t ≥ ‖u‖, and the base B × {1} of one alone.

A frame is a pair of opposite rays (±u/‖u‖, 1). Weights (u, t) carry the masses (t ± ‖u‖)/2 on them, which add up to t;
margins (u, t) meet them in t ± ‖u‖.

For a single second-order cone the Euclidean geometry of the ball serves better than eigenvalues do (θ = ½ instead of
ln 2, and no exponentials). A product needs the latter: its parts share one mass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone.base import Point, Spectrum, inner, require_size

__all__ = ["Ball", "Lorentz"]

_SIDES = np.array([1.0, -1.0])


@dataclass(frozen=True)
class Lorentz:
    """The second-order cone of vectors whose last entry is at least the length of the others.

    Parameters
    ----------
    n : int
        Length of its vectors, the last entry included.

    Examples
    --------
    >>> import numpy as np
    >>> Lorentz(3).meet(np.array([[3.0, 4.0, 6.0]])).values.tolist()
    [[11.0, 1.0]]
    """

    n: int
    rank = 2
    length = 2.0

    def __post_init__(self) -> None:
        require_size("Lorentz", self.n)

    @property
    def size(self) -> int:
        return self.n

    @property
    def unit(self) -> Array:
        e = np.zeros(self.n)
        e[-1] = 1.0
        return e

    def meet(self, z: Array) -> Spectrum:
        u, t = z[:, :-1], z[:, -1:]
        lengths = np.linalg.norm(u, axis=1, keepdims=True)
        return Spectrum(t + lengths * _SIDES, _along(u, lengths))

    def resolve(self, x: Array) -> Spectrum:
        values, frame = self.meet(x)
        return Spectrum(0.5 * values, frame)

    def compose(self, spectrum: Spectrum) -> Array:
        masses, along = spectrum
        return np.concatenate([(masses @ _SIDES)[:, None] * along, masses.sum(axis=1, keepdims=True)], axis=1)

    def stretch(self, M: Array, factors: Spectrum) -> Array:
        # Each ray has its factor, and what is across both the root of their product.
        (along, against), u = factors.values[0].tolist(), factors.frame[0]
        if u.size == 0:
            # Both rays are the one there is.
            return M * float(np.sqrt(along * against))
        share, last = M[:, :-1] @ u, M[:, -1]
        across = M[:, :-1] - share[:, None] * u
        plus, minus = along * (last + share), against * (last - share)
        moved = float(np.sqrt(along * against)) * across + (0.5 * (plus - minus))[:, None] * u
        return np.concatenate([moved, (0.5 * (plus + minus))[:, None]], axis=1)


def _along(u: Array, lengths: Array) -> Array:
    """The directions of the rows; a vector on the axis has all frames, and one of them serves."""
    some = np.zeros(u.shape[1])
    some[:1] = 1.0
    # Scaled by the greatest entry first: of the smallest numbers no length can be taken.
    largest = np.abs(u).max(axis=1, keepdims=True, initial=0.0)
    safe = u / np.where(largest > 0.0, largest, 1.0)
    unit = safe / np.maximum(np.linalg.norm(safe, axis=1, keepdims=True), 1.0)
    return np.asarray(np.where(largest > 0.0, unit, some))


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
