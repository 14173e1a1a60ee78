"""What a run is to reach."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """What counts as an answer, and whether candidates are polished while the algorithm runs."""

    goal: str
    tol: float
    eps: float
    proof: str
    polish: bool = True
