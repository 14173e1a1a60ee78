"""An oracle behind a curtain, with its cone and its frames: it deals in opaque arrays and nothing else.

A solver that runs here uses + − and multiples of directions and weights, and otherwise only what its oracle and cone
offer: then it serves a Gram matrix, blocks on other machines, or a convex body as well as it serves columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.checks.opaque import DIRECTION, WEIGHTS, reveal, seal
from gordan.cone import Point
from gordan.oracle.base import Atom, Step
from gordan.oracle.sweep import Due, Order, Pass, Rule

__all__ = ["CurtainedOracle", "reveal_candidate", "seal_candidate"]


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

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        return list(self._inner.load([_reveal_atom(atom) for atom in atoms]))

    def solution(self) -> tuple[Any, Array]:
        direction, multipliers = self._inner.solution()
        return seal(direction, DIRECTION), multipliers

    def coordinates(self, atom: Atom) -> tuple[Array, Any]:
        coefficients, residual = self._inner.coordinates(_reveal_atom(atom))
        return coefficients, seal(residual, DIRECTION)


class CurtainedNewton:
    """A Newton system whose steps are opaque."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def step(self, mu: float, second: Step | None = None) -> Step:
        if second is not None:
            second = Step(reveal(second.w, DIRECTION), reveal(second.x, WEIGHTS), reveal(second.z, WEIGHTS))
        w, x, z = self._inner.step(mu, second)
        return Step(seal(w, DIRECTION), seal(x, WEIGHTS), seal(z, WEIGHTS))


class CurtainedOracle:
    """An oracle of any of the three kinds behind a curtain; it offers what the one behind it offers."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        # Numbers about the data are in the open; a capability the inner oracle lacks is lacking here as well.
        if name in ("blocks", "dimension", "size", "radius", "spectral", "rounding", "support_rounding", "reach"):
            return getattr(self._inner, name)
        if name == "cone":
            return CurtainedCone(self._inner.cone)
        if name in ("margins", "combine", "newton", "tight", "begin", "sweep", "due", "lift", "lower"):
            getattr(self._inner, name)
            return getattr(self, f"_{name}")
        if name in ("spans", "squeezable"):
            from gordan.checks.rescaled_curtain import curtained

            return curtained(getattr(self._inner, name))
        raise AttributeError(f"an oracle has no {name}")

    def _margins(self, w: Any) -> Any:
        return seal(self._inner.margins(reveal(w, DIRECTION)), WEIGHTS)

    def _combine(self, x: Any) -> Any:
        return seal(self._inner.combine(reveal(x, WEIGHTS)), DIRECTION)

    def _newton(self, x: Any, z: Any) -> CurtainedNewton | None:
        inner = self._inner.newton(reveal(x, WEIGHTS), reveal(z, WEIGHTS))
        return None if inner is None else CurtainedNewton(inner)

    def _tight(self, x: Any, z: Any, level: float) -> Any:
        return seal(self._inner.tight(reveal(x, WEIGHTS), reveal(z, WEIGHTS), level), WEIGHTS)

    def _lift(self, candidate: Candidate) -> Candidate:
        return seal_candidate(self._inner.lift(reveal_candidate(candidate)))

    def _lower(self, x: Any) -> Any:
        return seal(self._inner.lower(reveal(x, WEIGHTS)), WEIGHTS)

    def _begin(self) -> Pass:
        return _seal_pass(self._inner.begin())

    def _sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        assert isinstance(run.state, Pass)
        return _seal_pass(self._inner.sweep(run.state, rule, order))

    def _due(self, run: Pass) -> Due:
        assert isinstance(run.state, Pass)
        return self._inner.due(run.state)  # type: ignore[no-any-return]

    def worst(self, w: Any, k: int = 1) -> list[list[Atom]]:
        found = self._inner.worst(reveal(w, DIRECTION), k)
        return [[_seal_atom(atom) for atom in block] for block in found]

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Any:
        return seal(self._inner.place(keys, values), WEIGHTS)

    def restrict(self, atoms: Sequence[Atom]) -> CurtainedOracle:
        return CurtainedOracle(self._inner.restrict([_reveal_atom(atom) for atom in atoms]))

    def support(self, x: Any) -> list[Atom]:
        return [_seal_atom(atom) for atom in self._inner.support(reveal(x, WEIGHTS))]

    def begin_with(self) -> Candidate:
        return seal_candidate(self._inner.begin_with())

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
    return Atom(atom.key, atom.margin, reveal(atom.column, DIRECTION), atom.sign)


def _seal_atom(atom: Atom) -> Atom:
    return Atom(atom.key, atom.margin, seal(atom.column, DIRECTION), atom.sign)


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


def seal_candidate(candidate: Candidate) -> Candidate:
    return replace(
        candidate,
        direction=seal(candidate.direction, DIRECTION),
        weights=seal(candidate.weights, WEIGHTS),
        image=seal(candidate.image, DIRECTION),
    )


def reveal_candidate(candidate: Candidate) -> Candidate:
    return replace(
        candidate,
        direction=reveal(candidate.direction, DIRECTION),
        weights=None if candidate.weights is None else reveal(candidate.weights, WEIGHTS),
        image=None if candidate.image is None else reveal(candidate.image, DIRECTION),
    )
