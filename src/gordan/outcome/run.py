"""How an answer was found: by which algorithm, with how much work, and why it ended."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Code", "Guarantee", "Reason", "Run"]


class Code(StrEnum):
    """What ended a run."""

    PROVED = "proved"  # an answer was proved, and nothing else was asked
    GAP = "gap"  # the relative gap of the margin is at most tol
    LEVEL = "level"  # the margin is at most eps times the longest point, or a bound of the points' distances
    ENDED = "ended"  # the algorithm ended by itself
    MAX_ITER = "max_iter"
    MAX_SECONDS = "max_seconds"
    INTERRUPTED = "interrupted"
    OVERFLOW = "overflow"  # numbers left the doubles
    NOT_BEGUN = "not_begun"  # time or memory did not suffice to begin
    UNAFFORDABLE = "unaffordable"  # the next step would have taken more time or memory than there is
    UNPROVED = "unproved"  # nothing was claimed


class Reason(str):
    """The sentence that says why a run ended; `code` and `details` say it to programs.

    It is a string, so that it prints, joins and serialises as one. Decide by `code`, never by the words.

    Examples
    --------
    >>> reason = Reason("max_iter = 5 was reached", Code.MAX_ITER, max_iter=5)
    >>> reason.code.value, reason.details
    ('max_iter', {'max_iter': 5})
    >>> reason.say(f"Stopped because {reason}.")
    'Stopped because max_iter = 5 was reached.'
    """

    code: Code
    details: dict[str, Any]

    def __new__(cls, text: str = "", code: Code = Code.PROVED, **details: Any) -> Reason:
        reason = super().__new__(cls, text)
        reason.code, reason.details = code, details
        return reason

    def say(self, text: str) -> Reason:
        """Return the same reason in other words."""
        return Reason(text, self.code, **self.details)

    def noted(self, note: str) -> Reason:
        """Return the same reason, followed by a note as a sentence of its own.

        Examples
        --------
        >>> Reason("Stopped at once.").noted("auto chose it")
        'Stopped at once. Auto chose it.'
        """
        sentence = f"{note[:1].upper()}{note[1:]}." if note else ""
        return self.say(" ".join(part for part in (self, sentence) if part))


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
            counted = "1 iteration" if used == 1 else f"{used:,} iterations"
            return f"used {counted}; at most {self.text} are guaranteed, not known until the margin is"
        return f"used {used:,} of at most {self.iterations:,.0f} iterations guaranteed ({self.text})"


@dataclass(frozen=True)
class Run:
    """The account of a run. It claims nothing of the data, and the verifier does not see it.

    `note` says why `auto` chose the solver (`automatic`); of one that was asked for by name, whether it ran as
    published or was polished. `polished` is None where that is not known, as of an answer read from a file. `phases`
    has the seconds by what they were spent on, where that was measured. `method` is the solver itself with its
    parameters, such as an α, where one ran here.
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
    method: object = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        counts = []
        if self.n_iter or self.n_passes:
            counts = [_count(self.n_iter, "iteration"), _count(self.n_passes, "pass")]
        work = ", ".join([*counts, f"{self.seconds:.3g} s"])
        return f"{self.solver}: {work}" if self.solver else work


def _count(number: int, noun: str) -> str:
    plural = noun if number == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number:,} {plural}"
