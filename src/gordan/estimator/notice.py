"""What a fit has to say where the classes were not separated."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from gordan.errors import NotSeparableWarning
from gordan.multiclass import Contest
from gordan.outcome import Inseparable, Undecided

__all__ = ["warn_of"]

_SHOWN = 5  # sides told one by one


def warn_of(contests: Sequence[Contest], errors: Sequence[int]) -> None:
    """One warning for all that is proved inseparable, and one for all that was not decided."""
    proved = [
        f"{contest.words} ({len(contest.outcome.proof.support):,} rows cancel; {_wrong(contest, wrong)})"
        for contest, wrong in zip(contests, errors, strict=True)
        if isinstance(contest.outcome, Inseparable)
    ]
    if proved:
        _warn(
            f"no hyperplane separates {_listed(proved)}. Predictions are those of the hyperplane with the fewest "
            "training errors seen; outcome_ and certificate_ have the proof.",
            NotSeparableWarning,
        )
    left = [
        f"{contest.words} ({_wrong(contest, wrong)})"
        for contest, wrong in zip(contests, errors, strict=True)
        if isinstance(contest.outcome, Undecided)
    ]
    if left:
        why = next(contest.outcome.reason for contest in contests if isinstance(contest.outcome, Undecided))
        _warn(
            f"it was not decided whether a hyperplane separates {_listed(left)}. {why} Predictions are those "
            "of the hyperplane with the fewest training errors seen.",
            ConvergenceWarning,
        )


def _wrong(contest: Contest, errors: int) -> str:
    return f"{errors:,} of {contest.problem.n:,} rows on the wrong side"


def _listed(told: list[str]) -> str:
    more = f", and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    return ", ".join(told[:_SHOWN]) + more


def _warn(text: str, category: Any) -> None:
    # Past this file, the fit and the callbacks' wrapper around it, to the line that asked for it.
    warnings.warn(text, category, stacklevel=5)
