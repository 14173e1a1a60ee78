"""What the verifier says of an answer, check by check."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Check", "Verdict"]


@dataclass(frozen=True)
class Check:
    """One thing the verifier recomputed: what it is, what came out, what was needed, in which arithmetic."""

    name: str
    quantity: str
    bound: str
    arithmetic: str
    holds: bool


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

    def __str__(self) -> str:
        if self.holds:
            return f"accepted: {len(self.checks)} checks hold"
        if not self.checks:
            return "refused: nothing was checked"
        return f"refused; these checks fail: {', '.join(check.name for check in self.failed)}"
