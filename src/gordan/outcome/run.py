"""How an answer was found: by which algorithm, with how much work, and why it ended."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from gordan.outcome.reason import Reason

__all__ = ["Guarantee", "Run"]


@dataclass(frozen=True)
class Guarantee:
    """What the algorithm's theorem allows: at most `iterations`, by the formula `text`.

    `iterations` is infinite where the margin is not known well enough for a number that would say something.
    """

    iterations: float
    text: str

    @property
    def known(self) -> float | None:
        """The number, or None where it is not known."""
        return None if self.iterations == math.inf else self.iterations

    def words(self, used: int) -> str:
        if self.iterations == math.inf:
            return f"used {used:,} iterations; at most {self.text} are guaranteed, not known until the margin is"
        return f"used {used:,} of at most {self.iterations:,.0f} iterations guaranteed ({self.text})"


@dataclass(frozen=True)
class Run:
    """The account of a run. It claims nothing of the data, and the verifier does not see it.

    `note` says why `auto` chose the solver (`automatic`); of one that was asked for by name, whether it ran as
    published or was polished. `polished` is None where that is not known, as of an answer read from a file. `phases`
    has the seconds by what they were spent on, where that was measured.
    """

    solver: str = ""
    n_iter: int = 0
    n_passes: int = 0
    seconds: float = 0.0
    reason: Reason = field(default_factory=Reason)
    guarantee: Guarantee | None = None
    note: str = ""
    automatic: bool = False
    polished: bool | None = None
    phases: dict[str, float] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        counts = []
        if self.n_iter or self.n_passes:
            counts = [_count(self.n_iter, "iteration"), _count(self.n_passes, "pass")]
        work = ", ".join([*counts, f"{self.seconds:.3g} s"])
        return f"{self.solver}: {work}" if self.solver else work


def _count(number: int, noun: str) -> str:
    plural = noun if number == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number:,} {plural}"
