"""What a solver yields: a direction, weights, and the products it has already paid for."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum

from gordan.arithmetic.array import Array

__all__ = ["Candidate", "Candidates", "Kind"]


class Kind(Enum):
    """What a candidate is to the loop, which polishes a certificate and an earlier answer at once; the log shows it."""

    STEP = ""
    CERTIFICATE = "c"  # weights of an active set that cancel but for rounding: the algorithm's last word
    START = "s"  # an earlier answer
    HANDOVER = "h"  # the last step before an exact method goes another way, for no direction has separated
    ENDLESS = "w"  # a step of an exact method that has no finite way on, so that its weights are polished now and then


@dataclass(frozen=True, slots=True)
class Candidate:
    """One step of an algorithm, as the loop sees it.

    `lowest` is lowest(A*w) and `image` is A x, each None when the step did not compute it: judging never multiplies
    again. `updates` counts what the algorithm's theorem counts. `state` is the algorithm's own, for tests of its
    lemmas. `residual` is what the algorithm compares with ε, where that is not ‖Ax‖.
    """

    direction: Array
    weights: Array | None = None
    lowest: float | None = None
    image: Array | None = None
    updates: int = 0
    state: object = None
    kind: Kind = Kind.STEP
    residual: float | None = None


Candidates = Generator[Candidate, None, Candidate]
