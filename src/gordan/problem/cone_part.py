"""The parts of a cone by their names: what a hash or a certificate says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gordan.errors import InputError
from gordan.problem.cone import PSD, Lorentz, Orthant, Part, Product

__all__ = ["FORMS", "ConePart", "cone_of", "parts_of"]

FORMS: dict[str, type[Orthant | Lorentz | PSD]] = {"orthant": Orthant, "lorentz": Lorentz, "psd": PSD, "psd-plain": PSD}


class ConePart(NamedTuple):
    """One part: `Orthant(order)`, `Lorentz(order)` or `PSD(order)`.

    Of matrices the columns of the map belong to upper triangles with √2 off the diagonal ("psd"), or to plain ones
    ("psd-plain"), of symmetric matrices that were given as such.

    Examples
    --------
    >>> ConePart("psd-plain", 3).size, str(ConePart("lorentz", 4))
    (6, 'Lorentz(4)')
    """

    form: str
    order: int

    @property
    def is_psd(self) -> bool:
        return FORMS.get(self.form) is PSD

    @property
    def size(self) -> int:
        """How many entries its vectors have."""
        return self.order * (self.order + 1) // 2 if self.is_psd else self.order

    def __str__(self) -> str:
        plain = " of plain matrices" if self.form == "psd-plain" else ""
        return f"{FORMS[self.form].__name__}({self.order}){plain}"


def parts_of(parts: Sequence[Part], plain: Sequence[bool]) -> tuple[ConePart, ...]:
    """The names of these parts.

    Examples
    --------
    >>> parts_of((Orthant(2), PSD(3)), (False, True))
    (ConePart(form='orthant', order=2), ConePart(form='psd-plain', order=3))
    """
    return tuple(_named(part, bare) for part, bare in zip(parts, plain, strict=True))


def cone_of(parts: Sequence[ConePart]) -> Product:
    """The cone with these parts.

    Examples
    --------
    >>> cone_of([ConePart("orthant", 2), ConePart("psd-plain", 3)]).parts
    (Orthant(n=2), PSD(n=3))
    """
    return Product([FORMS[part.form](part.order) for part in parts])


def _named(part: object, plain: bool) -> ConePart:
    if isinstance(part, PSD):
        return ConePart("psd-plain" if plain else "psd", int(part.n))
    if isinstance(part, Lorentz):
        return ConePart("lorentz", int(part.n))
    if isinstance(part, Orthant):
        return ConePart("orthant", int(part.n))
    raise InputError(f"a part of the cone is {part!r}, which has no name here; give Orthant, Lorentz or PSD")
