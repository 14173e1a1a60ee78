"""What a run is to reach, and the constants of an answer that every way to it shares."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NEAREST", "SHORTEST", "TOUCHING", "Settings"]

NEAREST = 3  # rows of each class shown as the ones that decide
TOUCHING = 1e-9  # distances that differ by less, relative to the data, are those of rows that all touch the margin
SHORTEST = 2  # rows of a witness that cannot be shorter, but for a zero row


@dataclass(frozen=True)
class Settings:
    """What counts as an answer, and whether candidates are polished while the algorithm runs."""

    goal: str
    tol: float
    eps: float
    proof: str
    polish: bool = True
