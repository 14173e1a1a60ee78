"""What a solver that rescales may ask: the span of the rows in coordinates of its own, and other such coordinates."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Oracle, SupportOracle
from gordan.engine.oracle.scaled import PathSide

__all__ = ["Rescaled", "RescalingOracle", "Squeezed", "SqueezingOracle"]


class Rescaled(Oracle, PathSide, Protocol):
    """A subspace of the space of margins, by orthonormal rows; directions and weights are its own."""

    def ratio(self, candidate: Candidate) -> float:
        """‖(Pz)⁺‖₁/‖z‖∞ for the candidate's weights z, where P projects on the subspace."""

    def rescale(self, candidate: Candidate) -> Rescaled | None:
        """The subspace stretched along the rays that carry at least twice ‖(Pz)⁺‖₁ in z, each as far as that allows.

        None where so much has been doubled that doubles cannot tell the subspace any more.
        """

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        """The candidate in the terms of the whole; what does not help there is left out."""


@runtime_checkable
class RescalingOracle(Protocol):
    """Data whose rows are at hand, to be orthonormalised."""

    def spans(self) -> tuple[Rescaled, Rescaled | None]:
        """The span of the rows, whose inner points are margins, and the kernel, whose inner points cancel.

        None for the second where only zero cancels.
        """

    def zero(self) -> Array:
        """The zero direction."""


class Squeezed(SupportOracle, Protocol):
    """Points of length 1 after a change of coordinates; directions and weights are its own."""

    def peak(self, x: Array) -> float:
        """The greatest weight."""

    def squeeze(self, x: Array) -> Squeezed:
        """Coordinates halved along the column with the greatest weight, and all columns of length 1 again."""

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        """The candidate in the terms of the whole."""


@runtime_checkable
class SqueezingOracle(Protocol):
    """Points whose space may be given other coordinates."""

    def squeezable(self) -> Squeezed:
        """The points scaled to length 1, with an intercept lifted by one coordinate."""

    def zero(self) -> Array:
        """The zero direction."""
