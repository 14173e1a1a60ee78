"""An oracle behind a curtain, with its cone and its frames: it deals in opaque arrays and nothing else.

A solver that runs here uses + − and multiples of directions and weights, and otherwise only what its oracle and cone
offer: then it serves a Gram matrix, blocks on other machines, or a convex body as well as it serves columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.sweep import Due, Order, Pass, Rule
from gordan.testing.cone_curtain import CurtainedCone
from gordan.testing.frame_curtain import CurtainedFrame, CurtainedNewton
from gordan.testing.opaque import DIRECTION, WEIGHTS, reveal, seal
from gordan.testing.sealed import reveal_atom, reveal_candidate, seal_atom, seal_candidate, seal_pass

__all__ = ["CurtainedOracle"]


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
            from gordan.testing.rescaled_curtain import curtained

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
        return seal_pass(self._inner.begin())

    def _sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        assert isinstance(run.state, Pass)
        return seal_pass(self._inner.sweep(run.state, rule, order))

    def _due(self, run: Pass) -> Due:
        assert isinstance(run.state, Pass)
        return self._inner.due(run.state)  # type: ignore[no-any-return]

    def worst(self, w: Any, k: int = 1) -> list[list[Atom]]:
        found = self._inner.worst(reveal(w, DIRECTION), k)
        return [[seal_atom(atom) for atom in block] for block in found]

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Any:
        return seal(self._inner.place(keys, values), WEIGHTS)

    def restrict(self, atoms: Sequence[Atom]) -> CurtainedOracle:
        return CurtainedOracle(self._inner.restrict([reveal_atom(atom) for atom in atoms]))

    def support(self, x: Any) -> list[Atom]:
        return [seal_atom(atom) for atom in self._inner.support(reveal(x, WEIGHTS))]

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
