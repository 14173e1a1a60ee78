"""What the verifier says of a claim, check by check."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from gordan.outcome.bracket import Bracket

__all__ = ["UNJUDGED", "Check", "LowerEnd", "UpperEnd", "Verdict"]


@dataclass(frozen=True)
class Check:
    """One thing the verifier recomputed: what it is, what came out, what was needed, in which arithmetic."""

    name: str
    quantity: str
    bound: str
    arithmetic: str
    holds: bool


@dataclass(frozen=True)
class LowerEnd(Check):
    """A check that the margin is at least what is claimed; `value` is what was proved of it."""

    value: float = -inf


@dataclass(frozen=True)
class UpperEnd(Check):
    """A check that the margin is at most what is claimed; `value` is what was proved of it."""

    value: float = inf


@dataclass(frozen=True)
class Verdict:
    """The second opinion: all checks, and whether every one of them holds; `proof` is what was asked of them."""

    checks: tuple[Check, ...] = ()
    proof: str = "rounded"

    @property
    def holds(self) -> bool:
        return bool(self.checks) and all(check.holds for check in self.checks)

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.holds)

    @property
    def bracket(self) -> Bracket:
        """The ends of the margin that the verifier itself proved."""
        lower = (check.value for check in self.checks if isinstance(check, LowerEnd) and check.holds)
        upper = (check.value for check in self.checks if isinstance(check, UpperEnd) and check.holds)
        return Bracket(max(lower, default=-inf), min(upper, default=inf))

    def __str__(self) -> str:
        if self.holds:
            return f"accepted: {len(self.checks)} checks hold"
        if not self.checks:
            return "refused: nothing was checked"
        return f"refused; these checks fail: {', '.join(check.name for check in self.failed)}"


UNJUDGED = Verdict()  # of an answer that was not verified: no checks, and it does not hold
