"""What a solver may ask of the data. Directions and weights are opaque arrays: only + − × and these operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from inspect import getattr_static
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.matrix_game import Game
from gordan.problem.cone import Cone, Simplex, Simplicial

__all__ = [
    "Atom",
    "Flat",
    "Frame",
    "Newton",
    "NewtonOracle",
    "Oracle",
    "PositiveOracle",
    "Step",
    "Subset",
    "SupportOracle",
    "offers",
    "vertex",
]


class Atom:
    """One signed point: its key, its margin under the direction asked about, its column, its label's sign.

    The column may be given as a function that fetches it: of thousands of points priced, few are ever looked into.
    """

    __slots__ = ("_column", "key", "margin", "sign")

    def __init__(self, key: int, margin: float, column: Array | Callable[[], Array], sign: float) -> None:
        self.key, self.margin, self.sign = key, margin, sign
        self._column = column

    @property
    def column(self) -> Array:
        if callable(self._column):
            self._column = self._column()
        return self._column

    def under(self, ratio: float) -> Atom:
        """The same point with its margin under a multiple of the direction."""
        return Atom(self.key, ratio * self.margin, self._column, self.sign)


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

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        """Start over with these atoms at once; the positions of those kept, which are independent."""

    def solution(self) -> tuple[Array, Array]:
        """The shortest w whose product with every active column is 1, and its multipliers u: w = sum u_j a_j.

        With an intercept y_j (w·x_j + b) = 1 for some b, and the multipliers of the classes have equal sums.
        """


@runtime_checkable
class SupportOracle(Protocol):
    """The weakest face of the data: their lowest points in a direction."""

    @property
    def blocks(self) -> int:
        """How many atoms make a vertex of the base."""

    @property
    def reach(self) -> float:
        """A bound of the columns' lengths."""

    @property
    def support_rounding(self) -> float:
        """Error of an atom's margin relative to the reach of the data and the length of the direction."""

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        """The k lowest points of each block under w, lowest first."""

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        """Weights with these values at these keys and zero elsewhere."""

    @property
    def dimension(self) -> int:
        """Dimension of the space of directions: a bound on how many points can be active at once."""

    def begin_with(self) -> Candidate:
        """A direction to begin with and its weights: the points' mean where products are at hand, else a vertex."""

    def support(self, x: Array) -> list[Atom]:
        """The atoms that carry weight in x, with margins of no meaning: what `place` put there."""

    def carrying(self, x: Array) -> int:
        """How many atoms carry weight in x, without looking at any of them."""

    def restrict(self, atoms: Sequence[Atom]) -> Subset:
        """An oracle that sees only these atoms, in whatever coordinates suit them."""

    def frame(self) -> Frame:
        """An empty frame for columns of this oracle."""

    def zero(self) -> Array:
        """The zero direction."""

    def norm(self, w: Array) -> float:
        """Length of a direction, rounded up: safe for both bounds."""

    def dot(self, v: Array, w: Array) -> float:
        """Inner product of two directions."""


class Subset(SupportOracle, Protocol):
    """A support oracle for a few atoms of a greater one: keys, weights and directions are its own."""

    def lift(self, candidate: Candidate) -> Candidate:
        """The same candidate in the terms of the whole; what is lowest here need not be lowest there."""

    def glimpse(self, candidate: Candidate) -> Candidate:
        """As `lift`, but without the direction and the bounds where these would cost more than a step here."""

    def lower(self, x: Array) -> Array | None:
        """Weights of the whole as weights here, None where they carry nothing of a block."""

    def turn(self, w: Array) -> Array:
        """A direction of the whole in the coordinates here; zero where that would take a product to find."""


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


@runtime_checkable
class PositiveOracle(Oracle, Protocol):
    """An oracle whose directions are weights on coordinates.

    `radius` is the greatest |⟨w − w', A(x − x')⟩| over unit differences in the l1 norms of both sides, and `norm` is
    ‖w‖₁.
    """

    @property
    def directions(self) -> Simplex:
        """Where directions live."""

    def game(self, keys: Sequence[int]) -> Game | None:
        """The saddle point of some points alone, their weights in the order of the keys; None where none was found."""


class Step(NamedTuple):
    """A Newton step: changes of the direction, of the weights, and of the slacks."""

    w: Array
    x: Array
    z: Array


class Newton(Protocol):
    """The Newton system of x∘z = mu with w = Ax and z = A*w − tau, factorised at one pair (x, z)."""

    def step(self, mu: float, second: Step | None = None) -> Step:
        """The step towards x∘z = mu; with `second`, an earlier step, less its second-order term dx∘dz."""


@runtime_checkable
class NewtonOracle(Oracle, Protocol):
    """An oracle that can also factorise I + A diag(x/z) A*, in the smaller of both dimensions."""

    @property
    def cone(self) -> Simplicial:
        """Where weights live: on points."""

    def newton(self, x: Array, z: Array) -> Newton | None:
        """The system at this pair; None where rounding has made it singular."""

    def tight(self, x: Array, z: Array, level: float) -> Array:
        """The weights of the points whose slack is small against their weight: the active set as far as it shows.

        `level` is the slack that a point without weight may be expected to have.
        """

    def basic(self, x: Array) -> Array | None:
        """Weights that cancel on as few points as a vertex has, from some that nearly cancel; None where none show."""


def offers(oracle: object, protocol: type) -> bool:
    """Whether the oracle has every operation of the protocol; unlike isinstance, without computing its properties.

    One that only counts what it passes on offers what the one inside does.
    """
    while (inner := getattr(oracle, "inner", None)) is not None:
        oracle = inner
    own: dict[str, object] = getattr(oracle, "__dict__", {})
    kind: Any = type(oracle)
    return all((own[name] if name in own else _of_class(kind, name)) is not None for name in _operations(protocol))


@cache
def _operations(protocol: type) -> tuple[str, ...]:
    return tuple(name for name in dir(protocol) if not name.startswith("_"))


@cache
def _of_class(kind: Any, name: str) -> object:
    return getattr_static(kind, name, None)


def vertex(blocks: list[list[Atom]]) -> tuple[Array, float, list[int], list[float]]:
    """The base's vertex made of each block's first atom: its column, its margin, and its keys with their weights.

    Raises FloatingPointError where a block has none, because its margins are no numbers.
    """
    if not all(blocks):
        raise FloatingPointError("the margins of a class are no numbers")
    first = [block[0] for block in blocks]
    share = 1.0 / len(first)
    column = first[0].column * share
    for atom in first[1:]:
        column = column + atom.column * share
    margin = sum(atom.margin for atom in first) * share
    return column, margin, [atom.key for atom in first], [share] * len(first)


class Flat:
    """Directions that are plain arrays of `dimension` coordinates, with the length and the product of such."""

    dimension: int

    def zero(self) -> Array:
        return np.zeros(self.dimension)

    def carrying(self, x: Array) -> int:
        return int(np.count_nonzero(x))

    def embed(self, y: Array) -> Array:
        """The direction with these coordinates: itself."""
        return y

    def norm(self, w: Array) -> float:
        # Rounded up by more than the sum of squares and its root may err, so that it is safe for both bounds.
        return float(np.linalg.norm(w)) * (1.0 + (w.size + 4) * 2.0**-53)

    def dot(self, v: Array, w: Array) -> float:
        return float(v @ w)
