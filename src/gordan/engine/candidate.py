"""What a solver yields: a direction, weights, and the products it has already paid for."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from gordan.arithmetic.array import Array

__all__ = ["Candidate", "Candidates"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One step of an algorithm, as the loop sees it.

    `lowest` is lowest(A*w) and `image` is A x, each None when the step did not compute it: judging never multiplies
    again. `updates` counts what the algorithm's theorem counts. `state` is the algorithm's own, for tests of its
    lemmas. `tag` is one letter for the log.
    """

    direction: Array
    weights: Array | None = None
    lowest: float | None = None
    image: Array | None = None
    updates: int = 0
    state: object = None
    tag: str = ""


Candidates = Generator[Candidate, None, Candidate]
