"""How many iterations the algorithm's theorem allows."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Guarantee"]


@dataclass(frozen=True)
class Guarantee:
    """What the algorithm's theorem allows: at most `iterations`, by the formula `text`."""

    iterations: float
    text: str

    def words(self, used: int) -> str:
        return f"used {used:,} of at most {self.iterations:,.0f} iterations guaranteed ({self.text})"
