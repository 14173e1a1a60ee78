"""From canonical to raw terms, and from candidates to proofs: in coordinates, or in the space of a kernel."""

from __future__ import annotations

from typing import Any, Protocol

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.loop.known import Known
from gordan.engine.loop.start import Start
from gordan.engine.polish import Polished, Settled
from gordan.outcome import KernelSeparator, Separator
from gordan.problem import Gram, Points

__all__ = ["Prover", "prover_of"]


class Prover(Protocol):
    """What differs between points with coordinates and points known by their products."""

    def entries(self, problem: Any) -> tuple[int, int]:
        """How many dimensions a support may fill, and the numbers touched by one pass."""

    def begin(self, known: Known, start: Start) -> Candidate | None:
        """An earlier answer as the first candidate: its direction, and its weights as far as its rows are here."""

    def separator(self, known: Known, direction: Array, lowest: tuple[int, ...]) -> Any:
        """The hyperplane in raw terms, from the rows that are lowest under it."""

    def hyperplane(self, proof: Any) -> dict[str, Any]:
        """The fields of an outcome that show it."""

    def polish(self, known: Known, *, first: bool, last: bool) -> Polished:
        """What the weights become when they are brought to a small support."""

    def settle(self, known: Known) -> Settled:
        """The answer of exact arithmetic to what rounding leaves open."""

    def remark(self, known: Known, proof: Separator | KernelSeparator | Any) -> str:
        """What else is to be said of an answer that is no separator."""


def prover_of(problem: Points | Gram) -> Prover:
    """The prover for a problem."""
    from gordan.engine.loop.coordinate_prover import CoordinateProver
    from gordan.engine.loop.kernel_prover import KernelProver

    return KernelProver() if problem.implicit else CoordinateProver()
