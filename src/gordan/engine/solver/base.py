"""The contract of a solver: a frozen value that yields candidates for ever, or returns its last one."""

from __future__ import annotations

import math
from abc import abstractmethod
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
    """One algorithm: a frozen dataclass that inherits from this class.

    The first five are stated by every solver: its name, a line for the list, the theorem's number of iterations as a
    formula, the kind of oracle it asks, and whether it goes to the maximum margin in finitely many steps (the papers'
    others stop at a level eps). What follows has a default.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    formula: ClassVar[str]
    needs: ClassVar[Any]
    exact: ClassVar[bool]

    # Whether the bound depends on the greatest eigenvalue of A'A, which is computed for no other.
    spectral: ClassVar[bool] = False
    # Whether candidates are polished while it runs, unless the caller says otherwise; None: if it is exact.
    polishes: ClassVar[bool | None] = None
    # Whether the theorem holds for a start in the centre only, so that nothing is promised after an earlier answer.
    cold_bound: ClassVar[bool] = False

    @abstractmethod
    def candidates(self, oracle: Any, start: Any = None) -> Candidates:
        """Yield a candidate per step, and return the last."""

    @abstractmethod
    def bound(self, terms: Terms) -> float:
        """The theorem's number of iterations."""

    def promise(self, terms: Terms) -> str:
        """The formula of `bound` for these terms: with ε in the place of a margin that is not known to be positive."""
        return self.formula if terms.rho > 0 else self.formula.replace("ρ₁", "ε").replace("ρ", "ε")

    def symbols(self, terms: Terms) -> dict[str, float]:
        """Values of the symbols of `promise` that are the solver's own, in the user's units."""
        return {}

    @property
    def ending(self) -> str | None:
        """Why there are no more candidates, where it is not that the algorithm is at its end."""
        return None


def level(terms: Terms) -> float:
    """What the bound is evaluated at: the margin where it is positive, the level of ‖Ax‖ otherwise."""
    return terms.rho if terms.rho > 0 else terms.eps
