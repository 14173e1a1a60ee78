"""Bodies that are given by numbers, taken apart: their form without the numbers, and the numbers by name.

A certificate has the forms and a hash of the numbers; an .npz file with the numbers, under these names, is what
`gordan verify` reads beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.bodies import Bodies
from gordan.problem.composed import AffineImage, MinkowskiSum
from gordan.problem.digest import digest_arrays
from gordan.problem.shape import Ball, Box, Ellipsoid, Hull

__all__ = ["DEEPEST", "FORMS", "BodyForm", "arrays_of", "bodies_of", "digest_of", "form_of", "names_of"]

FORMS = ("hull", "box", "ball", "ellipsoid", "image", "sum")
DEEPEST = 8  # images of sums of images: what is nested deeper is given as a body of its own
Given = Hull | Box | Ball | Ellipsoid | AffineImage | MinkowskiSum


class BodyForm(NamedTuple):
    """What a body is, without its numbers.

    `size` counts the points of a hull, and the columns of the matrix of an ellipsoid or an image; it is 0 for others.
    `of` has the body of an image, and those of a sum.
    """

    form: str
    size: int = 0
    of: tuple[BodyForm, ...] = ()

    def __str__(self) -> str:
        inner = " and ".join(map(str, self.of)) or (f"{self.size:,} points" if self.form == "hull" else "")
        return f"{self.form} of {inner}" if inner else self.form

    @property
    def words(self) -> str:
        """The form in the words that are hashed: form, size and number of parts, then those of the parts."""
        return " ".join([f"{self.form} {self.size} {len(self.of)}", *(part.words for part in self.of)])


def form_of(body: object, depth: int = 1) -> BodyForm:
    """The form of a body that is given by numbers; any other is refused.

    Examples
    --------
    >>> print(form_of(AffineImage(Box([0.0], [1.0]), [[2.0], [1.0]])))
    image of box
    """
    # Not isinstance: a subclass may have other support points than its numbers say.
    if type(body) is Hull:
        return BodyForm("hull", len(body.points))
    if type(body) is Box:
        return BodyForm("box")
    if type(body) is Ball:
        return BodyForm("ball")
    if type(body) is Ellipsoid:
        return BodyForm("ellipsoid", body.matrix.shape[1])
    if type(body) is AffineImage and depth < DEEPEST:
        return BodyForm("image", body.matrix.shape[1], (form_of(body.body, depth + 1),))
    if type(body) is MinkowskiSum and depth < DEEPEST:
        return BodyForm("sum", 0, tuple(form_of(part, depth + 1) for part in body.bodies))
    raise InputError(
        f"the body is a {type(body).__name__}, and a certificate is about bodies given by numbers; give a Hull, Box, "
        f"Ball or Ellipsoid, or images and sums of those, nested less than {DEEPEST} deep"
    )


def arrays_of(problem: Bodies) -> dict[str, Array]:
    """The numbers of both bodies by name, as `numpy.savez` takes them.

    Examples
    --------
    >>> {name: each.shape for name, each in arrays_of(Bodies(Hull([[0.0], [1.0]]), Ball([3.0], 1.0))).items()}
    {'K.points': (2, 1), 'L.centre': (1,), 'L.radius': ()}
    """
    return {name: each for side, body in (("K", problem.K), ("L", problem.L)) for name, each in _numbers(body, side)}


def names_of(form: BodyForm, name: str) -> list[str]:
    """The names of the arrays of a body of this form, which is called `name`.

    Examples
    --------
    >>> names_of(BodyForm("sum", 0, (BodyForm("ball"), BodyForm("hull", 3))), "K")
    ['K.0.centre', 'K.0.radius', 'K.1.points']
    """
    own = [f"{name}.{field}" for field in _FIELDS[form.form]]
    return own + [inner for k, part in enumerate(form.of) for inner in names_of(part, f"{name}.{k}")]


def digest_of(problem: Bodies) -> str:
    """A hash of both bodies, of their forms and all their numbers."""
    K, L = form_of(problem.K), form_of(problem.L)
    words = f"gordan bodies {problem.dimension} K {K.words} L {L.words}"
    return digest_arrays(words, list(arrays_of(problem).values()))


def bodies_of(K: BodyForm, L: BodyForm, arrays: Mapping[str, Array]) -> Bodies:
    """The two bodies of these forms, of arrays under the names that `names_of` gives them."""
    return Bodies(_made(K, arrays, "K"), _made(L, arrays, "L"))


def _numbers(body: object, name: str) -> Iterator[tuple[str, Array]]:
    for field in _FIELDS[form_of(body).form]:
        yield f"{name}.{field}", np.asarray(getattr(body, field), dtype=np.float64)
    for k, part in enumerate(_parts(body)):
        yield from _numbers(part, f"{name}.{k}")


def _parts(body: object) -> tuple[object, ...]:
    if isinstance(body, AffineImage):
        return (body.body,)
    return body.bodies if isinstance(body, MinkowskiSum) else ()


def _made(form: BodyForm, arrays: Mapping[str, Array], name: str) -> Given:
    numbers = [arrays[f"{name}.{field}"] for field in _FIELDS[form.form]]
    parts = [_made(part, arrays, f"{name}.{k}") for k, part in enumerate(form.of)]
    if form.form == "image":
        return AffineImage(parts[0], *numbers)
    if form.form == "sum":
        return MinkowskiSum(*parts)
    if form.form == "ball":
        return Ball(numbers[0], numbers[1].item())
    if form.form == "hull":
        return Hull(*numbers)
    return Box(*numbers) if form.form == "box" else Ellipsoid(*numbers)


_FIELDS: dict[str, tuple[str, ...]] = {
    "hull": ("points",),
    "box": ("lower", "upper"),
    "ball": ("centre", "radius"),
    "ellipsoid": ("centre", "matrix"),
    "image": ("matrix", "shift"),
    "sum": (),
}
