"""`Reason`: why a run ended, as a code with details and as a sentence."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

__all__ = ["Code", "Reason"]


class Code(StrEnum):
    """What ended a run."""

    PROVED = "proved"  # an answer was proved, and nothing else was asked
    GAP = "gap"  # the relative gap of the margin is at most tol
    LEVEL = "level"  # the margin is at most eps times the longest point
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
