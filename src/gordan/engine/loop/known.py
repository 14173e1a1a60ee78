"""Everything a run knows at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gordan.arithmetic.array import Array
from gordan.engine.loop.budget import Budget
from gordan.engine.solver import Solver
from gordan.outcome import Bracket
from gordan.problem import Gram, Points
from gordan.problem.canonical import Canonical, GramCanonical

__all__ = ["Known"]


@dataclass(frozen=True)
class Known:
    """What a run knows, in canonical terms; `prover` puts it in raw ones."""

    problem: Points | Gram
    canonical: Canonical | GramCanonical
    oracle: Any
    prover: Any
    solver: Solver
    proof: str
    decided: bool
    level: float
    note: str
    direction: Array | None
    weights: Array | None
    bracket: Bracket
    n_iter: int
    budget: Budget
