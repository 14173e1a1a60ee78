"""A cone behind a curtain."""

from __future__ import annotations

from typing import Any

from gordan.problem.cone import Point
from gordan.testing.opaque import WEIGHTS, reveal, seal
from gordan.testing.sealed import reveal_point, seal_point

__all__ = ["CurtainedCone"]


class CurtainedCone:
    """A cone whose weights and margins are opaque. Margins count as weight vectors: they pair with them."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.size, self.rank, self.blocks = inner.size, inner.rank, inner.blocks
        self.theta, self.spread = inner.theta, inner.spread

    def room(self, x: Any, change: Any) -> float:
        return float(self._inner.room(reveal(x, WEIGHTS), reveal(change, WEIGHTS)))

    def clear(self, z: Any, by: float) -> Any:
        return seal(self._inner.clear(reveal(z, WEIGHTS), by), WEIGHTS)

    @property
    def centre(self) -> Point:
        return seal_point(self._inner.centre)

    def lowest(self, z: Any) -> float:
        return float(self._inner.lowest(reveal(z, WEIGHTS)))

    def soften(self, z: Any, mu: float) -> Any:
        return seal(self._inner.soften(reveal(z, WEIGHTS), mu), WEIGHTS)

    def prox(self, s: Any, z: Any) -> Point:
        return seal_point(self._inner.prox(reveal(s, WEIGHTS), reveal(z, WEIGHTS)))

    def divergence(self, x: Point, v: Point) -> float:
        return float(self._inner.divergence(reveal_point(x), reveal_point(v)))

    def pair(self, z: Any, x: Any) -> float:
        return float(self._inner.pair(reveal(z, WEIGHTS), reveal(x, WEIGHTS)))

    def project(self, z: Any) -> Any:
        return seal(self._inner.project(reveal(z, WEIGHTS)), WEIGHTS)

    def normalise(self, counts: Any) -> Any:
        return seal(self._inner.normalise(reveal(counts, WEIGHTS)), WEIGHTS)

    def violation(self, x: Any) -> float:
        return float(self._inner.violation(reveal(x, WEIGHTS)))
