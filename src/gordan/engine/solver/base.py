"""The contract of a solver: a frozen value that yields candidates for ever, or returns its last one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from gordan.engine.candidate import Candidates

__all__ = ["Solver", "Terms", "level"]


@dataclass(frozen=True)
class Terms:
    """What a theorem's bound may depend on, in canonical units.

    `rho` is the margin (negative where it is known to be, 0 where it is not known), `eps` the level ‖Ax‖ that was
    asked for or reached, `reach` bounds the columns' lengths, `radius` is L_xy, `theta` the entropy's range, `spread`
    half the squared diameter of the base, `spectral` the greatest eigenvalue of A'A, `lifted` whether sequential
    rules see an extra coordinate for the intercept, `scale` what the points were multiplied by.
    """

    rho: float
    eps: float
    n: int
    m: int
    reach: float
    radius: float
    theta: float
    spread: float
    spectral: float = math.inf
    lifted: bool = False
    scale: float = 1.0


class Solver(Protocol):
    """One algorithm. `exact` ones go to the maximum margin in finitely many steps; the papers' stop at a level eps."""

    name: ClassVar[str]
    summary: ClassVar[str]
    formula: ClassVar[str]
    needs: ClassVar[Any]
    exact: ClassVar[bool]
    spectral: ClassVar[bool]

    def candidates(self, oracle: Any, start: Any = None) -> Candidates:
        """Yield a candidate per step."""

    def bound(self, terms: Terms) -> float:
        """The theorem's number of iterations."""


def level(terms: Terms) -> float:
    """What the bound is evaluated at: the margin where it is positive, the level of ‖Ax‖ otherwise."""
    return terms.rho if terms.rho > 0 else terms.eps
