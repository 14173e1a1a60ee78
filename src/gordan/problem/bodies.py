"""Convex bodies, known by where they are extreme; `Bodies`, two of them, the question how far apart they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.length import length, normed
from gordan.problem.number import as_doubles, count, read_vector, require_ordinary
from gordan.problem.number import length as read_length

__all__ = [
    "Bodies",
    "Body",
    "Consulted",
    "Enclosing",
    "answer_of",
    "dimension_of",
    "enclosing_of",
    "error_of",
    "require_body",
]


class Body(Protocol):
    """A compact convex set. Anything with a method `support(direction)` will do.

    It returns a point of the body whose product with the direction is greatest, and any point of it for the zero
    direction. What else is used where it exists: `dimension`; `enclosing`, a ball around the body; `error`, by how much
    its points may be wrong; for smooth bodies `curvature(direction)`, the second derivatives of the greatest product, a
    d × d matrix; `nearest(point, inverse)`, its point q with ‖inverse (point − q)‖ least, or None; and
    `support_with_error(direction)`, the point of `support` and how far just this one may be off, asked instead of it.
    """

    def support(self, direction: Array, /) -> Array:
        """A point of the body whose product with the direction is greatest."""


class Enclosing(NamedTuple):
    """A ball that contains a body, not necessarily the smallest."""

    centre: Array
    radius: float


def dimension_of(body: object) -> int | None:
    """Its dimension, None where it does not say."""
    require_body(body)
    value = getattr(body, "dimension", None)
    return None if value is None else count("the dimension of a body", value)


def enclosing_of(body: object) -> Enclosing | None:
    """A ball that encloses the body, None where none is known."""
    ball = getattr(body, "enclosing", None)
    if ball is None:
        return None
    try:
        centre, radius = ball
    except (TypeError, ValueError):
        raise InputError(f"the `enclosing` of a body is {ball!r}; give a centre and a radius, or None") from None
    centre = read_vector("the centre of `enclosing`", centre)
    if centre.size != (dimension_of(body) or centre.size):
        raise InputError(f"the centre of `enclosing` has {centre.size} entries; give as many as the body's dimension")
    return Enclosing(centre, read_length("the radius of `enclosing`", radius))


def error_of(body: object) -> float:
    """Error bound of the body's support points, 0 where none is given."""
    return read_length("the `error` of a body", getattr(body, "error", 0.0))


def answer_of(body: Body, direction: Array) -> tuple[Any, float]:
    """A support point as it was given, and by how much it may be wrong."""
    if hasattr(body, "support_with_error"):
        point, error = body.support_with_error(direction)
        return point, read_length("the `error` of a body", error)
    return body.support(direction), error_of(body)


def require_body(body: object) -> None:
    if isinstance(body, type) or not callable(getattr(body, "support", None)):
        raise InputError(
            f"{body!r} is not a body; give Hull(points), Ball(centre, radius), Ellipsoid(centre, matrix), "
            "Box(lower, upper), HalfspaceIntersection(A, b), or an object with a method support(direction)"
        )


_REMEMBERED = 256  # answers that another is compared with: all of them would make long runs quadratic


