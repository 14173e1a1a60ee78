"""What to do when neither answer was proved."""

from __future__ import annotations

from gordan.engine.polish import LARGEST
from gordan.engine.solver import named
from gordan.outcome import Undecided

__all__ = ["advise"]

_COLUMNS = LARGEST - 2  # a support has at most two rows more than the data have columns

# The reason names the setting that ended the run.
_NEXT = {
    "interrupted": "let it run on, or bound it with --max-seconds",
    "max_iter": "allow more iterations with --max-iter",
    "max_seconds": "allow more time with --max-seconds",
    "eps =": "lower the level at which the search ends with --eps",
    "overflowed": "bring the columns to similar units",
}


def advise(outcome: Undecided, m: int) -> str:
    """What to try, from the reason the run ended for.

    Examples
    --------
    >>> from gordan.outcome import Bracket
    >>> known = dict(n_iter=5, n_passes=5, seconds=0.1, classes=("a", "b"), bracket=Bracket())
    >>> advise(Undecided(reason="Stopped because max_iter = 5 was reached.", solver="winnow", **known), m=4)
    'allow more iterations with --max-iter, or try --solver auto'
    """
    steps = [step for word, step in _NEXT.items() if word in outcome.reason][:1]
    if not named(outcome.solver).exact:
        steps.append("try --solver auto")
    if m > _COLUMNS:
        steps.append(f"ask about fewer columns: above {_COLUMNS} of them no proof of inseparability is attempted")
    return ", or ".join(steps or ["bring the columns to similar units"])
