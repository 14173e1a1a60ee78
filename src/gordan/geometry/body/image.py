"""The image of a body under an affine map."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.geometry.body.base import Body, Enclosing, read_matrix, read_vector
from gordan.geometry.body.shape import answer_of, dimension_of, enclosing_of, error_of
from gordan.geometry.length import normed
from gordan.problem.length import length
from gordan.problem.number import require_ordinary

__all__ = ["AffineImage"]


class AffineImage:
    """All matrix·x + shift with x in a body.

    Examples
    --------
    >>> from gordan import Box
    >>> turned = AffineImage(Box([0.0, 0.0], [1.0, 1.0]), [[1.0, 1.0], [1.0, -1.0]])
    >>> turned.support([1.0, 0.0]).tolist()
    [2.0, 0.0]
    """

    def __init__(self, body: Body, matrix: Any, shift: Any = None) -> None:
        self.body, self.matrix = body, read_matrix("matrix", matrix)
        self.shift = np.zeros(self.matrix.shape[0]) if shift is None else read_vector("shift", shift)
        if self.shift.size != self.matrix.shape[0]:
            raise InputError(
                f"matrix has {self.matrix.shape[0]} rows and shift {self.shift.size} entries; give as many"
            )
        inner = dimension_of(body)
        if inner is not None and inner != self.matrix.shape[1]:
            raise InputError(f"matrix has {self.matrix.shape[1]} columns and the body dimension {inner}; give as many")

    @property
    def dimension(self) -> int:
        return int(self.matrix.shape[0])

    @cached_property
    def enclosing(self) -> Enclosing | None:
        ball = enclosing_of(self.body)
        if ball is None:
            return None
        return Enclosing(self.matrix @ ball.centre + self.shift, float(np.linalg.norm(self.matrix, 2)) * ball.radius)

    @property
    def error(self) -> float:
        """What the body's own error becomes, and rounding."""
        return (error_of(self.body) + self._rounding) * self._norm

    @cached_property
    def _rounding(self) -> float:
        """In the body, of sums as long as the matrix is wide, or of directions' as long as it is high."""
        ball = enclosing_of(self.body)
        if ball is None:
            raise InputError(
                "the body has no `enclosing`, a ball around it, without which the rounding of its image is not known; "
                "give it one, or the image itself as a body"
            )
        extent = length(ball.centre) + ball.radius
        # A tiny matrix may make an ordinary image of a huge body, but nothing can be said of its rounding.
        for name, size in (("the body of an image", extent), ("its matrix", float(np.abs(self.matrix).max()))):
            require_ordinary(name, size, remedy="give the image as a body of its own")
        return float((max(self.matrix.shape) + 8) * 2.0**-52 * extent)

    @cached_property
    def _norm(self) -> float:
        return float(np.linalg.norm(self.matrix))

    def support(self, direction: Any, /) -> Array:
        return self._image(self.body.support(self._inward(direction)))

    def support_with_error(self, direction: Any, /) -> tuple[Array, float]:
        """The support point, and how far just this one may be off."""
        inner, error = answer_of(self.body, self._inward(direction))
        return self._image(inner), (error + self._rounding) * self._norm

    def _inward(self, direction: Any) -> Array:
        return normed(self.matrix.T @ normed(direction))

    def _image(self, point: Array) -> Array:
        return np.asarray(self.matrix @ point + self.shift)