class Consulted:
    """A body whose every answer is checked: a finite point, and none of its answers lies beyond another's.

    `extent` is the greatest known distance of its points from the origin, at least that of a ball around it where the
    body has one: a point that rounding has passed over is no farther. `asked` counts the answers.
    """

    def __init__(self, body: Body, name: str, dimension: int) -> None:
        self._body, self._name, self._dimension = body, name, dimension
        error_of(body)  # refused now rather than at some later answer
        self._error = 0.0
        self._seen, self._towards = np.empty((_REMEMBERED, dimension)), np.empty((_REMEMBERED, dimension))
        self._reached = np.empty(_REMEMBERED)
        self.extent = 0.0
        with np.errstate(over="ignore"):
            if (ball := enclosing_of(body)) is not None:
                self.extent = float(np.linalg.norm(ball.centre)) + float(ball.radius)
        self.asked = 0
        self._refuse(self.extent)

    @property
    def slack(self) -> float:
        """By how much a product with a direction of length 1 may be wrong: rounding, and what the body admits to."""
        return (self._dimension + 8) * 2.0**-51 * self.extent + self._error

    def support(self, direction: Array, /) -> Array:
        # Of length 1: what a body computes of a direction must not depend on how long it is.
        towards = normed(direction)
        answer, error = answer_of(self._body, towards)
        point, self._error = self._read(answer), max(self._error, error)
        with np.errstate(over="ignore"):
            self.extent = max(self.extent, float(np.linalg.norm(point)))
        # The length of a point may vanish where its coordinates do not.
        self._refuse(max(self.extent, float(np.abs(point).max())))
        self._compare(point, towards)
        place = self.asked % _REMEMBERED
        self._seen[place], self._towards[place], self._reached[place] = point, towards, float(point @ towards)
        self.asked += 1
        return point

    def greatest(self, unit: Array) -> float:
        """The greatest product with a direction of length 1: of the last answer, where it was asked for just this."""
        last = (self.asked - 1) % _REMEMBERED
        if self.asked and np.array_equal(self._towards[last], unit):
            return float(self._reached[last])
        return float(self.support(unit) @ unit)

    def _refuse(self, size: float) -> None:
        require_ordinary(self._name, size, remedy="multiply both bodies by one factor")

    def _read(self, answer: object) -> Array:
        point = as_doubles(answer)
        if point is None:
            raise InputError(
                f"the support oracle of {self._name} gave {answer!r}; it must give a point with real coordinates"
            )
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

    def _compare(self, point: Array, towards: Array) -> None:
        """Against earlier points in this direction, and the point against earlier answers in theirs."""
        known = min(self.asked, _REMEMBERED)
        if known == 0:
            return
        farther = float((self._seen[:known] @ towards).max() - point @ towards) if towards.any() else 0.0
        beyond = self._towards[:known] @ point - self._reached[:known]
        excess = max(farther, float(beyond.max()))
        if excess > 4.0 * self.slack:
            raise InputError(
                f"the support oracle of {self._name} contradicts itself: one of its points lies {excess:.3g} "
                "farther out in a direction than the point given for it; it must give the point with the greatest "
                "product, or have an attribute `error` that says how far it may be off"
            )


@dataclass(frozen=True, eq=False)
class Bodies:
    """Two convex bodies K and L of one space, each known by its support points.

    Parameters
    ----------
    K, L : Hull, Ball, Ellipsoid, Box, HalfspaceIntersection, MinkowskiSum, AffineImage or any object
        with a method `support(direction)` that gives the point of the body with the greatest product.

    Examples
    --------
    >>> from gordan.geometry import Ball, Box
    >>> Bodies(Ball([3.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0])).reach <= 3 + 1 + 2**0.5 + 1e-9
    True
    """

    K: Body
    L: Body

    def __post_init__(self) -> None:
        of_K, of_L = dimension_of(self.K), dimension_of(self.L)
        if of_K is None and of_L is None:
            raise InputError("neither body says what its dimension is; give one of them an attribute `dimension`")
        if of_K is not None and of_L is not None and of_K != of_L:
            raise InputError(f"K has dimension {of_K} and L dimension {of_L}; give bodies of one space")

    @property
    def dimension(self) -> int:
        of_K = dimension_of(self.K)
        return of_K if of_K is not None else dimension_of(self.L) or 0

    @property
    def reach(self) -> float | None:
        """An upper bound of ‖p − q‖ over both bodies, None where one of them has no enclosing ball."""
        around_K, around_L = enclosing_of(self.K), enclosing_of(self.L)
        if around_K is None or around_L is None:
            return None
        return length(around_K.centre - around_L.centre) + around_K.radius + around_L.radius

    def digest(self) -> str:
        """A hash of both bodies, which must be given by numbers."""
        from gordan.problem.body_form import digest_of  # it knows every form, and each of them knows this module

        return digest_of(self)

    def arrays(self) -> dict[str, Array]:
        """The numbers of both bodies by name, for `numpy.savez(path, **bodies.arrays())`."""
        from gordan.problem.body_form import arrays_of

        return arrays_of(self)

    def consulted(self) -> tuple[Consulted, Consulted]:
        """Both bodies, each asked anew and watched."""
        return Consulted(self.K, "K", self.dimension), Consulted(self.L, "L", self.dimension)
