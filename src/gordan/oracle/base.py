"""What a solver may ask of the data. Directions and weights are opaque arrays: only + − × and these operations."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getattr_static
from typing import NamedTuple, Protocol, runtime_checkable

from gordan.array import Array
from gordan.cone import Cone

__all__ = ["Atom", "Frame", "Oracle", "SupportOracle", "offers", "vertex"]


class Atom(NamedTuple):
    """One signed point: its key, its margin under the direction asked about, its column, its label's sign."""

    key: int
    margin: float
    column: Array
    sign: float


class Frame(Protocol):
    """A factorisation of the active columns, kept while columns join and leave."""

    def add(self, atom: Atom) -> None:
        """Append a column independent of those present."""

    def drop(self, index: int) -> None:
        """Remove the column at this position."""

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        """Coefficients r on the active columns and residual e of the atom's column: column = sum r_j a_j + e.

        With an intercept the coefficients are those of the affine hull of the unsigned points, signed back.
        """


@runtime_checkable
class SupportOracle(Protocol):
    """The weakest face of the data: their lowest points in a direction."""

    @property
    def blocks(self) -> int:
        """How many atoms make a vertex of the base."""

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        """The k lowest points of each block under w, lowest first."""

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        """Weights with these values at these keys and zero elsewhere."""

    def restrict(self, atoms: Sequence[Atom]) -> SupportOracle:
        """The same keys, seeing only these atoms."""

    def frame(self) -> Frame:
        """An empty frame for columns of this oracle."""

    def zero(self) -> Array:
        """The zero direction."""

    def norm(self, w: Array) -> float:
        """Length of a direction, rounded up: safe for both bounds."""

    def dot(self, v: Array, w: Array) -> float:
        """Inner product of two directions."""


@runtime_checkable
class Oracle(SupportOracle, Protocol):
    """A support oracle that can also multiply."""

    @property
    def size(self) -> int:
        """Number of points."""

    @property
    def cone(self) -> Cone:
        """Where weights live."""

    @property
    def radius(self) -> float:
        """L_xy: an upper bound of ‖A(x − x')‖ in the entropy's norm."""

    @property
    def spectral(self) -> float:
        """An upper bound of the largest eigenvalue of A'A on differences of weights."""

    @property
    def rounding(self) -> float:
        """Error of a margin relative to the reach of the data and the length of the direction."""

    def margins(self, w: Array) -> Array:
        """A*w."""

    def combine(self, x: Array) -> Array:
        """A x."""


def offers(oracle: object, protocol: type) -> bool:
    """Whether the oracle has every operation of the protocol; unlike isinstance, without computing its properties."""
    names = [name for name in dir(protocol) if not name.startswith("_")]
    return all(getattr_static(oracle, name, None) is not None for name in names)


def vertex(blocks: list[list[Atom]]) -> tuple[Array, float, list[int], list[float]]:
    """The base's vertex made of each block's first atom: its column, its margin, and its keys with their weights."""
    first = [block[0] for block in blocks]
    share = 1.0 / len(first)
    column = first[0].column * share
    for atom in first[1:]:
        column = column + atom.column * share
    margin = sum(atom.margin for atom in first) * share
    return column, margin, [atom.key for atom in first], [share] * len(first)
