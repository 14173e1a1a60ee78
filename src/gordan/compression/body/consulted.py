"""A body whose every answer is looked at: a point, finite, and no earlier point of the body lies farther out."""

from __future__ import annotations

import numpy as np

from gordan.array import Array
from gordan.compression.body.base import Body
from gordan.errors import InputError

__all__ = ["Consulted"]

_REMEMBERED = 256  # points an answer is compared with: all of them would make long runs quadratic


class Consulted:
    """A body under the eye of its caller. `extent` is the greatest distance from the origin seen, `asked` counts."""

    def __init__(self, body: Body, name: str, dimension: int) -> None:
        self._body, self._name, self._dimension = body, name, dimension
        self._error = float(getattr(body, "error", 0.0))
        self._seen = np.empty((_REMEMBERED, dimension))
        self.extent, self.asked = 0.0, 0

    @property
    def slack(self) -> float:
        """By how much a product with a direction of length 1 may be wrong: rounding, and what the body admits to."""
        return (self._dimension + 8) * 2.0**-51 * self.extent + self._error

    def support(self, direction: Array, /) -> Array:
        point = self._read(self._body.support(direction))
        self.extent = max(self.extent, float(np.linalg.norm(point)))
        self._compare(point, direction)
        self._seen[self.asked % _REMEMBERED] = point
        self.asked += 1
        return point

    def _read(self, answer: object) -> Array:
        try:
            point = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"the support oracle of {self._name} gave {answer!r}; it must give a point") from None
        if point.shape != (self._dimension,):
            raise InputError(
                f"the support oracle of {self._name} gave an array of shape {point.shape}; "
                f"it must give a point with {self._dimension} coordinates"
            )
        if not np.isfinite(point).all():
            raise InputError(
                f"the support oracle of {self._name} gave a point that is not finite, {point.tolist()!r}; "
                "bodies must be bounded in every direction"
            )
        return point

    def _compare(self, point: Array, direction: Array) -> None:
        earlier = self._seen[: min(self.asked, _REMEMBERED)]
        if earlier.shape[0] == 0:
            return
        excess = float((earlier @ direction).max() - point @ direction)
        if excess > 4.0 * self.slack * float(np.linalg.norm(direction)):
            raise InputError(
                f"the support oracle of {self._name} contradicts itself: an earlier point lies {excess:.3g} farther "
                "out in a direction than the point given for it; it must give the point with the greatest product, or "
                "have an attribute `error` that says how far it may be off"
            )
