"""The few exceptions, each a sentence: what was given, what was expected, what to do next."""

from __future__ import annotations

from typing import Any

__all__ = [
    "GordanError",
    "InputError",
    "Interrupted",
    "NotSeparableWarning",
    "OverBudget",
    "OverLimit",
    "Uncertain",
    "UnsuitableSolver",
]


class GordanError(Exception):
    """Anything gordan refuses; `str(error)` is one readable sentence."""


class InputError(GordanError, ValueError):
    """The data, a file or a parameter cannot be used as given."""


class OverBudget(GordanError):
    """The work was not done, or not begun, because it takes more time or memory than allowed: nothing was decided.

    `why` says what did not suffice, `advice` what to do about it.
    """

    def __init__(self, why: str, advice: str = "") -> None:
        super().__init__(f"{why}; {advice}" if advice else why)
        self.why, self.advice = why, advice


class OverLimit(OverBudget, InputError):
    """A file asks for more than one of `gordan.limits` allows; the sentence says how to raise it."""


class Uncertain(InputError):
    """A body that cannot say well enough where it is extreme in a direction; in others it may."""


class UnsuitableSolver(GordanError, TypeError):
    """The solver asks more of the data than this form of it can answer."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C reached the loop; `outcome` is what was known at that moment.

    That is `Undecided` with its bracket, `Separable` where a separator had been found on the way to a greater margin,
    or from `separate_many` the `Many` answered so far.
    """

    def __init__(self, outcome: Any) -> None:
        super().__init__("interrupted; .outcome holds what was known")
        self.outcome = outcome


class NotSeparableWarning(UserWarning):
    """A classifier was fitted to classes that no hyperplane separates, and this is proved.

    It predicts all the same, by the hyperplane with the fewest errors it has seen; `outcome_` has the proof.
    """
