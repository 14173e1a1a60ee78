"""An oracle behind a curtain, with its cone and its frames: it deals in opaque arrays and nothing else.

A solver that runs here uses + − and multiples of directions and weights, and otherwise only what its oracle and cone
offer: then it serves a Gram matrix, blocks on other machines, or a convex body as well as it serves columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.array import Array
from gordan.checks.opaque import DIRECTION, WEIGHTS, reveal, seal
from gordan.cone import Point
from gordan.oracle.base import Atom
from gordan.oracle.sweep import Order, Pass, Rule

__all__ = ["CurtainedOracle"]


class CurtainedCone:
    """A cone whose weights and margins are opaque. Margins count as weight vectors: they pair with them."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.size, self.rank, self.blocks = inner.size, inner.rank, inner.blocks
        self.theta, self.spread = inner.theta, inner.spread

    @property
    def centre(self) -> Point:
        return _seal_point(self._inner.centre)

    def lowest(self, z: Any) -> float:
        return float(self._inner.lowest(reveal(z, WEIGHTS)))

    def soften(self, z: Any, mu: float) -> Any:
        return seal(self._inner.soften(reveal(z, WEIGHTS), mu), WEIGHTS)

    def prox(self, s: Any, z: Any) -> Point:
        return _seal_point(self._inner.prox(reveal(s, WEIGHTS), reveal(z, WEIGHTS)))

    def divergence(self, x: Point, v: Point) -> float:
        return float(self._inner.divergence(_reveal_point(x), _reveal_point(v)))

    def pair(self, z: Any, x: Any) -> float:
        return float(self._inner.pair(reveal(z, WEIGHTS), reveal(x, WEIGHTS)))

    def project(self, z: Any) -> Any:
        return seal(self._inner.project(reveal(z, WEIGHTS)), WEIGHTS)

    def normalise(self, counts: Any) -> Any:
        return seal(self._inner.normalise(reveal(counts, WEIGHTS)), WEIGHTS)

    def violation(self, x: Any) -> float:
        return float(self._inner.violation(reveal(x, WEIGHTS)))


class CurtainedFrame:
    """A frame that takes atoms with opaque columns. Coefficients are numbers about atoms, so they are in the open."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def add(self, atom: Atom) -> None:
        self._inner.add(_reveal_atom(atom))

    def drop(self, index: int) -> None:
        self._inner.drop(index)

    def coordinates(self, atom: Atom) -> tuple[Array, Any]:
        coefficients, residual = self._inner.coordinates(_reveal_atom(atom))
        return coefficients, seal(residual, DIRECTION)


class CurtainedOracle:
    """An oracle of any of the three kinds behind a curtain; it offers what the one behind it offers."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        # Numbers about the data are in the open; a capability the inner oracle lacks is lacking here as well.
        if name in ("blocks", "size", "radius", "spectral", "rounding", "reach"):
            return getattr(self._inner, name)
        if name == "cone":
            return CurtainedCone(self._inner.cone)
        if name in ("margins", "combine", "begin", "sweep"):
            getattr(self._inner, name)
            return getattr(self, f"_{name}")
        raise AttributeError(f"an oracle has no {name}")

    def _margins(self, w: Any) -> Any:
        return seal(self._inner.margins(reveal(w, DIRECTION)), WEIGHTS)

    def _combine(self, x: Any) -> Any:
        return seal(self._inner.combine(reveal(x, WEIGHTS)), DIRECTION)

    def _begin(self) -> Pass:
        return _seal_pass(self._inner.begin())

    def _sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        assert isinstance(run.state, Pass)
        return _seal_pass(self._inner.sweep(run.state, rule, order))

    def worst(self, w: Any, k: int = 1) -> list[list[Atom]]:
        found = self._inner.worst(reveal(w, DIRECTION), k)
        return [[atom._replace(column=seal(atom.column, DIRECTION)) for atom in block] for block in found]

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Any:
        return seal(self._inner.place(keys, values), WEIGHTS)

    def restrict(self, atoms: Sequence[Atom]) -> CurtainedOracle:
        return CurtainedOracle(self._inner.restrict([_reveal_atom(atom) for atom in atoms]))

    def frame(self) -> CurtainedFrame:
        return CurtainedFrame(self._inner.frame())

    def zero(self) -> Any:
        return seal(self._inner.zero(), DIRECTION)

    def norm(self, w: Any) -> float:
        return float(self._inner.norm(reveal(w, DIRECTION)))

    def dot(self, v: Any, w: Any) -> float:
        return float(self._inner.dot(reveal(v, DIRECTION), reveal(w, DIRECTION)))


def _seal_point(point: Point) -> Point:
    return Point(seal(point.dual, WEIGHTS), seal(point.weights, WEIGHTS))


def _reveal_point(point: Point) -> Point:
    return Point(reveal(point.dual, WEIGHTS), reveal(point.weights, WEIGHTS))


def _reveal_atom(atom: Atom) -> Atom:
    return atom._replace(column=reveal(atom.column, DIRECTION))


def _seal_pass(run: Pass) -> Pass:
    """The arrays of a pass sealed, and the pass itself kept as the state from which the next sweep goes on."""
    return Pass(
        direction=seal(run.direction, DIRECTION),
        weights=seal(run.weights, WEIGHTS),
        image=seal(run.image, DIRECTION),
        updates=run.updates,
        lowest=run.lowest,
        average=seal(run.average, DIRECTION),
        survivor=seal(run.survivor, DIRECTION),
        state=run,
    )
