"""`KernelFrame`: what a run of sweeps in a kernel's space is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gordan.arithmetic.array import Array
from gordan.problem.kernel import Kernel

__all__ = ["KernelFrame"]


@dataclass(frozen=True)
class KernelFrame:
    """Rows by their digest, and the kernel: a direction is made of these rows, and means nothing beside others."""

    digest: str
    kernel: Kernel | None
    lift: float

    @classmethod
    def of(cls, problem: Any) -> KernelFrame:
        """The frame of a problem."""
        return cls(problem.digest(), problem.kernel, problem.canonical().lifted)

    def same(self, other: Any) -> bool:
        return isinstance(other, KernelFrame) and self == other

    def raw(self, w: Array, b: float) -> tuple[Array, float]:
        """A direction, which is a pair of coefficients and products, and its offset."""
        return w, self.lift * b

    def begun(self, run: Any) -> None:
        """Nothing: a run about other rows cannot go on here."""

    def bare(self) -> None:
        """Nothing is left of a run when its rows are gone."""
