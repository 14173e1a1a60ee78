"""The two factorisations that an oracle hands out, behind a curtain: of active columns, and of a Newton system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Atom, Step
from gordan.testing.opaque import DIRECTION, WEIGHTS, reveal, seal
from gordan.testing.sealed import reveal_atom

__all__ = ["CurtainedFrame", "CurtainedNewton"]


class CurtainedFrame:
    """A frame that takes atoms with opaque columns. Coefficients are numbers about atoms, so they are in the open."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def add(self, atom: Atom) -> None:
        self._inner.add(reveal_atom(atom))

    def drop(self, index: int) -> None:
        self._inner.drop(index)

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        return list(self._inner.load([reveal_atom(atom) for atom in atoms]))

    def solution(self) -> tuple[Any, Array]:
        direction, multipliers = self._inner.solution()
        return seal(direction, DIRECTION), multipliers

    def coordinates(self, atom: Atom) -> tuple[Array, Any]:
        coefficients, residual = self._inner.coordinates(reveal_atom(atom))
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
